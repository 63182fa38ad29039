// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Tables of functions found at run time, typed by the declarations in the vendor's header:
//
//   struct CudaFunctions : FunctionTable<CudaFailure> {
//     using FunctionTable::FunctionTable;
//     GPUPROOF_FN(cuMemAlloc);
//   };
//   cuda.cuMemAlloc(&address, bytes);                 // throws where the status is not success
//   const auto status = cuda.cuEventQuery.raw(event);  // where a failure is an expected answer
//
// The name is stringised after expansion, so that `_v2` renames of the header reach the lookup and
// the type alike. Success is 0 in every library that is loaded this way.
#pragma once

#include <string>
#include <vector>

#include "harness/gpu/library/shared_library.h"

namespace gpuproof {

// Failure needs `[[noreturn]] static void fail(const char* call, int code)`, which throws, and
// `[[noreturn]] static void absent(const char* call)`.
template <class Signature, class Failure>
class Fn;
template <class R, class... A, class Failure>
class Fn<R(A...), Failure> {
 public:
  template <class Table>
  Fn(Table& table, const char* name, bool required, const char* older = nullptr)
      : name_(name), pointer_(reinterpret_cast<R (*)(A...)>(table.lookup(name, required, older))) {}

  explicit operator bool() const { return pointer_ != nullptr; }
  const char* name() const { return name_; }

  R raw(A... arguments) const {
    if (!pointer_) Failure::absent(name_);
    return pointer_(arguments...);
  }
  void operator()(A... arguments) const {
    const auto status = raw(arguments...);
    if (status != R{}) Failure::fail(name_, static_cast<int>(status));
  }

 private:
  const char* name_;
  R (*pointer_)(A...);
};

template <class FailureOfCalls>
class FunctionTable {
 public:
  using Failure = FailureOfCalls;

  explicit FunctionTable(const SharedLibrary& library) : library_(library) {}
  FunctionTable(const FunctionTable&) = delete;
  FunctionTable& operator=(const FunctionTable&) = delete;

  // `older`: a name with the same signature, for libraries older than the header.
  void* lookup(const char* name, bool required, const char* older) {
    void* found = library_.find(name);
    if (!found && older) found = library_.find(older);
    if (!found) (required ? missing : missing_optional).push_back(name);
    return found;
  }

  const SharedLibrary& library() const { return library_; }
  std::vector<std::string> missing, missing_optional;

 private:
  SharedLibrary library_;
};

}  // namespace gpuproof

#define GPUPROOF_TEXT_OF(x) #x
#define GPUPROOF_NAME_OF(x) GPUPROOF_TEXT_OF(x)
#define GPUPROOF_FN(f) \
  ::gpuproof::Fn<decltype(::f), Failure> f { *this, GPUPROOF_NAME_OF(f), true }
// Start-up does not fail for want of it; calling it then says that the library is too old.
#define GPUPROOF_OPTIONAL_FN(f) \
  ::gpuproof::Fn<decltype(::f), Failure> f { *this, GPUPROOF_NAME_OF(f), false }
// The header renamed it without changing its signature: an older library has it as `older`.
#define GPUPROOF_RENAMED_FN(f, older) \
  ::gpuproof::Fn<decltype(::f), Failure> f { *this, GPUPROOF_NAME_OF(f), true, older }
