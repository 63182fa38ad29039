// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Layouts: the fat binary (header of 16 bytes, then entries) as nvcc writes it, seen in its
// output.
#include "tests/vgpu/driver/module_image.h"

#include <algorithm>
#include <cstring>

#include "harness/base/little_endian.h"
#include "harness/base/text.h"

namespace gpuproof::vgpu::driver {
namespace {

constexpr std::uint32_t fatbin_magic = 0xBA55ED50;
constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";
constexpr std::uint64_t fatbin_header = 16;
constexpr int ptx_entry = 1, elf_entry = 2;
// Cubins of toolkit 13 carry a newer ELF ABI than drivers before 13.0 know.
constexpr int abi_of_cuda_13 = 8;
constexpr std::size_t place_of_abi = 8;

struct Part {
  bool is_ptx = false;
  int capability = 0;
  std::string_view code;
};

std::string_view fatbin_bytes(const void* image) {
  const LittleEndian header({static_cast<const char*>(image), fatbin_header});
  return {static_cast<const char*>(image),
          static_cast<std::size_t>(fatbin_header + header.u64(8).value_or(0))};
}

std::vector<Part> parts_of(std::string_view fatbin) {
  const LittleEndian bytes(fatbin);
  std::vector<Part> parts;
  for (std::uint64_t at = fatbin_header; at < fatbin.size();) {
    const auto kind = bytes.u16(at);
    const auto header = bytes.u32(at + 4);
    const auto payload = bytes.u64(at + 8);
    const auto capability = bytes.u32(at + 0x1c);
    if (!kind || !header || !payload || !capability || *header == 0) break;
    if (*kind == ptx_entry || *kind == elf_entry)
      parts.push_back({*kind == ptx_entry, static_cast<int>(*capability),
                       fatbin.substr(at + *header, *payload)});
    at += *header + *payload;
  }
  return parts;
}

// "8.4" after a directive of the text, as 84.
int number_after(std::string_view ptx, std::string_view directive) {
  const auto at = ptx.find(directive);
  if (at == std::string_view::npos) return 0;
  int number = 0;
  for (const char c : ptx.substr(at + directive.size())) {
    if (c >= '0' && c <= '9')
      number = 10 * number + (c - '0');
    else if (c != '.' && c != ' ' && c != '\t')
      break;
  }
  return number;
}

// The PTX ISA that a driver takes: 13.0 takes 9.0, 12.x takes 8.x, 11.x takes 7.x (release notes of
// the PTX ISA; within a major version they advance together up to 12.8).
int newest_ptx(int cuda) {
  const int major = cuda / 1000, minor = cuda % 1000 / 10;
  return 10 * (major - 4) + std::min(minor, 9);
}

bool runs(const Part& part, int capability, int cuda) {
  if (part.is_ptx) return part.capability <= capability;
  const bool same_family = part.capability / 10 == capability / 10 && part.capability <= capability;
  const bool known_abi = cuda >= 13000 || part.code.size() <= place_of_abi ||
                         static_cast<unsigned char>(part.code[place_of_abi]) < abi_of_cuda_13;
  return same_family && known_abi;
}

CodeChoice choose_ptx(std::string_view text, int capability, int cuda) {
  const int version = number_after(text, ".version"), target = number_after(text, ".target sm_");
  if (version == 0 || target == 0)
    return {.result = CUDA_ERROR_INVALID_PTX, .log = "ptxas fatal: no .version or .target"};
  if (version > newest_ptx(cuda))
    return {.result = CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            .log = "ptxas fatal: unsupported .version " + std::to_string(version / 10) + "." +
                   std::to_string(version % 10)};
  if (target > capability)
    return {.result = CUDA_ERROR_INVALID_PTX,
            .log = "ptxas fatal: .target sm_" + std::to_string(target) + " is newer than the GPU"};
  return {.code = std::string(text), .is_ptx = true};
}

CodeChoice choose_of_fatbin(std::string_view fatbin, int capability, int cuda) {
  const auto parts = parts_of(fatbin);
  const Part* best = nullptr;
  for (const auto& part : parts) {
    if (!runs(part, capability, cuda)) continue;
    const bool better = !best || (best->is_ptx && !part.is_ptx) ||
                        (best->is_ptx == part.is_ptx && part.capability > best->capability);
    if (better) best = &part;
  }
  if (!best) return {.result = CUDA_ERROR_NO_BINARY_FOR_GPU};
  if (best->is_ptx) return choose_ptx(best->code, capability, cuda);
  return {.code = std::string(best->code)};
}

}  // namespace

CodeChoice choose_code(const void* image, int capability, int cuda) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == fatbin_magic) return choose_of_fatbin(fatbin_bytes(image), capability, cuda);
  if (std::memcmp(image, elf_magic.data(), elf_magic.size()) == 0)
    return {.result = CUDA_ERROR_INVALID_IMAGE, .log = "a bare cubin is not modelled"};
  const std::string_view text(static_cast<const char*>(image));
  if (!contains(text, ".version")) return {.result = CUDA_ERROR_INVALID_IMAGE};
  return choose_ptx(text, capability, cuda);
}

}  // namespace gpuproof::vgpu::driver
