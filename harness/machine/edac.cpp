// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory error counters of the EDAC drivers, in the layout per DIMM and in the older one per row.
#include <algorithm>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

using Natural = Fact<std::uint64_t>;

Natural count_at(const Host& host, const std::string& path) {
  return fact_from<std::uint64_t>(host.read_int(path), [&](std::int64_t n) -> Natural {
    if (n >= 0) return static_cast<std::uint64_t>(n);
    return Natural::unreadable(path + ": a negative count");
  });
}

Natural mebibytes_at(const Host& host, const std::string& path, std::uint64_t divisor = 1) {
  return fact_from<std::uint64_t>(count_at(host, path),
                                  [&](std::uint64_t n) { return n * MiB / divisor; });
}

EdacDimm read_dimm(const Host& host, const std::string& folder) {
  return {.label = host.read_line(folder + "dimm_label").value_or(""),
          .location = host.read_line(folder + "dimm_location").value_or(""),
          .size_bytes = mebibytes_at(host, folder + "size"),
          .corrected = count_at(host, folder + "dimm_ce_count"),
          .uncorrected = count_at(host, folder + "dimm_ue_count"),
          .ecc_mode = host.read_line(folder + "dimm_edac_mode")};
}

// A row counts uncorrected errors for all of its channels together.
Natural uncorrected_of_channel(const Natural& row, std::size_t channels) {
  if (!row || *row == 0 || channels == 1) return row;
  return Natural::unreadable(std::to_string(*row) +
                             " in this row; the driver does not tell the channel");
}

void read_row(const Host& host, const std::string& folder, const std::string& row,
              std::vector<EdacDimm>& dimms) {
  std::vector<std::string> channels;
  for (const auto& name : host.list(folder).value_or({}))
    if (glob_match("ch*_ce_count", name)) channels.push_back(name.substr(0, name.find('_')));
  const auto uncorrected = count_at(host, folder + "ue_count");
  for (const auto& channel : channels)
    dimms.push_back({.label = host.read_line(folder + channel + "_dimm_label").value_or(""),
                     .location = row + " " + channel,
                     .size_bytes = mebibytes_at(host, folder + "size_mb", channels.size()),
                     .corrected = count_at(host, folder + channel + "_ce_count"),
                     .uncorrected = uncorrected_of_channel(uncorrected, channels.size()),
                     .ecc_mode = host.read_line(folder + "edac_mode")});
}

// By the number in the name: dimm2 before dimm10.
void sort_by_number(std::vector<std::string>& names) {
  std::stable_sort(names.begin(), names.end(),
                   [](auto& a, auto& b) { return a.size() < b.size(); });
}

std::vector<EdacDimm> read_dimms(const Host& host, const std::string& folder) {
  auto names = host.list(folder).value_or({});
  sort_by_number(names);
  std::vector<EdacDimm> dimms, rows;
  for (const auto& name : names) {
    const auto here = folder + name + "/";
    if ((starts_with(name, "dimm") && to_int(name.substr(4))) ||
        (starts_with(name, "rank") && to_int(name.substr(4))))
      dimms.push_back(read_dimm(host, here));
    else if (starts_with(name, "csrow"))
      read_row(host, here, name, rows);
  }
  return dimms.empty() ? rows : dimms;  // kernels that show both count every error in both
}

EdacController read_controller(const Host& host, const std::string& folder,
                               const std::string& entry) {
  return {.name = host.read_line(folder + "mc_name").value_or(entry),
          .corrected = count_at(host, folder + "ce_count"),
          .uncorrected = count_at(host, folder + "ue_count"),
          .corrected_no_info = count_at(host, folder + "ce_noinfo_count"),
          .uncorrected_no_info = count_at(host, folder + "ue_noinfo_count"),
          .dimms = read_dimms(host, folder)};
}

void read_edac(const Host& host, Snapshot& snapshot) {
  const std::string folder = "/sys/devices/system/edac/mc/";
  auto entries = host.list(folder);
  if (entries.is_unreadable()) {
    snapshot.memory.edac = Fact<std::vector<EdacController>>::unreadable(entries.why());
    return;
  }
  std::vector<EdacController> controllers;
  auto names = entries.value_or({});
  sort_by_number(names);
  for (const auto& name : names)
    if (starts_with(name, "mc") && to_int(name.substr(2)))
      controllers.push_back(read_controller(host, folder + name + "/", name));
  // The folder stands there as soon as the core is loaded; without a driver it is empty.
  if (!controllers.empty()) snapshot.memory.edac = std::move(controllers);
}

const Register<Reader> registered{{.name = "edac", .read = read_edac}};

}  // namespace
}  // namespace gpuproof
