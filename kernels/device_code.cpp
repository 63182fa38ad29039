// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device_code.h"

#include <stdexcept>
#include <string>

namespace gpuproof::kernels {
namespace {

struct Range {
  const char *begin, *end;
  std::string_view view() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};
struct PtxRow {
  int capability;
  Range text;
};
struct CodeRow {
  const char* unit;
  Range sass;
  std::vector<PtxRow> ptx;
};

#include "device_code.inc"

std::vector<DeviceCode> views() {
  std::vector<DeviceCode> all;
  for (const auto& row : code_rows) {
    all.push_back({row.unit, row.sass.view(), {}});
    for (const auto& ptx : row.ptx) all.back().ptx.push_back({ptx.capability, ptx.text.view()});
  }
  return all;
}

}  // namespace

const std::vector<DeviceCode>& all_device_code() {
  static const auto all = views();
  return all;
}

const DeviceCode& device_code(std::string_view unit) {
  for (const auto& code : all_device_code())
    if (code.unit == unit) return code;
  throw std::logic_error("no device code " + std::string(unit) + " in this build");
}

}  // namespace gpuproof::kernels
