// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A driver library that does nothing, wrong in the way that its macros ask for.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifndef FAKE_VERSION
#define FAKE_VERSION 13000
#endif
#ifndef FAKE_INIT
#define FAKE_INIT 0
#endif
#ifndef FAKE_SASS_RESULT
#define FAKE_SASS_RESULT 0
#endif
#ifndef FAKE_RELEASE
#define FAKE_RELEASE 0
#endif

int fake_launched[8];  // grid, threads, shared bytes, first argument

int cuInit(unsigned flags) { return flags == 0 ? FAKE_INIT : 1; }
int cuDriverGetVersion(int* version) {
  *version = FAKE_VERSION;
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = 40 + ordinal;
  return ordinal < 2 ? 0 : 101;
}
int cuDeviceGetName(char* name, int size, int device) {
  snprintf(name, (size_t)size, "Fake %d", device);
  return 0;
}
int cuDeviceTotalMem_v2(size_t* bytes) {
  *bytes = 1 << 30;
  return 0;
}
int cuDeviceGetAttribute(int* value, int which) {
  *value = which == 75 ? 9 : 0;  // compute capability 9.0
  return 0;
}
int cuDeviceGetPCIBusId(char* text, int size, int device) {
  snprintf(text, (size_t)size, "0000:%02X:00.0", device);
  return 0;
}
static int uuid(char* bytes) {
  for (int i = 0; i < 16; ++i) bytes[i] = (char)(0xf0 + i);
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = (char*)0 + device;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(void) { return FAKE_RELEASE; }
int cuCtxSetCurrent(void) { return 0; }
int cuCtxSynchronize(void) { return 0; }
int cuMemGetInfo_v2(size_t* free, size_t* total) {
  *free = 1 << 20;
  *total = 1 << 30;
  return 0;
}
#ifndef FAKE_NO_ALLOC
int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
  if (bytes > (1u << 30)) return 2;
  *address = 0x1000;
  return 0;
}
#endif
int cuMemFree_v2(void) { return FAKE_RELEASE; }
int cuMemHostAlloc(void** address, size_t bytes) {
  *address = (char*)0 + 0x2000;
  return bytes > (1u << 30) ? 1 : 0;
}
int cuMemFreeHost(void) { return FAKE_RELEASE; }
int cuMemcpyHtoDAsync_v2(void) { return 0; }
int cuMemcpyDtoHAsync_v2(void) { return 0; }
int cuMemcpyDtoDAsync_v2(void) { return 0; }
int cuMemsetD8Async(void) { return 0; }
int cuMemsetD32Async(void) { return 0; }
int cuStreamCreate(void** stream) {
  *stream = (char*)0 + 0x3000;
  return 0;
}
int cuStreamDestroy_v2(void) { return FAKE_RELEASE; }
int cuStreamSynchronize(void) { return 0; }
int cuStreamQuery(void) { return 600; }
int cuStreamWaitEvent(void) { return 0; }
int cuEventCreate(void** event) {
  *event = (char*)0 + 0x4000;
  return 0;
}
int cuEventDestroy_v2(void) { return FAKE_RELEASE; }
int cuEventRecord(void) { return 0; }
int cuEventSynchronize(void) { return 0; }
int cuEventQuery(void) { return 700; }
static int elapsed(float* milliseconds) {
  *milliseconds = 250;
  return 0;
}
#ifdef FAKE_OLD_NAMES
int cuEventElapsedTime(float* milliseconds) { return elapsed(milliseconds); }
int cuDeviceGetUuid(char* bytes) { return uuid(bytes); }
#else
int cuEventElapsedTime_v2(float* milliseconds) { return elapsed(milliseconds); }
int cuDeviceGetUuid_v2(char* bytes) { return uuid(bytes); }
#endif
int cuModuleLoadDataEx(void** module, const char* bytes, unsigned count, int* names,
                       void** values) {
  (void)names;
  *module = (char*)0 + 0x5000;
  if (strncmp(bytes, "SASS", 4) == 0) return FAKE_SASS_RESULT;
  if (strncmp(bytes, "BROKEN", 6) == 0) {
    if (count > 0) strcpy(values[0], "ptxas fatal: unsupported .version 9.0");
    return 222;
  }
  return 0;
}
int cuModuleUnload(void) { return FAKE_RELEASE; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
  (void)module;
  *function = (char*)0 + 0x6000;
  return strcmp(name, "triad") == 0 ? 0 : 500;
}
int cuFuncGetAttribute(void) { return 0; }
int cuFuncSetAttribute(void) { return 0; }
int cuLaunchKernel(void* function, unsigned x, unsigned y, unsigned z, unsigned threads,
                   unsigned ty, unsigned tz, unsigned shared, void* stream, void** arguments) {
  (void)function, (void)y, (void)z, (void)ty, (void)tz, (void)stream;
  fake_launched[0] = (int)x;
  fake_launched[1] = (int)threads;
  fake_launched[2] = (int)shared;
  fake_launched[3] = *(int*)arguments[0];
  return 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(void) { return 0; }
