// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A snapshot that may leave the house: what names a machine, a part or a person becomes a hash.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/facts/scrub.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {
namespace {

class Redactor {
 public:
  explicit Redactor(Snapshot& snapshot) : s_(snapshot) {}

  void run() {
    identify();
    std::sort(secrets_.begin(), secrets_.end(),
              [](auto& a, auto& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
    hide_tables();
    hide_texts();
    s_.header.redacted = true;
  }

 private:
  // What is replaced as a whole is also looked for inside texts, unless it would hit words that
  // mean something else: short ones, placeholders without a digit, a host called "ubuntu".
  void note_serial(const std::string& serial) {
    const bool has_digit = serial.find_first_of("0123456789") != serial.npos;
    if (serial.size() >= 5 && has_digit && !is_redacted(serial)) secrets_.push_back(serial);
  }
  void note_host(const std::string& name) {
    constexpr std::array<std::string_view, 8> common{"debian", "kernel", "linux",  "localhost",
                                                     "node",   "nvidia", "server", "ubuntu"};
    const bool is_common = std::find(common.begin(), common.end(), name) != common.end();
    if (name.size() >= 3 && !is_common && !is_redacted(name)) secrets_.push_back(name);
  }

  template <class Visit>
  void each_serial(Visit visit) {
    if (s_.smbios) {
      for (auto* unit : {&(*s_.smbios).system, &(*s_.smbios).board, &(*s_.smbios).chassis})
        if (*unit) visit((**unit).serial);
      for (auto& socket : (*s_.smbios).sockets) visit(socket.serial);
      for (auto& dimm : (*s_.smbios).dimms) visit(dimm.serial);
      for (auto& supply : (*s_.smbios).supplies) visit(supply.serial);
    }
    if (s_.storage.devices)
      for (auto& device : *s_.storage.devices)
        if (device.serial) visit(*device.serial);
    if (s_.gpu.devices)
      for (auto& device : *s_.gpu.devices)
        if (device.serial) visit(*device.serial);
  }

  void identify() {
    const auto host = s_.header.hostname.value_or("");
    note_host(host);
    note_host(host.substr(0, host.find('.')));
    each_serial([&](const std::string& serial) { note_serial(serial); });
  }

  static void hide(std::string& value) { value = redacted(value); }
  static void hide(Fact<std::string>& value) {
    if (value) *value = redacted(*value);
  }
  void clean(std::string& text) const { text = scrub(text, secrets_); }
  void clean(Fact<std::string>& text) const {
    if (text) *text = scrub(*text, secrets_);
  }

  void hide_tables() {
    hide(s_.header.hostname);
    hide(s_.header.machine_id);
    hide(s_.header.boot_id);
    each_serial([](std::string& serial) { hide(serial); });
    if (s_.smbios)
      for (auto* unit : {&(*s_.smbios).system, &(*s_.smbios).board, &(*s_.smbios).chassis})
        if (*unit) (**unit).uuid = redacted(lower((**unit).uuid));
  }

  void hide_texts() {
    clean(s_.kernel.command_line);
    hide_storage();
    hide_network();
    hide_gpus();
    if (s_.kernel_log)
      for (auto& line : (*s_.kernel_log).lines) clean(line.text);
  }

  void hide_storage() {
    if (s_.storage.devices)
      for (auto& device : *s_.storage.devices) {
        for (auto& member : device.members) clean(member);
        clean(device.backing_file);
      }
    if (!s_.storage.file_systems) return;
    for (auto& fs : *s_.storage.file_systems) {
      clean(fs.mount);
      hide_source(fs.source);
      clean(fs.options);
    }
  }

  // "server:/export", "user@server:/x" and "//server/share" name another machine.
  void hide_source(std::string& source) const {
    const auto colon = source.find(":/");
    const auto slash = starts_with(source, "//") ? source.find('/', 2) : std::string::npos;
    if (slash != std::string::npos)
      source = "//" + redacted(source.substr(2, slash - 2)) + source.substr(slash);
    else if (colon != std::string::npos && source[0] != '/')
      source = redacted(source.substr(0, colon)) + source.substr(colon);
    clean(source);
  }

  void hide_network() {
    if (!s_.network.links) return;
    for (auto& link : *s_.network.links) {
      clean(link.name);
      if (link.mac) *link.mac = redacted(lower(*link.mac));
    }
  }

  void hide_gpus() {
    if (!s_.gpu.devices) return;
    for (auto& device : *s_.gpu.devices) {
      clean(device.uuid);  // "GPU-" and a UUID
      if (device.processes)
        for (auto& process : *device.processes) clean(process.name);
    }
  }

  Snapshot& s_;
  std::vector<std::string> secrets_;
};

}  // namespace

void redact(Snapshot& snapshot) { Redactor(snapshot).run(); }

}  // namespace gpuproof
