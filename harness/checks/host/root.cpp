// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One item that lists what was refused to this user.
#include <set>
#include <string_view>
#include <type_traits>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// Walks the description of the snapshot and notes the facts that were refused.
class Refused {
 public:
  template <class T>
  void operator()(const char* name, T& member, std::string_view = {}) {
    const auto length = path_.size();
    path_ += (path_.empty() ? "" : ".") + std::string(name);
    visit(member);
    path_.resize(length);
  }
  template <class T>
  void maybe(const char* name, T& member, std::string_view about = {}) {
    (*this)(name, member, about);
  }
  const std::set<std::string>& paths() const { return paths_; }

 private:
  template <class T>
  void visit(T& member) {
    if constexpr (FactLike<T>) {
      if (member.is_unreadable() && is_refusal(member.why())) paths_.insert(path_);
      if (member.has_value()) visit(*member);
    } else if constexpr (requires(Refused & v) { describe(v, member); }) {
      describe(*this, member);
    }
  }
  template <class T>
  void visit(std::vector<T>& list) {
    if constexpr (!std::is_same_v<T, bool>)
      for (auto& element : list) visit(element);
  }
  static bool is_refusal(const std::string& why) {
    const auto text = lower(why);
    return contains(text, "permission") || contains(text, "denied") ||
           contains(text, "not permitted") || contains(text, "root");
  }

  std::string path_;
  std::set<std::string> paths_;
};

struct Wording {
  std::string_view path, words;
};
// The first that fits; what is not listed is named by its path in the snapshot.
constexpr Wording wordings[] = {
    {"smbios", "board, slots and memory modules"},
    {"kernel_log", "kernel log"},
    {"storage.devices.smart", "health of the drives"},
    {"storage", "drives and file systems"},
    {"pci.devices.aer_", "PCIe error counters"},
    {"pci", "PCIe settings (payload size, power states, access control)"},
    {"memory.edac", "memory error counters"},
    {"memory", "memory settings"},
    {"cpu", "processor settings"},
    {"gpu", "GPU facts"},
    {"software", "installed software"},
};

std::set<std::string> in_words(const std::set<std::string>& paths) {
  std::set<std::string> result;
  for (const auto& path : paths) {
    std::string words = path;
    for (const auto& wording : wordings)
      if (starts_with(path, wording.path)) {
        words = wording.words;
        break;
      }
    result.insert(words);
  }
  return result;
}

void root(CheckContext& c) {
  auto facts = c.now;
  Refused refused;
  describe(refused, facts);
  const auto missing = in_words(refused.paths());
  if (missing.empty()) {
    const auto who = c.now.platform.is_root ? "read as root" : "read without root";
    return c.pass(c.machine(), {.observed = who + std::string(", nothing was refused")});
  }
  const std::vector<std::string> list(missing.begin(), missing.end());
  c.skip(SkipKind::not_observable, c.machine(),
         {.observed = "refused: " + join(list, "; "),
          .finding = "These facts were refused to this user and are not judged: " +
                     join(list, "; ") + "; run gpuproof as root to have them checked.",
          .remedy = "run as root",
          .who = Who::user,
          .evidence = {refused.paths().begin(), refused.paths().end()}});
}

const Register<Check> registered{
    {.name = "host/root",
     .about = "Facts refused to this user",
     .why = "What was not read is not judged; the same figures come out with and without root.",
     .run = root}};

}  // namespace
}  // namespace gpuproof
