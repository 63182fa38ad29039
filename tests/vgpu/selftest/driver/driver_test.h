// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A process on a virtual machine of its own: each test is one, because errors of a GPU stay with a
// process and the state of a machine with its file.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "harness/gpu/driver/buffer.h"
#include "harness/gpu/driver/module.h"
#include "kernels/check.h"
#include "kernels/device_code.h"
#include "kernels/stream.h"
#include "tests/vgpu/selftest/changed_scenario.h"
#include "tests/vgpu/selftest/child_process.h"

namespace gpuproof::vgpu {

class DriverTest : public testing::Test {
 protected:
  // Runs the body in its process, on a change of a scenario that ships. A failed expectation there
  // is printed there and fails the test here.
  void on_machine(const std::string& base, const std::string& members,
                  const std::function<void()>& body) {
    new_machine();
    const auto scenario = folder_.changed(base, members.empty() ? R"("about": "")" : members);
    EXPECT_EQ(process_on(scenario, body).wait(), 0);
  }
  void on_machine(const std::function<void()>& body) { on_machine("h100x1", "", body); }

  // Nothing has happened there yet.
  void new_machine() { state_ = std::make_unique<ScratchFile>(); }
  // Another process of the same machine; its exit code is 0 where all expectations were met.
  ChildProcess process_on(const std::filesystem::path& scenario,
                          const std::function<void()>& body) {
    return ChildProcess([&] {
      ::setenv("VGPU_SCENARIO", scenario.c_str(), 1);
      ::setenv("VGPU_STATE", state_->name(), 1);
      body();
      std::fflush(nullptr);
      return HasFailure() ? 1 : 0;
    });
  }

  ScenarioFolder folder_;
  std::unique_ptr<ScratchFile> state_ = std::make_unique<ScratchFile>();
};

inline std::shared_ptr<const DriverApi> open_driver() {
  LibrarySearch search;
  search.library_path = GPUPROOF_VGPU_DIR;
  return DriverApi::open(search);
}

inline GpuModule load_unit(const GpuContext& context, std::string_view unit) {
  const auto& code = kernels::device_code(unit);
  DeviceImage image{.name = code.unit, .sass = code.sass};
  for (const auto& ptx : code.ptx) image.ptx.push_back({ptx.capability, ptx.text});
  return GpuModule(context, image);
}

// One GPU with what most tests need.
struct TestGpu {
  explicit TestGpu(int ordinal = 0) : context(open_driver(), ordinal), stream(context) {}
  const CudaFunctions& fn() const { return context.fn(); }

  GpuContext context;
  GpuStream stream;
};

// The stream kernels over arrays of 1 MiB, of which 85 SMs have a block each.
struct StreamWork {
  static constexpr std::size_t bytes = 1 << 20, n = bytes / 16;
  explicit StreamWork(TestGpu& on)
      : gpu(on),
        unit(load_unit(on.context, "stream")),
        a(on.context, bytes),
        b(on.context, bytes),
        sum(on.context, 8) {
    sum.fill(0, gpu.stream);
  }
  void write(std::uint64_t seed = 1) {
    KernelRef<stream_write_sig>(unit, "stream_write")(gpu.stream, grid, a.as<uint4>(), n, seed);
  }
  void copy() {
    KernelRef<stream_copy_sig>(unit, "stream_copy")(gpu.stream, grid, a.as<uint4>(), b.as<uint4>(),
                                                    n);
  }
  void read() {
    KernelRef<stream_read_sig>(unit, "stream_read")(gpu.stream, grid, a.as<uint4>(), n,
                                                    sum.as<unsigned long long>());
  }
  std::uint64_t sum_found() {
    std::uint64_t found = 0;
    sum.download(&found, sizeof found, gpu.stream);
    gpu.stream.synchronize();
    return found;
  }

  TestGpu& gpu;
  GpuModule unit;
  DeviceBuffer a, b, sum;
  Grid grid{.blocks = 132, .threads = 256};
};

}  // namespace gpuproof::vgpu
