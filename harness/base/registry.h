// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Self-registration: a spec in a file of its own, `const Register<Spec> registered{{...}};`.
// Link such folders as objects (cmake/Rooms.cmake): in an archive the registration vanishes.
#pragma once

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

// Spec needs a std::string member `name`. A deque keeps references valid while others register.
template <class Spec>
class Registry {
 public:
  struct Entry {
    Spec spec;
    std::string file;
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(Spec spec, const char* file) {
    if (find(spec.name)) throw std::logic_error("registered twice: " + spec.name);
    entries_.push_back({std::move(spec), file});
  }

  const Spec* find(std::string_view name) const {
    for (const auto& entry : entries_)
      if (entry.spec.name == name) return &entry.spec;
    return nullptr;
  }

  // In order of name: the order of static initialisation is not ours to rely on.
  std::vector<const Spec*> all() const {
    std::vector<const Spec*> specs;
    for (const auto& entry : entries_) specs.push_back(&entry.spec);
    std::sort(specs.begin(), specs.end(), [](auto* a, auto* b) { return a->name < b->name; });
    return specs;
  }

  const std::deque<Entry>& entries() const { return entries_; }

 private:
  std::deque<Entry> entries_;
};

template <class Spec>
struct Register {
  // The default argument names the registering file; a test compares it with the folder.
  explicit Register(Spec spec, const char* file = __builtin_FILE()) {
    Registry<Spec>::instance().add(std::move(spec), file);
  }
};

}  // namespace gpuproof
