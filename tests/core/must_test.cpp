// `must` with an error: the message, and the end of the program.
#include <dala/core/must.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace dala {
namespace {

Result<int> broken() {
  return std::unexpected(Error{ErrorCode::wrong_length, "3 values do not fill shape {4}"});
}

TEST(Must, GivesTheValue) {
  EXPECT_EQ(must(Result<int>(7)), 7);
  EXPECT_EQ(*must(Result<std::unique_ptr<int>>(std::make_unique<int>(8))), 8);
  must(Result<void>());
}

TEST(MustDeathTest, PrintsTheMessageAndEndsTheProgram) {
  EXPECT_EXIT(must(broken()), testing::ExitedWithCode(1),
              "must_test.cpp:[0-9]+: wrong_length: 3 values do not fill shape .4.");
  EXPECT_EXIT(must(Result<void>(std::unexpected(Error{ErrorCode::io, "no such file"}))),
              testing::ExitedWithCode(1), "io: no such file");
}

}  // namespace
}  // namespace dala
