// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/checks/gpu_machine.h"

#include <fmt/core.h>

#include <stdexcept>

#include "harness/base/units.h"

namespace gpuproof {
namespace {

PciDevice device(std::string address, std::string parent, std::uint32_t id,
                 std::uint32_t class_code) {
  PciDevice d;
  d.address = std::move(address), d.parent = std::move(parent);
  d.vendor = class_code == 0x060400 ? 0x1022 : nvidia_vendor;
  d.device = id, d.class_code = class_code;
  d.speed_gts = 32.0, d.max_speed_gts = 32.0;
  d.width = 16, d.max_width = 16;
  d.numa_node = 0;
  d.config_all_ones = false;
  d.aer_correctable = AerCounters{{"BadTLP", 0}, {"RxErr", 0}, {"Timeout", 0}};
  d.aer_nonfatal = AerCounters{{"CmpltTO", 0}, {"UnsupReq", 0}};
  d.aer_fatal = AerCounters{{"DLP", 0}, {"SDES", 0}};
  d.max_payload = 256, d.max_payload_supported = 512;
  d.aspm = "disabled";
  d.power_state = "D0";
  return d;
}

std::string port_address(int i) { return fmt::format("0000:c0:{:02x}.1", i + 1); }

GpuDevice facts(int i) {
  GpuDevice g;
  g.uuid = fmt::format("GPU-{}", i), g.pci_address = gpu_address(i);
  g.name = "NVIDIA RTX PRO 6000";
  g.serial = fmt::format("SER-{}", i), g.vbios = "98.02.2e.00.01";
  g.memory_bytes = 96 * GiB, g.bar1_bytes = 128 * GiB;
  g.pcie_generation_max = 5, g.pcie_width_max = 16;
  GpuSample idle{.when = "idle",
                 .pcie_generation = 1,
                 .pcie_width = 16,
                 .performance_state = 8,
                 .utilization_pct = 0,
                 .temperature_c = 38};
  idle.event_reasons = std::uint64_t{1};
  GpuSample load{.when = "load",
                 .pcie_generation = 5,
                 .pcie_width = 16,
                 .performance_state = 0,
                 .utilization_pct = 99,
                 .temperature_c = 65};
  load.event_reasons = std::uint64_t{4};
  g.samples = {idle, load};
  g.ecc_current = true, g.ecc_pending = true, g.ecc_default = true;
  g.ecc_uncorrected_volatile = std::uint64_t{0}, g.ecc_uncorrected_aggregate = std::uint64_t{0};
  g.remap_pending = false, g.remap_failure = false;
  g.remapped_corrected = std::uint64_t{0}, g.remapped_uncorrected = std::uint64_t{0};
  g.pcie_replays = std::uint64_t{0};
  g.persistence = true;
  g.power_limit_w = 600.0, g.power_default_w = 600.0, g.power_max_w = 600.0;
  g.max_sm_mhz = 2600.0, g.application_sm_mhz = 2600.0, g.default_application_sm_mhz = 2600.0;
  g.compute_mode = "Default", g.recovery_action = "None", g.mig_mode = "disabled";
  g.processes = std::vector<GpuProcess>{};
  return g;
}

}  // namespace

std::string gpu_address(int index) { return fmt::format("0000:c{:x}:00.0", index + 1); }

Snapshot unasked_gpu_machine(int gpus) {
  auto s = healthy_machine();
  for (int i = 0; i < gpus; ++i) {
    auto port = device(port_address(i), "", 0x14ab, 0x060400);
    port.driver = "pcieport", port.acs_redirect = false;
    auto gpu = device(gpu_address(i), port.address, 0x2bb1, 0x030000);
    gpu.driver = "nvidia", gpu.speed_gts = 2.5;
    gpu.slot = fmt::format("PCIE{}", i + 1);
    gpu.bar1_bytes = 128 * GiB, gpu.rebar_max_bytes = 128 * GiB;
    (*s.pci.devices).push_back(port);
    (*s.pci.devices).push_back(gpu);
  }
  (*s.software.modules).push_back({"nvidia", std::string("580.95.05")});
  s.software.nvidia_module_version = "580.95.05";
  s.software.nvidia_library_version = "580.95.05";
  s.software.nvidia_module_flavour = "open";
  s.software.nvidia_module_kernels = std::vector<std::string>{"6.1.0-41-amd64"};
  s.software.nvidia_device_nodes = std::vector<std::string>{"/dev/nvidia0", "/dev/nvidiactl"};
  s.software.nouveau_blacklisted = true, s.software.persistenced_running = true;
  return s;
}

Snapshot gpu_machine(int gpus) {
  auto s = unasked_gpu_machine(gpus);
  std::vector<GpuDevice> devices;
  std::vector<std::string> order;
  for (int i = 0; i < gpus; ++i) {
    devices.push_back(facts(i));
    order.push_back(gpu_address(i));
  }
  s.gpu.devices = devices;
  s.gpu.cuda_order = order;
  s.gpu.nvml_result = "NVML_SUCCESS", s.gpu.cuda_result = "CUDA_SUCCESS";
  s.gpu.nvml_library_version = "13.580.95.05", s.gpu.nvml_driver_version = "580.95.05";
  s.gpu.cuda_library_version = "580.95.05", s.gpu.cuda_driver_version = 13000;
  s.gpu.cuda_init_s = 0.4, s.gpu.query_s = 0.01;
  return s;
}

PciDevice& pci_gpu(Snapshot& s, int index) {
  for (auto& d : *s.pci.devices)
    if (d.address == gpu_address(index)) return d;
  throw std::logic_error("no such GPU");
}

PciDevice& gpu_port(Snapshot& s, int index) {
  for (auto& d : *s.pci.devices)
    if (d.address == port_address(index)) return d;
  throw std::logic_error("no such port");
}

GpuDevice& nvml_gpu(Snapshot& s, int index) {
  return (*s.gpu.devices).at(static_cast<std::size_t>(index));
}

void log_line(Snapshot& s, const std::string& text, double seconds) {
  LogLine line{.topic = LogTopic::gpu, .text = text};
  line.boottime_us = static_cast<std::int64_t>(seconds * 1e6);
  (*s.kernel_log).lines.push_back(line);
}

Item item_with(const std::vector<Item>& items, const std::string& key) {
  std::string keys;
  for (const auto& item : items) {
    if (item.key == key) return item;
    keys += " " + item.key;
  }
  throw std::logic_error("no item " + key + " among" + keys);
}

}  // namespace gpuproof
