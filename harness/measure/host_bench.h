// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a host benchmark sees: a pinned team of one thread per core, arrays beyond the caches whose
// pages lie with the thread that uses them, the sample loop, and the record.
#pragma once

#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "harness/measure/bench_session.h"
#include "harness/measure/cpu_layout.h"
#include "harness/measure/host_array.h"
#include "harness/measure/host_noise.h"
#include "harness/measure/thread_team.h"
#include "harness/measure/verification.h"

namespace gpuproof {

class HostBench {
 public:
  // The option "threads" asks for fewer threads, spread over nodes, packages and caches.
  explicit HostBench(BenchSession&);

  BenchSession& session() { return session_; }
  ThreadTeam& team() { return team_; }
  std::size_t threads() const { return team_.size(); }
  double budget_s() const { return session_.budget_s(); }
  const std::string& label(const std::string& name) const { return session_.label(name); }
  void method(const std::string& name, const std::string& value);
  void condition(const std::string& name, const std::string& value);

  // So many that each of `arrays` is four times the last-level caches in use; the option "bytes"
  // overrides. Tells a disturbance where memory does not allow it.
  template <class T>
  std::size_t elements_beyond_cache(int arrays) {
    return bytes_beyond_cache(arrays) / sizeof(T);
  }
  // n elements, element i set to value(i) by the thread that owns its slice.
  template <class T, class Value>
  HostArray<T> array(std::size_t n, Value value) {
    HostArray<T> made(n, next_offset());
    fill(made, value);
    note_pages(made.buffer());
    return made;
  }
  // n elements, untouched by other nodes than that of thread 0.
  template <class T>
  HostArray<T> local_array(std::size_t n) {
    HostArray<T> made(n, next_offset());
    run_near_first([&](std::size_t part, std::size_t parts) {
      const auto [first, count] = slice_of(n, part, parts);
      std::memset(made.data() + first, 0, count * sizeof(T));
    });
    note_pages(made.buffer());
    return made;
  }
  template <class T, class Value>
  void fill(const HostArray<T>& array, Value value) {
    run([&](std::size_t thread) {
      const auto [first, count] = slice(array.size(), thread);
      for (std::size_t i = first; i < first + count; ++i) array[i] = value(i);
    });
  }
  Slice slice(std::size_t n, std::size_t thread) const { return slice_of(n, thread, threads()); }

  // Every thread does job(thread) once, untimed.
  void run(const ThreadTeam::Job&);
  // The threads on the node of thread 0 share the work as parts of a whole, untimed.
  void run_near_first(const std::function<void(std::size_t part, std::size_t parts)>&);
  // Samples of job, which every thread does once per operation.
  Samples time(const ThreadTeam::Job& job) { return time(StopRule::for_budget(budget_s()), job); }
  Samples time(const StopRule&, const ThreadTeam::Job&);
  // Samples of a span that the benchmark times itself.
  Samples time_span(const StopRule&, const TimedSpan&);
  // Samples of a call that brings its own threads.
  Samples time_call(const StopRule&, const std::function<void()>& call);

  // Every element against expected(i), exactly.
  template <class T, class Expected>
  void verify(const HostArray<T>& array, Expected expected, const std::string& how) {
    DataComparison all;
    std::mutex lock;
    run([&](std::size_t thread) {
      const auto [first, count] = slice(array.size(), thread);
      const auto part = compare(array.data() + first, count, first, expected);
      const std::scoped_lock guard(lock);
      all.add(part);
    });
    session_.verified(all.integrity(how));
  }

  // A rate: work / seconds for each sample.
  Measurement& report(const std::string& metric, double work, const std::vector<double>& seconds);

  // Called once the benchmark has returned: writes what the machine did meanwhile.
  void finish();

 private:
  Bytes bytes_beyond_cache(int arrays);
  Bytes next_offset();
  void note_pages(const HugeBuffer&);

  BenchSession& session_;
  CpuLayout layout_;
  std::vector<CpuPlace> places_;
  ThreadTeam team_;
  ProcessorTime before_, after_;
  Bytes arrays_made_ = 0;
};

}  // namespace gpuproof
