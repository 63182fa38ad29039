// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The Host of a recorded or hand-made machine; host.h has the layout of DIR/.answers/.
#include <map>
#include <utility>

#include "harness/base/codec.h"
#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/machine/host.h"
#include "harness/machine/live_files.h"
#include "harness/machine/tree_path.h"

namespace gpuproof {

template <class V>
void describe(V& v, FsStatus& x) {
  v("type", x.type);
  v("total_bytes", x.total_bytes);
  v("free_bytes", x.free_bytes);
}
template <class V>
void describe(V& v, ClockSync& x) {
  v("synchronised", x.synchronised);
  v("error_us", x.error_us);
}

namespace {

namespace stdfs = std::filesystem;

template <class T>
std::optional<T> answer_from(const stdfs::path& file) {
  if (!stdfs::exists(file)) return std::nullopt;
  return decode_file<T>(file);
}

template <class T>
Fact<T> look_up(const std::optional<std::map<std::string, T>>& answers, const std::string& key) {
  if (!answers) return {};
  const auto found = answers->find(key);
  return found == answers->end() ? Fact<T>() : Fact<T>(found->second);
}

class TreeHost final : public Host {
 public:
  explicit TreeHost(stdfs::path root)
      : root_(std::move(root)),
        statfs_(answer_from<std::map<std::string, FsStatus>>(answers() / "statfs.json")),
        limits_(answer_from<std::map<std::string, std::uint64_t>>(answers() / "limits.json")),
        clock_(answer_from<ClockSync>(answers() / "clock.json")),
        denied_(answer_from<std::map<std::string, std::string>>(answers() / "unreadable.json")
                    .value_or(std::map<std::string, std::string>{})) {}

  Fact<std::string> read(const std::string& path) const override {
    return at<std::string>(path, [&](auto& file) { return read_bounded(file, path); });
  }
  Fact<std::string> read_end(const std::string& path, std::size_t bytes) const override {
    return at<std::string>(path, [&](auto& file) { return read_last(file, path, bytes); });
  }
  Fact<std::vector<std::string>> list(const std::string& path) const override {
    auto names =
        at<std::vector<std::string>>(path, [&](auto& folder) { return list_folder(folder, path); });
    if (names) std::erase(*names, ".answers");
    return names;
  }
  Fact<std::string> resolve(const std::string& path) const override {
    return resolve_in_tree(root_, path);
  }
  bool exists(const std::string& path) const override { return resolve(path).has_value(); }
  Fact<FsStatus> stat_fs(const std::string& path) const override {
    if (const auto why = denied(path, path)) return Fact<FsStatus>::unreadable(*why);
    return look_up(statfs_, path);
  }
  Fact<std::string> ioctl_blob(const std::string& device,
                               const std::string& request) const override {
    if (const auto why = denied(device, device)) return Fact<std::string>::unreadable(*why);
    return answer("ioctl" + device + "/" + request + ".bin");
  }
  Fact<KernelLogText> kernel_log() const override {
    if (const auto why = denied("/dev/kmsg", "/dev/kmsg"))
      return Fact<KernelLogText>::unreadable(*why);
    const auto text = answer("kmsg");
    if (text.is_unreadable()) return Fact<KernelLogText>::unreadable(text.why());
    if (!text) return {};
    return KernelLogText{"kmsg", *text, stdfs::exists(answers() / "kmsg_overrun")};
  }
  Fact<std::string> affinity() const override {
    if (const auto why = denied("affinity", "")) return Fact<std::string>::unreadable(*why);
    return line("affinity");
  }
  Fact<std::uint64_t> limit(const std::string& name) const override {
    if (const auto why = denied("limits", "")) return Fact<std::uint64_t>::unreadable(*why);
    return look_up(limits_, name);
  }
  Fact<ClockSync> clock_sync() const override {
    if (const auto why = denied("clock", "")) return Fact<ClockSync>::unreadable(*why);
    return clock_;
  }
  Fact<std::string> uname_release() const override {
    const auto release = line("uname");
    return release ? release : read_line("/proc/sys/kernel/osrelease");
  }
  Fact<std::string> cpuid_vendor() const override { return line("cpuid_vendor"); }
  bool is_root() const override { return stdfs::exists(answers() / "root"); }
  bool is_simulated() const override { return true; }
  bool is_redacted() const override { return stdfs::exists(answers() / "redacted"); }
  const Clock& clock() const override { return system_clock(); }

 private:
  stdfs::path answers() const { return root_ / ".answers"; }

  std::optional<std::string> denied(const std::string& asked, const std::string& real) const {
    for (const auto& [pattern, why] : denied_)
      if (glob_match(pattern, asked) || glob_match(pattern, real)) return why;
    return std::nullopt;
  }

  template <class T, class Use>
  Fact<T> at(const std::string& path, Use use) const {
    const auto real = resolve(path);
    if (const auto why = denied(path, real.value_or(""))) return Fact<T>::unreadable(*why);
    if (real.is_unreadable()) return Fact<T>::unreadable(real.why());
    if (!real) return {};
    const std::string file = root_ / real->substr(1);
    return use(file);
  }

  Fact<std::string> answer(const std::string& name) const {
    const auto real = resolve_in_tree(answers(), name);
    if (!real) return real;
    return read_bounded(answers() / real->substr(1), ".answers/" + name);
  }
  Fact<std::string> line(const std::string& name) const {
    auto text = answer(name);
    if (text) *text = trim(*text);
    return text;
  }

  stdfs::path root_;
  std::optional<std::map<std::string, FsStatus>> statfs_;
  std::optional<std::map<std::string, std::uint64_t>> limits_;
  std::optional<ClockSync> clock_;
  std::map<std::string, std::string> denied_;
};

}  // namespace

std::unique_ptr<Host> tree_host(const std::filesystem::path& dir) {
  if (!stdfs::is_directory(dir))
    throw InputError(dir.string(), "is not a folder with a recorded machine; check --sysroot");
  return std::make_unique<TreeHost>(stdfs::absolute(dir));
}

}  // namespace gpuproof
