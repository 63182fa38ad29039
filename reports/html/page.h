// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The HTML page: one file per section, each registers itself; page.cpp puts them in order.
#pragma once

#include <string>
#include <string_view>

#include "harness/base/registry.h"
#include "harness/record/report.h"

namespace gpuproof::html {

struct Section {
  std::string name;   // also the id of the element
  std::string title;  // heading; empty: none
  int order = 0;
  // Inner HTML; empty leaves the section out.
  std::string (*render)(const ReportBundle&) = nullptr;
};

// Text from anywhere as HTML text or attribute value.
std::string escape(std::string_view);
// JSON inside <script type="application/json">: no "</script" and no "<!--" can end it.
std::string escape_json(std::string_view);
// <span class="badge fail">fail</span>: colour never without the word.
std::string badge(std::string_view outcome);
// A table row of escaped cells.
std::string row(const std::vector<std::string>& cells, std::string_view tag = "td");

}  // namespace gpuproof::html
