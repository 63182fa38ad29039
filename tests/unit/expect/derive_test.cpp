// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/derive.h"

#include <gtest/gtest.h>

#include "harness/expect/match.h"
#include "harness/expect/resolve.h"

namespace gpuproof {
namespace {

Dimm dimm(const std::string& locator, int mts, std::uint64_t bytes = 16ull << 30) {
  Dimm d;
  d.locator = locator;
  d.bytes = bytes;
  if (mts) d.configured_mts = mts;
  return d;
}

Snapshot with_dimms(std::vector<Dimm> dimms) {
  Snapshot s;
  SmbiosTables tables;
  tables.dimms = std::move(dimms);
  s.smbios = tables;
  return s;
}

const Expectation* figure(const Derived& derived, const std::string& key) {
  for (const auto& e : derived.expect)
    if (e.key == key) return &e;
  return nullptr;
}

BlockDevice nvme(const std::string& name, const std::string& model, const std::string& address) {
  BlockDevice d;
  d.name = name;
  d.kind = "disk";
  d.transport = std::string("nvme");
  d.model = model;
  d.pci_address = address;
  return d;
}

PciDevice link(const std::string& address, double gts, int width) {
  PciDevice d;
  d.address = address;
  d.class_code = 0x010802;
  d.speed_gts = gts;
  d.width = width;
  return d;
}

TEST(Derive, memory_counts_channels_not_modules) {
  const auto derived =
      derive_expectations(with_dimms({dimm("DIMM_A1", 3200), dimm("DIMM_A2", 3200),
                                      dimm("DIMM_B1", 3200), dimm("DIMM_B2", 0, 0)}));
  const auto* triad = figure(derived, "host/triad");
  ASSERT_NE(triad, nullptr);
  EXPECT_NEAR(triad->value, 0.8 * 2 * 3200 * 8 / 1000, 1e-9);
  EXPECT_EQ(triad->kind, ExpectationKind::derived);
  EXPECT_EQ(triad->floor_ratio, 0.75);
  // A module more than channels may still be a channel of its own.
  EXPECT_NEAR(*triad->ceiling, 1.02 * 3 * 3200 * 8 / 1000, 1e-9);
  ASSERT_NE(figure(derived, "host/read"), nullptr);
  ASSERT_NE(figure(derived, "host/copy"), nullptr);
}

TEST(Derive, memory_adds_up_sockets_and_takes_the_slowest_module) {
  const auto derived =
      derive_expectations(with_dimms({dimm("CPU1_DIMM_A1", 4800), dimm("CPU1_DIMM_B1", 4800),
                                      dimm("CPU2_DIMM_A1", 4400), dimm("CPU2_DIMM_B1", 4800)}));
  EXPECT_NEAR(figure(derived, "host/triad")->value, 0.8 * 4 * 4400 * 8 / 1000, 1e-9);
}

TEST(Derive, memory_goes_by_the_width_of_the_modules) {
  auto module = dimm("DIMM_A1", 6400);
  module.type = "LPDDR5";
  EXPECT_EQ(figure(derive_expectations(with_dimms({module})), "host/triad"), nullptr);
  module.data_width = 32;
  const auto derived = derive_expectations(with_dimms({module}));
  EXPECT_NEAR(figure(derived, "host/triad")->value, 0.8 * 6400 * 4 / 1000, 1e-9);
}

TEST(Derive, memory_says_why_it_derives_nothing) {
  for (auto snapshot : {Snapshot{}, with_dimms({}), with_dimms({dimm("DIMM_A1", 0)}),
                        with_dimms({dimm("slot", 3200)})}) {
    const auto derived = derive_expectations(snapshot);
    EXPECT_EQ(figure(derived, "host/triad"), nullptr);
    ASSERT_FALSE(derived.why_not.empty());
  }
  auto guest = with_dimms({dimm("DIMM_A1", 3200)});
  guest.platform.hypervisor = std::string("kvm");
  EXPECT_EQ(figure(derive_expectations(guest), "host/triad"), nullptr);
}

TEST(Derive, gpu_memory_follows_from_clock_and_bus_in_pci_order) {
  Snapshot snapshot;
  GpuDevice h100{.pci_address = "0000:5d:00.0"}, unknown{.pci_address = "0000:18:00.0"};
  h100.max_memory_mhz = 2619;
  h100.memory_bus_bits = 5120;
  snapshot.gpu.devices = std::vector{h100, unknown};
  const auto derived = derive_expectations(snapshot);
  const auto* triad = figure(derived, "memory/triad{gpu=1}");
  ASSERT_NE(triad, nullptr);
  EXPECT_NEAR(triad->value, 0.87 * 3352.32, 0.01);
  EXPECT_NEAR(*triad->ceiling, 1.02 * 3352.32, 0.01);
  EXPECT_EQ(figure(derived, "memory/triad{gpu=0}"), nullptr);
  EXPECT_FALSE(derived.why_not.empty());
}

TEST(Derive, copies_follow_from_the_link_of_a_gpu_alone) {
  Snapshot snapshot;
  GpuDevice gpu{.pci_address = "0000:01:00.0"};
  gpu.pcie_generation_max = 4;
  gpu.pcie_width_max = 16;
  snapshot.gpu.devices = std::vector{gpu};
  const auto derived = derive_expectations(snapshot);
  const auto* h2d = figure(derived, "transfer/h2d{gpu=0,mode=alone,path=pinned}");
  ASSERT_NE(h2d, nullptr);
  EXPECT_NEAR(h2d->value, 0.82 * 1.969 * 16, 1e-9);
  (*snapshot.gpu.devices)[0].pcie_generation_max = {};
  const auto unknown = derive_expectations(snapshot);
  EXPECT_EQ(figure(unknown, "transfer/h2d{gpu=0,mode=alone,path=pinned}"), nullptr);
  EXPECT_FALSE(unknown.why_not.empty());
}

TEST(Derive, a_product_is_a_share_of_what_is_measured_beside_it) {
  const auto derived = derive_expectations({});
  const auto* gemm = figure(derived, "host/gemm");
  ASSERT_NE(gemm, nullptr);
  EXPECT_EQ(gemm->reference, "host/fma");
  EXPECT_EQ(figure(derived, "host/fma"), nullptr);
}

Snapshot with_two_drives(int width) {
  Snapshot s;
  s.pci.devices =
      std::vector<PciDevice>{link("0000:01:00.0", 16, 4), link("0000:02:00.0", 16, width)};
  BlockDevice md;
  md.name = "md0";
  md.kind = "md";
  md.raid_level = std::string("raid0");
  md.members = {"nvme0n1p1", "nvme1n1"};
  BlockDevice part;
  part.name = "nvme0n1p1";
  part.kind = "partition";
  part.members = {"nvme0n1"};
  s.storage.devices = std::vector<BlockDevice>{
      nvme("nvme0n1", "Samsung SSD 980 PRO 2TB", "0000:01:00.0"),
      nvme("nvme1n1", "Samsung SSD 980 PRO 2TB", "0000:02:00.0"), part, md};
  return s;
}

TEST(Derive, a_drive_gets_the_figure_of_its_model_and_never_a_requirement) {
  const auto derived = derive_expectations(with_two_drives(4));
  const auto* e = figure(derived, "storage/sequential_read{drive=nvme0n1,mode=alone}");
  ASSERT_NE(e, nullptr);
  EXPECT_DOUBLE_EQ(e->value, 7.0);
  EXPECT_EQ(e->required, Required::no);
  EXPECT_EQ(e->kind, ExpectationKind::datasheet);
  EXPECT_NEAR(*e->ceiling, 7.877 * 1.02, 0.01);
}

TEST(Derive, a_link_caps_what_a_drive_can_do) {
  const auto derived = derive_expectations(with_two_drives(2));
  const auto* e = figure(derived, "storage/sequential_read{drive=nvme1n1,mode=alone}");
  ASSERT_NE(e, nullptr);
  EXPECT_NEAR(e->value, 0.9 * 3.938, 0.01);
}

TEST(Derive, a_stripe_gets_the_sum_of_its_members) {
  const auto derived = derive_expectations(with_two_drives(4));
  EXPECT_NEAR(figure(derived, "storage/sequential_read{drive=md0,mode=alone}")->value, 14.0, 1e-9);
  auto unknown = with_two_drives(4);
  (*unknown.storage.devices)[1].model = std::string("No Name");
  EXPECT_EQ(figure(derive_expectations(unknown), "storage/sequential_read{drive=md0,mode=alone}"),
            nullptr);
  auto mirror = with_two_drives(4);
  (*mirror.storage.devices)[3].raid_level = std::string("raid1");
  EXPECT_EQ(figure(derive_expectations(mirror), "storage/sequential_read{drive=md0,mode=alone}"),
            nullptr);
  auto ten = with_two_drives(4);
  (*ten.storage.devices)[3].raid_level = std::string("raid10");
  EXPECT_EQ(figure(derive_expectations(ten), "storage/sequential_read{drive=md0,mode=alone}"),
            nullptr);
}

TEST(Derive, never_stands_beside_a_figure_of_the_profile) {
  Profile p;
  p.id = "own";
  p.kind = "machine";
  Expectation e;
  e.key = "storage/sequential_read";
  e.value = 3;
  e.unit = "GB/s";
  p.expect = {e};
  const auto resolved = resolve_profile("own", with_two_drives(4), {p});
  const auto* found = match_expectation(
      resolved.profile, Key::parse("storage/sequential_read{drive=nvme0n1,mode=alone}"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->value, 3);
}

}  // namespace
}  // namespace gpuproof
