// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Matrix products of the host: a share of the multiply-add rate that the same cores reached in the
// same run. The clock drops out, so nothing about the processor must be known.
#include "harness/expect/derive.h"

namespace gpuproof {
namespace {

std::vector<Expectation> derive(const Snapshot&, std::vector<std::string>&) {
  Expectation e;
  e.key = "host/gemm";
  e.reference = "host/fma";
  e.value = 0.85;
  e.unit = "ratio";
  e.floor_ratio = 0.75;
  e.ceiling = std::nullopt;
  e.kind = ExpectationKind::derived;
  e.source =
      "large square products of tuned libraries reach 80 to 95 % of the multiply-add rate: "
      "OpenBLAS, https://github.com/OpenMathLib/OpenBLAS/wiki; BLIS, "
      "https://github.com/flame/blis/blob/master/docs/Performance.md";
  e.date = "2026-11-30";
  return {e};
}

const Register<Derivation> registered{{.name = "host_gemm",
                                       .about = "host/gemm as a share of host/fma of the same run",
                                       .derive = derive}};

}  // namespace
}  // namespace gpuproof
