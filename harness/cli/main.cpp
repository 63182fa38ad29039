// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof: parse, run the verb, map what went wrong to an exit code.
#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <string_view>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

std::string exit_help() {
  std::string text = "Exit codes:\n";
  for (const auto& [value, meaning] : exit_table)
    text += fmt::format("  {}    {}\n", value, meaning);
  return text + "  128+n ended by signal n, partial results are on disk";
}

std::vector<const Verb*> verbs_in_order() {
  auto verbs = Registry<Verb>::instance().all();
  std::stable_sort(verbs.begin(), verbs.end(),
                   [](auto* a, auto* b) { return a->order < b->order; });
  return verbs;
}

// A first word that is no verb: CLI11 would only say that a subcommand is required.
void check_verb(int argc, char** argv) {
  static constexpr std::array<std::string_view, 3> of_ours{"--help", "-h", "--version"};
  if (argc < 2 || std::find(of_ours.begin(), of_ours.end(), argv[1]) != of_ours.end()) return;
  if (argv[1][0] == '-')
    throw InputError(fmt::format("gpuproof has no option \"{}\" before the verb; see gpuproof --help",
                                 clean_text(argv[1])));
  if (Registry<Verb>::instance().find(argv[1])) return;
  std::vector<std::string> names;
  for (const auto* verb : verbs_in_order())
    if (!verb->hidden) names.push_back(verb->name);
  const auto meant = nearest(argv[1], names);
  throw InputError(fmt::format(
      "gpuproof has no verb \"{}\"; {}", clean_text(argv[1]),
      meant.empty() ? "see gpuproof --help" : fmt::format("did you mean \"{}\"?", meant)));
}

// Not fmt::print, which throws where standard error is closed.
void complain(const std::string& message) {
  std::fputs(clean_text("gpuproof: " + message + "\n").c_str(), stderr);
}

// A program may be started with these closed: a file that is opened next must not become one.
void hold_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", O_RDONLY);
}

// What was printed may still be on its way: a full disk shows when it is written out.
int with_output_written(int status) {
  const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (written || status != code(ExitStatus::good)) return status;
  complain("standard output could not be written: " + errno_text(errno) +
           "; make room, or name another file");
  return code(ExitStatus::tool_failed);
}

int usage_error(const CLI::Error& error, const CLI::App& app) {
  const auto used = app.get_subcommands();
  const std::string command = used.empty() ? "gpuproof" : "gpuproof " + used.front()->get_name();
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  complain(fmt::format("{}; see {} --help", clean_text(trim(message)), command));
  return code(ExitStatus::usage);
}

int run_verb(int argc, char** argv) {
  CLI::App app{
      "Measures a GPU machine, compares it with what its hardware should reach, and writes "
      "an acceptance report.",
      "gpuproof"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "gpuproof " + tool_version());
  app.footer(exit_help());
  std::map<const CLI::App*, std::function<int()>> bodies;
  for (const auto* verb : verbs_in_order()) {
    // Only the verb in use builds its options: start-up stays within its 20 ms.
    const bool in_use = argc > 1 && verb->name == argv[1];
    if (verb->hidden && !in_use) continue;
    auto* command = app.add_subcommand(verb->name, verb->about);
    if (in_use) bodies[command] = verb->attach(*command);
  }
  check_verb(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help and --version end here
    return app.exit(e);
  } catch (const CLI::Error& e) {
    return usage_error(e, app);
  }
  return bodies.at(app.get_subcommands().front())();
}

}  // namespace

std::string tool_version() { return GPUPROOF_VERSION; }

}  // namespace gpuproof

int main(int argc, char** argv) {
  using namespace gpuproof;
  ::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of the write, not our end
  ::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not grow
  hold_standard_descriptors();
  try {
    return with_output_written(run_verb(argc, argv));
  } catch (const InputError& e) {
    complain(e.what());
    return code(ExitStatus::usage);
  } catch (const std::bad_alloc&) {
    complain("not enough memory; end other programs, or raise the limit (ulimit -v)");
    return code(ExitStatus::tool_failed);
  } catch (const std::exception& e) {
    complain(e.what());
    return code(ExitStatus::tool_failed);
  }
}
