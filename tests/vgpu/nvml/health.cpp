// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// ECC counters, remapped rows, retired pages, repairs.
#include <algorithm>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

enum { corrected_errors = 0, volatile_counter = 0 };
enum { dram = 2, sram = 7 };  // NVML_MEMORY_LOCATION_*
constexpr int double_bit = 1;

bool counted(const Gpu& gpu) { return gpu.facts->ecc && gpu.facts->ecc->current; }

std::uint64_t ecc_count(const Gpu& gpu, int type, int counter) {
  const auto ecc = now(gpu).ecc;
  if (type == corrected_errors)
    return counter == volatile_counter ? ecc.corrected_volatile : ecc.corrected_aggregate;
  return counter == volatile_counter ? ecc.uncorrected_volatile : ecc.uncorrected_aggregate;
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetEccMode(Device device, int* is, int* pending) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!gpu.facts->ecc) return absent;
    const auto result = put(is, gpu.facts->ecc->current);
    return result != success ? result : put(pending, gpu.facts->ecc->pending);
  });
}
NVML_FUNCTION nvmlDeviceGetDefaultEccMode(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return gpu.facts->ecc ? put(out, gpu.facts->ecc->by_default) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetTotalEccErrors(Device device, int type, int counter,
                                          unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return counted(gpu) ? put(out, ecc_count(gpu, type, counter)) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetMemoryErrorCounter(Device device, int type, int counter, int location,
                                              unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!counted(gpu)) return absent;
    if (location == dram) return put(out, ecc_count(gpu, type, counter));
    return location == sram ? put(out, 0) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetDetailedEccErrors(Device device, int type, int counter, EccCounts* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!counted(gpu)) return absent;
    return put(out, EccCounts{0, 0, ecc_count(gpu, type, counter), 0});
  });
}
NVML_FUNCTION nvmlDeviceGetRemappedRows(Device device, unsigned* corrected, unsigned* uncorrected,
                                        unsigned* pending, unsigned* failed) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!gpu.facts->remap) return absent;
    if (!corrected || !uncorrected || !pending || !failed) return invalid_argument;
    const auto rows = now(gpu).remap;
    put(corrected, rows.corrected);
    put(uncorrected, rows.uncorrected);
    put(pending, rows.pending);
    return put(failed, rows.failed);
  });
}
NVML_FUNCTION nvmlDeviceGetRowRemapperHistogram(Device device, RowHistogram* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!gpu.facts->remap) return absent;
    constexpr unsigned banks = 640;
    const auto rows = now(gpu).remap;
    const unsigned used = std::min(banks, rows.corrected + rows.uncorrected);
    return put(out, RowHistogram{banks - used, used, 0, 0, rows.failed ? 1u : 0u});
  });
}
NVML_FUNCTION nvmlDeviceGetRetiredPages_v2(Device device, int cause, unsigned* count,
                                           unsigned long long* addresses,
                                           unsigned long long* times) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!gpu.facts->retired_pages) return absent;
    if (!count) return invalid_argument;
    const unsigned room = *count;
    *count = cause == double_bit ? *gpu.facts->retired_pages : 0;
    if (room < *count) return insufficient_size;
    for (unsigned i = 0; i < *count; ++i) {
      if (addresses) addresses[i] = (i + 1ull) << 16;
      if (times) times[i] = 0;
    }
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetRetiredPagesPendingStatus(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return gpu.facts->retired_pages ? put(out, 0) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetRepairStatus(Device device, RepairStatus* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 1)) return version_mismatch;
    return gpu.facts->remap ? put(out, RepairStatus{out->version, 0, 0}) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetUnrepairableMemoryFlag_v1(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return gpu.facts->remap ? put(out, now(gpu).remap.failed) : absent;
  });
}

}  // namespace gpuproof::vgpu::nvml
