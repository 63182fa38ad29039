// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Faults of a scenario as programs meet them, and calls that are not executed again.
#include <thread>

#include "harness/base/clock.h"
#include "tests/vgpu/selftest/driver/driver_test.h"

namespace gpuproof::vgpu {
namespace {

class VirtualFault : public DriverTest {
 protected:
  void with(const std::string& fault, const std::function<void()>& body) {
    on_machine("h100x1", R"("faults": [)" + fault + "]", body);
  }
};

unsigned char byte_of(const DeviceBuffer& buffer, TestGpu& gpu, std::size_t offset) {
  unsigned char found = 0;
  buffer.download(&found, 1, gpu.stream, offset);
  gpu.stream.synchronize();
  return found;
}

TEST_F(VirtualFault, AStuckBitComesBackAfterEachWrite) {
  with(R"({"kind": "stuck_bit", "offset_bytes": 5, "bit": 3, "value": 1})", [] {
    TestGpu gpu;
    DeviceBuffer first(gpu.context, 64), second(gpu.context, 64);
    for (int i = 0; i < 2; ++i) {
      first.fill(0, gpu.stream);
      second.fill(0, gpu.stream);
      EXPECT_EQ(byte_of(first, gpu, 5), 8);
      EXPECT_EQ(byte_of(first, gpu, 4), 0);
      EXPECT_EQ(byte_of(second, gpu, 5), 0);
    }
  });
}

TEST_F(VirtualFault, ABitFlipsOnceAfterSoManyLaunches) {
  with(R"({"kind": "flipped_bit", "offset_bytes": 0, "bit": 0, "after_launches": 2})", [] {
    TestGpu gpu;
    StreamWork work(gpu);
    work.write(4);
    const auto right = byte_of(work.a, gpu, 0);
    work.write(4);
    EXPECT_EQ(byte_of(work.a, gpu, 0), right ^ 1);
    work.write(4);
    EXPECT_EQ(byte_of(work.a, gpu, 0), right);
  });
}

TEST_F(VirtualFault, OneSmOrOneCallComputesWrong) {
  const auto sums = [](std::vector<bool> expected) {
    return [=] {
      TestGpu gpu;
      StreamWork work(gpu);
      std::vector<std::uint64_t> found;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        work.sum.fill(0, gpu.stream);
        work.a.fill(7, gpu.stream);
        work.read();
        found.push_back(work.sum_found());
      }
      const std::uint64_t right = 0x0707070707070707u * (StreamWork::bytes / 8);
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(found[i] == right, bool{expected[i]}) << i;
    };
  };
  with(R"({"kind": "wrong_sm", "sm": 3, "call": "stream_read"})", sums({false, false}));
  with(R"({"kind": "wrong_call", "call": "stream_read", "after_launches": 1, "times": 1})",
       sums({true, false, true}));
  with(R"({"kind": "wrong_call", "call": "stream_copy"})", sums({true, true}));
}

TEST_F(VirtualFault, ALaunchErrorStaysWithTheProcessAlone) {
  const auto scenario = folder_.changed(
      "h100x1",
      R"("faults": [{"kind": "launch_error", "code": 719, "after_launches": 1, "times": 1}])");
  const auto body = [](CUresult second) {
    return [=] {
      TestGpu gpu;
      StreamWork work(gpu);
      work.write();
      gpu.stream.synchronize();
      work.write();
      EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), second);
      EXPECT_EQ(gpu.fn().cuCtxSynchronize.raw(), second);
    };
  };
  EXPECT_EQ(process_on(scenario, body(CUDA_ERROR_LAUNCH_FAILED)).wait(), 0);
  EXPECT_EQ(process_on(scenario, body(CUDA_SUCCESS)).wait(), 0);
}

TEST_F(VirtualFault, AThrottledClockSlowsArithmeticAlone) {
  const auto seconds_of = [](bool arithmetic, double expected) {
    return [=] {
      TestGpu gpu;
      StreamWork work(gpu);
      const auto check = load_unit(gpu.context, "check");
      GpuEvent start(gpu.context), stop(gpu.context);
      start.record(gpu.stream);
      if (arithmetic)
        KernelRef<sum_words_sig>(check, "sum_words")(gpu.stream, work.grid, work.n, 1,
                                                     work.sum.as<unsigned long long>());
      else
        work.copy();
      stop.record(gpu.stream);
      stop.wait();
      EXPECT_NEAR(stop.seconds_since(start), expected, 0.02 * expected);
    };
  };
  const double moving = 4096.0 * 2 * StreamWork::bytes / (3352.32e9 * 0.91);
  const double adding = 4096.0 * 80 * StreamWork::n / (256 * 0.97 * 132 * 1830e6);
  with(R"({"kind": "xid", "code": 43})", seconds_of(true, adding));
  with(R"({"kind": "throttle", "mhz": 915})", seconds_of(true, 2 * adding));
  with(R"({"kind": "throttle", "mhz": 915})", seconds_of(false, moving));
}

TEST_F(VirtualFault, AHangHoldsItsCallerAndNobodyElse) {
  for (const auto* at : {"launch", "sync", "teardown"}) {
    new_machine();
    const auto scenario =
        folder_.changed("h100x1", std::string(R"("faults": [{"kind": "hang", "at": ")") + at +
                                      R"(", "after_launches": 1}])");
    ScratchFile steps;
    auto stuck = process_on(scenario, [&] {
      TestGpu gpu;
      StreamWork work(gpu);
      work.write();
      gpu.stream.synchronize();
      const auto reach = [&](const char* step) { std::ofstream(steps.name()) << step; };
      reach("before");
      work.write();
      reach("launched");
      gpu.stream.synchronize();
      reach("done");
      { const DeviceBuffer freed(gpu.context, 16); }
      reach("freed");
    });
    const std::string last = at == std::string("launch") ? "before"
                             : at == std::string("sync") ? "launched"
                                                         : "done";
    const auto reached = [&] {
      std::string step;
      std::ifstream(steps.name()) >> step;
      return step;
    };
    for (RealStopwatch watch; reached() != last && watch.seconds() < 20;)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it goes no further
    EXPECT_EQ(reached(), last);
    // Time goes on for others, though that process is still there.
    auto other = process_on(scenario, [] {
      const TestGpu gpu;
      const auto begin = system_clock().raw();
      system_clock().sleep(60'000'000'000);
      EXPECT_EQ(system_clock().raw() - begin, 60'000'000'000);
      std::_Exit(HasFailure() ? 1 : 0);  // it would hang at its own end
    });
    EXPECT_EQ(other.wait(), 0);
  }
}

TEST_F(VirtualFault, AGpuIsLostInTheMiddle) {
  with(R"({"kind": "gpu_lost", "gpu": 0, "after_launches": 1})", [] {
    TestGpu gpu;
    StreamWork work(gpu);
    work.write();
    gpu.stream.synchronize();
    work.write();
    EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), CUDA_ERROR_UNKNOWN);
  });
}

// What a program sees of many calls, of which most repeat each other.
std::vector<double> observe() {
  TestGpu gpu;
  StreamWork work(gpu);
  std::vector<double> seen;
  GpuEvent start(gpu.context), stop(gpu.context);
  for (int round = 0; round < 40; ++round) {
    start.record(gpu.stream);
    if (round % 10 == 0) work.write(static_cast<std::uint64_t>(round));
    work.copy();
    work.read();
    stop.record(gpu.stream);
    if (round == 25) work.b.fill(1, gpu.stream);
    if (round == 33) work.a.fill(2, gpu.stream);
    seen.push_back(static_cast<double>(work.sum_found() % 1'000'003));
    seen.push_back(stop.seconds_since(start));
    seen.push_back(byte_of(work.b, gpu, 999));
  }
  return seen;
}

TEST_F(VirtualFault, ExecutingRepeatsOrNotLooksTheSame) {
  std::vector<std::string> seen;
  for (const auto* how : {"execute", "elide"}) {
    ScratchFile out;
    on_machine([&] {
      ::setenv("VGPU_REPEATS", how, 1);
      std::ofstream file(out.name());
      for (const double value : observe()) file << value << "\n";
    });
    std::ifstream file(out.name());
    seen.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  EXPECT_FALSE(seen[0].empty());
  EXPECT_EQ(seen[0], seen[1]);
}

}  // namespace
}  // namespace gpuproof::vgpu
