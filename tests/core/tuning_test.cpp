// Choices that are timed on the machine, and where they are kept.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/tuning/choice.hpp"
#include "core/tuning/kept.hpp"
#include "core/tuning/settings.hpp"

namespace dala::tuning {
namespace {

namespace fs = std::filesystem;

// A user's cache of the test's own.
class Cache {
 public:
  Cache() {
    std::string name = fs::temp_directory_path() / "dala-tuning-XXXXXX";
    path_ = ::mkdtemp(name.data());
    ::setenv("XDG_CACHE_HOME", path_.c_str(), 1);
  }
  ~Cache() {
    ::unsetenv("XDG_CACHE_HOME");
    fs::remove_all(path_);
  }
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  [[nodiscard]] fs::path folder() const { return path_ / "dala" / "tuning"; }
  [[nodiscard]] fs::path file() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder())) files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1U);
    return files.empty() ? fs::path() : files[0];
  }

 private:
  fs::path path_;
};

void wait(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

// What a program does with a choice of which the second way is the faster; how often each ran.
struct Tally {
  std::vector<int> ways = {0, 0, 0};
  bool whole = true;  // every number was gone through once
};

Tally run_rounds(Choice& choice, int rounds) {
  Tally tally;
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> seen(1000);
    choice.run(seen.size(), 10, [&](std::size_t way, std::size_t begin, std::size_t end) {
      ++tally.ways[way];
      for (std::size_t i = begin; i < end; ++i) ++seen[i];
      if (way != 1) wait(std::chrono::microseconds(40));
    });
    tally.whole = tally.whole && seen == std::vector<int>(1000, 1);
  }
  return tally;
}

Choice& sample() {
  static Choice choice("test.sample", {"first", "second", "third"});
  return choice;
}

// Each in a process of its own, because what the environment says is read once.
class TuningDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void TearDown() override { ::unsetenv("DALA_TUNE"); }
};

[[noreturn]] void end_with(bool good) { std::_Exit(good ? 0 : 1); }

#define EXPECT_GOOD_END(...) EXPECT_EXIT(end_with(__VA_ARGS__), testing::ExitedWithCode(0), "")

bool takes_the_fastest_and_keeps_it() {
  const Cache cache;
  const Tally timed = run_rounds(sample(), Choice::rounds);
  const Tally after = run_rounds(sample(), 5);
  const KeptWays kept = read_kept(this_machine());
  const auto found = kept.find("test.sample");
  return timed.whole && timed.ways == std::vector<int>(3, Choice::rounds) && after.whole &&
         after.ways == std::vector<int>{0, 5, 0} && sample().way() == "second" &&
         sample().origin().starts_with("timed by this program: ") && kept.size() == 1 &&
         found->second.way == "second" && found->second.percent_ahead > 20;
}

TEST_F(TuningDeathTest, TheFastestIsTakenAndKept) {
  EXPECT_GOOD_END(takes_the_fastest_and_keeps_it());
}

// The first way is a little faster most times, and much slower in every third round.
bool counts_how_much_was_lost() {
  const Cache cache;
  static Choice choice("test.uneven", {"uneven", "even"});
  for (int round = 0; round < Choice::rounds; ++round)
    choice.run(200, 10, [&](std::size_t way, std::size_t, std::size_t) {
      wait(std::chrono::microseconds(way == 1 ? 110 : round % 3 == 0 ? 300 : 100));
    });
  return choice.way() == "even";
}

TEST_F(TuningDeathTest, WhatIsSometimesMuchSlowerIsNotTaken) {
  EXPECT_GOOD_END(counts_how_much_was_lost());
}

bool takes_what_was_kept() {
  const Cache cache;
  keep(this_machine(), "test.sample", {"third", 30});
  const Tally tally = run_rounds(sample(), 4);
  return tally.ways == std::vector<int>{0, 0, 4} &&
         sample().origin() == "timed by an earlier program: 30 % faster than the next";
}

TEST_F(TuningDeathTest, WhatWasKeptIsNotTimedAgain) { EXPECT_GOOD_END(takes_what_was_kept()); }

bool times_again() {
  const Cache cache;
  keep(this_machine(), "test.sample", {"third", 30});
  run_rounds(sample(), Choice::rounds);
  return sample().way() == "second" && read_kept(this_machine()).at("test.sample").way == "second";
}

TEST_F(TuningDeathTest, OrIfToldTo) {
  ::setenv("DALA_TUNE", "again", 1);
  EXPECT_GOOD_END(times_again());
}

bool times_unknown_ways() {
  const Cache cache;
  keep(this_machine(), "test.sample", {"of another build", 30});
  return run_rounds(sample(), 1).ways == std::vector<int>(3, 1);
}

TEST_F(TuningDeathTest, WhatWasKeptAndIsNoWayIsTimed) { EXPECT_GOOD_END(times_unknown_ways()); }

bool takes_defaults() {
  const Cache cache;
  keep(this_machine(), "test.sample", {"third", 30});
  const Tally tally = run_rounds(sample(), 2 * Choice::rounds);
  return tally.ways == std::vector<int>{2 * Choice::rounds, 0, 0} &&
         sample().origin() == "the default, because of DALA_TUNE=off" &&
         read_kept(this_machine()).at("test.sample").way == "third";
}

TEST_F(TuningDeathTest, OffMeansDefaults) {
  ::setenv("DALA_TUNE", "off", 1);
  EXPECT_GOOD_END(takes_defaults());
}

bool takes_what_is_set() {
  const Cache cache;
  static Choice other("test.other", {"first", "second"});
  return run_rounds(sample(), 3).ways == std::vector<int>{0, 0, 3} &&
         sample().origin() == "set by DALA_TUNE" && run_rounds(other, 2).ways[0] == 2;
}

TEST_F(TuningDeathTest, OneCanBeSet) {
  ::setenv("DALA_TUNE", "off,test.sample=third", 1);
  EXPECT_GOOD_END(takes_what_is_set());
}

TEST_F(TuningDeathTest, WrongSettingsAreSaid) {
  ::setenv("DALA_TUNE", "off,test.sample=fourth", 1);
  EXPECT_EXIT(end_with(run_rounds(sample(), 1).ways[0] == 1), testing::ExitedWithCode(0),
              "test.sample has no way `fourth`, but first, second, third");
  ::setenv("DALA_TUNE", "of", 1);
  EXPECT_EXIT(end_with(run_rounds(sample(), 1).ways == std::vector<int>(3, 1)),
              testing::ExitedWithCode(0), "the part `of`, which is neither");
}

TEST(Tuning, LittleIsNotTimed) {
  const Cache cache;
  static Choice little("test.little", {"first", "second"});
  std::vector<std::size_t> ends;
  for (int i = 0; i < 100; ++i)
    little.run(150, 10, [&](std::size_t, std::size_t, std::size_t end) { ends.push_back(end); });
  EXPECT_EQ(ends, std::vector<std::size_t>(100, 150));
  EXPECT_EQ(little.origin(), "being timed, round 0 of 48");
}

TEST(Tuning, UsedChoicesAreThoseThatWereAsked) {
  static Choice asked("test.asked", {"first", "second"});
  static Choice silent("test.silent", {"first", "second"});
  asked.run(1, 1, [](std::size_t, std::size_t, std::size_t) {});
  const auto used = used_choices();
  EXPECT_EQ(std::ranges::count(used, &asked), 1);
  EXPECT_EQ(std::ranges::count(used, &silent), 0);
}

TEST(TuningSettings, AreRead) {
  const auto settings = parse_settings("off,a.b=c,again,d=e");
  ASSERT_TRUE(settings);
  EXPECT_TRUE(settings->off);
  EXPECT_TRUE(settings->again);
  EXPECT_EQ(settings->ways.at("a.b"), "c");
  EXPECT_EQ(settings->ways.at("d"), "e");
  EXPECT_FALSE(parse_settings("")->off);
  for (const char* bad : {"on", "a=", "=b", "off,,a=b", ",off", "a"})
    EXPECT_FALSE(parse_settings(bad)) << bad;
}

TEST(TuningKept, IsByMachineAndBesideWhatOthersKept) {
  const Cache cache;
  EXPECT_TRUE(read_kept("one").empty());
  EXPECT_FALSE(fs::exists(cache.folder()));
  keep("one", "a", {"x", 40});
  keep("one", "b", {"y", 25});
  keep("one", "a", {"z", 30});
  keep("two", "a", {"x", 48});
  EXPECT_EQ(read_kept("one"), (KeptWays{{"a", {"z", 30}}, {"b", {"y", 25}}}));
  EXPECT_EQ(read_kept("two"), (KeptWays{{"a", {"x", 48}}}));
  EXPECT_TRUE(read_kept("three").empty());
}

TEST(TuningKept, DamagedLinesAreLeftOut) {
  const Cache cache;
  keep("one", "a", {"x", 40});
  const fs::path file = cache.file();
  std::ofstream(file) << "one\n\na\nb y\nc z many\nd w 12 and more\ne v 7\nf u 8";
  EXPECT_EQ(read_kept("one"), (KeptWays{{"e", {"v", 7}}, {"f", {"u", 8}}}));
  std::ofstream(file) << "two\ne v 7\n";
  EXPECT_TRUE(read_kept("one").empty());
  std::ofstream(file) << std::string(1 << 17, 'x');
  EXPECT_TRUE(read_kept("one").empty());
}

TEST(TuningKept, AFolderThatOthersCanWriteToIsNotUsed) {
  const Cache cache;
  keep("one", "a", {"x", 40});
  fs::permissions(cache.folder(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_TRUE(read_kept("one").empty());
  keep("one", "b", {"y", 25});
  fs::permissions(cache.folder(), fs::perms::others_write, fs::perm_options::remove);
  EXPECT_EQ(read_kept("one"), (KeptWays{{"a", {"x", 40}}}));
}

}  // namespace
}  // namespace dala::tuning
