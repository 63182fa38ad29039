// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A hardware profile: whom it is for, what is known of it, and what is expected of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"
#include "harness/record/expectation.h"

namespace gpuproof {

// Every given member must match. PCI ids first, then name and memory size.
struct ProfileMatch {
  std::optional<std::string> pci_vendor, pci_device, pci_subsystem;  // hex, "10de"
  std::optional<std::string> gpu_name;     // NVML name, glob
  std::optional<std::uint64_t> memory_mib;  // within 3 %
  std::optional<std::string> system_product, board_product, cpu_model;  // globs
};
template <class V>
void describe(V& v, ProfileMatch& x) {
  v("pci_vendor", x.pci_vendor);
  v("pci_device", x.pci_device);
  v("pci_subsystem", x.pci_subsystem);
  v("gpu_name", x.gpu_name, "NVML name, with * and ?");
  v("memory_mib", x.memory_mib);
  v("system_product", x.system_product, "SMBIOS, with * and ?");
  v("board_product", x.board_product);
  v("cpu_model", x.cpu_model);
}

// One line of the parts list.
struct Part {
  std::string kind;  // gpu, dimm, drive, nic, cpu, supply, board, bios
  int count = 1;
  std::optional<std::string> model, firmware, slot, serial, pci_id;  // globs
  std::optional<std::uint64_t> bytes;
  std::optional<Required> required;
};
template <class V>
void describe(V& v, Part& x) {
  v("kind", x.kind, "gpu, dimm, drive, nic, cpu, supply, board, bios");
  v.maybe("count", x.count);
  v("model", x.model, "with * and ?");
  v("firmware", x.firmware);
  v("slot", x.slot);
  v("serial", x.serial);
  v("pci_id", x.pci_id, "vendor:device in hex");
  v("bytes", x.bytes, "size of a DIMM or drive, within 3 %");
  v("required", x.required);
}

struct ProfileChange {
  std::string date, what, why;
};
template <class V>
void describe(V& v, ProfileChange& x) {
  v("date", x.date);
  v("what", x.what);
  v("why", x.why);
}

struct Profile {
  std::string schema = "gpuproof.profile/1";
  std::string id, kind;  // kind: gpu or machine
  std::string title, about;
  std::vector<ProfileMatch> match;  // any of them; empty: only by --profile
  std::optional<int> gpu_count;
  std::optional<std::string> gpu_profile;  // machine profiles compose: 8 x this
  std::map<std::string, double> facts;     // sms, l2_bytes, bus_bits, boost_mhz, ...
  std::vector<Expectation> expect;
  std::vector<Setting> settings;
  std::vector<Part> parts;
  std::vector<ProfileChange> changes;
};
template <class V>
void describe(V& v, Profile& x) {
  v("schema", x.schema);
  v("id", x.id);
  v("kind", x.kind, "gpu or machine");
  v("title", x.title);
  v.maybe("about", x.about);
  v.maybe("match", x.match, "any of them; empty: only by --profile");
  v("gpu_count", x.gpu_count);
  v("gpu_profile", x.gpu_profile);
  v.maybe("facts", x.facts);
  v.maybe("expect", x.expect);
  v.maybe("settings", x.settings);
  v.maybe("parts", x.parts);
  v.maybe("changes", x.changes);
}

Profile profile_from_json(std::string_view text, const std::string& file);  // throws InputError
std::string profile_to_json(const Profile&);
std::string profile_schema();

// Profiles that ship in the binary (harness/profiles/*.json), by id.
std::vector<Profile> shipped_profiles();

}  // namespace gpuproof
