// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The Host of the running machine: opens read-only, creates nothing, waits for nothing.
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "harness/base/error.h"
#include "harness/machine/host.h"
#include "harness/machine/kernel_ring.h"
#include "harness/machine/live_files.h"
#include "harness/machine/nvme_admin.h"

namespace gpuproof {
namespace {

Fact<std::string> hypervisor_signature() {
#if defined(__x86_64__)
  constexpr unsigned hypervisor_bit = 1u << 31, hypervisor_leaf = 0x40000000;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & hypervisor_bit)) return {};
  __cpuid(hypervisor_leaf, a, b, c, d);
  char text[13] = {};
  std::memcpy(text, &b, 4);
  std::memcpy(text + 4, &c, 4);
  std::memcpy(text + 8, &d, 4);
  // A hypervisor that hides its name is still one.
  return std::string(text[0] ? text : "unnamed");
#else
  return {};
#endif
}

std::string cpu_list(const cpu_set_t* set, std::size_t bytes) {
  std::string text;
  const int count = static_cast<int>(bytes * CHAR_BIT);
  for (int i = 0; i < count; ++i) {
    if (!CPU_ISSET_S(i, bytes, set)) continue;
    int last = i;
    while (last + 1 < count && CPU_ISSET_S(last + 1, bytes, set)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(i);
    if (last > i) text += "-" + std::to_string(last);
    i = last;
  }
  return text;
}

Fact<std::string> own_affinity() {
  // The kernel refuses a mask shorter than its own with EINVAL: grow until it fits.
  for (std::size_t cpus = 1024; cpus <= 65536; cpus *= 4) {
    std::string mask(CPU_ALLOC_SIZE(cpus), '\0');
    auto* set = reinterpret_cast<cpu_set_t*>(mask.data());
    if (::sched_getaffinity(0, mask.size(), set) == 0) return cpu_list(set, mask.size());
    if (errno != EINVAL) break;
  }
  return Fact<std::string>::unreadable("affinity: " + errno_text(errno));
}

int resource_named(const std::string& name) {
  if (name == "memlock") return RLIMIT_MEMLOCK;
  if (name == "nofile") return RLIMIT_NOFILE;
  throw std::logic_error("unknown limit: " + name);
}

class LiveHost final : public Host {
 public:
  Fact<std::string> read(const std::string& path) const override {
    return read_bounded(path, path);
  }
  Fact<std::string> read_end(const std::string& path, std::size_t bytes) const override {
    return read_last(path, path, bytes);
  }
  Fact<std::vector<std::string>> list(const std::string& path) const override {
    return list_folder(path, path);
  }
  Fact<std::string> resolve(const std::string& path) const override {
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    if (!real) return failed<std::string>(path, errno);
    return std::string(real.get());
  }
  bool exists(const std::string& path) const override {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0;
  }
  Fact<FsStatus> stat_fs(const std::string& path) const override {
    struct statfs s {};
    if (::statfs(path.c_str(), &s) != 0) return failed<FsStatus>(path, errno);
    const auto block = static_cast<std::uint64_t>(s.f_frsize ? s.f_frsize : s.f_bsize);
    return FsStatus{static_cast<std::uint64_t>(s.f_type), s.f_blocks * block, s.f_bavail * block};
  }
  Fact<std::string> ioctl_blob(const std::string& device,
                               const std::string& request) const override {
    return nvme_admin(device, request);
  }
  Fact<KernelLogText> kernel_log() const override { return read_kernel_ring(); }
  Fact<std::string> affinity() const override { return own_affinity(); }
  Fact<std::uint64_t> limit(const std::string& name) const override {
    struct rlimit value {};
    if (::getrlimit(static_cast<__rlimit_resource_t>(resource_named(name)), &value) != 0)
      return failed<std::uint64_t>("limit " + name, errno);
    return value.rlim_cur == RLIM_INFINITY ? ~std::uint64_t{0} : value.rlim_cur;
  }
  Fact<ClockSync> clock_sync() const override {
    struct timex t {};  // modes = 0: only asks
    const int state = ::adjtimex(&t);
    if (state < 0) return Fact<ClockSync>::unreadable("adjtimex: " + errno_text(errno));
    return ClockSync{state != TIME_ERROR && !(t.status & STA_UNSYNC),
                     static_cast<double>(t.esterror)};
  }
  Fact<std::string> uname_release() const override {
    struct utsname name {};
    if (::uname(&name) != 0) return Fact<std::string>::unreadable("uname: " + errno_text(errno));
    return std::string(name.release);
  }
  Fact<std::string> cpuid_vendor() const override { return hypervisor_signature(); }
  bool is_root() const override { return ::geteuid() == 0; }
  bool is_simulated() const override { return false; }
  const Clock& clock() const override { return system_clock(); }
};

}  // namespace

std::unique_ptr<Host> live_host() { return std::make_unique<LiveHost>(); }

}  // namespace gpuproof
