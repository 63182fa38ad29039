// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The driver: what keeps it from working, and what that means for the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/checks/gpu/driver_state.h"
#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

void unload(Snapshot& s) {
  s.software.nvidia_module_version = {};
  s.software.modules = std::vector<Module>{};
  s.gpu = {};
  for (auto& d : *s.pci.devices)
    if (is_nvidia_gpu(d)) d.driver = {};
}

TEST(DriverVersions, compare_every_part) {
  EXPECT_EQ(compare_versions("570.124.04", "570.124.06"), VersionMatch::differ);
  EXPECT_EQ(compare_versions("570.124", "570.124.06"), VersionMatch::open);
  EXPECT_EQ(compare_versions("550.90.07", "550.107.02"), VersionMatch::differ);
  EXPECT_EQ(compare_versions("550.90.07", "550.90.7"), VersionMatch::equal);
  auto s = gpu_machine();
  s.software.nvidia_library_version = {};
  s.gpu.nvml_library_version = "12.550.54.15";
  EXPECT_EQ(*driver_library_version(s), "550.54.15");
}

TEST(GpuDriver, passes_where_all_agree) {
  EXPECT_EQ(item_of("gpu/driver", gpu_machine(2)).outcome, Outcome::pass);
  EXPECT_EQ(item_of("gpu/driver", unasked_gpu_machine()).outcome, Outcome::pass);
  EXPECT_EQ(item_of("gpu/driver", healthy_machine()).skip, SkipKind::not_applicable);
}

TEST(GpuDriver, versions_that_differ_are_an_error) {
  auto s = gpu_machine();
  s.gpu = {};
  s.gpu.nvml_result = "NVML_ERROR_LIB_RM_VERSION_MISMATCH";
  s.software.nvidia_library_version = "580.105.08";
  const auto item = item_of("gpu/driver", s);
  EXPECT_EQ(item.outcome, Outcome::error);
  EXPECT_THAT(item.observed, HasSubstr("library 580.105.08, loaded module 580.95.05"));
  EXPECT_THAT(item.remedy, HasSubstr("reboot"));
  EXPECT_EQ(item_of("software/module_match", s).outcome, Outcome::error);
  EXPECT_EQ(item_of("gpu/ecc", s).skip, SkipKind::unavailable);
  EXPECT_EQ(item_of("gpu/ecc", s).cause, item.cause);
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 1}).skip, SkipKind::not_observable);
}

TEST(GpuDriver, a_mismatch_that_nvml_cuts_short) {
  auto s = gpu_machine();
  s.gpu = {};
  s.gpu.nvml_result = "NVML_ERROR_LIB_RM_VERSION_MISMATCH";
  s.software.nvidia_library_version = "580.95";
  EXPECT_EQ(item_of("gpu/driver", s).outcome, Outcome::error);
}

TEST(GpuDriver, names_why_the_module_is_not_loaded) {
  auto s = gpu_machine(2);
  unload(s);
  EXPECT_THAT(item_of("gpu/driver", s).cause, HasSubstr("installed but not loaded"));
  auto other_kernel = s;
  other_kernel.software.nvidia_module_kernels = std::vector<std::string>{"6.1.0-40-amd64"};
  EXPECT_THAT(item_of("gpu/driver", other_kernel).cause,
              HasSubstr("built for 6.1.0-40-amd64 only"));
  auto absent = s;
  absent.software.nvidia_module_kernels = std::vector<std::string>{};
  EXPECT_THAT(item_of("gpu/driver", absent).cause, HasSubstr("not installed"));
  auto nouveau = s;
  pci_gpu(nouveau).driver = "nouveau";
  EXPECT_THAT(item_of("gpu/driver", nouveau).cause, HasSubstr("nouveau"));
  EXPECT_EQ(item_of("software/nouveau", nouveau).outcome, Outcome::warn);
  auto virtual_machines = s;
  pci_gpu(virtual_machines).driver = "vfio-pci";
  EXPECT_THAT(item_of("gpu/driver", virtual_machines).cause, HasSubstr("virtual machines"));
}

TEST(GpuDriver, secure_boot_refuses_the_module) {
  auto s = gpu_machine(2);
  unload(s);
  s.kernel.secure_boot = true;
  log_line(s, "modprobe: ERROR: could not insert 'nvidia': Key was rejected by service");
  const auto item = item_of("gpu/driver", s);
  EXPECT_EQ(item.outcome, Outcome::error);
  EXPECT_THAT(item.remedy, HasSubstr("mokutil"));
  EXPECT_EQ(item_of("software/secure_boot", s).outcome, Outcome::error);
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 2}).skip, SkipKind::not_observable);
}

TEST(GpuDriver, fewer_gpus_on_the_bus_fail_whatever_the_driver) {
  auto s = gpu_machine(2);
  unload(s);
  const auto item = item_of("gpu/inventory", s, {.expected_gpus = 4});
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.observed, HasSubstr("2 of 4"));
}

TEST(GpuDriver, a_container_without_devices) {
  auto s = gpu_machine();
  s.platform.container = "docker";
  s.software.nvidia_device_nodes = std::vector<std::string>{};
  s.software.nvidia_library_version = {};
  s.gpu = {};
  s.gpu.nvml_result = "NVML_ERROR_LIBRARY_NOT_FOUND";
  EXPECT_EQ(item_of("gpu/inventory", s).outcome, Outcome::error);
  EXPECT_THAT(item_of("gpu/driver", s).remedy, HasSubstr("--gpus all"));
}

TEST(GpuDriver, a_container_that_lost_its_permission) {
  auto s = gpu_machine(), before = s;
  s.platform.container = before.platform.container = "docker";
  s.gpu = {};
  s.gpu.nvml_result = "NVML_ERROR_UNKNOWN";
  const auto nvml = item_of("gpu/nvml", s, {.before = &before});
  EXPECT_EQ(nvml.outcome, Outcome::error);
  EXPECT_THAT(nvml.cause, HasSubstr("lost its device permission"));
  EXPECT_EQ(item_of("gpu/inventory", s, {.before = &before}).outcome, Outcome::error);
}

TEST(GpuDriver, a_container_with_some_of_the_hosts_gpus) {
  auto s = gpu_machine(4);
  s.platform.container = "kubernetes";
  (*s.gpu.devices).resize(2);
  s.gpu.cuda_order = std::vector<std::string>{gpu_address(0), gpu_address(1)};
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 2}).outcome, Outcome::pass);
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 4}).outcome, Outcome::error);
  EXPECT_EQ(items_of("gpu/ecc", s).size(), 2u);
}

TEST(GpuDriver, one_gpu_that_another_driver_holds) {
  auto s = gpu_machine(2);
  pci_gpu(s, 1).driver = "vfio-pci";
  (*s.gpu.devices).resize(1);
  const auto item = item_of("gpu/driver", s);
  EXPECT_EQ(item.key, "gpu/driver{gpu=1}");
  EXPECT_EQ(item.outcome, Outcome::error);
}

TEST(GpuCudaInit, names_the_two_versions) {
  auto s = gpu_machine();
  s.gpu.cuda_result = "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH";
  s.gpu.cuda_library_version = "560.35.05";
  s.software.nvidia_module_version = "550.54.15";
  s.software.nvidia_library_version = "550.54.15";
  const auto item = item_of("gpu/cuda_init", s);
  EXPECT_EQ(item.outcome, Outcome::error);
  EXPECT_THAT(item.cause,
              HasSubstr("libcuda 560.35.05 in the search path does not fit module 550.54.15"));
}

TEST(GpuCudaInit, not_ready_without_switches_is_no_matter_of_the_fabric_manager) {
  auto s = gpu_machine(4);
  s.gpu.cuda_result = "CUDA_ERROR_SYSTEM_NOT_READY";
  EXPECT_THAT(item_of("gpu/cuda_init", s).cause, HasSubstr("not a fabric manager problem"));
  EXPECT_TRUE(items_of("gpu/fabric", s).empty());
  nvml_gpu(s).fabric_state = "In Progress";
  EXPECT_THAT(item_of("gpu/cuda_init", s).cause, HasSubstr("gpu/fabric"));
  EXPECT_EQ(items_of("gpu/fabric", s)[0].outcome, Outcome::fail);
}

TEST(GpuFabric, the_manager_must_match_the_driver) {
  auto s = gpu_machine();
  PciDevice nvswitch = pci_gpu(s);
  nvswitch.address = "0000:d0:00.0", nvswitch.class_code = 0x068000;
  (*s.pci.devices).push_back(nvswitch);
  s.software.fabric_manager_running = true;
  s.software.fabric_manager_version = "575.57.08";
  const auto item = item_of("gpu/fabric", s);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("575.57.08"));
}

TEST(GpuNvml, silence_is_an_error_and_slowness_a_warning) {
  auto s = gpu_machine();
  EXPECT_EQ(item_of("gpu/nvml", s).outcome, Outcome::pass);
  s.gpu.query_s = 45.0;
  EXPECT_EQ(item_of("gpu/nvml", s).outcome, Outcome::warn);
  s.gpu.devices = Fact<std::vector<GpuDevice>>::unreadable("no answer within 30 s");
  EXPECT_EQ(item_of("gpu/nvml", s).outcome, Outcome::error);
  EXPECT_EQ(item_of("gpu/nvml", unasked_gpu_machine()).skip, SkipKind::unavailable);
}

TEST(GpuNvml, a_crash_in_wsl_leaves_cuda) {
  Snapshot s;
  s.platform.wsl = true;
  s.gpu.nvml_result = Fact<std::string>::unreadable("ended by signal 11");
  s.gpu.cuda_result = "CUDA_SUCCESS";
  EXPECT_EQ(item_of("gpu/nvml", s).outcome, Outcome::error);
  EXPECT_EQ(item_of("gpu/cuda_init", s).outcome, Outcome::pass);
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 1}).skip, SkipKind::not_observable);
}

TEST(SoftwareNextKernel, warns_before_the_reboot_does) {
  auto s = gpu_machine();
  EXPECT_EQ(item_of("software/next_kernel", s).outcome, Outcome::pass);
  s.kernel.newest_installed = "6.1.0-42-amd64";
  EXPECT_EQ(item_of("software/next_kernel", s).outcome, Outcome::warn);
}

}  // namespace
}  // namespace gpuproof
