// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The loop in three parts: a batch that the timer can carry, a warm-up, the samples.
#include "harness/measure/sample_loop.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "harness/measure/statistics.h"
#include "harness/measure/steady.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t batch_limit = 1u << 30;
constexpr std::size_t noise_history = 16;
constexpr double stable_spread = 0.05;  // of the last noise estimates, relative to their mean

class Loop {
 public:
  Loop(const StopRule& rule, const Clock& clock, const TimedSpan& op,
       const std::function<void()>& on_span)
      : rule_(rule), clock_(clock), op_(op), on_span_(on_span), begin_(clock.raw()) {}

  Samples run() {
    samples_.first_call_s = span();
    warm_up();
    samples_.started = clock_.boottime();
    while (!finished()) sample();
    samples_.ended = clock_.boottime();
    samples_.noise = relative_noise(samples_.seconds);
    return std::move(samples_);
  }

 private:
  double elapsed() const { return seconds(clock_.raw() - begin_); }
  bool timed_out() const { return elapsed() >= rule_.wall_cap_s; }

  double span() {
    const double s = op_(samples_.batch);
    on_span_();
    return s;
  }

  // True where the timer carried it; otherwise the batch has grown.
  bool usable(double span_s) {
    if (span_s >= rule_.min_span_s && std::isfinite(span_s)) return true;
    ++samples_.unusable;
    samples_.batch = std::min(samples_.batch * 2, batch_limit);
    return false;
  }

  void warm_up() {
    SteadyWindow window(rule_.warm_up_s / 2);
    const double until = elapsed() + rule_.warm_up_s;
    bool carried = false;
    while (!timed_out() && (!carried || (elapsed() < until && !samples_.steady))) {
      const double span_s = span();
      if (!usable(span_s)) {
        if (samples_.batch == batch_limit) return;
        continue;
      }
      carried = true;
      window.add(elapsed(), span_s / static_cast<double>(samples_.batch));
      samples_.steady = window.steady();
    }
  }

  void sample() {
    const double span_s = span();
    if (!usable(span_s)) return;
    samples_.seconds.push_back(span_s / static_cast<double>(samples_.batch));
    timed_ += span_s;
    // Estimates grow sparser with n: each sorts all samples.
    if (samples_.seconds.size() < next_estimate_) return;
    next_estimate_ += 1 + samples_.seconds.size() / 32;
    noise_.push_back(relative_noise(samples_.seconds));
    if (noise_.size() > noise_history) noise_.pop_front();
  }

  bool noise_stable() const {
    if (noise_.size() < noise_history) return false;
    const auto [low, high] = std::minmax_element(noise_.begin(), noise_.end());
    return *high - *low < stable_spread * (*high + *low) / 2;
  }

  bool stop(const char* reason, bool clean) {
    samples_.stop_reason = reason;
    samples_.clean = clean;
    return true;
  }

  bool finished() {
    if (samples_.batch == batch_limit) return stop("span too short for the timer", false);
    if (timed_out()) return stop("time-out", false);
    if (samples_.seconds.size() < std::max<std::size_t>(1, rule_.min_samples)) return false;
    if (timed_ >= std::min(rule_.min_time_s, rule_.budget_s)) {
      if (!noise_.empty() && noise_.back() <= rule_.noise) return stop("noise reached", true);
      if (noise_stable()) return stop("noise stable", true);
    }
    if (timed_ >= rule_.budget_s) return stop("budget spent", false);
    return false;
  }

  const StopRule& rule_;
  const Clock& clock_;
  const TimedSpan& op_;
  const std::function<void()>& on_span_;
  Nanoseconds begin_;
  Samples samples_;
  double timed_ = 0;
  std::deque<double> noise_;
  std::size_t next_estimate_ = 3;
};

}  // namespace

StopRule StopRule::for_budget(double budget_s) {
  StopRule rule;
  rule.budget_s = budget_s;
  rule.min_time_s = std::min(0.5, budget_s / 2);
  rule.warm_up_s = budget_s / 5;
  rule.wall_cap_s = 3 * budget_s + 1;
  return rule;
}

Samples take_samples(const StopRule& rule, const Clock& clock, const TimedSpan& op,
                     const std::function<void()>& on_span) {
  return Loop(rule, clock, op, on_span).run();
}

}  // namespace gpuproof
