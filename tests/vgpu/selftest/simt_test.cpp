// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The executor of kernels: results, and the ways in which a launch goes wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <vector_types.h>

#include <cstring>
#include <numeric>
#include <set>

#include "execute.h"
#include "kernels/check.h"
#include "kernels/device_code.h"
#include "kernels/pattern.h"

namespace gpuproof::vgpu {
namespace {

using testing::HasSubstr;

constexpr unsigned sms = 4;

struct Grid1 {
  unsigned blocks = 1, threads = 32;
};

struct How {
  std::optional<unsigned> wrong_sm = {};
  bool reverse = false;
  std::size_t shared_bytes = 0;
};

template <class... A>
LaunchOutcome launch_with(How how, const std::string& name, Grid1 grid, A... arguments) {
  const auto* kernel = find_simt_kernel(name);
  if (!kernel) throw std::logic_error("no kernel " + name);
  if (kernel->argument_sizes != std::vector<std::size_t>{sizeof(A)...})
    throw std::logic_error("wrong arguments for " + name);
  void* pointers[] = {&arguments...};
  const LaunchShape shape{
      .grid = {grid.blocks, 1, 1}, .block = {grid.threads, 1, 1}, .shared_bytes = how.shared_bytes};
  return execute(*kernel, shape, pointers, sms, how.wrong_sm, how.reverse);
}
template <class... A>
LaunchOutcome launch(const std::string& name, Grid1 grid, A... arguments) {
  return launch_with({}, name, grid, arguments...);
}

void expect_done(const LaunchOutcome& outcome) {
  EXPECT_EQ(outcome.end, LaunchEnd::done) << outcome.what;
}

std::vector<uint4> words(std::uint64_t seed, std::uint64_t n) {
  std::vector<uint4> data(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t pair[2] = {pattern::word(seed, 2 * i), pattern::word(seed, 2 * i + 1)};
    std::memcpy(&data[i], pair, sizeof pair);
  }
  return data;
}

// Sizes that are no multiples of anything, over grids of one and of many blocks.
class Stream : public testing::TestWithParam<std::pair<std::uint64_t, Grid1>> {
 protected:
  const std::uint64_t n = GetParam().first;
  const Grid1 grid = GetParam().second;
};

TEST_P(Stream, reads_every_word_once) {
  const auto data = words(7, n);
  unsigned long long sum = 0, right = 0;
  for (std::uint64_t i = 0; i < 2 * n; ++i) right += pattern::word(7, i);
  expect_done(launch("stream_read", grid, static_cast<const uint4*>(data.data()), n, &sum));
  EXPECT_EQ(sum, right);
  unsigned long long made = 0;
  expect_done(launch("sum_words", grid, n, std::uint64_t{7}, &made));
  EXPECT_EQ(made, right);
}

TEST_P(Stream, copies_every_word_and_nothing_behind_the_end) {
  const auto data = words(9, n);
  std::vector<uint4> out(n + 1, uint4{1, 2, 3, 4});
  expect_done(launch("stream_copy", grid, static_cast<const uint4*>(data.data()), out.data(), n));
  EXPECT_EQ(std::memcmp(out.data(), data.data(), n * sizeof(uint4)), 0);
  EXPECT_EQ(out[n].w, 4u);
}

TEST_P(Stream, writes_what_its_check_expects) {
  std::vector<uint4> out(n + 1);
  DeviceMismatches found{0, ~0ull};
  expect_done(launch("stream_write", grid, out.data(), n, std::uint64_t{3}));
  expect_done(launch("check_quick_words", grid, static_cast<const uint4*>(out.data()), n,
                     std::uint64_t{3}, &found));
  EXPECT_EQ(found.count, 0u);
  out[n / 2].z ^= 1;
  expect_done(launch("check_quick_words", grid, static_cast<const uint4*>(out.data()), n,
                     std::uint64_t{3}, &found));
  EXPECT_EQ(found.count, 1u);
  EXPECT_EQ(found.first, n / 2 * 2 + 1);
}

TEST_P(Stream, triad_is_right_in_every_bit_and_its_check_sees_one_that_is_not) {
  std::vector<float4> a(n), b(n), c(n);
  expect_done(launch("fill_numbers", grid, b.data(), n, std::uint64_t{1}));
  expect_done(launch("fill_numbers", grid, c.data(), n, std::uint64_t{2}));
  expect_done(launch("stream_triad", grid, static_cast<const float4*>(b.data()),
                     static_cast<const float4*>(c.data()), a.data(), 3.0f, n));
  for (std::uint64_t i = 0; i < n; ++i)
    ASSERT_EQ(a[i].y, pattern::number(1, 4 * i + 1) + 3 * pattern::number(2, 4 * i + 1));
  DeviceMismatches found{0, ~0ull};
  const auto check = [&] {
    return launch("check_triad", grid, reinterpret_cast<const uint4*>(a.data()), n,
                  std::uint64_t{1}, std::uint64_t{2}, 3.0f, &found);
  };
  expect_done(check());
  EXPECT_EQ(found.count, 0u);
  a[n - 1].w += 1;
  expect_done(check());
  EXPECT_EQ(found.count, 1u);
  EXPECT_EQ(found.first, 4 * n - 1);
}

TEST_P(Stream, fills_what_its_check_expects) {
  std::vector<uint4> data(n);
  DeviceMismatches found{0, ~0ull};
  expect_done(launch("fill_words", grid, data.data(), n, std::uint64_t{5}));
  EXPECT_EQ(std::memcmp(data.data(), words(5, n).data(), n * sizeof(uint4)), 0);
  expect_done(launch("check_words", grid, static_cast<const uint4*>(data.data()), n,
                     std::uint64_t{5}, &found));
  EXPECT_EQ(found.count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Stream,
                         testing::Values(std::pair{1ull, Grid1{1, 32}}, std::pair{37ull, Grid1{1, 64}},
                                         std::pair{1000ull, Grid1{3, 96}},
                                         std::pair{40'001ull, Grid1{11, 1024}}));

// Names of kernels in a fat binary: the sections with their code.
std::set<std::string> kernels_in(std::string_view image) {
  std::set<std::string> names;
  constexpr std::string_view section = ".text.";
  for (auto at = image.find(section); at != image.npos; at = image.find(section, at + 1)) {
    const auto name = image.substr(at + section.size());
    names.emplace(name.substr(0, name.find('\0')));
  }
  return names;
}

TEST(Simt, every_kernel_that_ships_can_be_executed) {
  std::set<std::string> shipped, executable;
  for (const auto& code : kernels::all_device_code()) shipped.merge(kernels_in(code.sass));
  for (const auto* kernel : simt_kernels())
    if (!kernel->name.starts_with("selftest_")) executable.emplace(kernel->name);
  EXPECT_GE(shipped.size(), 10u);
  EXPECT_EQ(shipped, executable);
}

TEST(Simt, a_wrong_sm_shows_in_every_stream_and_only_there) {
  constexpr std::uint64_t n = 32 * 8;  // one element for each thread of eight blocks
  const Grid1 grid{8, 32};
  const How how{.wrong_sm = 1};  // blocks 1 and 5
  const auto data = words(9, n);
  std::vector<uint4> copied(n), written(n);
  expect_done(launch_with(how, "stream_copy", grid, static_cast<const uint4*>(data.data()),
                          copied.data(), n));
  expect_done(launch_with(how, "stream_write", grid, written.data(), n, std::uint64_t{3}));
  DeviceMismatches found{0, ~0ull};
  expect_done(launch("check_words", grid, static_cast<const uint4*>(copied.data()), n,
                     std::uint64_t{9}, &found));
  EXPECT_EQ(found.count, 64u);
  EXPECT_EQ(found.first, 64u);
  found = {0, ~0ull};
  expect_done(launch("check_quick_words", grid, static_cast<const uint4*>(written.data()), n,
                     std::uint64_t{3}, &found));
  EXPECT_EQ(found.count, 64u);

  unsigned long long wrong = 0, right = 0;
  expect_done(launch_with(how, "stream_read", grid, static_cast<const uint4*>(data.data()), n, &wrong));
  expect_done(launch("stream_read", grid, static_cast<const uint4*>(data.data()), n, &right));
  EXPECT_NE(wrong, right);
}

TEST(Simt, barriers_and_shared_memory_hold_over_many_blocks) {
  std::vector<unsigned> in(1024 * 9), out(9);
  std::iota(in.begin(), in.end(), 0u);
  for (const bool reverse : {false, true}) {
    expect_done(launch_with({.reverse = reverse}, "selftest_tree_sum", Grid1{9, 1024},
                            static_cast<const unsigned*>(in.data()), out.data()));
    for (unsigned block = 0; block < 9; ++block)
      EXPECT_EQ(out[block], std::accumulate(in.begin() + block * 1024, in.begin() + block * 1024 + 1024, 0u));
  }
}

TEST(Simt, the_opposite_order_shows_a_race) {
  std::vector<unsigned> forward(64), backward(64);
  expect_done(launch("selftest_race", Grid1{1, 64}, forward.data()));
  expect_done(launch_with({.reverse = true}, "selftest_race", Grid1{1, 64}, backward.data()));
  EXPECT_NE(forward, backward);
}

TEST(Simt, shared_memory_starts_as_rubbish) {
  std::vector<unsigned> out(2);
  expect_done(launch_with({.shared_bytes = 32}, "selftest_shared_start", Grid1{1, 32}, out.data()));
  EXPECT_THAT(out, testing::Each(0xFFFFFFFFu));
}

TEST(Simt, threads_that_left_are_not_waited_for) {
  std::vector<unsigned> out(64);
  expect_done(launch("selftest_early_leave", Grid1{1, 64}, out.data()));
  EXPECT_EQ(out[0], 1u);
  EXPECT_EQ(out[33], 32u);
}

TEST(Simt, threads_that_wait_for_each_other_are_named) {
  std::vector<unsigned> out(64);
  const auto outcome = launch("selftest_diverging", Grid1{1, 64}, out.data());
  EXPECT_EQ(outcome.end, LaunchEnd::stuck);
  EXPECT_THAT(outcome.what, HasSubstr("thread 0 waits in __syncthreads"));
  EXPECT_THAT(outcome.what, HasSubstr("thread 16 waits in __ballot_sync"));
  EXPECT_THAT(outcome.what, HasSubstr("64 threads are stuck"));
  expect_done(launch("selftest_race", Grid1{1, 64}, out.data()));  // and the next one runs
}

TEST(Simt, a_misaligned_access_is_refused_and_named) {
  std::vector<uint4> data(2), out(2);
  const auto outcome = launch("selftest_misaligned", Grid1{1, 32},
                              static_cast<const uint4*>(data.data()), out.data());
  EXPECT_EQ(outcome.end, LaunchEnd::misaligned_address);
  EXPECT_THAT(outcome.what, HasSubstr("selftest_misaligned, block 0,0,0, thread 3,0,0"));
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(Simt, an_access_behind_the_end_ends_the_launch_and_not_the_process) {
  auto* const page = static_cast<std::byte*>(
      ::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ::mprotect(page + 4096, 4096, PROT_NONE);
  auto* const words_of_page = reinterpret_cast<unsigned*>(page);
  for (int i = 0; i < 3; ++i) {
    const auto outcome =
        launch("selftest_write_at", Grid1{1, 32}, words_of_page, std::uint64_t{1024});
    EXPECT_EQ(outcome.end, LaunchEnd::illegal_address);
    EXPECT_THAT(outcome.what, HasSubstr("thread 5,0,0: access to 0x"));
  }
  expect_done(launch("selftest_write_at", Grid1{1, 32}, words_of_page, std::uint64_t{1023}));
  EXPECT_EQ(words_of_page[1023], 1u);
  ::munmap(page, 8192);
}
#endif

}  // namespace
}  // namespace gpuproof::vgpu
