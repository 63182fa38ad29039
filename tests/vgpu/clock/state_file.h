// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The state that processes of one virtual machine share. VGPU_STATE names its file; without it a
// process is a machine of its own.
#pragma once

#include "tests/vgpu/clock/state_page.h"

namespace gpuproof::vgpu {

class StateFile {
 public:
  // An empty or absent file is made a state at its beginning. Throws InputError where it is of
  // another layout, SystemError where it cannot be used.
  explicit StateFile(const char* path);
  // In memory of this process alone.
  StateFile();
  ~StateFile();
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;

  // That of the environment. After a fork the child has the same.
  static StateFile& of_process();

  // Reading single counters needs no lock.
  StatePage& page() const { return *page_; }

 private:
  void map(int fd, const char* path);

  StatePage* page_ = nullptr;
};

// Holds the lock of the page. A holder that was killed costs nothing but its own step.
class StateLock {
 public:
  explicit StateLock(StatePage&);
  ~StateLock();
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;

 private:
  StatePage& page_;
};

}  // namespace gpuproof::vgpu
