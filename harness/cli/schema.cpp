// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof schema NAME`: the JSON Schemas that docs/schema/ publishes (scripts/update-schemas).
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/schema.h"
#include "harness/base/text.h"
#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

int print_schema(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* schema : Registry<Schema>::instance().all()) names.push_back(schema->name);
  const auto* schema = Registry<Schema>::instance().find(name);
  if (!schema && !name.empty())
    throw InputError("there is no schema \"" + clean_text(name) + "\"; there are " +
                     join(names, ", "));
  write_all(STDOUT_FILENO, schema ? schema->text() : join(names, "\n") + "\n", "standard output");
  return code(ExitStatus::good);
}

const Register<Verb> registered{{.name = "schema",
                                 .about = "the JSON Schema of a document; without NAME their names",
                                 .order = 90,
                                 .hidden = true,
                                 .attach = [](CLI::App& command) -> std::function<int()> {
                                   auto name = std::make_shared<std::string>();
                                   command.add_option("name", *name,
                                                      "snapshot, profile, journal, report, ...");
                                   return [name] { return print_schema(*name); };
                                 }}};

}  // namespace
}  // namespace gpuproof
