// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/reading_record.h"

#include <fmt/core.h>

#include <array>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

constexpr double foreign_share = 0.10;     // of our bytes, read or written by others
constexpr Bytes foreign_least = 16 * MiB;  // the small change of any running system
constexpr double zero_share = 0.01;

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

void note_foreign(BenchRecord& record, double bytes, Bytes claimed, const std::string& what) {
  if (bytes < static_cast<double>(foreign_least) ||
      bytes < foreign_share * static_cast<double>(claimed))
    return;
  record.disturbances.push_back(fmt::format("{} meanwhile: {}, {} of what was read here", what,
                                            bytes_text(static_cast<Bytes>(bytes)),
                                            percent(bytes / static_cast<double>(claimed))));
}

}  // namespace

void tell_method(BenchRecord& record, const ReadSpec& spec, const ReadTotals& totals) {
  auto& method = record.method;
  method["block"] = bytes_text(spec.block);
  method["order"] = spec.random ? "random, each block once per pass" : "ascending";
  method["in_flight"] = std::to_string(spec.depth);
  method["jobs"] = std::to_string(spec.jobs);
  method["completions_awaited"] = std::to_string(spec.batch);
  method["engine"] = totals.queue.engine;
  method["completion"] = totals.queue.polled ? "polled" : "interrupt";
  method["access"] = "O_DIRECT";
  method["drive_state"] = "as found, not preconditioned";
  auto& conditions = record.conditions;
  conditions["buffers"] = fmt::format("{} of {} in huge pages", bytes_text(totals.huge_bytes),
                                      bytes_text(totals.buffer_bytes));
  conditions["passes"] = std::to_string(totals.jobs.passes);
  for (const auto& note : totals.queue.notes) record.notes.push_back(note);
}

void judge_content(BenchRecord& record, const ReadSpec& spec, const ReadTotals& totals) {
  Integrity integrity;
  if (spec.data_seed && totals.jobs.words_checked > 0)
    integrity = {.checked = true,
                 .values = totals.jobs.words_checked,
                 .mismatches = totals.jobs.mismatches,
                 .how = "every word of blocks read after the timed part against the file's seed"};
  if (const auto& first = totals.jobs.first_mismatch)
    integrity.first_mismatch = fmt::format("offset {}: expected {:016x}, found {:016x}",
                                           first->offset, first->expected, first->found);
  if (totals.fault) {
    // Only what the medium lost is wrong data; a refused request is an error and no more.
    const auto number = -totals.fault->result;
    if (number == EIO || number == ENODATA || number == EILSEQ || number == EREMOTEIO) {
      integrity.checked = true;
      ++integrity.mismatches;
      ++integrity.values;
      integrity.first_mismatch = totals.fault->text();
    }
    if (integrity.checked) record.integrity = integrity;
    throw Error(totals.fault->text() + "; no rate is reported");
  }
  if (integrity.checked) record.integrity = integrity;
  if (integrity.mismatches > 0)
    throw Mismatch(
        "what was read is not what was written: " + std::to_string(integrity.mismatches) +
        " wrong words, the first at " + integrity.first_mismatch);
}

void judge_zeros(BenchRecord& record, const ReadTotals& totals) {
  const auto blocks = static_cast<double>(totals.jobs.blocks_checked);
  const auto zeros = static_cast<double>(totals.jobs.zero_blocks);
  if (!(zeros > zero_share * blocks)) return;
  record.disturbances.push_back(
      percent(zeros / blocks) +
      " of the blocks hold only zeros: blocks that were never written are answered without the "
      "medium; test with a file, or write the device first");
}

void judge_traffic(BenchRecord& record, const DriveTraffic& traffic, Bytes claimed,
                   const std::string& drives) {
  if (!traffic.problem.empty()) {
    record.disturbances.push_back("nothing proves that the drive answered: " + traffic.problem);
    return;
  }
  record.conditions["drive_bytes"] = percent(traffic.share) + " of the bytes read here";
  record.conditions["drive_read_size"] =
      bytes_text(static_cast<Bytes>(traffic.mean_read_bytes)) + " mean of a request";
  record.conditions["drive_merges"] = std::to_string(traffic.merges);
  if (!traffic.confirms())
    throw Implausible("only " + percent(traffic.share) + " of the " + bytes_text(claimed) +
                      " read here came from " + drives +
                      ": a cache answered, so the figure says nothing about the drive");
  const auto read_by_others =
      static_cast<double>(traffic.read_bytes) - static_cast<double>(claimed);
  note_foreign(record, read_by_others, claimed, "others read from " + drives);
  note_foreign(record, static_cast<double>(traffic.written_bytes), claimed,
               "others wrote to " + drives);
}

void tell_latency(BenchRecord& record, const Histogram& latency_ns) {
  constexpr std::array<std::pair<double, const char*>, 3> quantiles{
      {{0.5, "latency_p50"}, {0.99, "latency_p99"}, {0.999, "latency_p99.9"}}};
  for (const auto& [q, name] : quantiles)
    if (const auto ns = latency_ns.quantile(q))
      record.conditions[name] = fmt::format("{:.1f} us", *ns * 1e-3);
  if (latency_ns.count() > 0)
    record.conditions["latency_max"] =
        fmt::format("{:.1f} us", static_cast<double>(latency_ns.max()) * 1e-3);
  record.conditions["latency_reads"] = std::to_string(latency_ns.count());
}

}  // namespace gpuproof
