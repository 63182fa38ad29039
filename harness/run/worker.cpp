// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/worker.h"

#include <optional>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/run/order_reader.h"
#include "harness/run/protocol.h"

namespace gpuproof {
namespace {

// Progress is told when work was done, and not more often than a reader can follow.
constexpr Nanoseconds progress_interval = 200'000'000;

class OrderServer {
 public:
  OrderServer(int orders_fd, int records_fd, const RunStep& run)
      : orders_(orders_fd), records_fd_(records_fd), run_(run) {}

  int serve() {
    while (auto order = orders_.next()) {
      if (order->order == OrderKind::stop) break;
      if (order->order == OrderKind::run)
        begin(*order);
      else if (order->order == OrderKind::more)
        again(*order);
      // share, ready? and go outside a step: a member that is done hears of them late.
    }
    say({.record = RecordKind::bye});
    return 0;
  }

 private:
  void begin(const Order& order) {
    step_ = *order.step;
    name(*order.attempt);
    if (order.members && !wait_for_go()) return;
    work(*order.attempt);
  }

  void again(const Order& order) {
    if (!step_) throw InputError("order", "\"more\" of no step");
    name(*order.attempt);
    work(*order.attempt);
  }

  void name(int attempt) {
    say({.record = RecordKind::started,
         .step = step_->id,
         .attempt = attempt,
         .benchmark = step_->benchmark});
  }

  // False: the pipe ended or the group was called off.
  bool wait_for_go() {
    while (auto order = orders_.next()) {
      if (order->order == OrderKind::go) return true;
      if (order->order == OrderKind::are_you_ready)
        say({.record = RecordKind::progress, .step = step_->id, .phase = "ready"});
    }
    return false;
  }

  void work(int attempt) {
    Nanoseconds told = 0;
    auto result = run_(*step_, [&](std::uint64_t) {
      const auto now = real_clock().raw();  // for a reader in real time
      if (now - told < progress_interval) return;
      told = now;
      say({.record = RecordKind::progress, .step = step_->id});
    });
    result.step = step_->id;
    result.attempt = attempt;
    say({.record = RecordKind::result, .step = step_->id, .result = std::move(result)});
  }

  void say(const WorkerRecord& record) {
    write_all(records_fd_, worker_line(record), "cannot reach the supervisor");
  }

  OrderReader orders_;
  int records_fd_;
  const RunStep& run_;
  std::optional<PlanStep> step_;
};

}  // namespace

int serve_orders(int orders_fd, int records_fd, const RunStep& run) {
  return OrderServer(orders_fd, records_fd, run).serve();
}

}  // namespace gpuproof
