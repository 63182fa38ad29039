// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/gpu_metrics.h"

namespace gpuproof {
namespace {

constexpr GpuMetric metrics[] = {
    {"gemm/library", Suite::quick},
    {"peak/fma", Suite::standard},
    {"peak/mma", Suite::standard},
    {"memory/read", Suite::quick},
    {"memory/write", Suite::standard},
    {"memory/copy", Suite::quick},
    {"memory/triad", Suite::quick},
    {"memory/l2_read", Suite::standard},
    {"memory/latency", Suite::standard},
    {"transfer/h2d", Suite::quick},
    {"transfer/d2h", Suite::quick},
    {"transfer/bidirectional", Suite::quick},
    {"transfer/latency", Suite::standard},
    {"peer/write", Suite::quick, true},
    {"peer/read", Suite::quick, true},
    {"peer/bidirectional", Suite::standard, true},
    {"peer/latency", Suite::standard, true},
    {"collective/all_reduce", Suite::quick, true},
    {"collective/all_reduce_latency", Suite::quick, true},
    {"collective/all_gather", Suite::standard, true},
    {"collective/reduce_scatter", Suite::standard, true},
    {"collective/broadcast", Suite::standard, true},
    {"dnn/conv", Suite::standard},
    {"dnn/resnet50_conv", Suite::full},
    {"launch/latency", Suite::standard},
    {"launch/graph", Suite::standard},
};

}  // namespace

std::span<const GpuMetric> gpu_metrics() { return metrics; }

}  // namespace gpuproof
