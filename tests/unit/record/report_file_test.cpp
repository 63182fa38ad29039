#include "harness/record/report_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace gpuproof {
namespace {

fs::path scratch() {
  const auto folder = fs::path(testing::TempDir()) / ("gpuproof-report-file-test-" + std::to_string(::getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

std::string error_of(const fs::path& place) {
  try {
    load_report(place);
  } catch (const InputError& e) {
    return e.what();
  }
  return "read";
}

TEST(ReportFile, a_page_carries_the_report_and_the_profile) {
  const auto folder = scratch();
  Report report;
  report.summary = "</script><b>&";
  const auto json = report_to_json(report);
  const auto* html = Registry<ReportFormat>::instance().find("html");
  write_file_atomic(folder / "report.html",
                    html->render({report, json, "{\"a\": \"</script>\"}\n"}));
  const auto documents = load_report(folder / "report.html");
  EXPECT_EQ(documents.report.summary, report.summary);
  EXPECT_EQ(report_to_json(documents.report), json);
  EXPECT_NE(documents.profile_json.find("\"a\""), std::string::npos);
}

TEST(ReportFile, says_what_a_place_lacks) {
  const auto folder = scratch();
  EXPECT_NE(error_of(folder / "none").find("no such file"), std::string::npos);
  EXPECT_NE(error_of(folder).find("holds no report.json"), std::string::npos);
  write_file_atomic(folder / "other.html", "<html></html>");
  EXPECT_NE(error_of(folder / "other.html").find("carries no"), std::string::npos);
  write_file_atomic(folder / "x.json", "{\"schema\": 1}");
  EXPECT_NE(error_of(folder / "x.json").find("/schema"), std::string::npos);
}

}  // namespace
}  // namespace gpuproof
