// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/pci_config.h"

#include <gtest/gtest.h>

#include "harness/base/hash.h"
#include "harness/base/units.h"
#include "tests/unit/machine/pci_config_builder.h"

namespace gpuproof {
namespace {

TEST(PciConfig, reads_payload_link_power_acs_and_resizable_bar) {
  const auto config = parse_pci_config(
      ConfigSpace().express(4).payload(2, 1).aspm(2).acs(0x1d).rebar(0x000fffc0, 0x0021).bytes());
  EXPECT_FALSE(config.all_ones);
  EXPECT_EQ(*config.max_payload_supported, 512);
  EXPECT_EQ(*config.max_payload, 256);
  EXPECT_EQ(*config.aspm, "L1");
  EXPECT_TRUE(*config.acs_redirect);
  EXPECT_EQ(*config.rebar_max_bytes, 32 * GiB);
}

TEST(PciConfig, tells_redirect_from_harmless_source_validation) {
  EXPECT_FALSE(*parse_pci_config(ConfigSpace().express(4).acs(0x01).bytes()).acs_redirect);
  EXPECT_TRUE(*parse_pci_config(ConfigSpace().express(4).acs(0x04).bytes()).acs_redirect);
  EXPECT_TRUE(*parse_pci_config(ConfigSpace().express(4).acs(0x08).bytes()).acs_redirect);
  EXPECT_TRUE(parse_pci_config(ConfigSpace().express(4).bytes()).acs_redirect.is_absent());
}

TEST(PciConfig, names_all_link_power_states) {
  for (const auto& [code, name] : {std::pair{0, "disabled"}, {1, "L0s"}, {2, "L1"}, {3, "L0s L1"}})
    EXPECT_EQ(*parse_pci_config(ConfigSpace().express(0).aspm(code).bytes()).aspm, name);
  constexpr int integrated_endpoint = 9;
  EXPECT_TRUE(
      parse_pci_config(ConfigSpace().express(integrated_endpoint).bytes()).aspm.is_absent());
}

TEST(PciConfig, says_what_needs_root) {
  const auto config = parse_pci_config(ConfigSpace().express(4).bytes().substr(0, 64));
  EXPECT_FALSE(config.all_ones);
  EXPECT_NE(config.max_payload.why().find("root"), std::string::npos);
  EXPECT_NE(config.aspm.why().find("root"), std::string::npos);
  EXPECT_NE(config.acs_redirect.why().find("root"), std::string::npos);
  const auto classic = parse_pci_config(ConfigSpace().express(4).bytes().substr(0, 256));
  EXPECT_TRUE(classic.max_payload);
  EXPECT_TRUE(classic.acs_redirect.is_unreadable());
}

TEST(PciConfig, knows_a_device_that_does_not_answer) {
  for (const std::size_t n : {std::size_t{4}, std::size_t{64}, std::size_t{4096}}) {
    const auto config = parse_pci_config(std::string(n, '\xff'));
    EXPECT_TRUE(config.all_ones);
    EXPECT_TRUE(config.max_payload.is_unreadable());
  }
}

TEST(PciConfig, does_not_bury_a_virtual_function) {
  auto bytes = ConfigSpace().express(0).bytes();
  bytes.replace(0, 4, "\xff\xff\xff\xff");  // a virtual function has its ids at its parent
  EXPECT_FALSE(parse_pci_config(bytes).all_ones);
}

TEST(PciConfig, leaves_a_conventional_device_without_express_facts) {
  const auto config = parse_pci_config(ConfigSpace().bytes());
  EXPECT_TRUE(config.max_payload.is_absent());
  EXPECT_TRUE(config.acs_redirect.is_absent());
  EXPECT_TRUE(config.rebar_max_bytes.is_absent());
}

TEST(PciConfig, ends_circles_and_damaged_lists) {
  auto circle = ConfigSpace().bytes();
  circle[0x06] = 0x10;
  circle[0x34] = 0x40;
  circle[0x40] = 0x05;
  circle[0x41] = 0x40;
  EXPECT_TRUE(parse_pci_config(circle).max_payload.is_unreadable());
  auto extended_circle = ConfigSpace().express(4).bytes();
  extended_circle.replace(0x100, 4, std::string("\x01\x00\x01\x10", 4));  // next: 0x100
  EXPECT_TRUE(parse_pci_config(extended_circle).acs_redirect.is_unreadable());
  auto reserved = ConfigSpace().express(4).payload(7, 6).bytes();
  EXPECT_TRUE(parse_pci_config(reserved).max_payload.is_unreadable());
}

TEST(PciConfig, is_safe_on_cut_and_random_bytes) {
  const auto whole = ConfigSpace().express(4).acs(1).rebar(0xfff0, 0x21).bytes();
  for (std::size_t n = 0; n <= 600; ++n) parse_pci_config(whole.substr(0, n));
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    std::string noise;
    for (std::uint64_t i = 0; i < 512; ++i) noise += static_cast<char>(mix64(seed, i));
    parse_pci_config(noise);
  }
}

TEST(PciConfig, counts_sizes_up_to_the_last_bit) {
  EXPECT_EQ(*parse_pci_config(ConfigSpace().express(4).rebar(0x10, 0x21).bytes()).rebar_max_bytes,
            MiB);
  // 2^28 MiB and more stand in the upper half of the control register.
  EXPECT_EQ(
      *parse_pci_config(ConfigSpace().express(4).rebar(0, 0x80000021).bytes()).rebar_max_bytes,
      std::uint64_t{1} << 63);
  EXPECT_TRUE(parse_pci_config(ConfigSpace().express(4).rebar(0xfff0, 0x22).bytes())
                  .rebar_max_bytes.is_absent());  // the capability is about BAR 2
}

}  // namespace
}  // namespace gpuproof
