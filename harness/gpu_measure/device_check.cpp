// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/device_check.h"

#include <fmt/core.h>

#include <cstring>

#include "kernels/pattern.h"

namespace gpuproof {
namespace {

constexpr unsigned check_threads = 256, blocks_per_multiprocessor = 8;

std::string word_text(std::uint64_t word) { return fmt::format("{:016x}", word); }
std::string number_text(float number) { return fmt::format("{:g}", number); }

}  // namespace

DeviceCheck::DeviceCheck(GpuBench& bench)
    : bench_(bench),
      grid_{.blocks =
                blocks_per_multiprocessor * static_cast<unsigned>(bench.gpu().multiprocessors()),
            .threads = check_threads},
      result_(bench.context(), sizeof(DeviceMismatches)),
      fill_words_(bench.gpu().module("check"), "fill_words"),
      fill_numbers_(bench.gpu().module("check"), "fill_numbers"),
      check_words_(bench.gpu().module("check"), "check_words"),
      check_quick_words_(bench.gpu().module("check"), "check_quick_words"),
      check_triad_(bench.gpu().module("check"), "check_triad"),
      sum_words_(bench.gpu().module("check"), "sum_words") {}

void DeviceCheck::fill_words(const DeviceBuffer& buffer, std::uint64_t seed) {
  fill_words_(bench_.stream(), grid_, buffer.as<uint4>(), elements(buffer), seed);
  bench_.session().advance();
}

void DeviceCheck::fill_numbers(const DeviceBuffer& buffer, std::uint64_t seed) {
  fill_numbers_(bench_.stream(), grid_, buffer.as<float4>(), elements(buffer), seed);
  bench_.session().advance();
}

void DeviceCheck::poison(DeviceBuffer& buffer) { buffer.fill(0xA5, bench_.stream()); }

void DeviceCheck::clear() {
  static constexpr DeviceMismatches none{0, ~0ull};
  result_.upload(&none, sizeof none, bench_.stream());
}

void DeviceCheck::expect_words(const DeviceBuffer& buffer, std::uint64_t seed) {
  clear();
  check_words_(bench_.stream(), grid_, buffer.as<uint4>(), elements(buffer), seed, result());
  conclude(buffer.bytes() / 8, buffer, 8,
           [&](std::uint64_t at) { return word_text(pattern::word(seed, at)); });
}

void DeviceCheck::expect_quick_words(const DeviceBuffer& buffer, std::uint64_t seed) {
  clear();
  check_quick_words_(bench_.stream(), grid_, buffer.as<uint4>(), elements(buffer), seed, result());
  conclude(buffer.bytes() / 8, buffer, 8,
           [&](std::uint64_t at) { return word_text(pattern::quick_word(seed, at)); });
}

void DeviceCheck::expect_triad(const DeviceBuffer& buffer, std::uint64_t seed_b,
                               std::uint64_t seed_c, float scale) {
  clear();
  check_triad_(bench_.stream(), grid_, buffer.as<uint4>(), elements(buffer), seed_b, seed_c, scale,
               result());
  conclude(buffer.bytes() / 4, buffer, 4, [&](std::uint64_t at) {
    return number_text(pattern::number(seed_b, at) + scale * pattern::number(seed_c, at));
  });
}

void DeviceCheck::conclude(std::uint64_t values, const DeviceBuffer& buffer,
                           std::size_t value_bytes, const ValueAt& right) {
  DeviceMismatches found{};
  result_.download(&found, sizeof found, bench_.stream());
  bench_.stream().synchronize();
  Integrity integrity{.checked = true,
                      .values = values,
                      .mismatches = found.count,
                      .how = "every value, bit by bit, against its seed, on the GPU"};
  if (found.count > 0)
    integrity.first_mismatch =
        fmt::format("byte {} of the array: expected {}, found {}", found.first * value_bytes,
                    right(found.first), found_at(buffer, value_bytes, found.first));
  bench_.session().verified(integrity);
  bench_.session().advance();
}

// The second reading: a value that is right by now was read wrong, not stored wrong.
std::string DeviceCheck::found_at(const DeviceBuffer& buffer, std::size_t value_bytes,
                                  std::uint64_t position) {
  unsigned char bytes[8] = {};
  buffer.download(bytes, value_bytes, bench_.stream(), position * value_bytes);
  bench_.stream().synchronize();
  if (value_bytes == sizeof(float)) {
    float number = 0;
    std::memcpy(&number, bytes, sizeof number);
    return number_text(number);
  }
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word_text(word);
}

void DeviceCheck::expect_sum(std::uint64_t found, Bytes bytes, std::uint64_t seed) {
  static constexpr std::uint64_t none = 0;
  std::uint64_t right = 0;
  result_.upload(&none, sizeof none, bench_.stream());
  sum_words_(bench_.stream(), grid_, bytes / 16, seed, result_.as<unsigned long long>());
  result_.download(&right, sizeof right, bench_.stream());
  bench_.stream().synchronize();
  Integrity integrity{.checked = true,
                      .values = bytes / 8,
                      .mismatches = found == right ? 0u : 1u,
                      .how = "the sum of all 64-bit words read against that of their seed"};
  if (found != right)
    integrity.first_mismatch =
        fmt::format("the sum: expected {}, found {}", word_text(right), word_text(found));
  bench_.session().verified(integrity);
  bench_.session().advance();
}

}  // namespace gpuproof
