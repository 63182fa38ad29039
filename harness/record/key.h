// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Keys name metrics and checks: family/name{label=value,...}, labels sorted, from a fixed set.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gpuproof {

using Labels = std::map<std::string, std::string>;

struct Key {
  std::string name;  // "host/triad", or "host/triad/integrity"
  Labels labels;

  // Throws InputError naming what is wrong: shape, an unknown label, a doubled label.
  static Key parse(std::string_view text, const std::string& place = "key");
  std::string text() const;
  std::string family() const;
  bool is_integrity() const;
  Key integrity() const;  // the same subject, "…/integrity"
  // True where every label of `pattern` stands here with the same value.
  bool has_labels_of(const Key& pattern) const;
  // --only, --skip: glob over family/name; with a '{' in it, over the whole text.
  bool matches(std::string_view glob) const;

  friend auto operator<=>(const Key&, const Key&) = default;
};

// gpu peer node dtype acc shape size mode path drive q ranks nvls; device and nic (PCI address and
// interface name) for checks of parts that are not GPUs or drives.
bool is_label(std::string_view name);

}  // namespace gpuproof
