// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What cmake/Precompiled.cmake compiles once.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/registry.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/record/journal.h"
#include "harness/record/plan.h"
#include "harness/record/report.h"
