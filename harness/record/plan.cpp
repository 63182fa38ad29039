// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/plan.h"

#include "harness/base/schema.h"

namespace gpuproof {
namespace {

const Register<Schema> published{
    {"plan", []() -> std::string { return schema_text<Plan>("gpuproof plan"); }}};

}  // namespace
}  // namespace gpuproof
