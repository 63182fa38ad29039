// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The frame of every NVML function: is the library initialised, is the handle one of ours, does a
// fault strike this call, is the GPU still there. Exceptions end here.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/nvml/types.h"

// C functions by NVML's own names; all else stays inside (the version script).
#define NVML_FUNCTION extern "C" __attribute__((visibility("default"))) Return

namespace gpuproof::vgpu::nvml {

struct Gpu {
  int index = 0;
  const VirtualGpu* facts = nullptr;
};

class Session {
 public:
  static Session& get();
  Return init();
  Return shutdown();
  bool is_open() const { return users_ > 0; }
  bool owns(Device) const;
  const Scenario& scenario() const { return scenario_; }
  std::vector<Gpu>& gpus() { return gpus_; }
  // Reads the scenario where that has not been done; throws InputError.
  void load();

 private:
  Scenario scenario_;
  std::vector<Gpu> gpus_;
  int users_ = 0;
  bool loaded_ = false;
};

Condition now(const Gpu&);

// Functions that work before nvmlInit, of the system, and of a device.
Return answer_always(const char* call, const std::function<Return()>&);
Return answer(const char* call, const std::function<Return()>&);
Return answer(const char* call, Device, const std::function<Return(const Gpu&)>&);
// The product does not have it: NVML's own answer, and nothing to report.
constexpr Return absent = not_supported;

namespace detail {
bool zeros();  // a fault makes this call answer zeros
}

template <class T, class U>
Return put(T* out, U value) {
  if (!out) return invalid_argument;
  *out = detail::zeros() ? T{} : static_cast<T>(value);
  return success;
}
template <class T, class U>
Return put_or_absent(T* out, const std::optional<U>& value) {
  return value ? put(out, *value) : absent;
}
Return put_text(char* out, unsigned length, const std::string& text);
Return put_text_or_absent(char* out, unsigned length, const std::optional<std::string>& text);

}  // namespace gpuproof::vgpu::nvml
