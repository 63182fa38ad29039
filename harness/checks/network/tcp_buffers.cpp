// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// tcp_wmem: smallest, default and largest size of send buffers.
#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (const auto word : words(text))
    if (const auto number = to_double(word)) numbers.push_back(*number);
  return numbers;
}

std::string triple_text(const std::vector<std::int64_t>& triple) {
  std::vector<std::string> parts;
  for (const auto value : triple) parts.push_back(std::to_string(value));
  return join(parts, " ");
}

// A guide that gives one number means the largest size; one that gives three means all of them,
// each in its place. The one that misses stands for the triple.
std::string observed_for(const Setting& setting, const std::vector<std::int64_t>& triple) {
  return numbers_in(setting.value).size() == 3 ? triple_text(triple) : std::to_string(triple[2]);
}

bool meets(const Setting& setting, const std::vector<std::int64_t>& triple) {
  const auto wanted = numbers_in(setting.value);
  if (wanted.size() != 3) return setting_met(setting, std::to_string(triple[2]));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto seen = static_cast<double>(triple[i]);
    const bool met = setting.comparison == Comparison::at_least  ? seen >= wanted[i]
                     : setting.comparison == Comparison::at_most ? seen <= wanted[i]
                                                                 : seen == wanted[i];
    if (!met) return false;
  }
  return true;
}

int fastest_mbps(const NetworkFacts& network) {
  int fastest = 0;
  if (network.links)
    for (const auto& link : *network.links)
      if (link.is_physical) fastest = std::max(fastest, link.speed_mbps.value_or(0));
  return fastest;
}

void tcp_buffers(CheckContext& c) {
  const auto& triple = c.now.network.tcp_wmem;
  if (!c.readable(triple, c.machine())) return;
  if (triple->size() != 3)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "tcp_wmem has not three values: " + triple_text(*triple)});
  Finding f{.observed = triple_text(*triple),
            .remedy = "set net.ipv4.tcp_wmem and net.core.wmem_max in /etc/sysctl.d",
            .who = Who::admin};
  if (c.now.network.tcp_rmem)
    f.evidence.push_back("receive: " + triple_text(*c.now.network.tcp_rmem));
  if (const auto* setting = c.setting()) {
    f.observed = observed_for(*setting, *triple);
    f.expected = std::string(name_of(setting->comparison)) + " " + setting->value;
    f.evidence.push_back("expected by " + c.input.profile->id + ": " + setting->source);
    return meets(*setting, *triple) ? c.pass(c.machine(), f) : c.fail(c.machine(), f);
  }
  const bool fast = fastest_mbps(c.now.network) >= 100'000;
  f.expected = "16 MiB or more as the largest size on links of 100 Gb/s and more";
  c.advise(c.machine(), !fast || (*triple)[2] >= 16'777'216, f);
}

const Register<Check> registered{
    {.name = "network/tcp_buffers",
     .about = "Limit of TCP send buffers",
     .why = "On fast or long links a small limit keeps the line half empty.",
     .run = tcp_buffers}};

}  // namespace
}  // namespace gpuproof
