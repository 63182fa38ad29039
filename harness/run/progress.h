// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a run shows while it goes: a living line on a terminal, plain lines in a pipe.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "harness/record/item.h"
#include "harness/run/run_state.h"

namespace gpuproof {

struct ProgressStyle {
  bool terminal = false, colour = false;
  // Of this stream; NO_COLOR set to anything but nothing takes colour away.
  static ProgressStyle of(std::FILE*);
};

class ProgressView {
 public:
  // `judge_live` gives the items of a result as they would be judged now.
  using JudgeLive = std::function<std::vector<Item>(const BenchRecord&)>;

  ProgressView(std::FILE* out, ProgressStyle, const std::vector<WorkUnit>&, JudgeLive, const Clock&);
  ~ProgressView() { clear(); }
  ProgressView(const ProgressView&) = delete;
  ProgressView& operator=(const ProgressView&) = delete;

  // Valid as long as this object; `undecided` is left empty.
  RunHooks hooks();

 private:
  void started(const WorkUnit&);
  void live(const WorkerRecord&);
  void result(const BenchRecord&);
  void event(const std::string& name, const std::string& message);

  void line(const std::string& text);  // stays
  void draw();                         // the living line
  void clear();
  double left_s() const;
  std::string verdict_so_far() const;
  std::string coloured(Outcome) const;

  std::FILE* out_;
  ProgressStyle style_;
  JudgeLive judge_live_;
  const Clock& clock_;
  std::size_t units_, begun_ = 0;
  double rest_s_ = 0, current_s_ = 0;  // estimates: units to come, the unit in hand
  Nanoseconds current_since_ = 0;
  std::string current_, sample_;
  std::map<Outcome, int> counts_;
  bool drawn_ = false;
};

}  // namespace gpuproof
