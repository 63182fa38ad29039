// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/nvml/nvml_api.h"

namespace gpuproof {

SharedLibrary open_nvml(const LibrarySearch& search) {
  return SharedLibrary::open({.title = "NVML",
                              .sonames = {"libnvidia-ml.so.1"},
                              .remedy = "install the NVIDIA driver; in a container, start it with "
                                        "its GPUs",
                              .part_of_driver = true},
                             search);
}

NvmlApi::NvmlApi(const SharedLibrary& library) : fn(library) {
  if (!fn.missing.empty()) throw_symbols_missing(library, fn.missing, "update the NVIDIA driver");
  init_result_ = fn.nvmlInit_v2.raw();
}

NvmlApi::~NvmlApi() {
  if (init_result_ == NVML_SUCCESS) fn.nvmlShutdown.raw();
}

}  // namespace gpuproof
