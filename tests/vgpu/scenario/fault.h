// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A physical cause that a scenario injects. What a kind needs and may have stands in fault.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"

namespace gpuproof::vgpu {

enum class FaultKind {
  stuck_bit,        // a bit of device memory that keeps its value
  flipped_bit,      // one that changes once
  wrong_sm,         // what this SM computes is wrong
  wrong_call,       // what this kernel or library call computes is wrong
  narrow_link,      // PCIe: fewer lanes or a lower generation
  slow_link,        // PCIe or NVLink: a share of its rate
  throttle,         // a lower clock, with its reason
  power_cap,        // the board draws no more than this
  ecc,              // corrected or uncorrected errors are counted
  remap,            // a row is remapped, or could not be
  launch_error,     // a launch ends with this CUDA error
  hang,             // something never ends
  gpu_lost,         // the GPU falls off the bus
  xid,              // the driver reports this number
  missing_symbol,   // the library lacks a function
  missing_library,  // the file is not there
  nvml,             // an NVML call fails, answers zeros or blocks
};

enum class HangPlace { launch, sync, collective, teardown };

struct Fault {
  FaultKind kind = FaultKind::xid;
  std::optional<int> gpu;              // absent: every GPU
  std::uint64_t after_launches = 0;    // so many launches on the GPU (or calls of `call`) go well
  double after_s = 0;                  // not before this virtual second
  std::optional<std::uint64_t> times;  // absent: from then on always
  std::optional<std::string> call;     // kernel or library call; absent: any
  std::optional<std::uint64_t> offset_bytes;  // from the start of the GPU's first buffer
  std::optional<int> bit, value;
  std::optional<int> sm, width, generation, peer, link;
  std::optional<double> factor, mhz, watts, block_s;
  std::vector<std::string> reasons;  // clock event reasons by their names
  std::optional<std::uint64_t> count, code;
  bool corrected = false, zeros = false, pending = false, failed = false;
  std::optional<HangPlace> at;
  std::optional<std::string> library, symbol, error;

  bool strikes(int index) const { return !gpu || *gpu == index; }
};
template <class V>
void describe(V& v, Fault& x) {
  v("kind", x.kind);
  v("gpu", x.gpu, "index in PCI order; absent: every GPU");
  v.maybe("after_launches", x.after_launches, "launches, or calls of `call`, that go well before");
  v.maybe("after_s", x.after_s, "virtual seconds that go well before");
  v("times", x.times, "how often; absent: from then on always");
  v("call", x.call, "kernel or library call it strikes");
  v("offset_bytes", x.offset_bytes, "place in the GPU's memory in use");
  v("bit", x.bit, "0 to 7");
  v("value", x.value, "what the bit is stuck at");
  v("sm", x.sm);
  v("width", x.width, "lanes");
  v("generation", x.generation);
  v("peer", x.peer, "the other GPU of a slow link; absent: the host");
  v("link", x.link, "number of an NVLink");
  v("factor", x.factor, "share of the healthy rate");
  v("mhz", x.mhz);
  v("watts", x.watts);
  v("block_s", x.block_s, "seconds that the call blocks");
  v.maybe("reasons", x.reasons, "clock event reasons");
  v("count", x.count);
  v("code", x.code, "CUresult or Xid number");
  v.maybe("corrected", x.corrected, "ECC: corrected; else uncorrected");
  v.maybe("zeros", x.zeros, "the call succeeds and answers zeros");
  v.maybe("pending", x.pending, "remap: done at the next reset");
  v.maybe("failed", x.failed, "remap: no spare row was left");
  v("at", x.at, "launch, sync, collective or teardown");
  v("library", x.library, "libcuda, libnvidia-ml, libcublasLt, libcudnn, libnccl");
  v("symbol", x.symbol);
  v("error", x.error, "NVML error name");
}

// Why the fault cannot be injected on a machine with so many GPUs; empty: it can.
std::string problem_of(const Fault&, std::size_t gpus);

}  // namespace gpuproof::vgpu

namespace gpuproof {

template <>
struct EnumNames<vgpu::FaultKind> {
  using Kind = vgpu::FaultKind;
  static constexpr std::array<EnumRow<Kind>, 17> table{{{Kind::stuck_bit, "stuck_bit"},
                                                        {Kind::flipped_bit, "flipped_bit"},
                                                        {Kind::wrong_sm, "wrong_sm"},
                                                        {Kind::wrong_call, "wrong_call"},
                                                        {Kind::narrow_link, "narrow_link"},
                                                        {Kind::slow_link, "slow_link"},
                                                        {Kind::throttle, "throttle"},
                                                        {Kind::power_cap, "power_cap"},
                                                        {Kind::ecc, "ecc"},
                                                        {Kind::remap, "remap"},
                                                        {Kind::launch_error, "launch_error"},
                                                        {Kind::hang, "hang"},
                                                        {Kind::gpu_lost, "gpu_lost"},
                                                        {Kind::xid, "xid"},
                                                        {Kind::missing_symbol, "missing_symbol"},
                                                        {Kind::missing_library, "missing_library"},
                                                        {Kind::nvml, "nvml"}}};
};

template <>
struct EnumNames<vgpu::HangPlace> {
  using Place = vgpu::HangPlace;
  static constexpr std::array<EnumRow<Place>, 4> table{{{Place::launch, "launch"},
                                                        {Place::sync, "sync"},
                                                        {Place::collective, "collective"},
                                                        {Place::teardown, "teardown"}}};
};

}  // namespace gpuproof
