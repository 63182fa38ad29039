// Kernels of gpu-check: an empty one for launch times, a busy one for the timer, a store to see
// that an image really ran.
extern "C" __global__ void empty_kernel() {}

extern "C" __global__ void busy_kernel(long long cycles, unsigned long long* out) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  *out = now;
}

extern "C" __global__ void store_kernel(int* out) { *out = 4711; }
