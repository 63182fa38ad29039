// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a reading says beside its rate: how it was made, whether the data were right, and whether
// the drives confirm it. Written to the record of the benchmark.
#pragma once

#include "harness/measure/storage/device_counters.h"
#include "harness/measure/storage/ring_reader.h"
#include "harness/record/bench_record.h"

namespace gpuproof {

void tell_method(BenchRecord&, const ReadSpec&, const ReadTotals&);

// The data check of blocks whose content is known. A read that the drive could not serve counts as
// one, as what it holds is lost; then, or where data are wrong, throws (Error, Mismatch).
void judge_content(BenchRecord&, const ReadSpec&, const ReadTotals&);

// Blocks of zeros on a raw device were perhaps never written, and are answered without the medium.
void judge_zeros(BenchRecord&, const ReadTotals&);

// Throws Implausible where the drives read less than 95 % of what we claim. A disturbance where
// they cannot tell, or where others used them.
void judge_traffic(BenchRecord&, const DriveTraffic&, Bytes claimed, const std::string& drives);

// p50, p99, p99.9 and max of the latency, each only with enough reads behind it.
void tell_latency(BenchRecord&, const Histogram& latency_ns);

}  // namespace gpuproof
