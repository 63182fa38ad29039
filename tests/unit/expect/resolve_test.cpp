// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/resolve.h"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/base/error.h"
#include "harness/expect/derive.h"
#include "harness/expect/match.h"

namespace gpuproof {
namespace {

PciDevice h100(std::uint32_t device = 0x2330) {
  return {.address = "0000:01:00.0", .vendor = 0x10de, .device = device, .class_code = 0x030200};
}

Snapshot machine_with_gpu(std::uint32_t device, const std::string& name, std::uint64_t mib) {
  Snapshot s;
  s.pci.devices = std::vector<PciDevice>{h100(device)};
  GpuDevice gpu;
  gpu.pci_address = "0000:01:00.0";
  gpu.name = name;
  gpu.memory_bytes = mib << 20;
  s.gpu.devices = std::vector<GpuDevice>{gpu};
  return s;
}

Profile gpu_profile(const std::string& id, const std::string& device, std::uint64_t mib = 0) {
  Profile p;
  p.id = id;
  p.kind = "gpu";
  ProfileMatch match;
  match.pci_vendor = "10de";
  match.pci_device = device;
  if (mib) match.memory_mib = mib;
  p.match = {match};
  return p;
}

Expectation expect_of(const std::string& key, double value) {
  Expectation e;
  e.key = key;
  e.value = value;
  e.unit = "GB/s";
  return e;
}

TEST(Resolve, matches_on_pci_id_and_memory_size) {
  const auto s = machine_with_gpu(0x2330, "NVIDIA H100 80GB HBM3", 81559);
  const std::vector<Profile> shipped{gpu_profile("h100-80", "2330", 81920),
                                     gpu_profile("h100-96", "2330", 97887),
                                     gpu_profile("h100-pcie", "2331", 81920)};
  const auto resolved = resolve_profile("auto", s, shipped);
  EXPECT_EQ(resolved.profile.id, "h100-80");
  EXPECT_EQ(resolved.origin, "exact match");
}

TEST(Resolve, never_falls_from_an_unknown_gpu_to_a_profile) {
  const auto s = machine_with_gpu(0x9999, "NVIDIA Unknown", 81559);
  const auto resolved = resolve_profile("auto", s, {gpu_profile("h100-80", "2330", 81920)});
  EXPECT_EQ(resolved.origin, "derived");
  EXPECT_EQ(resolved.profile.id, "derived");
}

TEST(Resolve, a_size_that_is_not_known_does_not_match) {
  auto s = machine_with_gpu(0x2330, "NVIDIA H100 80GB HBM3", 81559);
  s.gpu.devices = Fact<std::vector<GpuDevice>>();
  EXPECT_EQ(resolve_profile("auto", s, {gpu_profile("h100-80", "2330", 81920)}).origin, "derived");
  EXPECT_EQ(resolve_profile("auto", s, {gpu_profile("h100", "2330")}).origin, "exact match");
}

TEST(Resolve, names_both_where_two_profiles_claim_a_machine) {
  const auto s = machine_with_gpu(0x2330, "NVIDIA H100 80GB HBM3", 81559);
  try {
    resolve_profile("auto", s, {gpu_profile("one", "2330"), gpu_profile("two", "2330")});
    FAIL() << "accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("one and two"), std::string::npos) << e.what();
  }
}

TEST(Resolve, a_profile_of_the_machine_comes_before_one_of_its_gpu) {
  const auto s = machine_with_gpu(0x2330, "NVIDIA H100 80GB HBM3", 81559);
  auto machine = gpu_profile("node", "2330");
  machine.kind = "machine";
  machine.gpu_profile = "h100";
  auto gpu = gpu_profile("h100", "2330");
  gpu.expect = {expect_of("memory/triad", 3000)};
  const auto resolved = resolve_profile("auto", s, {gpu, machine});
  EXPECT_EQ(resolved.profile.id, "node");
  ASSERT_NE(match_expectation(resolved.profile, Key::parse("memory/triad{gpu=0}")), nullptr);
}

TEST(Resolve, suggests_the_nearest_id) {
  try {
    resolve_profile("deep-learning-workstatoin", {});
    FAIL() << "accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean deep-learning-workstation"),
              std::string::npos)
        << e.what();
  }
}

TEST(Resolve, never_takes_a_profile_without_match_by_itself) {
  EXPECT_EQ(resolve_profile("auto", {}).origin, "derived");
  EXPECT_EQ(resolve_profile("deep-learning-workstation", {}).origin, "--profile");
}

TEST(Resolve, refuses_what_cannot_be_judged_by) {
  const auto refuses = [](const Profile& profile) {
    EXPECT_THROW(require_usable(profile), InputError);
  };
  Profile good;
  good.id = "p";
  good.kind = "machine";
  good.expect = {expect_of("host/triad", 100)};
  EXPECT_NO_THROW(require_usable(good));
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    auto bad = good;
    bad.expect[0].value = value;
    refuses(bad);
    bad = good;
    bad.expect[0].floor_ratio = value;
    refuses(bad);
  }
  auto bad = good;
  bad.expect[0].floor_ratio = 1.1;
  refuses(bad);
  bad = good;
  bad.expect[0].key = "host triad";
  refuses(bad);
  bad = good;
  bad.expect = {expect_of("host/fma{dtype=fp32}", 1), expect_of("host/fma{mode=alone}", 1)};
  refuses(bad);
  bad = good;
  bad.settings = {{.check = "memory/thp", .value = ""}};
  refuses(bad);
}

TEST(Match, the_most_specific_wins) {
  Profile p;
  p.id = "p";
  p.expect = {expect_of("transfer/h2d", 1), expect_of("transfer/h2d{path=pinned}", 2),
              expect_of("transfer/h2d{gpu=3,path=pinned}", 3)};
  const auto value = [&](const std::string& key) {
    const auto* found = match_expectation(p, Key::parse(key));
    return found ? found->value : 0;
  };
  EXPECT_EQ(value("transfer/h2d{gpu=1,path=pageable}"), 1);
  EXPECT_EQ(value("transfer/h2d{gpu=1,path=pinned}"), 2);
  EXPECT_EQ(value("transfer/h2d{gpu=3,path=pinned}"), 3);
  EXPECT_EQ(value("transfer/d2h{gpu=3,path=pinned}"), 0);
}

TEST(Match, the_floor_follows_the_direction) {
  auto e = expect_of("host/triad", 100);
  e.floor_ratio = 0.8;
  EXPECT_DOUBLE_EQ(floor_of(e, Better::higher, false), 80);
  EXPECT_DOUBLE_EQ(floor_of(e, Better::higher, true), 75);
  EXPECT_DOUBLE_EQ(floor_of(e, Better::lower, false), 125);
  e.quick_floor_ratio = 0.5;
  EXPECT_DOUBLE_EQ(floor_of(e, Better::lower, true), 200);
}

}  // namespace
}  // namespace gpuproof
