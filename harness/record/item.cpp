// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/item.h"

#include <algorithm>

#include "harness/base/text.h"

namespace gpuproof {

std::string Subject::text() const {
  std::vector<std::string> details;
  if (!model.empty()) details.push_back(model);
  if (!serial.empty()) details.push_back("serial " + serial);
  if (!uuid.empty()) details.push_back(uuid);
  if (!pci_address.empty() && pci_address != place) details.push_back(pci_address);
  std::string name = kind;
  if (!place.empty()) name += " " + place;
  if (!details.empty()) name += " (" + join(details, ", ") + ")";
  // What a machine calls its parts must not begin a line of its own.
  std::replace(name.begin(), name.end(), '\n', ' ');
  return name;
}

}  // namespace gpuproof
