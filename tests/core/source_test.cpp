// What a name may lead to: plain files in allowed folders, and nothing else unless it was named.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "core/files/file.hpp"
#include "core/files/source.hpp"
#include "support/results.hpp"

namespace dala {
namespace {

namespace fs = std::filesystem;

class Sources : public testing::Test {
 protected:
  Sources() {
    std::string name = (fs::temp_directory_path() / "dala_source_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    fs::create_directory(folder_ / "in");
    fs::create_directory(folder_ / "in" / "deeper");
    fs::create_directory(folder_ / "in-other");
    for (const char* file : {"in/a", "in/deeper/b", "in-other/c", "secret"})
      std::ofstream(folder_ / file) << "text";
  }
  ~Sources() override { fs::remove_all(folder_); }
  [[nodiscard]] Result<SourceFile> opened(const fs::path& file) const {
    return open_source(folder_ / file, SourcePolicy::in(folder_ / "in"));
  }
  fs::path folder_;
};

TEST_F(Sources, OnlyTheFolderAndBelow) {
  must(opened("in/a"));
  must(opened("in/deeper/b"));
  must(opened("in/deeper/../a"));
  must(opened("in-other/../in/a"));
  for (const char* file : {"secret", "in/../secret", "in/deeper/../../secret", "in-other/c"})
    expect_error(opened(file), ErrorCode::io, "only files in ");
  expect_error(opened("in/none"), ErrorCode::io, "No such file");
  expect_error(opened("in"), ErrorCode::io, "it is a directory");
  expect_error(open_source(folder_ / "in/a", {}), ErrorCode::io, "no file may be opened here");
  must(open_source(folder_ / "secret", SourcePolicy::files()));
  must(open_source(folder_ / "secret", {.paths = {folder_ / "in", folder_ / "secret"}}));
  expect_error(open_source(fs::path(std::string("a\0b", 3)), SourcePolicy::files()), ErrorCode::io,
               "a byte that is zero");
}

TEST_F(Sources, WhereALinkLeadsIsWhatCounts) {
  fs::create_symlink("../secret", folder_ / "in/out");
  fs::create_directory_symlink(folder_, folder_ / "in/up");
  fs::create_symlink("in/a", folder_ / "into");
  fs::create_directory_symlink("in", folder_ / "same");
  expect_error(opened("in/out"), ErrorCode::io, "only files in ");
  expect_error(opened("in/up/secret"), ErrorCode::io, "only files in ");
  must(opened("into"));
  must(opened("same/a"));
  // Also of the folder itself.
  must(open_source(folder_ / "in/a", SourcePolicy::in(folder_ / "same")));
}

TEST_F(Sources, NoPipesDevicesOrFilesOfTheSystem) {
  ASSERT_EQ(mkfifo((folder_ / "in/pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder_ / "in/zero");
  expect_error(opened("in/pipe"), ErrorCode::io, "it is a pipe");  // and does not wait
  expect_error(opened("in/zero"), ErrorCode::io, "it is a device");
  const auto files = SourcePolicy::files();
  expect_error(open_source("/dev/zero", files), ErrorCode::io, "it is a device");
  expect_error(open_source("/proc/self/environ", files), ErrorCode::io, "file of the system's");
  expect_error(open_source("/sys/kernel/notes", SourcePolicy::in("/")), ErrorCode::io);
}

TEST_F(Sources, ReadingHasAnEnd) {
  const auto read = [](const fs::path& file, std::uint64_t most) {
    return read_file(file, {.most = most, .sources = SourcePolicy::only(file.string())});
  };
  expect_error(read("/dev/zero", 1 << 20), ErrorCode::bad_file, "more than the 1048576 bytes");
  EXPECT_EQ(must(read(folder_ / "secret", 4)).size(), 4U);
  expect_error(read(folder_ / "secret", 3), ErrorCode::bad_file, "more than the 3 bytes");
  EXPECT_EQ(must(read("/dev/null", 0)).size(), 0U);
  expect_error(read_file("/dev/zero"), ErrorCode::io, "it is a device");
  // A file that says it is huge is not even begun.
  fs::resize_file(folder_ / "secret", std::uintmax_t{1} << 40);
  expect_error(read_file(folder_ / "secret"), ErrorCode::bad_file, "more than the 4294967296");
}

}  // namespace
}  // namespace dala
