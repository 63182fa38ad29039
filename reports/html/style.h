// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The style sheet of the page: quiet, readable on paper, dark where the reader prefers it.
#pragma once

#include <string_view>

namespace gpuproof::html {

inline constexpr std::string_view style_sheet = R"css(
:root { --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --ground: #ffffff; --panel: #f6f8fa;
  --pass: #1a7f37; --warn: #9a6700; --fail: #cf222e; --error: #8250df; --open: #0969da; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d;
  --ground: #0d1117; --panel: #151b23; --pass: #3fb950; --warn: #d29922; --fail: #f85149;
  --error: #ab7df8; --open: #4493f8; } }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.9rem; margin: .2rem 0 .6rem; line-height: 1.2; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
.verdict { border: 1px solid var(--line); border-left: .5rem solid var(--soft);
  border-radius: .4rem; background: var(--panel); padding: 1rem 1.2rem; }
.verdict.accepted { border-left-color: var(--pass); }
.verdict.rejected { border-left-color: var(--fail); }
.verdict.incomplete { border-left-color: var(--warn); }
.lead { font-size: 1.1rem; }
.stamp { display: inline-block; border: 2px solid var(--fail); color: var(--fail);
  font-weight: 700; padding: 0 .5rem; letter-spacing: .08em; }
.badge { display: inline-block; border-radius: .3rem; padding: 0 .45rem; font-size: .85em;
  font-weight: 600; border: 1px solid var(--line); color: var(--soft); white-space: nowrap; }
.badge.pass { color: var(--pass); border-color: var(--pass); }
.badge.warn { color: var(--warn); border-color: var(--warn); }
.badge.fail { color: var(--fail); border-color: var(--fail); }
.badge.error { color: var(--error); border-color: var(--error); }
.badge.inconclusive { color: var(--open); border-color: var(--open); }
.card { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; margin: .7rem 0;
  break-inside: avoid; }
.card dl { display: grid; grid-template-columns: 8rem 1fr; gap: .15rem .8rem; margin: .5rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .93em; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9em; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--soft); }
svg { display: block; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
@media screen and (max-width: 44rem) { main { padding: .8rem; }
  table { display: block; overflow-x: auto; } .card dl { grid-template-columns: 1fr; } }
@page { size: A4; margin: 12mm; }
@media print { body { font-size: 11px; } main { padding: 0; max-width: none; }
  * { print-color-adjust: exact; } section { break-inside: auto; } tr { break-inside: avoid; } }
)css";

}  // namespace gpuproof::html
