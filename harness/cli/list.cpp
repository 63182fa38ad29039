// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof list`: what this build can measure, check and write; --markdown feeds the README.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/error.h"
#include "harness/checks/check.h"
#include "harness/cli/verb.h"
#include "harness/measure/benchmark.h"
#include "harness/record/report.h"

namespace gpuproof {
namespace {

struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

Table metrics() {
  Table table{"metrics", {"metric", "unit", "better", "bytes or FLOP", "what it is"}, {}};
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    for (const auto& metric : benchmark->metrics)
      table.rows.push_back({metric.name, metric.unit, std::string(name_of(metric.better)),
                            metric.formula, metric.about});
  return table;
}

Table benchmarks() {
  Table table{"benchmarks", {"benchmark", "labels", "what it does"}, {}};
  for (const auto* benchmark : Registry<Benchmark>::instance().all()) {
    std::string labels;
    for (const auto& label : benchmark->labels) labels += (labels.empty() ? "" : " ") + label;
    table.rows.push_back({benchmark->name, labels, benchmark->about});
  }
  return table;
}

Table checks() {
  Table table{"checks", {"check", "what it looks at"}, {}};
  for (const auto* check : Registry<Check>::instance().all())
    table.rows.push_back({check->name, check->about});
  return table;
}

Table formats() {
  Table table{"formats", {"format", "file", "what it is for"}, {}};
  for (const auto* format : Registry<ReportFormat>::instance().all())
    table.rows.push_back({format->name, format->file_name, format->about});
  return table;
}

void print_markdown(const Table& table) {
  std::string head = "|", rule = "|";
  for (const auto& column : table.columns) {
    head += " " + column + " |";
    rule += "---|";
  }
  fmt::print("{}\n{}\n", head, rule);
  for (const auto& row : table.rows) {
    std::string line = "|";
    for (const auto& cell : row) line += " " + cell + " |";
    fmt::print("{}\n", line);
  }
}

void print_plain(const Table& table) {
  std::vector<std::size_t> widths(table.columns.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    widths[i] = table.columns[i].size();
    for (const auto& row : table.rows) widths[i] = std::max(widths[i], row[i].size());
  }
  fmt::print("{}\n", table.title);
  for (const auto& row : table.rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 == row.size() ? " " + row[i] : fmt::format(" {:<{}}", row[i], widths[i]);
    fmt::print("{}\n", line);
  }
}

struct Options {
  std::string what;
  bool markdown = false;
};

int list(const Options& options) {
  const std::vector<Table> all{benchmarks(), metrics(), checks(), formats()};
  bool found = false;
  for (const auto& table : all) {
    if (!options.what.empty() && table.title != options.what) continue;
    if (found) fmt::print("\n");
    found = true;
    options.markdown ? print_markdown(table) : print_plain(table);
  }
  if (!found)
    throw InputError("list knows benchmarks, metrics, checks and formats, not \"" + options.what +
                     "\"");
  return code(ExitStatus::good);
}

const Register<Verb> registered{
    {.name = "list",
     .about = "what this build can measure, check and write",
     .order = 80,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto options = std::make_shared<Options>();
       command.add_option("what", options->what, "benchmarks, metrics, checks or formats");
       command.add_flag("--markdown", options->markdown, "as tables for a document");
       return [options] { return list(*options); };
     }}};

}  // namespace
}  // namespace gpuproof
