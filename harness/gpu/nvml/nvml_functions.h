// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The functions of NVML that gpuproof calls: one line each. Few are required: whatever else a
// library lacks is a fact that cannot be read.
#pragma once

#include "harness/gpu/library/function.h"
#include "harness/gpu/nvml/nvml_abi.h"
#include "harness/gpu/nvml/nvml_error.h"

namespace gpuproof {

struct NvmlFunctions : FunctionTable<NvmlFailure> {
  using FunctionTable::FunctionTable;

  GPUPROOF_FN(nvmlInit_v2);
  GPUPROOF_FN(nvmlShutdown);
  GPUPROOF_FN(nvmlDeviceGetCount_v2);
  GPUPROOF_FN(nvmlDeviceGetHandleByIndex_v2);
  GPUPROOF_FN(nvmlDeviceGetPciInfo_v3);
  GPUPROOF_FN(nvmlDeviceGetUUID);
  GPUPROOF_FN(nvmlDeviceGetName);

  GPUPROOF_OPTIONAL_FN(nvmlSystemGetDriverVersion);
  GPUPROOF_OPTIONAL_FN(nvmlSystemGetNVMLVersion);
  GPUPROOF_OPTIONAL_FN(nvmlSystemGetProcessName);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetSerial);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetVbiosVersion);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetCudaComputeCapability);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMigMode);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMaxMigDeviceCount);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMigDeviceHandleByIndex);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMemoryInfo);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMemoryInfo_v2);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMemoryBusWidth);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetBAR1MemoryInfo);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMaxPcieLinkGeneration);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetGpuMaxPcieLinkGeneration);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMaxPcieLinkWidth);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetCurrPcieLinkGeneration);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetCurrPcieLinkWidth);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPcieReplayCounter);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPerformanceState);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetUtilizationRates);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetTemperature);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetTemperatureThreshold);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetClockInfo);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMaxClockInfo);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetApplicationsClock);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetDefaultApplicationsClock);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPowerUsage);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetEnforcedPowerLimit);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPowerManagementDefaultLimit);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPowerManagementLimitConstraints);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetCurrentClocksEventReasons);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetCurrentClocksThrottleReasons);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetEccMode);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetDefaultEccMode);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetTotalEccErrors);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetPersistenceMode);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetRemappedRows);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetRetiredPages_v2);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetComputeMode);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetNvLinkState);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetNvLinkErrorCounter);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetFieldValues);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetComputeRunningProcesses_v3);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetGraphicsRunningProcesses_v3);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetMPSComputeRunningProcesses_v3);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetGpuFabricInfoV);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetRepairStatus);
  GPUPROOF_OPTIONAL_FN(nvmlDeviceGetUnrepairableMemoryFlag_v1);
};

}  // namespace gpuproof
