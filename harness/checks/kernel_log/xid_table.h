// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What is known of an Xid number: meaning, grade and action (data/xid.json, with its sources).
#pragma once

#include <set>
#include <string>

namespace gpuproof {

// fail: not acceptable. application: first suspect a program. warn: look at it. record: only noted.
enum class XidGrade { fail, application, warn, record, unknown };

struct XidMeaning {
  int code = 0;
  std::string name, meaning, kind, action;
  XidGrade grade = XidGrade::unknown;
};

// A number that the table lacks is of grade unknown.
const XidMeaning& xid_meaning(int code);
// The number that decides what to do: the worst grade, then the action that goes furthest.
const XidMeaning& gravest_xid(const std::set<int>& codes);
// "reset the GPU, then repeat the test"
std::string after_which(const std::string& action);
// "Xid 79 (the GPU has dropped off the PCIe bus)"
std::string xid_text(int code);

}  // namespace gpuproof
