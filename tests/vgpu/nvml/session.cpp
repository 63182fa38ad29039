// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/nvml/session.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include "tests/vgpu/nvml/call_fault.h"

namespace gpuproof::vgpu::nvml {
namespace {

thread_local bool answer_zeros = false;
std::recursive_mutex mutex;

Return guarded(const char* call, const Gpu* gpu, const std::function<Return()>& body) {
  const auto strike = strike_of(call, gpu ? gpu->index : -1);
  if (strike.result != success) return strike.result;
  answer_zeros = strike.zeros;
  const auto result = body();
  answer_zeros = false;
  return result;
}

Return without_exceptions(const char* call, const std::function<Return()>& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s: %s\n", call, error.what());
    return unknown;
  }
}

}  // namespace

Session& Session::get() {
  static Session session;
  return session;
}

void Session::load() {
  if (loaded_ && users_ > 0) return;
  gpus_.clear();  // of a start that failed
  scenario_ = load_scenario_from_environment();
  for (std::size_t i = 0; i < scenario_.gpus.size(); ++i)
    gpus_.push_back({static_cast<int>(i), &scenario_.gpus[i]});
  loaded_ = true;
}

Return Session::init() {
  ++users_;
  return success;
}

Return Session::shutdown() {
  if (users_ == 0) return uninitialized;
  if (--users_ == 0) {  // the next start reads the scenario anew, as after loading a driver
    gpus_.clear();
    loaded_ = false;
  }
  return success;
}

bool Session::owns(Device device) const {
  return !gpus_.empty() && device >= gpus_.data() && device < gpus_.data() + gpus_.size();
}

Condition now(const Gpu& gpu) {
  return condition_of(Session::get().scenario(), gpu.index, live_gpu(gpu.index).moment);
}

bool detail::zeros() { return answer_zeros; }

Return answer_always(const char* call, const std::function<Return()>& body) {
  return without_exceptions(call, [&] {
    {
      const std::lock_guard lock(mutex);
      Session::get().load();
    }
    return guarded(call, nullptr, body);
  });
}

Return answer(const char* call, const std::function<Return()>& body) {
  if (!Session::get().is_open()) return uninitialized;
  return answer_always(call, body);
}

Return answer(const char* call, Device device, const std::function<Return(const Gpu&)>& body) {
  return without_exceptions(call, [&]() -> Return {
    const auto& session = Session::get();
    if (!session.is_open()) return uninitialized;
    if (!session.owns(device)) return invalid_argument;
    if (now(*device).lost) return gpu_is_lost;
    return guarded(call, device, [&] { return body(*device); });
  });
}

Return put_text(char* out, unsigned length, const std::string& text) {
  if (!out) return invalid_argument;
  const std::string said = detail::zeros() ? "" : text;
  if (length <= said.size()) return insufficient_size;
  std::memcpy(out, said.c_str(), said.size() + 1);
  return success;
}

Return put_text_or_absent(char* out, unsigned length, const std::optional<std::string>& text) {
  return text ? put_text(out, length, *text) : absent;
}

}  // namespace gpuproof::vgpu::nvml
