// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/scenario/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/base/error.h"
#include "tests/vgpu/selftest/changed_scenario.h"

namespace gpuproof::vgpu {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ScenarioTest : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) {
    return folder_.write(name, text);
  }
  fs::path changed(const std::string& members) { return folder_.changed("h100x1", members); }
  std::string error_of(const fs::path& folder) {
    try {
      load_scenario(folder);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

  ScenarioFolder folder_;
};

TEST_F(ScenarioTest, ReadsWhatShips) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(GPUPROOF_SCENARIOS_DIR)) {
    if (!fs::exists(entry.path() / "scenario.json")) continue;
    const auto scenario = load_scenario(entry.path());
    EXPECT_FALSE(scenario.gpus.empty()) << entry.path();
    // The tree beside it has every GPU at its address.
    for (const auto& gpu : scenario.gpus)
      EXPECT_TRUE(fs::exists(scenario.machine / "sys/bus/pci/devices" / gpu.pci.address / "config"))
          << entry.path() << " " << gpu.pci.address;
    ++count;
  }
  EXPECT_EQ(count, 6u);
}

TEST_F(ScenarioTest, AGpuTakesAllOfItsModel) {
  const auto s = load_scenario(GPUPROOF_SCENARIOS_DIR "/h100x1");
  ASSERT_EQ(s.gpus.size(), 1u);
  EXPECT_EQ(s.gpus[0].cc_major(), 9);
  EXPECT_NEAR(s.gpus[0].memory.peak_gbs(), 3352, 1);
  EXPECT_EQ(s.gpus[0].pcie.generation_load(), 5);
  EXPECT_DOUBLE_EQ(s.gpus[0].power.limit(), 700);
}

TEST_F(ScenarioTest, AChangedScenarioKeepsTheRest) {
  const auto folder = changed(R"("change": {"0": {"pcie": {"width_current": 8}}},
      "faults": [{"kind": "hang", "gpu": 0, "at": "sync", "after_launches": 3}])");
  const auto s = load_scenario(folder);
  EXPECT_EQ(s.gpus[0].pcie.width(), 8);
  EXPECT_EQ(s.gpus[0].sms, 132u);
  ASSERT_EQ(s.faults.size(), 1u);
  EXPECT_EQ(s.faults[0].at, HangPlace::sync);
  EXPECT_EQ(s.machine, fs::path(GPUPROOF_SCENARIOS_DIR "/h100x1/machine"));
}

TEST_F(ScenarioTest, NullIsWhatNvmlDoesNotSupport) {
  EXPECT_TRUE(load_scenario(GPUPROOF_SCENARIOS_DIR "/h100x1").gpus[0].ecc);
  EXPECT_FALSE(load_scenario(changed(R"("change": {"all": {"ecc": null}})")).gpus[0].ecc);
}

TEST_F(ScenarioTest, ErrorsNameThePlaceInside) {
  EXPECT_THAT(error_of(folder_.place()), HasSubstr("scenario.json"));
  EXPECT_THAT(error_of(write("a", "[]")), HasSubstr("at /: expected an object"));
  EXPECT_THAT(error_of(write("b", R"({"driver": {"version": "1", "cuda": 13000}})")),
              HasSubstr("the key \"gpus\" is missing"));
  EXPECT_THAT(error_of(changed(R"("change": {"0": {"sms": "many"}})")), HasSubstr("/gpus/0/sms"));
  EXPECT_THAT(error_of(changed(R"("change": {"0": {"smss": 3}})")),
              HasSubstr("at /gpus/0/smss: unknown key"));
  EXPECT_THAT(error_of(changed(R"("change": {"0": {"pci": {"address": "18:00.0"}}})")),
              HasSubstr("at /gpus/0/pci/address: \"18:00.0\" is not a PCI address"));
  EXPECT_THAT(error_of(changed(R"("change": {"7": {"sms": 3}})")),
              HasSubstr("at /change/7: there is no such GPU"));
  EXPECT_THAT(error_of(write("c", R"({"gpus": [{"model": "x"}]})")),
              HasSubstr("at /gpus/0/model: \"x\" is not among the models"));
  EXPECT_THAT(error_of(write("d", R"({"from": "../d"})")), HasSubstr("in a circle"));
}

TEST_F(ScenarioTest, AFaultSaysWhatItNeeds) {
  EXPECT_THAT(error_of(changed(R"("faults": [{"kind": "wrong_sm"}])")),
              HasSubstr("at /faults/0: a fault of kind wrong_sm needs sm"));
  EXPECT_THAT(error_of(changed(R"("faults": [{"kind": "tired"}])")),
              HasSubstr("at /faults/0/kind: \"tired\" is not one of stuck_bit"));
  EXPECT_THAT(error_of(changed(R"("faults": [{"kind": "gpu_lost", "gpu": 4}])")),
              HasSubstr("there is no GPU 4 among 1"));
}

}  // namespace
}  // namespace gpuproof::vgpu
