// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVML as its library lays it out on x86-64, declared by hand: toolkits may lack nvml.h. The
// product has declarations of its own; tests/vgpu/selftest compares the two by use.
#pragma once

#include <cstdint>

namespace gpuproof::vgpu::nvml {

enum Return : int {
  success = 0,
  uninitialized = 1,
  invalid_argument = 2,
  not_supported = 3,
  no_permission = 4,
  already_initialized = 5,
  not_found = 6,
  insufficient_size = 7,
  driver_not_loaded = 9,
  timeout = 10,
  gpu_is_lost = 15,
  version_mismatch = 25,  // of an argument
  unknown = 999,
};

struct Gpu;           // session.h
using Device = Gpu*;  // nvmlDevice_t
struct EventSet;      // events.cpp

struct PciInfo {
  char bus_id_legacy[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};
struct PciInfoExt {
  unsigned version, domain, bus, device, device_id, subsystem_id, base_class, sub_class;
  char bus_id[32];
};
struct Memory {
  unsigned long long total, free, used;
};
struct MemoryV2 {
  unsigned version;
  unsigned long long total, reserved, free, used;
};
struct Utilization {
  unsigned gpu, memory;
};
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_gpu_memory;
  unsigned gpu_instance, compute_instance;
};
struct EventData {
  Device device;
  unsigned long long type, data;
  unsigned gpu_instance, compute_instance;
};
union Value {
  double d;
  int si;
  unsigned ui;
  unsigned long ul;
  unsigned long long ull;
  signed long long sll;
};
struct FieldValue {
  unsigned id, scope;
  long long timestamp, latency_us;
  int type;
  int result;
  Value value;
};
struct FabricInfoV {  // versions 2 and 3: the last member only in 3
  unsigned version;
  unsigned char cluster_uuid[16];
  int status;
  unsigned clique;
  unsigned char state;
  unsigned health_mask;
  unsigned char health_summary;
};
struct FabricInfo {
  unsigned char cluster_uuid[16];
  int status;
  unsigned clique;
  unsigned char state;
};
struct RepairStatus {
  unsigned version, channel_pending, tpc_pending;
};
struct EccCounts {
  unsigned long long l1, l2, device_memory, registers;
};
struct ViolationTime {
  unsigned long long reference_ns, violation_ns;
};
struct Temperature {
  unsigned version;
  int sensor, celsius;
};
struct MarginTemperature {
  unsigned version;
  int margin;
};
struct RowHistogram {
  unsigned max, high, partial, low, none;
};
struct DriverBranch {
  unsigned version;
  char branch[80];
};

static_assert(sizeof(PciInfo) == 68 && sizeof(PciInfoExt) == 64 && sizeof(Memory) == 24);
static_assert(sizeof(MemoryV2) == 40 && sizeof(ProcessInfo) == 24 && sizeof(EventData) == 32);
static_assert(sizeof(FieldValue) == 40 && sizeof(FabricInfo) == 28 && sizeof(FabricInfoV) == 40);
static_assert(sizeof(RepairStatus) == 12 && sizeof(Temperature) == 12 &&
              sizeof(DriverBranch) == 84);

// What a caller writes into the first member of a versioned struct.
constexpr unsigned version_word(unsigned size, unsigned version) { return size | version << 24; }

}  // namespace gpuproof::vgpu::nvml
