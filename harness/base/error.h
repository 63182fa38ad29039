// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The kinds of error of gpuproof. The kind decides what a failure means for a run (docs/errors):
// a message says in one sentence what failed, on what, and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace gpuproof {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Software is absent, too old or not built in: skip/unavailable.
struct Unavailable : Error {
  using Error::Error;
};

// The hardware cannot do it, proven: skip/not_applicable.
struct Unsupported : Error {
  using Error::Error;
};

// A source that should speak cannot be read: skip/not_observable.
struct NotObservable : Error {
  using Error::Error;
};

// The data came out wrong: fail of the integrity item, never retried.
struct Mismatch : Error {
  using Error::Error;
};

// A number was obtained but says nothing about the part (page cache, disturbed): void, error.
struct Implausible : Error {
  using Error::Error;
};

// Planned and not reached (full disk, time, a limit): inconclusive.
struct NotReached : Error {
  using Error::Error;
};

// What the user gave cannot be used: exit 2. Place is "file" or "file: /path/inside".
struct InputError : Error {
  using Error::Error;
  InputError(const std::string& place, const std::string& message)
      : Error(place + ": " + message) {}
};

// A call to the operating system failed.
struct SystemError : Error {
  SystemError(const std::string& what, int error_number);
  int number;
};

// Text of an errno value, thread-safe.
std::string errno_text(int error_number);

}  // namespace gpuproof
