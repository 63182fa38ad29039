// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/checks/healthy.h"

#include <fmt/core.h>

#include "harness/base/units.h"

namespace gpuproof {
namespace {

constexpr int core_count = 16, dimm_count = 8;

SnapshotHeader header() {
  SnapshotHeader h;
  h.tool_version = "0";
  h.taken_at = "2026-11-30T12:00:00Z";
  h.boottime_us = 86'400'000'000;
  h.wall_us = 1'796'040'000'000'000;
  h.hostname = "bench-01";
  h.machine_id = "a1b2c3d4e5f60718";
  h.boot_id = "6f1d7b52-8a3e-4a51-9b0a-1f2e3d4c5b6a";
  return h;
}

SmbiosTables smbios() {
  SmbiosTables t;
  t.version = "3.5.0";
  t.bios = BiosInfo{"American Megatrends Inc.", "1203", "09/12/2026"};
  t.system =
      Unit{"Example", "Workstation W16", "1.0", "SYS-0001", "4c4c4544-0034-4410-8051-b4c04f4d3232"};
  t.board = Unit{"Example", "WRX90 Board", "Rev 1.00", "BRD-0001", ""};
  t.chassis = Unit{"Example", "Tower", "", "CHS-0001", ""};
  t.sockets = {{.socket = "SP6",
                .manufacturer = "Advanced Micro Devices, Inc.",
                .version = "AMD Ryzen Threadripper PRO 7955WX 16-Cores",
                .populated = true,
                .max_mhz = 5300,
                .current_mhz = 4500,
                .cores = core_count,
                .threads = 2 * core_count}};
  t.slots = {{.label = "PCIEX16_1",
              .type = "PCI Express 5 x16",
              .lanes = 16,
              .generation = 5,
              .in_use = false},
             {.label = "M.2_1",
              .type = "M.2 Socket 3",
              .lanes = 4,
              .generation = 5,
              .in_use = true,
              .pci_address = std::string("0000:01:00.0")}};
  t.arrays = {{.use = "System Memory",
               .ecc = "Multi-bit ECC",
               .slots = dimm_count,
               .max_bytes = 2048 * GiB,
               .handle = 0x20}};
  for (int i = 0; i < dimm_count; ++i) {
    const char channel = static_cast<char>('A' + i);
    t.dimms.push_back({.locator = fmt::format("DIMM_{}1", channel),
                       .bank = fmt::format("P0 CHANNEL {}", channel),
                       .type = "DDR5",
                       .manufacturer = "Example Memory",
                       .serial = fmt::format("MEM-000{}", i + 1),
                       .part = "EM5R-32G-5200",
                       .form_factor = "DIMM",
                       .bytes = 32 * GiB,
                       .rated_mts = 5200,
                       .configured_mts = 5200,
                       .total_width = 80,
                       .data_width = 64,
                       .rank = 2,
                       .array_handle = 0x20});
  }
  t.supplies = {{.location = "PSU1",
                 .name = "Supply",
                 .manufacturer = "Example",
                 .serial = "PSU-0001",
                 .model = "P1600",
                 .max_watts = 1600,
                 .present = true,
                 .plugged = true}};
  return t;
}

CpuFacts cpu() {
  CpuFacts c;
  c.vendor = "AuthenticAMD";
  c.model_name = "AMD Ryzen Threadripper PRO 7955WX 16-Cores";
  c.architecture = "x86_64";
  c.microcode = "0xa108108";
  c.family = 25, c.model = 24, c.stepping = 1;
  c.flags = std::vector<std::string>{"avx", "avx2",        "avx512f", "constant_tsc",
                                     "fma", "nonstop_tsc", "sse2"};
  std::vector<LogicalCpu> cpus;
  for (int i = 0; i < 2 * core_count; ++i)
    cpus.push_back({.id = i,
                    .package = 0,
                    .core = i % core_count,
                    .numa_node = 0,
                    .max_mhz = 5389.0,
                    .governor = std::string("performance")});
  c.cpus = cpus;
  c.packages = 1, c.cores = core_count;
  std::vector<Cache> caches;
  for (int i = 0; i < core_count; ++i) {
    const auto pair = fmt::format("{},{}", i, i + core_count);
    caches.push_back({1, "Data", 32 * KiB, pair});
    caches.push_back({1, "Instruction", 32 * KiB, pair});
    caches.push_back({2, "Unified", 1 * MiB, pair});
  }
  caches.push_back({3, "Unified", 32 * MiB, "0-7,16-23"});
  caches.push_back({3, "Unified", 32 * MiB, "8-15,24-31"});
  c.caches = caches;
  c.scaling_driver = "amd-pstate-epp";
  c.smt = "on";
  c.idle_states = std::vector<IdleState>{{"POLL", 0, false}, {"C1", 1, false}, {"C2", 18, false}};
  c.idle_driver = "acpi_idle";
  c.mitigations = "auto";
  c.load_1min = 0.05;
  c.steal_ticks = 0;
  c.boost = true;
  return c;
}

MemoryFacts memory() {
  MemoryFacts m;
  m.total_bytes = 251 * GiB;
  m.available_bytes = 246 * GiB;
  m.swap_total_bytes = 0, m.swap_free_bytes = 0;
  m.pswpin = 0, m.pswpout = 0;
  m.swappiness = 10, m.numa_balancing = 0, m.zone_reclaim_mode = 0;
  m.thp_enabled = "madvise", m.thp_defrag = "madvise";
  m.nodes = std::vector<NumaNode>{{.id = 0,
                                   .cpus = "0-31",
                                   .total_bytes = 251 * GiB,
                                   .free_bytes = 240 * GiB,
                                   .distances = std::vector<int>{10}}};
  EdacController controller{.name = "mc0",
                            .corrected = 0,
                            .uncorrected = 0,
                            .corrected_no_info = 0,
                            .uncorrected_no_info = 0};
  for (int i = 0; i < dimm_count; ++i)
    controller.dimms.push_back({.label = fmt::format("mc#0csrow#0channel#{}", i),
                                .location = fmt::format("csrow 0 channel {}", i),
                                .size_bytes = 32 * GiB,
                                .corrected = 0,
                                .uncorrected = 0,
                                .ecc_mode = std::string("S16ECD16ED")});
  m.edac = std::vector<EdacController>{controller};
  m.machine_checks = 0;
  m.hugepages_free = 0;
  return m;
}

PciDevice pcie_device(const std::string& address, const std::string& parent, std::uint32_t vendor,
                      std::uint32_t device, std::uint32_t class_code, double gts, int width) {
  PciDevice d;
  d.address = address, d.parent = parent;
  d.vendor = vendor, d.device = device, d.class_code = class_code;
  d.speed_gts = gts, d.max_speed_gts = gts;
  d.width = width, d.max_width = width;
  d.numa_node = 0;
  d.config_all_ones = false;
  d.aer_correctable =
      AerCounters{{"BadDLLP", 0}, {"BadTLP", 0}, {"Rollover", 0}, {"RxErr", 0}, {"Timeout", 0}};
  d.aer_nonfatal = AerCounters{{"CmpltTO", 0}, {"UnsupReq", 0}};
  d.aer_fatal = AerCounters{{"DLP", 0}, {"SDES", 0}};
  d.max_payload = 512, d.max_payload_supported = 512;
  d.aspm = "disabled";
  d.power_state = "D0";
  return d;
}

PciFacts pci() {
  PciFacts p;
  auto nvme_port = pcie_device("0000:00:01.1", "", 0x1022, 0x14ab, 0x060400, 16, 4);
  nvme_port.max_speed_gts = 32.0;
  nvme_port.driver = "pcieport";
  nvme_port.acs_redirect = false;
  auto nvme = pcie_device("0000:01:00.0", "0000:00:01.1", 0x144d, 0xa80a, 0x010802, 16, 4);
  nvme.subsystem_vendor = 0x144d, nvme.subsystem_device = 0xa801;
  nvme.driver = "nvme", nvme.slot = "M.2_1";
  auto nic_port = pcie_device("0000:00:03.1", "", 0x1022, 0x14ab, 0x060400, 8, 4);
  nic_port.max_speed_gts = 32.0;
  nic_port.driver = "pcieport";
  nic_port.acs_redirect = false;
  auto nic = pcie_device("0000:42:00.0", "0000:00:03.1", 0x8086, 0x1563, 0x020000, 8, 4);
  nic.subsystem_vendor = 0x1043, nic.subsystem_device = 0x87d8;
  nic.driver = "ixgbe";
  p.devices = std::vector<PciDevice>{nvme_port, nic_port, nvme, nic};
  p.aspm_policy = "performance";
  return p;
}

StorageFacts storage() {
  StorageFacts s;
  BlockDevice drive{.name = "nvme0n1",
                    .kind = "disk",
                    .bytes = 2'000'398'934'016,
                    .rotational = false,
                    .removable = false,
                    .model = std::string("Samsung SSD 990 PRO 2TB"),
                    .serial = std::string("DRV-0001"),
                    .firmware = std::string("4B2QJXD7"),
                    .transport = std::string("nvme"),
                    .pci_address = std::string("0000:01:00.0"),
                    .scheduler = std::string("none"),
                    .numa_node = 0,
                    .logical_block = 512};
  NvmeSmart smart{.temperature_c = 38, .warning_temp_c = 82, .critical_temp_c = 85};
  smart.sensors_c = {38, 45};
  smart.available_spare_pct = 100, smart.spare_threshold_pct = 10, smart.percentage_used = 1;
  smart.power_on_hours = 120, smart.unsafe_shutdowns = 2;
  drive.smart = smart;
  drive.write_cache = true, drive.poll = false;
  BlockDevice boot{
      .name = "nvme0n1p1", .kind = "partition", .members = {"nvme0n1"}, .bytes = 1 * GiB};
  BlockDevice root{
      .name = "nvme0n1p2", .kind = "partition", .members = {"nvme0n1"}, .bytes = 1'999'000'000'000};
  s.devices = std::vector<BlockDevice>{drive, boot, root};
  s.file_systems =
      std::vector<FileSystem>{{"/", "/dev/nvme0n1p2", "ext4", "rw,relatime", 1'960'000'000'000,
                               1'800'000'000'000, std::string("nvme0n1p2")},
                              {"/boot/efi", "/dev/nvme0n1p1", "vfat", "rw,relatime", 1 * GiB,
                               1000 * MiB, std::string("nvme0n1p1")}};
  return s;
}

NetworkFacts network() {
  NetworkFacts n;
  n.links = std::vector<NetworkLink>{{.name = "eno1",
                                      .pci_address = std::string("0000:42:00.0"),
                                      .driver = std::string("ixgbe"),
                                      .state = std::string("up"),
                                      .mac = std::string("02:00:00:00:00:01"),
                                      .speed_mbps = 10'000,
                                      .mtu = 1500,
                                      .numa_node = 0,
                                      .is_physical = true}};
  n.rdma = std::vector<RdmaPort>{};
  n.tcp_rmem = std::vector<std::int64_t>{4096, 131072, 67108864};
  n.tcp_wmem = std::vector<std::int64_t>{4096, 65536, 67108864};
  n.rmem_max = 67108864, n.wmem_max = 67108864;
  n.peermem_loaded = false;
  return n;
}

KernelFacts kernel() {
  KernelFacts k;
  k.release = "6.1.0-41-amd64";
  k.version = "#1 SMP PREEMPT_DYNAMIC Debian 6.1.158-1";
  k.command_line = "BOOT_IMAGE=/boot/vmlinuz-6.1.0-41-amd64 root=/dev/nvme0n1p2 ro quiet iommu=pt";
  k.newest_installed = k.release;
  k.installed = std::vector<std::string>{"6.1.0-41-amd64"};
  k.iommu_groups = 4;
  k.iommu_default_domain = "identity";
  k.secure_boot = false;
  k.lockdown = "none";
  k.io_uring_disabled = 0, k.perf_event_paranoid = 3;
  k.clocksource = "tsc";
  k.clock_synchronised = true;
  k.clock_error_us = 350.0;
  k.sysctl =
      std::map<std::string, std::string>{{"kernel.numa_balancing", "0"}, {"vm.swappiness", "10"}};
  return k;
}

SoftwareFacts software() {
  SoftwareFacts s;
  s.os_id = "debian", s.os_version = "12";
  s.os_pretty_name = "Debian GNU/Linux 12 (bookworm)";
  s.modules = std::vector<Module>{{"amd64_edac", {}}, {"ixgbe", {}}, {"nvme", {}}};
  s.nvidia_device_nodes = std::vector<std::string>{};
  s.nvidia_module_kernels = std::vector<std::string>{};
  s.dkms_nvidia = false, s.nouveau_blacklisted = false;
  s.persistenced_running = false, s.fabric_manager_running = false;
  s.pending_upgrades = std::vector<std::string>{};
  s.reboot_required = false, s.unattended_upgrades = false;
  return s;
}

LimitsFacts limits() {
  LimitsFacts l;
  l.shm_total_bytes = 126 * GiB, l.shm_free_bytes = 126 * GiB;
  l.memlock_bytes = ~std::uint64_t{0};
  l.open_files = 1'048'576;
  l.affinity = "0-31";
  l.cgroup_version = 2;
  return l;
}

PlatformFacts platform() {
  PlatformFacts p;
  p.wsl = false;
  p.is_root = true;
  p.display_servers = std::vector<std::string>{};
  p.default_target = "multi-user.target";
  p.tuned_lost_on_reboot = std::vector<std::string>{};
  return p;
}

// Gives every fact the same answer; used on the description of the snapshot.
struct Deny {
  template <class T>
  void operator()(const char*, T& member, std::string_view = {}) {
    if constexpr (FactLike<T>)
      member = T::unreadable("permission denied");
    else if constexpr (requires(Deny & deny) { describe(deny, member); })
      describe(*this, member);
  }
  template <class T>
  void maybe(const char* name, T& member, std::string_view about = {}) {
    (*this)(name, member, about);
  }
};

}  // namespace

Snapshot healthy_machine() {
  Snapshot s;
  s.header = header();
  s.smbios = smbios();
  s.cpu = cpu();
  s.memory = memory();
  s.pci = pci();
  s.storage = storage();
  s.network = network();
  s.kernel_log =
      KernelLog{.source = "kmsg", .covers_from_us = 0, .covers_to_us = s.header.boottime_us};
  s.kernel = kernel();
  s.software = software();
  s.limits = limits();
  s.platform = platform();
  return s;
}

std::vector<Item> items_of(const std::string& check, const Snapshot& now, const CheckRun& run) {
  const auto* found = Registry<Check>::instance().find(check);
  if (!found) throw std::logic_error("no check named " + check);
  return run_check(*found, {.now = now,
                            .before = run.before,
                            .profile = run.profile,
                            .window = run.window,
                            .expected_gpus = run.expected_gpus,
                            .gpus = run.gpus});
}

Item item_of(const std::string& check, const Snapshot& now, const CheckRun& run) {
  const auto items = items_of(check, now, run);
  if (items.size() != 1)
    throw std::logic_error(fmt::format("{} gave {} items", check, items.size()));
  return items[0];
}

Item item_with(const std::string& check, const Snapshot& now, const std::string& label,
               const std::string& value, const CheckRun& run) {
  for (const auto& item : items_of(check, now, run)) {
    const auto labels = Key::parse(item.key).labels;
    const auto found = labels.find(label);
    if (found != labels.end() && found->second == value) return item;
  }
  throw std::logic_error(check + " gave no item with " + label + "=" + value);
}

Profile profile_with(const std::string& check, Comparison comparison, const std::string& value) {
  Profile profile{.id = "test", .kind = "machine", .title = "test"};
  profile.settings = {{.check = check,
                       .comparison = comparison,
                       .value = value,
                       .source = "a guide",
                       .date = "2026-01-01"}};
  return profile;
}

void deny_all(Snapshot& snapshot) {
  Deny deny;
  describe(deny, snapshot);
}

}  // namespace gpuproof
