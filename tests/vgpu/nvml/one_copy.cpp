// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// All library names are links to one object. Where they became copies (an archive, a container
// layer), each would keep a state of its own and half of everything would work: end at once.
#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

int add_name(dl_phdr_info* object, std::size_t, void* names) {
  if (object->dlpi_name && *object->dlpi_name)
    static_cast<std::vector<std::string>*>(names)->emplace_back(object->dlpi_name);
  return 0;
}

const void* base_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) ? info.dli_fbase : nullptr;
}

// Where the virtual GPU lies that this loaded object brings; nullptr: none.
const void* base_of_object(const std::string& name) {
  void* const object = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (!object) return nullptr;
  const void* const found = dlsym(object, "vgpuScale");
  dlclose(object);
  return found ? base_of(found) : nullptr;
}

__attribute__((constructor)) void check_that_it_is_alone() {
  std::vector<std::string> names;
  dl_iterate_phdr(add_name, &names);
  for (const auto& name : names) {
    const void* const other = base_of_object(name);
    if (!other || other == base_of(reinterpret_cast<const void*>(&add_name))) continue;
    std::fputs("vgpu: loaded twice; its libraries must be links to one file, not copies\n", stderr);
    std::abort();
  }
}

}  // namespace
