// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/stream.h"

namespace gpuproof {
namespace {

// Not yet done is an answer, not a failure.
template <class Query, class Handle>
bool reached(const Query& query, Handle handle) {
  const auto status = query.raw(handle);
  if (status == CUDA_ERROR_NOT_READY) return false;
  if (status != CUDA_SUCCESS) throw CudaError(query.name(), status);
  return true;
}

}  // namespace

GpuEvent::GpuEvent(const GpuContext& context) : handle_(context) {
  context.make_current();
  handle_.fn().cuEventCreate(handle_.out(), CU_EVENT_BLOCKING_SYNC);
}

void GpuEvent::record(const GpuStream& stream) {
  handle_.fn().cuEventRecord(handle_.get(), stream.get());
}

bool GpuEvent::done() const { return reached(handle_.fn().cuEventQuery, handle_.get()); }

void GpuEvent::wait() const { handle_.fn().cuEventSynchronize(handle_.get()); }

double GpuEvent::seconds_since(const GpuEvent& earlier) const {
  float milliseconds = 0;
  handle_.fn().cuEventElapsedTime(&milliseconds, earlier.get(), handle_.get());
  return static_cast<double>(milliseconds) * 1e-3;
}

GpuStream::GpuStream(const GpuContext& context) : handle_(context) {
  context.make_current();
  handle_.fn().cuStreamCreate(handle_.out(), CU_STREAM_NON_BLOCKING);
}

void GpuStream::wait_for(const GpuEvent& event) const {
  handle_.fn().cuStreamWaitEvent(handle_.get(), event.get(), 0);
}

void GpuStream::synchronize() const { handle_.fn().cuStreamSynchronize(handle_.get()); }

bool GpuStream::idle() const { return reached(handle_.fn().cuStreamQuery, handle_.get()); }

}  // namespace gpuproof
