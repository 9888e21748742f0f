// Results in tests: those that must be good, and those that must be a certain error.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <dala/core/error.hpp>

namespace dala {

// The value, or a test failure with the message.
template <typename T>
T must(Result<T> result) {
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return T{};
  }
  return std::move(*result);
}

inline void must(const Result<void>& result) {
  if (!result) ADD_FAILURE() << result.error().message;
}

template <typename T>
void expect_error(const Result<T>& result, ErrorCode code, const std::string& mentions = {}) {
  ASSERT_FALSE(result.has_value()) << "expected " << to_string(code);
  EXPECT_EQ(to_string(result.error().code), to_string(code)) << result.error().message;
  EXPECT_NE(result.error().message.find(mentions), std::string::npos)
      << "\"" << result.error().message << "\" does not mention \"" << mentions << "\"";
}

}  // namespace dala
