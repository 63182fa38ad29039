// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// PCIe errors of a period: sysfs counters as differences, and the kernel log, per device.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

struct AerTally {
  std::uint64_t corrected = 0, nonfatal = 0, fatal = 0;
  std::uint64_t earlier_uncorrected = 0;  // of this boot, before the snapshot before
  int bursts = 0;  // lines that speak of several errors at once: more came than were counted
  std::set<std::string> names;  // BadTLP, Timeout, SDES, ...
  std::vector<std::string> lines;
  bool counted = false;    // has counters
  bool was_reset = false;  // a counter fell: the device was reset in between
  bool any() const { return corrected + nonfatal + fatal > 0; }
};

struct AerPeriod {
  std::map<std::string, AerTally> devices;  // by address
  double hours = 0;
  bool log_read = false;
  bool log_speaks = false;  // the log has AER lines: the kernel reports errors here
  bool since_boot = true;   // no snapshot before in this boot
};

AerPeriod aer_period(const CheckContext&);

}  // namespace gpuproof
