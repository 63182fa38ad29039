// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether CUDA starts, in which version, and in which order it has the GPUs.
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/facts/source.h"
#include "harness/gpu/driver/context.h"
#include "harness/gpu/driver/driver_api.h"

namespace gpuproof {
namespace {

// The file that libcuda.so.1 leads to carries the driver's version: libcuda.so.580.95.05.
Fact<std::string> library_version(const std::string& path) {
  std::error_code none;
  const auto name = fs::canonical(path, none).filename().string();
  const std::string stem = "libcuda.so.";
  if (none || !starts_with(name, stem) || !contains(name.substr(stem.size()), ".")) return {};
  return name.substr(stem.size());
}

Fact<std::vector<std::string>> order(const DriverApi& driver) {
  std::vector<std::string> addresses;
  try {
    for (int i = 0; i < driver.device_count(); ++i) {
      CUdevice device = 0;
      driver.fn.cuDeviceGet(&device, i);
      addresses.push_back(cuda_pci_address(driver, device));
    }
  } catch (const Error& e) {
    return Fact<std::vector<std::string>>::unreadable(e.what());
  }
  return addresses;
}

void lost(GpuFacts& facts, const std::string& why) {
  facts.cuda_result = Fact<std::string>::unreadable(why);
}

bool read(GpuFacts& facts, const FactsWish& wish) {
  try {
    const auto search = LibrarySearch::of_process(wish.library_path);
    if (wish.only_virtual && !is_virtual(SharedLibrary::open(driver_library(), search)))
      return false;
    const auto driver = DriverApi::load(search);
    facts.cuda_result = cuda_error_meaning(driver->init_result()).name;
    facts.cuda_driver_version = driver->version();
    facts.cuda_library_version = library_version(driver->library().copy().path);
    facts.cuda_init_s = driver->init_s();
    if (driver->init_result() == CUDA_SUCCESS) facts.cuda_order = order(*driver);
    return is_virtual(driver->library());
  } catch (const Unavailable& e) {
    if (!wish.only_virtual) lost(facts, e.what());
    return false;
  }
}

const Register<FactsSource> registered{
    {.name = "cuda", .about = "the start of CUDA", .read = read, .lost = lost}};

}  // namespace
}  // namespace gpuproof
