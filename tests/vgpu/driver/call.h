// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The frame of every function of the driver: initialised, not forked, a living context, one thread
// at a time, its own virtual cost. Exceptions end here.
#pragma once

#include <cuda.h>

#include <functional>

#include "tests/vgpu/driver/machine.h"

// C functions by the driver's own names, as cuda.h renames them.
#define CUDA_FUNCTION extern "C" __attribute__((visibility("default"))) CUresult CUDAAPI

namespace gpuproof::vgpu::driver {

using Body = std::function<CUresult()>;
using ContextBody = std::function<CUresult(Context&)>;

// Before cuInit too; after it; and with a current context that is not broken.
CUresult answer_always(const char* call, const Body&);
CUresult answer(const char* call, const Body&);
CUresult answer_in_context(const char* call, const ContextBody&);
// Of an object that belongs to a context, current or not: the handle, checked, and its error.
template <class T>
CUresult answer_for(const char* call, const Handles<T>& handles, const void* handle,
                    const std::function<CUresult(T&)>& body) {
  return answer(call, [&] {
    T* const object = handles.find(handle);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    if (object->context->sticky != CUDA_SUCCESS) return object->context->sticky;
    return body(*object);
  });
}

// The current context of this thread; null: none, or one that ended.
Context* current_context();
void set_current_context(Context*);
// CU null is the default stream of the context.
Stream* stream_of(Context&, CUstream);

// Within a body. The lock is not held while others move time or this thread never returns.
void wait_until(std::int64_t ns);
void wait_for_others();  // a moment of real time
struct Hang {};          // thrown: this call does not come back

}  // namespace gpuproof::vgpu::driver
