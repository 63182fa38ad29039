// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The state of the block that an OS thread executes, as the shim of the language (simt.h) sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "execute.h"

namespace gpuproof::vgpu {

constexpr unsigned simt_warp = 32;

struct SimtIndex {
  unsigned x = 0, y = 0, z = 0;
};

// Lanes of one mask that do something together (a shuffle, a vote): each deposits, the last to
// arrive works on all slots. Two sets of slots, so that a fast lane may begin the next one.
struct WarpExchange {
  static constexpr std::size_t slot_bytes = 64;
  std::uint32_t mask = 0, arrived = 0, generation = 0;
  alignas(16) unsigned char slots[2][simt_warp][slot_bytes] = {};
};

struct SimtBlock {
  SimtIndex id, dim, grid;
  bool wrong = false;  // its SM computes wrong
  unsigned threads = 0, live = 0;
  unsigned arrived = 0;          // at the barrier
  std::uint32_t generation = 0;  // of the barrier
  std::vector<std::vector<WarpExchange>> warps;
  std::byte* shared = nullptr;  // the arena: first the dynamic part, then arrays as they are met
  std::size_t shared_used = 0;
  std::vector<std::pair<const void*, std::byte*>> arrays;  // by the place in the source
};

struct SimtThread {
  SimtIndex id;
  SimtBlock* block = nullptr;
  unsigned linear = 0, lane = 0, warp = 0;
  // Where it waits: for *gate to differ from `passed`.
  const std::uint32_t* gate = nullptr;
  std::uint32_t passed = 0;
  const char* waits_in = "";
  bool done = false;
};

// The thread that runs now. Not thread_local: a C++ thread_local goes through a wrapper that costs
// as much again as the access.
extern __thread SimtThread* simt_thread __attribute__((tls_model("initial-exec")));

void simt_barrier();
// `work` gets the slots of all lanes and the mask.
using WarpWork = void (*)(unsigned char (*slots)[WarpExchange::slot_bytes], std::uint32_t mask);
void simt_warp_exchange(std::uint32_t mask, void* value, std::size_t bytes, WarpWork,
                        const char* what);
// The array that belongs to `key`, filled with 0xFF for each block: NaN, where nobody wrote it.
void* simt_shared_array(const void* key, std::size_t bytes);
void* simt_dynamic_shared();
[[noreturn]] void simt_stop(LaunchEnd, const std::string& why);

}  // namespace gpuproof::vgpu
