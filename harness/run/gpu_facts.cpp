// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/gpu_facts.h"

#include <fmt/core.h>
#include <signal.h>

#include <algorithm>
#include <map>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/machine/reader.h"
#include "harness/run/parent.h"

namespace gpuproof {

namespace {

constexpr double kill_grace_s = 5;

template <class T>
void take(Fact<T>& into, Fact<T>& from) {
  if (!from.is_absent()) into = std::move(from);
}

// Each source fills members of its own.
void merge(GpuFacts& into, GpuFacts& from) {
  take(into.devices, from.devices);
  take(into.nvml_result, from.nvml_result);
  take(into.nvml_library_version, from.nvml_library_version);
  take(into.nvml_driver_version, from.nvml_driver_version);
  take(into.cuda_result, from.cuda_result);
  take(into.cuda_library_version, from.cuda_library_version);
  take(into.cuda_driver_version, from.cuda_driver_version);
  take(into.cuda_order, from.cuda_order);
  take(into.cuda_init_s, from.cuda_init_s);
  take(into.query_s, from.query_s);
}

std::string end_text(const ChildEnd& end) {
  return end.signal ? fmt::format("the library crashed ({})", signal_text(end.signal))
                    : fmt::format("its process ended with status {}", end.exit_code);
}

// The children of one round of questions.
class Inquiry {
 public:
  Inquiry(Snapshot& snapshot, const FactsRequest& request, ProcessLauncher& launcher,
          const Clock& clock)
      : snapshot_(snapshot), request_(request), launcher_(launcher), clock_(clock) {}

  void run(const std::vector<const FactsSource*>& sources) {
    for (const auto* source : sources) start(*source);
    serve(clock_.raw() + nanoseconds(request_.deadline_s));
    const auto silent = open_;
    for (const auto& [child, source] : silent) {
      const auto state = launcher_.state(child);
      source->lost(snapshot_.gpu,
                   fmt::format("no answer within {}{}", duration_text(request_.deadline_s),
                               state.empty() ? "" : ", its process is in state " + state));
      answered_[child] = true;
      launcher_.end(child, SIGKILL);
    }
    // One that hangs inside the driver does not end: it is left behind.
    serve(clock_.raw() + nanoseconds(kill_grace_s));
    if (signal_) ::raise(signal_);
  }

 private:
  void start(const FactsSource& source) {
    std::vector<std::string> arguments{"worker", "--facts", source.name};
    if (!request_.wish.library_path.empty())
      arguments.insert(arguments.end(), {"--library-path", request_.wish.library_path});
    if (request_.wish.only_virtual) arguments.push_back("--only-virtual");
    try {
      open_.emplace(launcher_.start({.arguments = std::move(arguments), .log = request_.log}),
                    &source);
    } catch (const SystemError& e) {
      source.lost(snapshot_.gpu, e.what());
    }
  }

  void serve(Nanoseconds until) {
    while (!open_.empty() && clock_.raw() < until && !signal_)
      for (const auto& event : launcher_.wait(until - clock_.raw())) handle(event);
  }

  void handle(const ProcessEvent& event) {
    if (event.kind == ProcessEvent::Kind::signal) signal_ = event.number;
    const auto found = open_.find(event.child);
    if (found == open_.end()) return;
    if (event.kind == ProcessEvent::Kind::line) hear(event);
    if (event.kind != ProcessEvent::Kind::ended) return;
    if (!answered_[event.child]) found->second->lost(snapshot_.gpu, end_text(event.end));
    open_.erase(found);
  }

  void hear(const ProcessEvent& event) {
    if (answered_[event.child]) return;
    try {
      auto answer = decode_text<FactsAnswer>(event.text, "GPU facts");
      merge(snapshot_.gpu, answer.gpu);
      snapshot_.header.simulated = snapshot_.header.simulated || answer.is_virtual;
      answered_[event.child] = true;
    } catch (const InputError&) {  // told when it ends
    }
  }

  Snapshot& snapshot_;
  const FactsRequest& request_;
  ProcessLauncher& launcher_;
  const Clock& clock_;
  std::map<ChildId, const FactsSource*> open_;
  std::map<ChildId, bool> answered_;
  int signal_ = 0;
};

// NVML cannot say where a GPU is that it cannot open. Where the bus shows as many NVIDIA GPUs more
// as there are such, they are these, in PCI order.
void place_unopened(Snapshot& snapshot) {
  if (!snapshot.gpu.devices) return;
  auto& devices = *snapshot.gpu.devices;
  std::vector<GpuDevice*> nameless;
  for (auto& gpu : devices)
    if (gpu.open_error && gpu.pci_address.empty()) nameless.push_back(&gpu);
  std::vector<std::string> left;
  for (const auto* gpu : nvidia_gpus(snapshot))
    if (std::none_of(devices.begin(), devices.end(),
                     [&](const auto& known) { return known.pci_address == gpu->address; }))
      left.push_back(gpu->address);
  if (left.size() != nameless.size()) return;
  std::sort(left.begin(), left.end());
  for (std::size_t i = 0; i < left.size(); ++i) nameless[i]->pci_address = left[i];
}

// Where the bus is known and shows nothing of NVIDIA's, no library needs to be asked. In WSL the GPU
// is never on the bus.
bool may_have_gpus(const Snapshot& snapshot) {
  return !snapshot.pci.devices || !nvidia_gpus(snapshot).empty() || snapshot.platform.wsl.is(true);
}

}  // namespace

void add_gpu_facts(Snapshot& snapshot, const FactsRequest& request,
                   const std::vector<const FactsSource*>& sources, ProcessLauncher& launcher,
                   const Clock& clock) {
  Inquiry(snapshot, request, launcher, clock).run(sources);
  place_unopened(snapshot);
}

Snapshot read_machine(const Host& host, const FactsRequest& request, ProcessLauncher& launcher,
                      std::vector<std::string>* problems) {
  auto snapshot = take_snapshot(host, problems);
  if (!may_have_gpus(snapshot)) return snapshot;
  add_gpu_facts(snapshot, request, Registry<FactsSource>::instance().all(), launcher,
                system_clock());
  return snapshot;
}

int facts_main(const std::string& name, const FactsWish& wish, int records_fd) {
  end_with_parent();
  const auto* source = Registry<FactsSource>::instance().find(name);
  if (!source) throw InputError("this build has no source of facts \"" + name + "\"");
  FactsAnswer answer;
  answer.is_virtual = source->read(answer.gpu, wish);
  write_all(records_fd, encode_line(answer) + "\n", "GPU facts");
  return 0;
}

}  // namespace gpuproof
