// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SMBIOS (DMTF DSP0134) types 0 1 2 3 4 9 16 17 39, as the board's firmware reports them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct BiosInfo {
  std::string vendor, version, date;
};
template <class V>
void describe(V& v, BiosInfo& x) {
  v("vendor", x.vendor);
  v("version", x.version);
  v("date", x.date);
}

// System, board and chassis share a shape.
struct Unit {
  std::string manufacturer, product, version, serial, uuid;
};
template <class V>
void describe(V& v, Unit& x) {
  v("manufacturer", x.manufacturer);
  v("product", x.product);
  v("version", x.version);
  v("serial", x.serial);
  v("uuid", x.uuid, "system only");
}

struct ProcessorSocket {
  std::string socket, manufacturer, version, serial;
  bool populated = false;
  Fact<int> max_mhz, current_mhz, cores, threads;
};
template <class V>
void describe(V& v, ProcessorSocket& x) {
  v("socket", x.socket);
  v("manufacturer", x.manufacturer);
  v("version", x.version);
  v("serial", x.serial);
  v("populated", x.populated);
  v("max_mhz", x.max_mhz);
  v("current_mhz", x.current_mhz);
  v("cores", x.cores);
  v("threads", x.threads);
}

struct SlotInfo {
  std::string label, type;
  Fact<int> lanes, generation;
  Fact<bool> in_use;
  Fact<std::string> pci_address;
};
template <class V>
void describe(V& v, SlotInfo& x) {
  v("label", x.label, "as printed on the board");
  v("type", x.type);
  v("lanes", x.lanes, "data bus width of the slot");
  v("generation", x.generation, "PCIe generation of the slot type");
  v("in_use", x.in_use);
  v("pci_address", x.pci_address);
}

struct MemoryArray {
  std::string use, ecc;
  Fact<int> slots;
  Fact<std::uint64_t> max_bytes;
  int handle = 0;
};
template <class V>
void describe(V& v, MemoryArray& x) {
  v("use", x.use);
  v("ecc", x.ecc, "None, Parity, Single-bit ECC, Multi-bit ECC, CRC");
  v("slots", x.slots);
  v("max_bytes", x.max_bytes);
  v("handle", x.handle);
}

struct Dimm {
  std::string locator, bank, type, manufacturer, serial, part, form_factor;
  Fact<std::uint64_t> bytes = std::uint64_t{0};  // 0: empty slot; unreadable: a module of unknown size
  bool is_filled() const { return bytes.is_unreadable() || bytes.value_or(0) > 0; }
  Fact<int> rated_mts, configured_mts, total_width, data_width, rank;
  int array_handle = 0;
};
template <class V>
void describe(V& v, Dimm& x) {
  v("locator", x.locator, "slot label on the board");
  v("bank", x.bank);
  v("type", x.type, "DDR4, DDR5, ...");
  v("manufacturer", x.manufacturer);
  v("serial", x.serial);
  v("part", x.part);
  v("form_factor", x.form_factor);
  v("bytes", x.bytes, "0: empty slot");
  v("rated_mts", x.rated_mts, "MT/s the module is sold for");
  v("configured_mts", x.configured_mts, "MT/s it runs at");
  v("total_width", x.total_width, "bits with ECC");
  v("data_width", x.data_width, "bits without ECC");
  v("rank", x.rank);
  v("array_handle", x.array_handle);
}

struct PowerSupply {
  std::string location, name, manufacturer, serial, model;
  Fact<int> max_watts;
  Fact<bool> present, plugged;
};
template <class V>
void describe(V& v, PowerSupply& x) {
  v("location", x.location);
  v("name", x.name);
  v("manufacturer", x.manufacturer);
  v("serial", x.serial);
  v("model", x.model);
  v("max_watts", x.max_watts);
  v("present", x.present);
  v("plugged", x.plugged);
}

struct SmbiosTables {
  std::string version;
  Fact<BiosInfo> bios;
  Fact<Unit> system, board, chassis;
  std::vector<ProcessorSocket> sockets;
  std::vector<SlotInfo> slots;
  std::vector<MemoryArray> arrays;
  std::vector<Dimm> dimms;
  std::vector<PowerSupply> supplies;
  std::vector<std::string> problems;
};
template <class V>
void describe(V& v, SmbiosTables& x) {
  v("version", x.version);
  v("bios", x.bios);
  v("system", x.system);
  v("board", x.board);
  v("chassis", x.chassis);
  v("sockets", x.sockets);
  v("slots", x.slots);
  v("arrays", x.arrays);
  v("dimms", x.dimms);
  v("supplies", x.supplies);
  v("problems", x.problems, "what in the tables could not be parsed");
}

using SmbiosFacts = Fact<SmbiosTables>;

}  // namespace gpuproof
