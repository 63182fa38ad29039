// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/raw_device.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/measure/runner.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

// A loop device over a file of 16 MiB, where the test may make one.
class LoopDevice {
 public:
  LoopDevice() : file_(folder_.path() + "/image") {
    std::string content(16 * MiB, '\0');
    for (std::size_t i = 0; i < content.size(); i += 8) content[i] = static_cast<char>(mix64(1, i));
    write_file_atomic(file_, content);
    const FileHandle control(::open("/dev/loop-control", O_RDWR | O_CLOEXEC));
    const int number = control ? ::ioctl(control.get(), LOOP_CTL_GET_FREE) : -1;
    if (number < 0) return;
    path_ = "/dev/loop" + std::to_string(number);
    loop_.reset(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
    const FileHandle image(::open(file_.c_str(), O_RDWR | O_CLOEXEC));
    attached_ = loop_ && ::ioctl(loop_.get(), LOOP_SET_FD, image.get()) == 0;
  }
  ~LoopDevice() {
    if (attached_) ::ioctl(loop_.get(), LOOP_CLR_FD);
  }
  bool attached() const { return attached_; }
  const std::string& path() const { return path_; }
  std::string hash() const { return sha256_hex_of_file(file_); }

 private:
  TemporaryFolder folder_;
  std::string file_, path_;
  FileHandle loop_;
  bool attached_ = false;
};

TEST(RawDevice, only_block_devices) {
  const TemporaryFolder folder;
  EXPECT_THROW(RawDevice{"/dev/null"}, InputError);
  EXPECT_THROW(RawDevice{folder.path()}, InputError);
  EXPECT_THROW(RawDevice{"/no/such/device"}, InputError);
}

TEST(RawDevice, is_open_for_reading_only) {
  const LoopDevice loop;
  if (!loop.attached()) GTEST_SKIP() << "no loop device may be made here";
  const RawDevice device(loop.path());
  EXPECT_EQ(device.bytes(), 16 * MiB);
  EXPECT_EQ(::fcntl(device.fd(), F_GETFL) & O_ACCMODE, O_RDONLY);
  EXPECT_EQ(::pwrite(device.fd(), "x", 1, 0), -1);
  EXPECT_EQ(errno, EBADF);
}

TEST(RawDevice, stable_content_is_right) {
  const LoopDevice loop;
  if (!loop.attached()) GTEST_SKIP() << "no loop device may be made here";
  const auto integrity = RawDevice(loop.path()).check(1);
  EXPECT_TRUE(integrity.checked);
  EXPECT_GT(integrity.values, 0u);
  EXPECT_EQ(integrity.mismatches, 0u);
}

TEST(RawDevice, a_benchmark_leaves_the_device_as_it_was) {
  const LoopDevice loop;
  if (!loop.attached()) GTEST_SKIP() << "no loop device may be made here";
  const auto before = loop.hash();
  const auto* benchmark = Registry<Benchmark>::instance().find("storage/random_read");
  ASSERT_TRUE(benchmark);
  const auto record = run_benchmark(*benchmark, {.benchmark = benchmark->name,
                                                 .labels = {{"q", "32"}},
                                                 .options = {{"target", loop.path()}},
                                                 .budget_s = 0.3});
  EXPECT_EQ(record.outcome, Outcome::pass) << record.message;
  EXPECT_EQ(record.method.at("content"), "raw device as found");
  EXPECT_FALSE(record.disturbances.empty());  // a loop device is never judged as a drive
  EXPECT_EQ(loop.hash(), before);
}

}  // namespace
}  // namespace gpuproof
