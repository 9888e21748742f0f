// dala kernel watch
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>

#include "cli/kernel_helper.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;
using Floats = std::vector<float>;

std::string times(const std::string& factor) {
  return "fn times(a: Tensor<f32>, b: &mut Tensor<f32>) {\n  b[ABSOLUTE_POS] = a[ABSOLUTE_POS] * " +
         factor + ";\n}\n";
}

// With # for every number.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || !out.ends_with('#')) out += digit ? '#' : c;
  }
  return out;
}

class KernelWatch : public KernelCliTest {
 protected:
  KernelWatch() {
    write_npy("a.npy", {2}, {1, 2});
    write("k.dk", times("2.0"));
  }
  [[nodiscard]] std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"kernel", "watch", "k.dk", "--in", "a.npy", "--out", "b.npy"});
    return more;
  }
  [[nodiscard]] fs::path folder() const { return path("k.dk").parent_path(); }
  // As editors do that never leave half a file behind.
  void replace(const std::string& name, const std::string& text) const {
    write(name + "~", text);
    fs::rename(path(name + "~"), path(name));
  }
  static std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }
};

TEST_F(KernelWatch, FollowsTheFiles) {
  Running watch(folder(), arguments({"--runs", "4"}));
  ASSERT_TRUE(soon([&] { return lines(watch.out()) == 1; })) << watch.err();
  EXPECT_EQ(without_numbers(watch.out()), "#:#:# times #.# ms -> b.npy\n");
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{2, 4}));

  // A bad edit is shown, and leaves the output and the kernel in use as they are.
  write("k.dk", times("nothing"));
  ASSERT_TRUE(soon([&] { return watch.err().find("--> k.dk:2:") != std::string::npos; }));
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{2, 4}));
  write_npy("c.npy", {2}, {3, 4});
  fs::rename(path("c.npy"), path("a.npy"));
  ASSERT_TRUE(soon([&] { return lines(watch.out()) == 2; })) << watch.err();
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{6, 8}));

  replace("k.dk", times("10.0"));
  ASSERT_TRUE(soon([&] { return lines(watch.out()) == 3; })) << watch.err();
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{30, 40}));

  write("k.dk", times("100.0"));
  EXPECT_EQ(watch.wait(), 0) << watch.err();
  EXPECT_EQ(lines(watch.out()), 4);
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{300, 400}));
}

TEST_F(KernelWatch, WaitsForTheFirstGoodText) {
  write("k.dk", times("nothing"));
  Running watch(folder(), arguments({"--runs", "1"}));
  ASSERT_TRUE(soon([&] { return watch.err().starts_with("error[K030]"); })) << watch.err();
  replace("k.dk", times("3.0"));
  EXPECT_EQ(watch.wait(), 0) << watch.err();
  EXPECT_EQ(read_npy("b.npy", {2}), (Floats{3, 6}));
}

TEST_F(KernelWatch, GoesOnAfterOtherMistakesToo) {
  Running watch(folder(), arguments({"--runs", "2"}));
  ASSERT_TRUE(soon([&] { return lines(watch.out()) == 1; })) << watch.err();
  replace("a.npy", "broken");
  ASSERT_TRUE(soon([&] { return watch.err().starts_with("dala: a.npy"); })) << watch.err();
  fs::remove(path("a.npy"));
  write_npy("a.npy", {1}, {8});
  EXPECT_EQ(watch.wait(), 0) << watch.err();
  EXPECT_EQ(read_npy("b.npy", {1}), (Floats{16}));
}

TEST_F(KernelWatch, EndsWithControlC) {
  for (const int number : {SIGINT, SIGTERM}) {
    Running watch(folder(), arguments());
    ASSERT_TRUE(soon([&] { return lines(watch.out()) == 1; })) << watch.err();
    watch.signal(number);
    EXPECT_EQ(watch.wait(), 0);
  }
}

TEST_F(KernelWatch, WrongUse) {
  expect_error(kernel({"watch", "-", "--in", "a.npy", "--out", "b.npy"}), 2, "standard input");
  expect_error(kernel({"watch", "k.dk", "--in", "a.npy", "--out", "./a.npy"}), 2,
               "'./a.npy' is an input and an output");
  expect_error(kernel({"watch", "none.dk", "--in", "a.npy", "--out", "b.npy"}), 1, "none.dk");
  expect_error(kernel({"watch", "k.dk", "--in", "none.npy", "--out", "b.npy"}), 1, "none.npy");
  expect_error(kernel({"watch", "k.dk", "--out", "b.npy"}), 2, "takes 1 input");
  expect_error(dala(arguments({"--runs", "0"})), 2, "--runs");
}

}  // namespace
}  // namespace dala::test
