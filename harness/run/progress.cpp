// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/progress.h"

#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

// Events that concern a reader at once; results tell of lost workers themselves.
bool is_news(const std::string& event) { return event != "fact" && event != "worker_lost"; }

// A reader that left (head, a closed terminal) does not stop a run: unlike fmt::print, no throw.
void show(std::FILE* out, const std::string& text) {
  std::fputs(text.c_str(), out);
  std::fflush(out);
}

std::string figure_of(const Item& item) {
  if (!item.figure) return "";
  return figure_text(item.figure->value) + " " + item.figure->unit;
}

}  // namespace

ProgressStyle ProgressStyle::of(std::FILE* out) {
  const char* no_color = ::getenv("NO_COLOR");
  const char* term = ::getenv("TERM");
  const bool terminal = ::isatty(::fileno(out)) == 1 && !(term && std::string(term) == "dumb");
  return {terminal, terminal && !(no_color && *no_color)};
}

ProgressView::ProgressView(std::FILE* out, ProgressStyle style, const std::vector<WorkUnit>& units,
                           JudgeLive judge_live, const Clock& clock)
    : out_(out),
      style_(style),
      judge_live_(std::move(judge_live)),
      clock_(clock),
      units_(units.size()) {
  for (const auto& unit : units) rest_s_ += unit.estimate_s();
  line(fmt::format("{} steps, about {}", units_, duration_text(rest_s_)));
}

RunHooks ProgressView::hooks() {
  RunHooks hooks;
  hooks.started = [this](const WorkUnit& unit) { started(unit); };
  hooks.live = [this](const WorkerRecord& record) { live(record); };
  hooks.result = [this](const BenchRecord& record) { result(record); };
  hooks.event = [this](const std::string& name, const std::string& message) {
    event(name, message);
  };
  return hooks;
}

void ProgressView::started(const WorkUnit& unit) {
  ++begun_;
  current_ = unit.text();
  sample_.clear();
  current_s_ = unit.estimate_s();
  current_since_ = clock_.raw();
  rest_s_ = std::max(0.0, rest_s_ - current_s_);
  if (style_.terminal)
    draw();
  else
    line(fmt::format("[{}/{}] {}, about {} left", begun_, units_, current_,
                     duration_text(left_s())));
}

void ProgressView::live(const WorkerRecord& record) {
  if (record.value && record.unit)
    sample_ = figure_text(*record.value) + " " + clean_text(*record.unit);
  if (style_.terminal) draw();
}

void ProgressView::result(const BenchRecord& record) {
  const auto items = judge_live_ ? judge_live_(record) : std::vector<Item>();
  for (const auto& item : items) {
    ++counts_[item.outcome];
    const bool unjudged = item.skip == SkipKind::no_expectation;
    line(fmt::format("  {} {:<44} {}", unjudged ? "not judged  " : coloured(item.outcome), item.key,
                     figure_of(item)));
  }
  if (!items.empty()) return;
  ++counts_[record.outcome];
  line(fmt::format("  {} {}", coloured(record.outcome),
                   record.message.empty() ? record.benchmark : clean_text(record.message)));
}

void ProgressView::event(const std::string& name, const std::string& message) {
  if (is_news(name)) line(fmt::format("  {}: {}", name, clean_text(message)));
}

double ProgressView::left_s() const {
  const double worked = seconds(clock_.raw() - current_since_);
  return rest_s_ + std::max(0.0, current_s_ - worked);
}

std::string ProgressView::verdict_so_far() const {
  std::string text;
  for (const auto& [outcome, count] : counts_)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(outcome));
  return text.empty() ? "nothing judged yet" : "so far " + text;
}

// The word is always there; colour only repeats it.
std::string ProgressView::coloured(Outcome outcome) const {
  const std::string word = fmt::format("{:<12}", name_of(outcome));
  if (!style_.colour) return word;
  const int colour = outcome == Outcome::pass                                ? 32
                     : outcome == Outcome::fail || outcome == Outcome::error ? 31
                                                                             : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, word);
}

void ProgressView::line(const std::string& text) {
  clear();
  show(out_, text + "\n");
}

void ProgressView::draw() {
  clear();
  show(out_,
       fmt::format("[{}/{}] {}{}{}, about {} left; {}", begun_, units_, current_,
                   sample_.empty() ? "" : " ", sample_, duration_text(left_s()), verdict_so_far()));
  drawn_ = true;
}

void ProgressView::clear() {
  if (drawn_) show(out_, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace gpuproof
