// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One unit from its order to its results: workers, ready and go, deadline, losses.
#pragma once

#include <string>
#include <vector>

#include "harness/run/loss.h"
#include "harness/run/run_state.h"

namespace gpuproof {

class UnitRun {
 public:
  UnitRun(RunState& state, const WorkUnit& unit) : state_(state), unit_(unit) {}

  // Every step has a result line afterwards, unless the run is to stop.
  void run();

 private:
  struct Member {
    UnitStep what;
    Worker worker;
    Nanoseconds begun = 0;
    double suspended_before = 0;
    bool started = false, ready = false;
    bool settled = false, lost = false, undecided = false;
  };

  void begin();
  void order(Member&, std::size_t place);
  void work();
  void once_more();

  void handle(const ProcessEvent&);
  void handle_line(Member&, const std::string& text);
  void accept(Member&, const WorkerRecord&);
  void take_result(Member&, BenchRecord);
  void retire(const Member&);
  void go_when_ready(Member&);
  void pass_on(const Member& from, const Shared&);

  void lose(Member&, Loss);
  void end_and_lose(Member&, Loss);
  void end_unsettled(Loss::Kind);
  void lose_partners();
  void drop_unsettled(const std::string& why);
  Nanoseconds next_look() const;

  bool all_settled() const;
  bool is_group() const { return unit_.steps.size() > 1; }
  bool out_of_time() const { return state_.left_s() < -within_slack_s; }
  Member* member_of(ChildId);

  // A step that began in time may end a little late; one that hangs must not.
  static constexpr double within_slack_s = 5;

  RunState& state_;
  const WorkUnit& unit_;
  std::vector<Member> members_;
  Nanoseconds deadline_ = 0;
  bool went_ = false, closed_ = false;
};

}  // namespace gpuproof
