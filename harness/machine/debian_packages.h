// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Debian's package files: control stanzas and the order of versions (deb-version(7)).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gpuproof {

// epoch:upstream-revision; ~ sorts before the end of a part.
bool is_older_debian_version(std::string_view a, std::string_view b);

// Name to version of the packages that `wanted` picks: installed ones of dpkg's status file, or
// the newest of each in a list of a repository.
std::map<std::string, std::string> parse_packages(std::string_view text,
                                                  bool (*wanted)(std::string_view name));

}  // namespace gpuproof
