// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "reports/html/page.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "reports/html/style.h"

namespace gpuproof::html {
namespace {

std::string title(const Report& report) {
  return fmt::format("gpuproof: {}, {}", verdict_text(report), report.machine.text());
}

std::string sections(const ReportBundle& bundle) {
  auto all = Registry<Section>::instance().all();
  std::stable_sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->order < b->order; });
  std::string body;
  for (const auto* section : all) {
    const auto inner = section->render(bundle);
    if (inner.empty()) continue;
    body += fmt::format("<section id=\"{}\">\n", section->name);
    if (!section->title.empty()) body += fmt::format("<h2>{}</h2>\n", escape(section->title));
    body += inner + "</section>\n";
  }
  return body;
}

// The policy forbids every request: the page is one file and stays one.
std::string render(const ReportBundle& bundle) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</"
      "html>\n",
      escape(title(bundle.report)), style_sheet, sections(bundle));
}

const Register<ReportFormat> registered{
    {.name = "html",
     .file_name = "report.html",
     .about = "one self-contained page for people; prints well, needs no network",
     .render = render}};

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string escape_json(std::string_view json) {
  std::string out;
  // '<' occurs only inside strings of JSON, where its escape means the same.
  for (const char c : json) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return out;
}

std::string badge(std::string_view outcome) {
  const auto word = outcome.substr(0, outcome.find_first_of("/ "));
  return fmt::format("<span class=\"badge {}\">{}</span>", escape(word), escape(outcome));
}

std::string row(const std::vector<std::string>& cells, std::string_view tag) {
  std::string out = "<tr>";
  for (const auto& cell : cells) out += fmt::format("<{0}>{1}</{0}>", tag, cell);
  return out + "</tr>\n";
}

}  // namespace gpuproof::html
