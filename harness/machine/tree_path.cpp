// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/tree_path.h"

#include <deque>
#include <vector>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

namespace stdfs = std::filesystem;
constexpr int max_links = 40;  // as the kernel's

void queue_front(std::deque<std::string>& todo, std::string_view path) {
  std::vector<std::string> parts;
  for (const auto part : split(path, '/'))
    if (!part.empty() && part != ".") parts.emplace_back(part);
  todo.insert(todo.begin(), parts.begin(), parts.end());
}

std::string text_of(const std::vector<std::string>& done) { return "/" + join(done, "/"); }

}  // namespace

Fact<std::string> resolve_in_tree(const stdfs::path& root, const std::string& path) {
  std::deque<std::string> todo;
  std::vector<std::string> done;
  queue_front(todo, path);
  for (int links = 0; !todo.empty();) {
    const auto part = todo.front();
    todo.pop_front();
    if (part == "..") {
      if (!done.empty()) done.pop_back();
      continue;
    }
    done.push_back(part);
    std::error_code error;
    const auto here = root / text_of(done).substr(1);
    const auto status = stdfs::symlink_status(here, error);
    if (!stdfs::exists(status)) return {};
    if (!stdfs::is_symlink(status)) continue;
    if (++links > max_links) return Fact<std::string>::unreadable(path + ": a loop of links");
    const auto target = stdfs::read_symlink(here, error).string();
    if (starts_with(target, "/"))
      done.clear();
    else
      done.pop_back();
    queue_front(todo, target);
  }
  return text_of(done);
}

}  // namespace gpuproof
