// Parts that are missing, and parts that are there and cannot be used.
#include "core/process/optional_library.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

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

TEST(Part, OneOfAnotherBuildSaysSo) {
  for (const auto& [file, function] : {std::pair{"libdala-jit.so", "dala_jit_compiler"},
                                       std::pair{"libdala-text.so", "dala_text_library"},
                                       std::pair{"libdala-video.so", "dala_video_library"},
                                       std::pair{"libdala-video.so", "dala_video_still"}}) {
    const auto found = find_in_part(file, function, "the part");
    if (!found) GTEST_SKIP() << "this build leaves it out: " << found.error().message;
    const auto make = reinterpret_cast<void* (*)(std::uint64_t, Error*)>(*found);
    constexpr std::uint64_t nobodys = 1;
    Error error;
    EXPECT_EQ(make(nobodys, &error), nullptr) << file;
    EXPECT_EQ(error.message,
              std::string(file) + " belongs to another build of libdala; install both from one");
  }
}

}  // namespace
}  // namespace dala
