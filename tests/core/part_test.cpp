// Parts that are missing, and parts that are there and cannot be used.
#include "core/process/optional_library.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dala {
namespace {

TEST(Part, OneThatIsMissingIsNoNews) {
  testing::internal::CaptureStderr();
  const auto found = find_in_part("libdala-nowhere.so", "make", "the part");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::unsupported);
  EXPECT_NE(found.error().message.find("the part is not installed: there is no libdala-nowhere.so"),
            std::string::npos)
      << found.error().message;
}

TEST(Part, OneThatCannotBeLoadedSaysWhyAndWarns) {
  // Beside the program, where parts are looked for first.
  const std::string name = "libdala-broken-" + std::to_string(getpid()) + ".so";
  const auto file = std::filesystem::canonical("/proc/self/exe").parent_path() / name;
  std::ofstream(file) << std::string(4096, 'x');
  testing::internal::CaptureStderr();
  const auto found = find_in_part(name.c_str(), "make", "the part");
  const std::string warning = testing::internal::GetCapturedStderr();
  std::filesystem::remove(file);
  ASSERT_FALSE(found);
  const std::string& message = found.error().message;
  EXPECT_TRUE(message.starts_with("the part cannot be loaded: " + file.string())) << message;
  EXPECT_NE(message.find("ELF"), std::string::npos) << message;
  EXPECT_EQ(warning, "dala: " + message + "\n");
}

}  // namespace
}  // namespace dala
