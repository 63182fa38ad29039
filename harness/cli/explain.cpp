// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof explain`: one plain paragraph on a term, a check or a metric.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "glossary_files.h"
#include "harness/base/codec.h"
#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/cli/verb.h"
#include "harness/measure/benchmark.h"

namespace gpuproof {
namespace {

using Glossary = std::map<std::string, std::string>;

Glossary glossary() {
  const auto& [name, bytes] = embedded::glossary_files.front();
  return decode_text<Glossary>(bytes, std::string(name));
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string explain_metric(const Benchmark& benchmark, const MetricSpec& metric) {
  return fmt::format(
      "{} is a metric in {}; {} is better. {} Bytes or operations are counted as {}. "
      "{} The result is verified in every run ({}/integrity).",
      metric.name, metric.unit, name_of(metric.better), sentence(metric.about), metric.formula,
      sentence(benchmark.about), metric.name);
}

// Every name that can be explained, with its paragraph.
Glossary everything() {
  auto all = glossary();
  for (const auto* check : Registry<Check>::instance().all())
    all[check->name] = fmt::format("{} is a check. It looks at: {} Why it matters: {}", check->name,
                                   sentence(check->about), sentence(check->why));
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    for (const auto& metric : benchmark->metrics)
      all[metric.name] = explain_metric(*benchmark, metric);
  return all;
}

std::string nearest_term(const std::string& term, const Glossary& all) {
  std::vector<std::string> names;
  for (const auto& [name, text] : all) names.push_back(name);
  return nearest(term, names);
}

int explain(const std::string& asked) {
  const auto all = everything();
  // A key with labels is explained by its name; words are found in any case.
  const auto term = lower(trim(asked.substr(0, asked.find('{'))));
  for (const auto& [name, text] : all)
    if (lower(name) == term) {
      fmt::print("{}\n", text);
      return code(ExitStatus::good);
    }
  const auto meant = nearest_term(term, all);
  throw InputError(fmt::format(
      "nothing is known of \"{}\"; {}", clean_text(asked),
      meant.empty() ? "see gpuproof list" : fmt::format("did you mean \"{}\"?", meant)));
}

const Register<Verb> registered{
    {.name = "explain",
     .about = "one plain paragraph on a term, check or metric",
     .order = 70,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto term = std::make_shared<std::string>();
       command.add_option("term", *term, "a term, a check or a metric")->required();
       return [term] { return explain(*term); };
     }}};

}  // namespace
}  // namespace gpuproof
