// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The functions of the driver API that gpuproof calls: one line each.
//
// The header of a new toolkit renames functions to versions that older drivers lack. Where the
// signature stayed the older name serves; where it changed (cuCtxCreate, cuMemAdvise,
// cuMemPrefetchAsync, cuGraphAddKernelNode, cuStreamGetCaptureInfo) the function is not used.
#pragma once

#include <cuda.h>

#include "harness/gpu/driver/cuda_error.h"
#include "harness/gpu/library/function.h"

namespace gpuproof {

struct CudaFunctions : FunctionTable<CudaFailure> {
  using FunctionTable::FunctionTable;

  GPUPROOF_FN(cuInit);
  GPUPROOF_FN(cuDriverGetVersion);
  GPUPROOF_FN(cuDeviceGetCount);
  GPUPROOF_FN(cuDeviceGet);
  GPUPROOF_FN(cuDeviceGetName);
  GPUPROOF_FN(cuDeviceTotalMem);
  GPUPROOF_FN(cuDeviceGetAttribute);
  GPUPROOF_FN(cuDeviceGetPCIBusId);
  GPUPROOF_RENAMED_FN(cuDeviceGetUuid, "cuDeviceGetUuid");

  GPUPROOF_FN(cuDevicePrimaryCtxRetain);
  GPUPROOF_FN(cuDevicePrimaryCtxRelease);
  GPUPROOF_FN(cuCtxSetCurrent);
  GPUPROOF_FN(cuCtxSynchronize);

  GPUPROOF_FN(cuMemGetInfo);
  GPUPROOF_FN(cuMemAlloc);
  GPUPROOF_FN(cuMemFree);
  GPUPROOF_FN(cuMemHostAlloc);
  GPUPROOF_FN(cuMemFreeHost);
  GPUPROOF_FN(cuMemcpyHtoDAsync);
  GPUPROOF_FN(cuMemcpyDtoHAsync);
  GPUPROOF_FN(cuMemcpyDtoDAsync);
  GPUPROOF_FN(cuMemsetD8Async);
  GPUPROOF_FN(cuMemsetD32Async);
  GPUPROOF_OPTIONAL_FN(cuMemHostRegister);
  GPUPROOF_OPTIONAL_FN(cuMemHostUnregister);
  GPUPROOF_OPTIONAL_FN(cuMemHostGetDevicePointer);

  GPUPROOF_FN(cuStreamCreate);
  GPUPROOF_FN(cuStreamDestroy);
  GPUPROOF_FN(cuStreamSynchronize);
  GPUPROOF_FN(cuStreamQuery);
  GPUPROOF_FN(cuStreamWaitEvent);
  GPUPROOF_OPTIONAL_FN(cuStreamWaitValue32);
  GPUPROOF_OPTIONAL_FN(cuStreamWriteValue32);
  GPUPROOF_OPTIONAL_FN(cuLaunchHostFunc);

  GPUPROOF_FN(cuEventCreate);
  GPUPROOF_FN(cuEventDestroy);
  GPUPROOF_FN(cuEventRecord);
  GPUPROOF_FN(cuEventSynchronize);
  GPUPROOF_FN(cuEventQuery);
  GPUPROOF_RENAMED_FN(cuEventElapsedTime, "cuEventElapsedTime");

  GPUPROOF_FN(cuModuleLoadDataEx);
  GPUPROOF_FN(cuModuleUnload);
  GPUPROOF_FN(cuModuleGetFunction);
  GPUPROOF_OPTIONAL_FN(cuModuleGetGlobal);
  GPUPROOF_FN(cuFuncGetAttribute);
  GPUPROOF_FN(cuFuncSetAttribute);
  GPUPROOF_FN(cuLaunchKernel);
  GPUPROOF_OPTIONAL_FN(cuLaunchKernelEx);
  GPUPROOF_FN(cuOccupancyMaxActiveBlocksPerMultiprocessor);

  GPUPROOF_OPTIONAL_FN(cuStreamBeginCapture);
  GPUPROOF_OPTIONAL_FN(cuStreamEndCapture);
  GPUPROOF_OPTIONAL_FN(cuGraphInstantiateWithFlags);
  GPUPROOF_OPTIONAL_FN(cuGraphLaunch);
  GPUPROOF_OPTIONAL_FN(cuGraphExecDestroy);
  GPUPROOF_OPTIONAL_FN(cuGraphDestroy);

  GPUPROOF_OPTIONAL_FN(cuDeviceCanAccessPeer);
  GPUPROOF_OPTIONAL_FN(cuDeviceGetP2PAttribute);
  GPUPROOF_OPTIONAL_FN(cuCtxEnablePeerAccess);
  GPUPROOF_OPTIONAL_FN(cuCtxDisablePeerAccess);
  GPUPROOF_OPTIONAL_FN(cuMemcpyPeerAsync);
};

}  // namespace gpuproof
