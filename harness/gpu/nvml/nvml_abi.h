// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVML as its library lays it out on x86-64, declared by hand because toolkits may lack nvml.h; only
// what gpuproof calls. Names, numbers and layouts: NVML API 13 (headers of CUDA 11.0 to 13.3). The
// functions are looked up at run time; nothing links to them.
#pragma once

extern "C" {

using nvmlReturn_t = int;
struct nvmlDevice_st;
using nvmlDevice_t = nvmlDevice_st*;

constexpr nvmlReturn_t NVML_SUCCESS = 0, NVML_ERROR_INVALID_ARGUMENT = 2,
                       NVML_ERROR_NOT_SUPPORTED = 3, NVML_ERROR_INSUFFICIENT_SIZE = 7,
                       NVML_ERROR_TIMEOUT = 10, NVML_ERROR_LIBRARY_NOT_FOUND = 12,
                       NVML_ERROR_FUNCTION_NOT_FOUND = 13, NVML_ERROR_ARGUMENT_VERSION_MISMATCH = 25;

// Structs that carry a version want it in their first word.
constexpr unsigned nvml_version_word(unsigned size, unsigned version) {
  return size | version << 24;
}

struct nvmlPciInfo_t {
  char busIdLegacy[16];
  unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[32];  // with a domain of eight digits
};
struct nvmlMemory_t {
  unsigned long long total, free, used;  // used: with what the driver keeps for itself
};
struct nvmlMemory_v2_t {
  unsigned version;
  unsigned long long total, reserved, free, used;  // used: by programs alone
};
struct nvmlBAR1Memory_t {
  unsigned long long bar1Total, bar1Free, bar1Used;
};
struct nvmlUtilization_t {
  unsigned gpu, memory;  // percent of the last sample period
};
struct nvmlProcessInfo_t {  // that of the _v3 functions
  unsigned pid;
  unsigned long long usedGpuMemory;  // all bits set: not known
  unsigned gpuInstanceId, computeInstanceId;
};
union nvmlValue_t {
  double dVal;
  int siVal;
  unsigned uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  signed long long sllVal;
  unsigned short usVal;
};
struct nvmlFieldValue_t {
  unsigned fieldId, scopeId;
  long long timestamp, latencyUsec;
  int valueType;
  nvmlReturn_t nvmlReturn;  // of this field alone
  nvmlValue_t value;
};
struct nvmlGpuFabricInfoV_t {  // versions 2 (36 bytes) and 3 (40 bytes: with the last member)
  unsigned version;
  unsigned char clusterUuid[16];
  nvmlReturn_t status;
  unsigned cliqueId;
  unsigned char state;
  unsigned healthMask;
  unsigned char healthSummary;
};
struct nvmlRepairStatus_t {
  unsigned version, bChannelRepairPending, bTpcRepairPending;
};
struct nvmlUnrepairableMemoryStatus_v1_t {
  unsigned bUnrepairableMemory;
};

static_assert(sizeof(nvmlPciInfo_t) == 68 && sizeof(nvmlMemory_v2_t) == 40 &&
              sizeof(nvmlProcessInfo_t) == 24 && sizeof(nvmlFieldValue_t) == 40 &&
              sizeof(nvmlGpuFabricInfoV_t) == 40 && sizeof(nvmlRepairStatus_t) == 12);

// Arguments that are enumerations there. Clocks: 1 SM, 2 memory. Temperature: sensor 0 is the chip;
// thresholds 0 shutdown, 1 slowdown. ECC: errors 0 corrected, 1 uncorrected; counters 0 volatile
// (since the driver started), 1 aggregate (of the card's life). Retirement: 0 several single-bit
// errors, 1 a double-bit error.
enum NvmlClock { nvml_sm_clock = 1, nvml_memory_clock = 2 };
enum NvmlThreshold { nvml_shutdown = 0, nvml_slowdown = 1 };
enum NvmlErrorKind { nvml_corrected = 0, nvml_uncorrected = 1 };
enum NvmlCounter { nvml_volatile = 0, nvml_aggregate = 1 };
enum NvmlLinkError { nvml_link_replay = 0, nvml_link_recovery = 1, nvml_link_crc = 2 };
constexpr unsigned nvml_field_recovery_action = 230;
constexpr unsigned nvml_most_links = 36;

nvmlReturn_t nvmlInit_v2();
nvmlReturn_t nvmlShutdown();
nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned length);
nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned length);
nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char* name, unsigned length);
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned* count);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t, nvmlPciInfo_t*);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t, char* uuid, unsigned length);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t, char* name, unsigned length);
nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t, char* serial, unsigned length);
nvmlReturn_t nvmlDeviceGetVbiosVersion(nvmlDevice_t, char* version, unsigned length);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t, int* major, int* minor);
nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t, unsigned* current, unsigned* pending);
nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t, unsigned* count);
nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t, unsigned index, nvmlDevice_t*);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t*);
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t, nvmlMemory_v2_t*);
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t, unsigned* bits);
nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t, nvmlBAR1Memory_t*);
nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetGpuMaxPcieLinkGeneration(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetPcieReplayCounter(nvmlDevice_t, unsigned*);
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t, int*);
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t*);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, int sensor, unsigned* celsius);
nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t, int threshold, unsigned* celsius);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, int clock, unsigned* mhz);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, int clock, unsigned* mhz);
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t, int clock, unsigned* mhz);
nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t, int clock, unsigned* mhz);
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned* milliwatts);
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t, unsigned* milliwatts);
nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t, unsigned* milliwatts);
nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t, unsigned* lowest,
                                                          unsigned* highest);
nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t, unsigned long long* bits);
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, unsigned long long* bits);
nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t, int* current, int* pending);
nvmlReturn_t nvmlDeviceGetDefaultEccMode(nvmlDevice_t, int*);
nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t, int kind, int counter, unsigned long long*);
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t, int*);
nvmlReturn_t nvmlDeviceGetRemappedRows(nvmlDevice_t, unsigned* corrected, unsigned* uncorrected,
                                       unsigned* pending, unsigned* failed);
nvmlReturn_t nvmlDeviceGetRetiredPages_v2(nvmlDevice_t, int cause, unsigned* count,
                                          unsigned long long* addresses, unsigned long long* times);
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t, int*);
nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t, unsigned link, int* active);
nvmlReturn_t nvmlDeviceGetNvLinkErrorCounter(nvmlDevice_t, unsigned link, int kind,
                                             unsigned long long*);
nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t, int count, nvmlFieldValue_t*);
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t, unsigned* count,
                                                     nvmlProcessInfo_t*);
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t, unsigned* count,
                                                      nvmlProcessInfo_t*);
nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v3(nvmlDevice_t, unsigned* count,
                                                        nvmlProcessInfo_t*);
nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t, nvmlGpuFabricInfoV_t*);
nvmlReturn_t nvmlDeviceGetRepairStatus(nvmlDevice_t, nvmlRepairStatus_t*);
nvmlReturn_t nvmlDeviceGetUnrepairableMemoryFlag_v1(nvmlDevice_t,
                                                    nvmlUnrepairableMemoryStatus_v1_t*);

}  // extern "C"
