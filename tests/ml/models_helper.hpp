// Where the weights and the answers of another runtime are. They are not part of the project.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include <dala/core/error.hpp>

namespace dala::test {

// The folder; tests without it say so and are skipped.
[[nodiscard]] std::filesystem::path models_folder();

// The value; a failure ends the test with its message.
template <typename T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

}  // namespace dala::test

// In a test: the file under that folder, or a skipped test that says what is missing.
#define DALA_MODEL_FILE(name, file)                                        \
  const std::filesystem::path name = dala::test::models_folder() / (file); \
  if (!std::filesystem::exists(name)) GTEST_SKIP() << "skipped: no weights at " << name.string()
