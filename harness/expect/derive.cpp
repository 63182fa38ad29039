// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/derive.h"

namespace gpuproof {

Derived derive_expectations(const Snapshot& snapshot) {
  Derived derived;
  for (const auto* derivation : Registry<Derivation>::instance().all())
    for (auto& expectation : derivation->derive(snapshot, derived.why_not))
      derived.expect.push_back(std::move(expectation));
  return derived;
}

}  // namespace gpuproof
