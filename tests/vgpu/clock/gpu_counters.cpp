// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/clock/gpu_counters.h"

#include <algorithm>

#include "harness/base/error.h"
#include "tests/vgpu/clock/state_file.h"
#include "tests/vgpu/clock/thread_identity.h"

namespace gpuproof::vgpu {
namespace {

// A clock does not fall in the gap between two launches, and NVML's samples are coarse.
constexpr std::int64_t clock_lag_ns = 20'000'000;

StatePage& page() { return StateFile::of_process().page(); }

GpuCounters& counters(int gpu) {
  if (gpu < 0 || gpu >= MemoryHolder::most_gpus)
    throw InputError("the virtual machine has room for " + std::to_string(MemoryHolder::most_gpus) +
                     " GPUs; take some out");
  return page().gpus[gpu];
}

std::size_t checked_fault(std::size_t fault) {
  if (fault < StatePage::most_faults) return fault;
  throw InputError("the virtual machine has room for " + std::to_string(StatePage::most_faults) +
                   " faults; take some out");
}

void bury_holders() {
  for (auto& holder : page().holders)
    if (holder.process.tid != 0 && !is_alive(holder.process)) holder = {};
}

// Under the lock.
MemoryHolder& holder_of(const ThreadIdentity& self) {
  for (auto& holder : page().holders)
    if (holder.process.tid == self.tid && holder.process.started == self.started) return holder;
  bury_holders();
  for (auto& holder : page().holders)
    if (holder.process.tid == 0) {
      holder.process = self;
      return holder;
    }
  throw Error("the virtual GPU has no room for more processes that hold memory");
}

}  // namespace

LiveGpu live_gpu(int index) {
  const auto& gpu = counters(index);
  const auto now = __atomic_load_n(&page().now_ns, __ATOMIC_ACQUIRE);
  const auto busy_until = __atomic_load_n(&gpu.busy_until_ns, __ATOMIC_ACQUIRE);
  LiveGpu live;
  live.moment.seconds = static_cast<double>(now) * 1e-9;
  live.moment.launches = __atomic_load_n(&gpu.launches, __ATOMIC_ACQUIRE);
  live.moment.busy = busy_until > 0 && now < busy_until + clock_lag_ns;
  // Work that has been begun was counted to its end.
  const auto ahead = std::max<std::int64_t>(0, busy_until - now);
  live.busy_s = static_cast<double>(std::max<std::int64_t>(0, gpu.busy_ns - ahead)) * 1e-9;
  return live;
}

std::uint64_t held_bytes(int gpu) {
  counters(gpu);
  const StateLock lock(page());
  bury_holders();
  std::uint64_t sum = 0;
  for (const auto& holder : page().holders)
    if (holder.process.tid != 0) sum += holder.bytes[gpu];
  return sum;
}

std::uint64_t count_launch(int gpu) {
  return __atomic_fetch_add(&counters(gpu).launches, 1, __ATOMIC_ACQ_REL);
}

void note_work(int gpu, std::int64_t from_ns, std::int64_t to_ns) {
  auto& count = counters(gpu);
  const StateLock lock(page());
  // Engines work side by side: what overlaps counts once.
  const auto from = std::max(from_ns, count.busy_until_ns);
  if (to_ns <= from) return;
  count.busy_ns += to_ns - from;
  __atomic_store_n(&count.busy_until_ns, to_ns, __ATOMIC_RELEASE);
}

void hold_memory(int gpu, std::int64_t more_bytes) {
  counters(gpu);
  const auto self = this_process_identity();
  const StateLock lock(page());
  holder_of(self).bytes[gpu] += static_cast<std::uint64_t>(more_bytes);
}

std::uint64_t count_call(std::size_t fault) {
  return __atomic_fetch_add(&page().calls[checked_fault(fault)], 1, __ATOMIC_ACQ_REL);
}

bool strike(std::size_t fault, std::optional<std::uint64_t> times) {
  auto& struck = page().struck[checked_fault(fault)];
  const StateLock lock(page());
  if (times && struck >= *times) return false;
  ++struck;
  return true;
}

}  // namespace gpuproof::vgpu
