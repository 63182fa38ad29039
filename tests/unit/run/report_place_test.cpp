#include "harness/run/report_place.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

TEST(ReportPlace, is_absolute_and_free_of_links_and_dots) {
  Snapshot machine;
  note_report_place(machine, "/proc/self/../gpuproof-run");
  ASSERT_TRUE(machine.storage.output_path);
  EXPECT_EQ(*machine.storage.output_path, "/proc/gpuproof-run");
  note_report_place(machine, "run");
  EXPECT_EQ(machine.storage.output_path->front(), '/');
}

TEST(ReportPlace, is_not_on_a_simulated_machine) {
  Snapshot machine;
  machine.header.simulated = true;
  note_report_place(machine, "/tmp/run");
  EXPECT_TRUE(machine.storage.output_path.is_absent());
}

}  // namespace
}  // namespace gpuproof
