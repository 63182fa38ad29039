// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/call.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <thread>

#include "tests/vgpu/clock/virtual_clock.h"

namespace gpuproof::vgpu::driver {
namespace {

// Host time of a call that only asks or queues.
constexpr std::int64_t call_ns = 300;

bool forked = false;  // a child of a process that used the driver: CUDA does not work there
[[maybe_unused]] const int forks_watched =
    ::pthread_atfork(nullptr, nullptr, [] { forked = Machine::get().is_open(); });

thread_local std::unique_lock<std::mutex>* held = nullptr;
thread_local Context* current = nullptr;

// What a fault made hang: others go on, this thread is over.
[[noreturn]] void hang_for_ever() {
  virtual_clock().leave();
  std::fflush(nullptr);
  while (true) ::pause();
}

CUresult framed(const char* call, const Body& body) {
  try {
    std::unique_lock lock(Machine::get().mutex);
    held = &lock;
    const auto result = body();
    held = nullptr;
    return result;
  } catch (const Hang&) {  // unwound: the lock is free
    hang_for_ever();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s: %s\n", call, error.what());
    return CUDA_ERROR_UNKNOWN;
  }
}

}  // namespace

CUresult answer_always(const char* call, const Body& body) {
  if (forked) return CUDA_ERROR_NOT_INITIALIZED;
  return framed(call, body);
}

CUresult answer(const char* call, const Body& body) {
  return answer_always(call, [&] {
    if (!Machine::get().is_open()) return CUDA_ERROR_NOT_INITIALIZED;
    virtual_clock().spend(call_ns);
    return body();
  });
}

CUresult answer_in_context(const char* call, const ContextBody& body) {
  return answer(call, [&] {
    Context* const context = current_context();
    if (!context) return CUDA_ERROR_INVALID_CONTEXT;
    if (context->sticky != CUDA_SUCCESS) return context->sticky;
    return body(*context);
  });
}

Context* current_context() { return Machine::get().contexts.find(current); }
void set_current_context(Context* context) { current = context; }

Stream* stream_of(Context& context, CUstream handle) {
  if (handle) return Machine::get().streams.find(handle);
  static std::map<Context*, Stream*> defaults;
  auto& stream = defaults[&context];
  if (!Machine::get().streams.find(stream)) stream = Machine::get().streams.make(&context);
  return stream;
}

void wait_until(std::int64_t ns) {
  if (ns >= never) throw Hang{};
  held->unlock();
  virtual_clock().wait_until(ns);
  held->lock();
}

void wait_for_others() {
  held->unlock();
  virtual_clock().leave();
  std::this_thread::sleep_for(std::chrono::microseconds(50));
  held->lock();
}

}  // namespace gpuproof::vgpu::driver
