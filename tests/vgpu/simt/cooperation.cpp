// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What threads of a block do together: barrier, warp operations, shared memory.
#include <algorithm>
#include <cstring>

#include "block_runner.h"

namespace gpuproof::vgpu {
namespace {

constexpr std::size_t shared_limit = 256 << 10;  // beyond what any GPU gives a block

// Masks in use at a time are few; exchanges must not move while a lane waits in one.
WarpExchange& exchange_of(SimtThread& thread, std::uint32_t mask) {
  auto& exchanges = thread.block->warps[thread.warp];
  constexpr std::size_t most = 32;
  exchanges.reserve(most);
  for (auto& exchange : exchanges)
    if (exchange.mask == mask) return exchange;
  if (exchanges.size() == most) simt_stop(LaunchEnd::stuck, "too many different masks of a warp");
  exchanges.emplace_back();
  exchanges.back().mask = mask;
  return exchanges.back();
}

}  // namespace

void simt_barrier() {
  auto& block = *simt_thread->block;
  if (++block.arrived == block.live) {
    block.arrived = 0;
    ++block.generation;
    return;
  }
  BlockRunner::of_this_thread().wait(block.generation, "__syncthreads");
}

void simt_warp_exchange(std::uint32_t mask, void* value, std::size_t bytes, WarpWork work,
                        const char* what) {
  auto& thread = *simt_thread;
  if (!(mask >> thread.lane & 1))
    simt_stop(LaunchEnd::stuck, std::string(what) + " by a lane that its mask leaves out");
  auto& exchange = exchange_of(thread, mask);
  auto* const slots = exchange.slots[exchange.generation & 1];
  std::memcpy(slots[thread.lane], value, bytes);
  exchange.arrived |= 1u << thread.lane;
  if (exchange.arrived == mask) {
    work(slots, mask);
    exchange.arrived = 0;
    ++exchange.generation;
  } else {
    BlockRunner::of_this_thread().wait(exchange.generation, what);
  }
  std::memcpy(value, slots[thread.lane], bytes);
}

void* simt_shared_array(const void* key, std::size_t bytes) {
  auto& block = *simt_thread->block;
  for (const auto& [known, place] : block.arrays)
    if (known == key) return place;
  if (block.shared_used + bytes > shared_limit)
    simt_stop(LaunchEnd::illegal_address, "more shared memory than a block has");
  auto* const place = block.shared + block.shared_used;
  block.shared_used += (bytes + 15) / 16 * 16;
  std::fill_n(place, bytes, std::byte{0xFF});
  block.arrays.emplace_back(key, place);
  return place;
}

void* simt_dynamic_shared() { return simt_thread->block->shared; }

}  // namespace gpuproof::vgpu
