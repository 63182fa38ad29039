#include "harness/facts/snapshot.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

TEST(Snapshot, survives_a_round_trip) {
  Snapshot snapshot;
  snapshot.header.tool_version = "1";
  snapshot.cpu.model_name = std::string("CPU");
  snapshot.cpu.cores = Fact<int>::unreadable("permission denied");
  snapshot.pci.devices = std::vector<PciDevice>{{.address = "0000:01:00.0", .vendor = 0x10de}};
  const auto text = snapshot_to_json(snapshot);
  const auto back = snapshot_from_json(text, "test");
  EXPECT_EQ(snapshot_to_json(back), text);
  EXPECT_EQ(back.cpu.cores.why(), "permission denied");
  EXPECT_TRUE(back.cpu.caches.is_absent());
  EXPECT_EQ((*back.pci.devices)[0].vendor, 0x10deu);
}

TEST(Snapshot, names_the_path_of_an_unknown_key) {
  Snapshot snapshot;
  auto text = snapshot_to_json(snapshot);
  text.replace(text.find("\"vendor\""), 8, "\"vendro\"");
  try {
    snapshot_from_json(text, "file.json");
    FAIL() << "accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("/cpu"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace gpuproof
