// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/driver_api.h"

#include <fmt/core.h>

#include "harness/base/clock.h"
#include "harness/gpu/library/virtual_time.h"

namespace gpuproof {
namespace {

// Every required function of the table exists since then.
constexpr int oldest_version = 11000;
constexpr const char* update_driver = "update the NVIDIA driver";

struct InitTry {
  int result = -1;
  double took_s = 0;
};

// The stub of the toolkit has every symbol and no driver behind it: another copy may be real.
std::string reason_against(const SharedLibrary& library, InitTry& tried) {
  auto* init = reinterpret_cast<decltype(&::cuInit)>(library.find("cuInit"));
  if (!init) return "it has no cuInit, so it is no driver library";
  const auto begin = system_clock().raw();
  tried.result = static_cast<int>(init(0));
  tried.took_s = seconds(system_clock().raw() - begin);
  return tried.result == CUDA_ERROR_STUB_LIBRARY
             ? "it is the stub that a toolkit builds with; take it off the library path"
             : "";
}

void require_complete(const CudaFunctions& fn) {
  if (!fn.missing.empty()) throw_symbols_missing(fn.library(), fn.missing, update_driver);
}

void require_recent(int version, const SharedLibrary& library) {
  if (version >= oldest_version) return;
  throw Unavailable(
      fmt::format("the NVIDIA driver ({}) is for {} and too old; gpuproof needs {} "
                  "or newer: {}",
                  library.copy().path, cuda_version_text(version),
                  cuda_version_text(oldest_version), update_driver));
}

}  // namespace

LibrarySpec driver_library() {
  return {.title = "the NVIDIA driver library",
          .sonames = {"libcuda.so.1"},
          .remedy = "install the NVIDIA driver; in a container, start it with its GPUs",
          .part_of_driver = true};
}

DriverApi::DriverApi(const SharedLibrary& library, int init_result, double init_s)
    : fn(library), init_result_(init_result), init_s_(init_s) {
  // The version goes first: that functions are missing follows from an old driver.
  if (fn.cuDriverGetVersion) {
    fn.cuDriverGetVersion(&version_);
    require_recent(version_, library);
  }
  require_complete(fn);
}

std::shared_ptr<const DriverApi> DriverApi::load(const LibrarySearch& search) {
  InitTry tried;
  const auto library = SharedLibrary::open(
      driver_library(), search,
      [&](const SharedLibrary& candidate) { return reason_against(candidate, tried); });
  return std::make_shared<const DriverApi>(library, tried.result, tried.took_s);
}

std::shared_ptr<const DriverApi> DriverApi::open(const LibrarySearch& search) {
  auto driver = load(search);
  if (driver->init_result() != CUDA_SUCCESS)
    throw Unavailable(CudaError("cuInit", driver->init_result()).what());
  adopt_virtual_time(driver->library());
  return driver;
}

int DriverApi::device_count() const {
  int count = 0;
  fn.cuDeviceGetCount(&count);
  return count;
}

std::string cuda_version_text(int version) {
  return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace gpuproof
