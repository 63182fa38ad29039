// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernels in machine code: ELF-64 as in its specification, with NVIDIA's own sections as they are
// seen in the output of nvcc 13.
#include <algorithm>

#include "harness/base/little_endian.h"
#include "harness/base/text.h"
#include "tests/vgpu/driver/module_image.h"

namespace gpuproof::vgpu::driver {
namespace {

struct Section {
  std::string_view name, bytes;
  std::uint64_t size = 0;
};

std::vector<Section> sections_of(std::string_view elf) {
  const LittleEndian bytes(elf);
  const auto table = bytes.u64(0x28).value_or(0);
  const std::uint64_t count = bytes.u16(0x3c).value_or(0), width = bytes.u16(0x3a).value_or(0);
  const auto names = bytes.u64(table + width * bytes.u16(0x3e).value_or(0) + 24).value_or(0);
  std::vector<Section> sections;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto at = table + i * width;
    const auto name = names + bytes.u32(at).value_or(0);
    if (name >= elf.size()) break;
    const auto offset = bytes.u64(at + 24).value_or(0), size = bytes.u64(at + 32).value_or(0);
    const auto within = std::min<std::uint64_t>(offset, elf.size());
    sections.push_back({elf.data() + name, elf.substr(within, size), size});
  }
  return sections;
}

const Section* section_named(const std::vector<Section>& sections, const std::string& name) {
  for (const auto& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

// Of the symbol with this number; empty: there is none.
std::string_view symbol_name(const std::vector<Section>& sections, std::uint32_t number) {
  constexpr std::size_t symbol_bytes = 24;
  const auto *symbols = section_named(sections, ".symtab"),
             *names = section_named(sections, ".strtab");
  if (!symbols || !names) return {};
  const auto name = LittleEndian(symbols->bytes).u32(number * symbol_bytes).value_or(0);
  return name < names->bytes.size() ? std::string_view(names->bytes.data() + name) : "";
}

// .nv.info is a list of attributes; that of register counts names a symbol and its number.
int registers_of(const std::vector<Section>& sections, const std::string& kernel) {
  constexpr std::string_view register_count{"\x04\x2f\x08\x00", 4};
  const auto* info = section_named(sections, ".nv.info");
  if (!info) return 0;
  const LittleEndian bytes(info->bytes);
  for (std::size_t at = 0; (at = info->bytes.find(register_count, at)) != std::string_view::npos;
       at += register_count.size())
    if (symbol_name(sections, bytes.u32(at + 4).value_or(0)) == kernel)
      return static_cast<int>(bytes.u32(at + 8).value_or(0));
  return 0;
}

}  // namespace

std::optional<KernelResources> resources_of(const Module& module, const std::string& kernel) {
  constexpr int registers_of_jit = 32;
  if (module.is_ptx) {
    if (!contains(module.code, ".entry " + kernel + "(")) return std::nullopt;
    return KernelResources{.registers = registers_of_jit};
  }
  const auto sections = sections_of(module.code);
  if (!section_named(sections, ".text." + kernel)) return std::nullopt;
  const auto* shared = section_named(sections, ".nv.shared." + kernel);
  return KernelResources{registers_of(sections, kernel), shared ? shared->size : 0};
}

}  // namespace gpuproof::vgpu::driver
