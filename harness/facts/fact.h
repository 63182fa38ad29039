// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A fact is a value, absent (the machine lacks it) or unreadable with a reason. Never a guess.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>

namespace gpuproof {

template <class T>
class Fact {
 public:
  using value_type = T;

  Fact() = default;                                      // absent
  Fact(T value) : value_(std::move(value)) {}            // NOLINT: a value is a fact
  Fact(std::optional<T> value) : value_(std::move(value)) {}  // NOLINT
  Fact(const char* text)  // NOLINT: for literals
    requires std::same_as<T, std::string>
      : value_(text) {}
  static Fact unreadable(std::string why) {
    Fact fact;
    fact.why_ = why.empty() ? "unknown reason" : std::move(why);
    return fact;
  }

  bool has_value() const { return value_.has_value(); }
  bool is_unreadable() const { return !why_.empty(); }
  bool is_absent() const { return !has_value() && !is_unreadable(); }
  const std::string& why() const { return why_; }  // empty unless unreadable

  explicit operator bool() const { return has_value(); }  // known, whatever its value
  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return &*value_; }
  T value_or(T other) const { return value_.value_or(std::move(other)); }
  bool is(const T& wanted) const { return value_ && *value_ == wanted; }

 private:
  std::optional<T> value_;
  std::string why_;
};

// Another fact made of this one's value (`make` gives a value, an optional or a fact); absent and
// unreadable go through.
template <class U, class T, class Make>
Fact<U> fact_from(const Fact<T>& fact, Make make) {
  if (fact.is_unreadable()) return Fact<U>::unreadable(fact.why());
  return fact ? Fact<U>(make(*fact)) : Fact<U>();
}

}  // namespace gpuproof
