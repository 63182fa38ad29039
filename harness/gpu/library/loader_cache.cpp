// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// /etc/ld.so.cache as glibc 2.2 and newer write it: header, entries, strings. Offsets count from
// the magic, which stands at the start or behind a block of the old format.
#include "harness/base/little_endian.h"
#include "harness/gpu/library/library_search.h"

namespace gpuproof {
namespace {

constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::size_t header_size = 48, entry_size = 24;
#if defined(__aarch64__)
constexpr std::uint64_t this_machine = 0x0a03;
#else
constexpr std::uint64_t this_machine = 0x0303;
#endif

std::string_view text_at(std::string_view cache, std::uint64_t offset) {
  if (offset >= cache.size()) return {};
  const auto rest = cache.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

std::vector<std::string> loader_cache_paths(std::string_view cache, std::string_view soname) {
  std::vector<std::string> paths;
  const auto start = cache.find(magic);
  if (start == std::string_view::npos) return paths;
  cache.remove_prefix(start);
  const LittleEndian bytes(cache);
  const std::uint64_t count = bytes.u32(magic.size()).value_or(0);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = header_size + i * entry_size;
    const auto flags = bytes.u32(entry), key = bytes.u32(entry + 4), value = bytes.u32(entry + 8);
    if (!flags || !key || !value) break;
    if ((*flags & 0xffff) == this_machine && text_at(cache, *key) == soname)
      paths.emplace_back(text_at(cache, *value));
  }
  return paths;
}

}  // namespace gpuproof
