#include "reports/html/page.h"

#include <gtest/gtest.h>

namespace gpuproof::html {
namespace {

TEST(HtmlEscape, leaves_no_markup_of_the_machine) {
  EXPECT_EQ(escape("<img src=x onerror='a'>&\""),
            "&lt;img src=x onerror=&#39;a&#39;&gt;&amp;&quot;");
}

TEST(HtmlEscape, replaces_control_characters_and_broken_utf8) {
  EXPECT_EQ(escape("a\x1b[31m\xff"), "a\xef\xbf\xbd[31m\xef\xbf\xbd");
}

TEST(HtmlEscape, keeps_json_from_ending_its_script) {
  EXPECT_EQ(escape_json(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
}

TEST(Html, shows_hostile_text_as_text_in_every_section) {
  const std::string hostile = "<script>alert(1)</script>";
  Report report;
  report.headline = report.summary = report.run_id = report.suite = report.profile_id = hostile;
  report.machine = {.kind = hostile, .place = hostile};
  report.reasons = report.not_tested = report.extra_parts = report.notes = {hostile};
  report.facts = {{hostile, hostile}};
  report.tags = {{hostile, hostile}};
  report.inputs = {{hostile, hostile}};
  Item item{.key = hostile,
            .subject = report.machine,
            .outcome = Outcome::fail,
            .finding = hostile,
            .observed = hostile,
            .expected = hostile,
            .why = hostile,
            .cause = hostile,
            .remedy = hostile,
            .evidence = {hostile}};
  item.waiver = Waiver{hostile, hostile, hostile, hostile, hostile};
  item.figure = Figure{1, 1, 1, 1, hostile};
  report.items = {item};
  report.results = {{.key = hostile,
                     .benchmark = hostile,
                     .formula = hostile,
                     .method = {{hostile, hostile}},
                     .conditions = {{hostile, hostile}},
                     .notes = {hostile},
                     .disturbances = {hostile},
                     .stop_reason = hostile}};
  const auto* format = Registry<ReportFormat>::instance().find("html");
  ASSERT_NE(format, nullptr);
  const auto page = format->render({report, report_to_json(report), "{}"});
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
}

TEST(Text, ends_with_the_verdict) {
  Report report;
  report.verdict = Verdict::rejected;
  const auto* format = Registry<ReportFormat>::instance().find("text");
  ASSERT_NE(format, nullptr);
  const auto text = format->render({report, "", ""});
  EXPECT_TRUE(text.ends_with("\nVerdict: rejected\n")) << text;
}

}  // namespace
}  // namespace gpuproof::html
