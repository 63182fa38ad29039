// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/json.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/json_patch.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

// Depth is counted before the library sees the text: its parser recurses when it destroys.
void check_depth(std::string_view text, const std::string& place, std::size_t limit) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > limit)
        throw InputError(place, "nested deeper than " + std::to_string(limit) +
                                    " levels; this is not a document of gpuproof");
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
}

std::string where(std::string_view text, std::size_t byte) {
  const auto upto = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(upto.begin(), upto.end(), '\n');
  const auto start = upto.rfind('\n');
  const auto column = start == std::string_view::npos ? upto.size() : upto.size() - start - 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// The library keeps the last of two members with one name, readers elsewhere the first: neither is
// what the writer can have meant.
class OneOfEachName {
 public:
  explicit OneOfEachName(const std::string& place) : place_(place) {}

  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open_->emplace_back();
    if (event == Json::parse_event_t::object_end) open_->pop_back();
    if (event == Json::parse_event_t::key &&
        !open_->back().insert(parsed.get<std::string>()).second)
      throw InputError(place_, "has two members \"" + clean_text(parsed.get<std::string>()) +
                                   "\" in one object; keep one of them");
    return true;
  }

 private:
  std::string place_;
  // Shared: the library copies its callback.
  std::shared_ptr<std::vector<std::set<std::string>>> open_ =
      std::make_shared<std::vector<std::set<std::string>>>();
};

}  // namespace

Json parse_json(std::string_view text, const std::string& place, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    throw InputError(place, "larger than the limit of " + std::to_string(limits.bytes) + " bytes");
  if (!is_utf8(text))
    throw InputError(place, "not valid UTF-8; save the file as UTF-8 and try again");
  if (text.substr(0, 3) == "\xef\xbb\xbf")
    throw InputError(place, "begins with a byte order mark; save the file as UTF-8 without one");
  check_depth(text, place, limits.depth);
  try {
    return Json::parse(text, OneOfEachName(place));
  } catch (const Json::parse_error& e) {  // the edge to the library: its text becomes ours
    const bool cut = e.byte >= text.size();
    throw InputError(place, "not valid JSON at " + where(text, e.byte > 0 ? e.byte - 1 : 0) +
                                (cut ? ": the document ends too early; it may be cut off"
                                     : ": check the syntax there"));
  } catch (const Json::out_of_range&) {
    throw InputError(place, "holds a number outside the range of a double");
  }
}

Json load_json(const std::filesystem::path& file, const JsonLimits& limits) {
  return parse_json(read_input_file(file, limits.bytes), file.string(), limits);
}

std::string dump_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void merge_patch(Json& target, const Json& patch) {
  const bool is_gap = patch.is_object() && patch.size() == 1 && patch.contains("unreadable");
  if (!patch.is_object() || is_gap) {
    target = patch;
    return;
  }
  if (!target.is_object()) target = Json::object();
  for (const auto& [name, value] : patch.items()) merge_patch(target[name], value);
}

}  // namespace gpuproof
