// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One GPU that NVML opened, and how its answers become facts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "harness/base/clock.h"
#include "harness/facts/fact.h"
#include "harness/gpu/nvml/nvml_functions.h"

namespace gpuproof {

// NOT_SUPPORTED: the product lacks it (absent). Every other failure is one to read, never a zero.
template <class T>
Fact<T> nvml_fact(const char* call, nvmlReturn_t status, T value) {
  if (status == NVML_SUCCESS) return Fact<T>(std::move(value));
  if (status == NVML_ERROR_NOT_SUPPORTED) return {};
  return Fact<T>::unreadable(std::string(call) + ": " + nvml_name(status));
}

class NvmlDevice {
 public:
  // `slowest_s` grows to the longest time that a call took.
  NvmlDevice(const NvmlFunctions& functions, nvmlDevice_t device, double& slowest_s)
      : fn(functions), handle(device), slowest_s_(slowest_s) {}

  // A function that the library lacks answers FUNCTION_NOT_FOUND.
  template <class Function, class... A>
  nvmlReturn_t call(const Function& function, A... arguments) const {
    if (!function) return NVML_ERROR_FUNCTION_NOT_FOUND;
    const auto begin = system_clock().raw();
    const auto status = function.raw(arguments...);
    slowest_s_ = std::max(slowest_s_, seconds(system_clock().raw() - begin));
    return status;
  }

  // For functions of the form f(device, [selectors...,] T* out).
  template <class T, class Function, class... A>
  Fact<T> ask(const Function& function, A... selectors) const {
    T out{};
    const auto status = call(function, handle, selectors..., &out);
    return nvml_fact(function.name(), status, out);
  }
  // For f(device, char* out, unsigned length).
  template <class Function>
  Fact<std::string> ask_text(const Function& function) const {
    char text[256] = {};
    const auto status = call(function, handle, text, static_cast<unsigned>(sizeof text));
    text[sizeof text - 1] = 0;
    return nvml_fact(function.name(), status, std::string(text));
  }
  // Fields of an integer type; each entry has a result of its own.
  Fact<std::uint64_t> ask_field(unsigned field, unsigned scope = 0) const;

  const NvmlFunctions& fn;
  const nvmlDevice_t handle;

 private:
  double& slowest_s_;
};

}  // namespace gpuproof
