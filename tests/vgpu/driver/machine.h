// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The virtual GPUs as one process sees them: devices, contexts and what lives in them.
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "tests/vgpu/driver/stream_queue.h"
#include "tests/vgpu/scenario/scenario.h"

namespace gpuproof::vgpu::driver {

// Handles are addresses of our objects, and an address that is none of ours is a bad handle.
template <class T>
class Handles {
 public:
  template <class... A>
  T* make(A&&... arguments) {
    auto made = std::make_unique<T>(std::forward<A>(arguments)...);
    T* const handle = made.get();
    objects_.emplace(handle, std::move(made));
    return handle;
  }
  T* find(const void* handle) const {
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second.get();
  }
  void drop(const void* handle) { objects_.erase(handle); }
  template <class Use>
  void each(const Use& use) const {
    for (const auto& [handle, object] : objects_) use(*object);
  }
  // Those of a context end with it.
  void drop_of(const struct Context* context) {
    std::erase_if(objects_, [&](const auto& entry) { return entry.second->context == context; });
  }

 private:
  std::unordered_map<const void*, std::unique_ptr<T>> objects_;
};

struct Allocation {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  void* reserved = nullptr;  // with the guard pages around it; never given back, see memory.cpp
  std::size_t reserved_bytes = 0;
  std::uint64_t order = 0;    // of all allocations of its GPU
  std::uint64_t version = 0;  // of what it holds: counts each time that it may have changed
};

struct Device {
  int index = 0;  // in the scenario
  const VirtualGpu* facts = nullptr;
  std::map<CUdeviceptr, Allocation> allocations;
  std::uint64_t allocated = 0, allocations_made = 0;  // executed bytes
  std::int64_t engine_free_ns[engine_count] = {};
  std::set<int> peers;  // whose memory its kernels may reach
};

struct Context {
  explicit Context(Device& of) : device(&of) {}
  Device* device;
  int users = 1;
  CUresult sticky = CUDA_SUCCESS;  // every later call answers it
};

class Machine {
 public:
  static Machine& get();

  // cuInit: reads the scenario. Throws InputError.
  CUresult init();
  bool is_open() const { return open_; }
  const Scenario& scenario() const { return scenario_; }
  double scale_divisor() const { return static_cast<double>(scenario_.scale_divisor); }
  // Those that the driver shows, in its order. CUdevice is the place in it.
  std::vector<Device>& devices() { return devices_; }
  Device* device(CUdevice);
  // The device and allocation that hold the address; null: no one does.
  struct Place {
    Device* device = nullptr;
    Allocation* allocation = nullptr;
  };
  Place find(CUdeviceptr);

  Handles<Context> contexts;
  Handles<Stream> streams;
  Handles<Event> events;
  Handles<struct Module> modules;
  Handles<struct Function> functions;
  std::map<std::uintptr_t, std::size_t> pinned;  // host memory: address and size

  std::mutex mutex;

 private:
  bool open_ = false;
  Scenario scenario_;
  std::vector<Device> devices_;
};

}  // namespace gpuproof::vgpu::driver
