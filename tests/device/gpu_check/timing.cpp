// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Times launches, synchronisation and events of device 0 and prints JSON; argument: the cubin.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

#define NAME_OF(f) NAME_OF_EXPANDED(f)
#define NAME_OF_EXPANDED(f) #f
// cuda.h renames calls by macro (cuMemAlloc is cuMemAlloc_v2): the expanded name is the symbol.
#define CALL(f, ...) check(NAME_OF(f), symbol<decltype(&f)>(NAME_OF(f))(__VA_ARGS__))

void* driver() {
  static void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) throw std::runtime_error(dlerror());
  return library;
}

template <class F>
F symbol(const char* name) {
  void* found = dlsym(driver(), name);
  if (!found) throw std::runtime_error(std::string(name) + " is missing in this driver");
  return reinterpret_cast<F>(found);
}

void check(const char* call, CUresult code) {
  if (code != CUDA_SUCCESS)
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(code));
}

std::vector<double> micros(int rounds, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::sort(times.begin(), times.end());
  return times;
}

void print(const char* name, std::vector<double> sorted, const char* end = ",") {
  std::printf("  \"%s\": {\"n\": %zu, \"min\": %.3f, \"median\": %.3f, \"p99\": %.3f}%s\n", name,
              sorted.size(), sorted.front(), sorted[sorted.size() / 2],
              sorted[sorted.size() * 99 / 100], end);
}

struct Probe {
  CUcontext context{};
  CUmodule module{};
  CUfunction empty{}, busy{};
  CUstream stream{};
  CUevent before{}, after{};
  CUdeviceptr word{};

  explicit Probe(const char* cubin) {
    std::ifstream file(cubin, std::ios::binary);
    const std::string image{std::istreambuf_iterator<char>(file), {}};
    CALL(cuInit, 0);
    CALL(cuDevicePrimaryCtxRetain, &context, 0);
    CALL(cuCtxSetCurrent, context);
    CALL(cuModuleLoadData, &module, image.data());
    CALL(cuModuleGetFunction, &empty, module, "empty_kernel");
    CALL(cuModuleGetFunction, &busy, module, "busy_kernel");
    CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
    CALL(cuEventCreate, &before, CU_EVENT_DEFAULT);
    CALL(cuEventCreate, &after, CU_EVENT_DEFAULT);
    CALL(cuMemAlloc, &word, 8);
  }

  void launch_empty() {
    CALL(cuLaunchKernel, empty, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr);
  }
  void launch_busy(long long cycles) {
    void* arguments[] = {&cycles, &word};
    CALL(cuLaunchKernel, busy, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr);
  }
  void sync() { CALL(cuStreamSynchronize, stream); }

  // Microseconds between two events around `work`.
  double between(const std::function<void()>& work) {
    float ms = 0;
    CALL(cuEventRecord, before, stream);
    work();
    CALL(cuEventRecord, after, stream);
    CALL(cuEventSynchronize, after);
    CALL(cuEventElapsedTime, &ms, before, after);
    return ms * 1e3;
  }
};

std::vector<double> repeated(int rounds, const std::function<double()>& one) {
  std::vector<double> values;
  for (int i = 0; i < rounds; ++i) values.push_back(one());
  std::sort(values.begin(), values.end());
  return values;
}

// Smallest difference between distinct readings of the nanosecond timer.
unsigned long long timer_step(Probe& probe) {
  std::set<unsigned long long> seen;
  for (int i = 0; i < 2000; ++i) {
    unsigned long long now = 0;
    probe.launch_busy(1);
    probe.sync();
    CALL(cuMemcpyDtoH, &now, probe.word, 8);
    seen.insert(now);
  }
  unsigned long long step = ~0ull, last = 0;
  for (const auto now : seen) {
    if (last) step = std::min(step, now - last);
    last = now;
  }
  return step;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::runtime_error("usage: timing CUBIN");
    Probe probe(argv[1]);
    for (int i = 0; i < 200; ++i) probe.launch_empty();
    probe.sync();
    std::printf("{\n");
    print("launch_us", micros(2000, [&] { probe.launch_empty(); }));
    probe.sync();
    print("sync_idle_us", micros(2000, [&] { probe.sync(); }));
    print("launch_and_sync_us", micros(2000, [&] {
            probe.launch_empty();
            probe.sync();
          }));
    print("event_pair_us", repeated(1000, [&] { return probe.between([] {}); }));
    print("event_empty_kernel_us",
          repeated(1000, [&] { return probe.between([&] { probe.launch_empty(); }); }));
    print("event_100_kernels_us", repeated(100, [&] {
            return probe.between([&] {
              for (int i = 0; i < 100; ++i) probe.launch_empty();
            });
          }));
    print("event_busy_1e6_cycles_us",
          repeated(50, [&] { return probe.between([&] { probe.launch_busy(1000000); }); }));
    std::printf("  \"globaltimer_step_ns\": %llu\n}\n", timer_step(probe));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
