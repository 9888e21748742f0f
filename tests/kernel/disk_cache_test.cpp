// What is kept on disk is run as it is, so nothing is found but what this user's programs wrote.
#include "kernel/cache/disk_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "core/process/build_id.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public testing::Test {
 protected:
  DiskCacheTest()
      : home(fs::temp_directory_path() / ("dala-disk-cache-" + std::to_string(getpid()))),
        folder(home / "cache") {
    fs::remove_all(home);
    fs::create_directory(home);
    fs::permissions(home, fs::perms::owner_all);
  }
  ~DiskCacheTest() override {
    fs::permissions(home, fs::perms::owner_all);
    fs::remove_all(home);
  }

  static std::string text(const std::optional<std::vector<std::byte>>& bytes) {
    if (!bytes) return "nothing";
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  }
  static void keep(const fs::path& where, const std::string& key, const std::string& contents) {
    DiskCache(where).keep(key, std::as_bytes(std::span(contents)));
  }
  static std::string find(const fs::path& where, const std::string& key) {
    return text(DiskCache(where).find(key));
  }
  static fs::path entry_in(const fs::path& where) {
    for (const auto& file : fs::directory_iterator(where))
      if (file.path().extension() == ".dalacode") return file.path();
    return {};
  }
  void expect_off(const std::string& reason) {
    const DiskCache cache(folder);
    EXPECT_FALSE(cache.is_on());
    EXPECT_NE(cache.state().find("is not used: "), std::string::npos) << cache.state();
    EXPECT_NE(cache.state().find(reason), std::string::npos) << cache.state();
    EXPECT_EQ(cache.why_off(), "; " + cache.state());
    cache.keep("key", {});
    EXPECT_EQ(text(cache.find("key")), "nothing");
  }

  fs::path home;
  fs::path folder;
};

TEST_F(DiskCacheTest, FindsWhatWasKept) {
  EXPECT_EQ(find(folder, "a kernel"), "nothing");
  EXPECT_FALSE(fs::exists(folder));  // looking makes nothing
  keep(folder, "a kernel", "code");
  keep(folder, "another", "");
  EXPECT_EQ(find(folder, "a kernel"), "code");
  EXPECT_EQ(find(folder, "another"), "");
  EXPECT_EQ(find(folder, "a third"), "nothing");
  EXPECT_EQ(DiskCache(folder).state(), folder.string());
  keep(folder, "a kernel", "newer");
  EXPECT_EQ(find(folder, "a kernel"), "newer");
}

// Kernels may come in messages, without end.
TEST_F(DiskCacheTest, TheOldestGoWhereThereAreTooMany) {
  constexpr std::size_t length = 8192;
  constexpr std::uint64_t most = 40 * length;
  const std::string contents(length, 'c');
  const DiskCache cache(folder, most);
  const auto bytes = [&] {
    std::uintmax_t all = 0;
    for (const auto& file : fs::directory_iterator(folder)) all += file.file_size();
    return all;
  };
  cache.keep("first", std::as_bytes(std::span(contents)));
  for (int i = 0; i < 400; ++i)
    cache.keep("kernel " + std::to_string(i), std::as_bytes(std::span(contents)));
  EXPECT_LT(bytes(), 120 * length);  // as many as may come before they are looked at
  EXPECT_EQ(text(cache.find("first")), "nothing");
  EXPECT_EQ(text(cache.find("kernel 399")), contents);
  // The key is not among what goes, and a program that starts looks first.
  keep(folder, "last", "code");
  EXPECT_EQ(find(folder, "last"), "code");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the clock of files has steps
  DiskCache(folder, length).keep("more", std::as_bytes(std::span("code", 4)));
  EXPECT_LT(bytes(), 4 * length);
  EXPECT_EQ(find(folder, "more"), "code");
}

TEST_F(DiskCacheTest, WhatAKilledProgramWroteGoes) {
  keep(folder, "a", "code");
  const fs::path left = folder / (entry_in(folder).filename().string() + ".part1-0");
  const fs::path written = folder / (entry_in(folder).filename().string() + ".part2-0");
  for (const fs::path& file : {left, written}) std::ofstream(file) << "half";
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  keep(folder, "b", "code");
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(written));
  EXPECT_EQ(find(folder, "a"), "code");
}

TEST_F(DiskCacheTest, NoneKeepsNothing) {
  const DiskCache none{fs::path()};
  EXPECT_FALSE(none.is_on());
  EXPECT_EQ(none.state(), "");
  EXPECT_EQ(none.why_off(), "");
  none.keep("key", {});
  EXPECT_EQ(text(none.find("key")), "nothing");
}

TEST_F(DiskCacheTest, IsMadeForThisUserAlone) {
  folder = home / "two" / "deep";
  keep(folder, "key", "code");
  for (const fs::path& path : {home / "two", folder, entry_in(folder), folder / "key"}) {
    struct stat about{};
    ASSERT_EQ(stat(path.c_str(), &about), 0) << path;
    EXPECT_EQ(about.st_mode & 0077U, 0U) << path;
  }
}

TEST_F(DiskCacheTest, EntriesOfAnotherUsersKeyAreNone) {
  keep(folder, "key", "ours");
  keep(home / "theirs", "key", "planted");
  fs::copy_file(entry_in(home / "theirs"), entry_in(folder), fs::copy_options::overwrite_existing);
  EXPECT_EQ(find(folder, "key"), "nothing");
}

TEST_F(DiskCacheTest, EntriesUnderAnotherNameAreNone) {
  keep(folder, "key", "code");
  const fs::path first = entry_in(folder);
  keep(home / "other", "other key", "");
  fs::rename(first, folder / entry_in(home / "other").filename());
  EXPECT_EQ(find(folder, "other key"), "nothing");
}

TEST_F(DiskCacheTest, NothingOfAnEntryCanBeChanged) {
  keep(folder, "key", "code");
  const fs::path entry = entry_in(folder);
  std::string whole;
  {
    std::ifstream file(entry, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(file), {});
  }
  ASSERT_GT(whole.size(), 50U);
  const auto with = [&](const std::string& bytes) {
    std::ofstream(entry, std::ios::binary | std::ios::trunc) << bytes;
    return find(folder, "key");
  };
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_EQ(with(changed), "nothing") << i;
    EXPECT_EQ(with(whole.substr(0, i)), "nothing") << i;
  }
  EXPECT_EQ(with(whole + "x"), "nothing");
  EXPECT_EQ(with(whole), "code");
}

TEST_F(DiskCacheTest, OnlyPlainFilesAreOpened) {
  keep(folder, "key", "code");
  const fs::path entry = entry_in(folder);
  const fs::path aside = folder / "aside";
  fs::rename(entry, aside);
  fs::create_symlink(aside, entry);
  EXPECT_EQ(find(folder, "key"), "nothing");
  fs::remove(entry);
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);  // would wait for a writer
  EXPECT_EQ(find(folder, "key"), "nothing");
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_EQ(find(folder, "key"), "nothing");
  fs::remove(entry);
  fs::rename(aside, entry);
  EXPECT_EQ(find(folder, "key"), "code");
}

TEST_F(DiskCacheTest, EntriesThatAreTooLargeAreNotRead) {
  keep(folder, "key", "code");
  fs::resize_file(entry_in(folder), std::uintmax_t{1} << 40);
  EXPECT_EQ(find(folder, "key"), "nothing");
}

TEST_F(DiskCacheTest, EntriesOthersCanTouchAreNone) {
  keep(folder, "key", "code");
  for (const auto more : {fs::perms::others_write, fs::perms::group_write}) {
    fs::permissions(entry_in(folder), more, fs::perm_options::add);
    EXPECT_EQ(find(folder, "key"), "nothing");
    fs::permissions(entry_in(folder), more, fs::perm_options::remove);
    EXPECT_EQ(find(folder, "key"), "code");
  }
}

TEST_F(DiskCacheTest, AFolderThatOthersCanWriteToIsNotUsed) {
  keep(folder, "key", "code");
  for (const auto more : {fs::perms::others_write, fs::perms::group_write}) {
    fs::permissions(folder, more, fs::perm_options::add);
    expect_off("others can write to " + folder.string());
    // As in /tmp, others could still add entries of theirs.
    fs::permissions(folder, fs::perms::sticky_bit, fs::perm_options::add);
    expect_off("others can write to " + folder.string());
    fs::permissions(folder, more | fs::perms::sticky_bit, fs::perm_options::remove);
    EXPECT_EQ(find(folder, "key"), "code");
  }
}

TEST_F(DiskCacheTest, NorIsOneBelowSuchAFolder) {
  keep(folder, "key", "code");
  fs::permissions(home, fs::perms::others_write, fs::perm_options::add);
  expect_off("others can write to " + home.string());
  // Also not by another way.
  fs::create_symlink(folder, fs::path(home.string() + ".link"));
  folder = home.string() + ".link";
  expect_off("others can write to " + home.string());
  fs::remove(folder);
  folder = home / "cache";
  // Where only the owner of a name can take it away, others cannot put theirs in its place.
  fs::permissions(home, fs::perms::sticky_bit, fs::perm_options::add);
  EXPECT_EQ(find(folder, "key"), "code");
}

TEST_F(DiskCacheTest, NorIsOneOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "skipped: only root can give a folder away";
  keep(folder, "key", "code");
  ASSERT_EQ(chown(folder.c_str(), 12345, 12345), 0);
  expect_off(folder.string() + " belongs to user 12345, not to user 0");
  ASSERT_EQ(chown(folder.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(home.c_str(), 12345, 12345), 0);
  expect_off(home.string() + " belongs to user 12345, not to user 0");
  ASSERT_EQ(chown(home.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(entry_in(folder).c_str(), 12345, 12345), 0);
  EXPECT_EQ(find(folder, "key"), "nothing");
}

TEST_F(DiskCacheTest, AKeyThatOthersKnowIsNotUsed) {
  keep(folder, "key", "code");
  fs::permissions(folder / "key", fs::perms::others_read, fs::perm_options::add);
  expect_off("key is not this user's alone");
  fs::remove(folder / "key");
  ASSERT_EQ(mkfifo((folder / "key").c_str(), 0600), 0);
  expect_off("key");
}

TEST_F(DiskCacheTest, AKeyThatWasNotWrittenToItsEndIsReplaced) {
  keep(folder, "key", "code");
  fs::resize_file(folder / "key", 3);
  EXPECT_EQ(find(folder, "key"), "nothing");
  keep(folder, "key", "code");
  EXPECT_EQ(find(folder, "key"), "code");
  EXPECT_EQ(fs::file_size(folder / "key"), 32U);
}

TEST_F(DiskCacheTest, AFileInItsPlaceIsNotUsed) {
  std::ofstream(folder) << "a file where the folder should be";
  expect_off(folder.string());
  folder /= "below";
  expect_off("Not a directory");
}

TEST(BuildId, IsThatOfTheFile) {
  const std::string own = build_id_of(reinterpret_cast<const void*>(&build_id_of));
  EXPECT_EQ(own.size(), 40U);
  EXPECT_EQ(own.find_first_not_of("0123456789abcdef"), std::string::npos);
  const std::string of_libc = build_id_of(reinterpret_cast<const void*>(&getpid));
  EXPECT_NE(own, of_libc);
  const int on_stack = 0;
  EXPECT_EQ(build_id_of(&on_stack), "");
}

}  // namespace
}  // namespace dala::kernel
