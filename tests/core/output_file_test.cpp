// Files take their place when they are complete, whatever stands there and however many write.
#include "core/files/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "core/files/file.hpp"
#include "support/results.hpp"

namespace dala {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

struct stat status_of(const fs::path& file) {
  struct stat found{};
  EXPECT_EQ(::lstat(file.c_str(), &found), 0) << file;
  return found;
}
unsigned mode_of(const fs::path& file) { return status_of(file).st_mode & 07777U; }

// Whether it is true in a process of its own.
bool in_child(const std::function<bool()>& check) {
  const pid_t child = fork();
  if (child == 0) _exit(check() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    std::string name = (fs::temp_directory_path() / "dala_output_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~OutputFiles() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path path(const std::string& name) const { return folder_ / name; }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream stream(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_))
      all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
  }
  [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) const {
    return write_file(path(name), bytes_of(text), {});
  }

 private:
  fs::path folder_;
};

TEST_F(OutputFiles, TakeTheirPlaceWhenTheyAreComplete) {
  put("a", "old");
  {
    OutputFile out = OutputFile::create(path("a")).value();
    must(out.write(bytes_of("half of")));
    EXPECT_EQ(read("a"), "old");
    EXPECT_EQ(names().size(), 2U);
  }
  EXPECT_EQ(names(), std::vector<std::string>{"a"});  // nothing is left of one that was given up
  OutputFile out = OutputFile::create(path("a")).value();
  must(out.write(bytes_of("new")));
  OutputFile moved = std::move(out);
  must(moved.write(bytes_of(", of two parts")));
  must(moved.commit());
  EXPECT_EQ(read("a"), "new, of two parts");
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
  // Longer than what is kept before it is written.
  const std::string text(300'000, 'x');
  must(write_file(path("b"), bytes_of("head"), bytes_of(text)));
  EXPECT_EQ(read("b"), "head" + text);
}

TEST_F(OutputFiles, ReadersSeeWholeFilesHoweverManyWrite) {
  constexpr std::size_t length = 200'000;
  constexpr int writers = 4;
  put("a", std::string(length, '0'));
  std::atomic<int> working = writers;
  std::vector<std::thread> threads;
  for (int i = 0; i < writers; ++i)
    threads.emplace_back([&, i] {
      const std::string text(length, static_cast<char>('a' + i));
      for (int round = 0; round < 100; ++round) EXPECT_TRUE(write("a", text));
      --working;
    });
  std::size_t reads = 0;
  std::size_t torn = 0;
  while (working > 0) {
    const std::string text = read("a");
    ++reads;
    if (text.size() != length || text.find_first_not_of(text[0]) != std::string::npos) ++torn;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(reads, 0U);
  EXPECT_EQ(torn, 0U) << "of " << reads;
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(OutputFiles, KeepTheModeAndOwnerOfWhatTheyReplace) {
  put("secret", "old");
  ASSERT_EQ(::chmod(path("secret").c_str(), 0600), 0);
  {
    // Not even for as long as it is written.
    const OutputFile out = OutputFile::create(path("secret")).value();
    for (const std::string& name : names()) EXPECT_EQ(mode_of(path(name)), 0600U) << name;
  }
  must(write("secret", "new"));
  EXPECT_EQ(read("secret"), "new");
  EXPECT_EQ(mode_of(path("secret")), 0600U);
  const mode_t before = ::umask(027);
  must(write("fresh", "new"));
  ::umask(before);
  EXPECT_EQ(mode_of(path("fresh")), 0640U);
  if (::geteuid() != 0) return;  // only root gives files away
  ASSERT_EQ(::chown(path("secret").c_str(), 12345, 23456), 0);
  must(write("secret", "newer"));
  EXPECT_EQ(status_of(path("secret")).st_uid, 12345U);
  EXPECT_EQ(status_of(path("secret")).st_gid, 23456U);
  EXPECT_EQ(mode_of(path("secret")), 0600U);
}

TEST_F(OutputFiles, DoNotReplaceWhatMayNotBeWritten) {
  put("protected", "old");
  ASSERT_EQ(::chmod(path("protected").c_str(), 0444), 0);
  ASSERT_EQ(::chmod(path("").c_str(), 0777), 0);
  EXPECT_TRUE(in_child([&] {
    if (::geteuid() == 0 && ::seteuid(65534) != 0) return false;
    const auto done = write("protected", "new");
    return !done && done.error().message.find("Permission denied") != std::string::npos;
  }));
  // Somebody else's, which may be written but not given back.
  if (::geteuid() == 0) {
    ASSERT_EQ(::chmod(path("protected").c_str(), 0666), 0);
    EXPECT_TRUE(in_child([&] {
      if (::seteuid(65534) != 0) return false;
      const auto done = write("protected", "new");
      return !done && done.error().message.find("belongs to user 0") != std::string::npos;
    }));
  }
  EXPECT_EQ(read("protected"), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"protected"});
}

TEST_F(OutputFiles, FollowLinks) {
  fs::create_directory(path("deep"));
  put("deep/target", "old");
  fs::create_symlink("deep/target", path("first"));
  fs::create_symlink(path("first"), path("second"));
  must(write("second", "new"));
  EXPECT_EQ(read("deep/target"), "new");
  EXPECT_TRUE(fs::is_symlink(path("first")));
  EXPECT_TRUE(fs::is_symlink(path("second")));
  fs::create_symlink("deep/none", path("dangling"));
  must(write("dangling", "made"));
  EXPECT_EQ(read("deep/none"), "made");
  EXPECT_TRUE(fs::is_symlink(path("dangling")));
  fs::create_symlink("round", path("round"));
  expect_error(write("round", "x"), ErrorCode::io, "round");
}

TEST_F(OutputFiles, WriteIntoWhatIsNoFile) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read("pipe"); });
  must(write("pipe", "through"));
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));

  expect_error(write_file("/dev/full", bytes_of("x"), {}), ErrorCode::io,
               "could not write /dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  // A link to a device is neither replaced nor is the device.
  fs::create_symlink("/dev/null", path("null.png"));
  must(write("null.png", "x"));
  EXPECT_TRUE(fs::is_symlink(path("null.png")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  // A file that is open, by the names that the system has for it: it goes on from where it is.
  const int open = ::open(path("log").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(open, "one ", 4), 4);
  must(write_file("/proc/self/fd/" + std::to_string(open), bytes_of("two "), {}));
  must(write_file("/dev/fd/" + std::to_string(open), bytes_of("three"), {}));
  ::close(open);
  EXPECT_EQ(read("log"), "one two three");
  fs::remove(path("log"));
  // One of another process, which has no name any more.
  const int unnamed = ::open(path("gone").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(unnamed, "something old", 13), 13);
  fs::remove(path("gone"));
  const std::string others =
      "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(unnamed);
  EXPECT_TRUE(in_child([&] { return write_file(others, bytes_of("new"), {}).has_value(); }));
  std::array<char, 20> text{};
  EXPECT_EQ(::pread(unnamed, text.data(), text.size(), 0), 3);
  EXPECT_EQ(std::string(text.data()), "new");
  ::close(unnamed);
  EXPECT_EQ(names(), (std::vector<std::string>{"null.png", "pipe"}));
}

TEST_F(OutputFiles, SayWhatIsWrong) {
  expect_error(write("none/a", "x"), ErrorCode::io, "none/a: No such file or directory");
  expect_error(write_file(path(""), bytes_of("x"), {}), ErrorCode::io, "it is a folder");
  expect_error(write_file("", bytes_of("x"), {}), ErrorCode::io, "No such file");
  put("file", "x");
  expect_error(write("file/a", "x"), ErrorCode::io, "Not a directory");
  // A folder that came in the meantime.
  OutputFile out = OutputFile::create(path("a")).value();
  fs::create_directory(path("a"));
  expect_error(out.commit(), ErrorCode::io, "could not write");
  must(write(std::string(255, 'n'), "long"));  // as long as names may be
  expect_error(write(std::string(256, 'n'), "long"), ErrorCode::io, "too long");
}

TEST_F(OutputFiles, WhatIsNotCompleteHasANameOfItsOwn) {
  put("a.mp4", "old");
  put("a.partial.mp4", "of an earlier one");
  const auto keep = [&](const std::string& name) {
    OutputFile out = OutputFile::create(path(name)).value();
    must(out.write(bytes_of("some")));
    return must(out.keep_partial());
  };
  EXPECT_EQ(keep("a.mp4"), path("a.partial-2.mp4"));
  EXPECT_EQ(keep("a.mp4"), path("a.partial-3.mp4"));
  EXPECT_EQ(keep("b"), path("b.partial"));
  EXPECT_EQ(read("a.mp4"), "old");
  EXPECT_EQ(read("a.partial.mp4"), "of an earlier one");
  EXPECT_EQ(read("a.partial-2.mp4"), "some");
}

// The name itself may be as long as names can be.
TEST_F(OutputFiles, WhatIsNotCompleteHasANameThatFits) {
  for (const std::string& name : {std::string(251, 'n') + ".mp4", "n." + std::string(253, 'e'),
                                  std::string(255, 'n'), std::string(84, 'n') + [] {
                                    std::string letters;
                                    for (int i = 0; i < 57; ++i) letters += "\u20ac";
                                    return letters;
                                  }()}) {
    SCOPED_TRACE(name);
    OutputFile out = OutputFile::create(path(name)).value();
    must(out.write(bytes_of("some")));
    const fs::path kept = must(out.keep_partial());
    EXPECT_EQ(read(kept.filename().string()), "some");
    EXPECT_NE(kept.filename().string().find(".partial"), std::string::npos);
  }
}

TEST_F(OutputFiles, ThatMustBeNewReplaceNothing) {
  OutputFile first = OutputFile::create(path("a")).value();
  OutputFile second = OutputFile::create(path("a")).value();
  must(first.write(bytes_of("first")));
  must(second.write(bytes_of("second")));
  must(first.commit_new());
  expect_error(second.commit_new(), ErrorCode::already_exists, "there is a file");
  EXPECT_EQ(read("a"), "first");
}

// File systems give the number of a removed folder to the next one.
TEST_F(OutputFiles, PartsGoFromAFolderThatCameAfterAnother) {
  const std::string part = "deep/a.png.0123456789abcdef.dala-part";
  for (int i = 0; i < 3; ++i) {
    fs::create_directory(path("deep"));
    put(part, "left");
    must(write("deep/b", "new"));
    EXPECT_FALSE(fs::exists(path(part))) << i;
    fs::remove_all(path("deep"));
  }
}

TEST_F(OutputFiles, PartsOfKilledRunsGoAndOthersStay) {
  const auto left = [&](const std::string& name) {
    EXPECT_TRUE(in_child([&]() -> bool {
      const auto out = OutputFile::create(path(name));
      _exit(out ? 0 : 1);  // as if killed: nothing is cleaned up
    }));
  };
  left("a.png");
  ASSERT_EQ(names().size(), 1U);
  EXPECT_TRUE(names()[0].starts_with("a.png.")) << names()[0];
  left("other.mp4");  // whose process removes what the first one left
  ASSERT_EQ(names().size(), 1U);
  EXPECT_TRUE(names()[0].starts_with("other.mp4.")) << names()[0];
  // One whose writer lives, in another process.
  std::array<int, 2> ready{};
  std::array<int, 2> end{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  ASSERT_EQ(::pipe(end.data()), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    auto out = OutputFile::create(path("live"));
    char byte = out ? '1' : '0';
    static_cast<void>(!::write(ready[1], &byte, 1));
    static_cast<void>(!::read(end[0], &byte, 1));
    _exit(out && out->write(bytes_of("lived")) && out->commit() ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ASSERT_EQ(byte, '1');
  // What users have that looks alike.
  const std::vector<std::string> own = {"mine.dala-part", "mine.0123.dala-part",
                                        ".0123456789abcdef.dala-part",
                                        "mine.0123456789ABCDEF.dala-part", "mine.part"};
  for (const std::string& name : own) put(name, "mine");
  left("c");
  must(write("a.png", "new"));
  for (const std::string& name : own) EXPECT_EQ(read(name), "mine") << name;
  EXPECT_EQ(std::ranges::count_if(names(), [](const auto& n) { return n.starts_with("c."); }), 0);
  EXPECT_EQ(::write(end[1], &byte, 1), 1);
  int status = 0;
  waitpid(writer, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read("live"), "lived");
  EXPECT_EQ(names().size(), own.size() + 2);
}

}  // namespace
}  // namespace dala
