// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Modules, and the kernels found in them.
#include <cstdio>

#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/attributes.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/driver/module_image.h"

namespace gpuproof::vgpu::driver {
namespace {

constexpr std::int64_t load_ns = 2'000'000, compile_ns = 150'000'000;

Machine& machine() { return Machine::get(); }

// Into the caller's buffer, where it gave one.
void put_log(const std::string& log, unsigned count, const CUjit_option* names,
             void* const* values) {
  char* buffer = nullptr;
  std::size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (names[i] == CU_JIT_ERROR_LOG_BUFFER) buffer = static_cast<char*>(values[i]);
    if (names[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      size = reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffffu;
  }
  if (buffer && size > 0) std::snprintf(buffer, size, "%s", log.c_str());
}

// The real image must hold it, and the virtual GPU must be able to run it.
CUresult find_function(Module& module, const std::string& name, Function& out) {
  const auto resources = resources_of(module, name);
  if (!resources) return CUDA_ERROR_NOT_FOUND;
  out.kernel = find_simt_kernel(name);
  if (!out.kernel) {
    std::fprintf(stderr,
                 "vgpu: the kernel %s is in the image, but not among those compiled for the "
                 "virtual GPU\n",
                 name.c_str());
    return CUDA_ERROR_NOT_FOUND;
  }
  out.context = module.context;
  out.module = &module;
  out.name = name;
  out.registers = resources->registers;
  out.static_shared = resources->static_shared;
  out.dynamic_shared_limit =
      default_shared_bytes - std::min(default_shared_bytes, resources->static_shared);
  return CUDA_SUCCESS;
}

Function* known_function(const Module& module, const std::string& name) {
  Function* found = nullptr;
  machine().functions.each([&](Function& function) {
    if (function.module == &module && function.name == name) found = &function;
  });
  return found;
}

}  // namespace

CUDA_FUNCTION cuModuleLoadDataEx(CUmodule* out, const void* image, unsigned count,
                                 CUjit_option* names, void** values) {
  return answer_in_context(__func__, [&](Context& context) {
    if (!out || !image) return CUDA_ERROR_INVALID_VALUE;
    const auto& gpu = *context.device->facts;
    auto choice = choose_code(image, 10 * gpu.cc_major() + gpu.cc_minor(),
                              static_cast<int>(machine().scenario().driver.cuda));
    put_log(choice.log, count, names, values);
    if (choice.result != CUDA_SUCCESS) return choice.result;
    virtual_clock().spend(choice.is_ptx ? compile_ns : load_ns);
    auto* module = machine().modules.make();
    module->context = &context;
    module->code = std::move(choice.code);
    module->is_ptx = choice.is_ptx;
    *out = reinterpret_cast<CUmodule>(module);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuModuleUnload(CUmodule handle) {
  return answer_for<Module>(__func__, machine().modules, handle, [&](Module& module) {
    hang_at_teardown(*module.context->device);
    std::vector<Function*> its;
    machine().functions.each([&](Function& function) {
      if (function.module == &module) its.push_back(&function);
    });
    for (auto* function : its) machine().functions.drop(function);
    machine().modules.drop(handle);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuModuleGetFunction(CUfunction* out, CUmodule handle, const char* name) {
  return answer_for<Module>(__func__, machine().modules, handle, [&](Module& module) {
    if (!out || !name) return CUDA_ERROR_INVALID_VALUE;
    auto* function = known_function(module, name);
    if (!function) {
      Function found;
      const auto result = find_function(module, name, found);
      if (result != CUDA_SUCCESS) return result;
      function = machine().functions.make(found);
    }
    *out = reinterpret_cast<CUfunction>(function);
    return CUDA_SUCCESS;
  });
}
// Kernels of the virtual GPU keep their globals to themselves.
CUDA_FUNCTION cuModuleGetGlobal(CUdeviceptr*, std::size_t*, CUmodule handle, const char* name) {
  return answer_for<Module>(__func__, machine().modules, handle, [&](Module&) {
    std::fprintf(stderr, "vgpu: the global %s is not modelled\n", name ? name : "");
    return CUDA_ERROR_NOT_FOUND;
  });
}

}  // namespace gpuproof::vgpu::driver
