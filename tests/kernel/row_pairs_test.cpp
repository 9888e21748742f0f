// Kernels that take two rows at a time (kernel/jit/row_pairs.hpp). That they make what the
// interpreter makes is in native_test.cpp, whose stencils are such kernels.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

std::string three_by_three(const std::string& value, const std::string& output) {
  return "fn k(t: Tensor<f32>, o: &mut Tensor<f32>) {"
         "  let mut sum = 0.0;"
         "  for dy in 0..3 { for dx in 0..3 {"
         "    sum += t" +
         value +
         "[ABSOLUTE_POS_Y + dy - 1, ABSOLUTE_POS_X + dx - 1] * (1.0 + dx as f32); } }"
         "  o[" +
         output + "] = sum; }";
}

// Loads of the inner part, where the processor has masks.
std::size_t loads_of(const std::string& text) {
  const auto compiler = jit::compiler();
  if (!compiler) return 0;
  const auto module = compiled(text);
  if (!module) return 0;
  const auto listed = (*compiler)->list(*module, {}, jit::Listing::llvm);
  EXPECT_TRUE(listed);
  std::string inner = listed->substr(listed->find("@inner("));
  inner.resize(inner.find("\n}"));
  std::size_t count = 0;
  for (std::size_t at = 0;
       (at = inner.find("call <16 x float> @llvm.masked.load", at)) != std::string::npos; ++at)
    ++count;
  return count;
}

TEST(KernelRowPairs, WhatBothRowsReadIsLoadedOnce) {
  const std::size_t alone = loads_of(three_by_three("", "ABSOLUTE_POS_Y + 1, ABSOLUTE_POS_X"));
  if (alone == 0) GTEST_SKIP() << "skipped: no JIT, or a processor without masks";
  EXPECT_EQ(alone, 9U);
  EXPECT_EQ(loads_of(three_by_three("", "ABSOLUTE_POS_Y, ABSOLUTE_POS_X")), 12U);
}

// Memory of so many floats, with pages around it that nobody may touch.
class Fenced {
 public:
  explicit Fenced(std::size_t count)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        inside_((count * sizeof(float) + page_ - 1) / page_ * page_),
        memory_(static_cast<std::byte*>(
            mmap(nullptr, inside_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (mprotect(memory_ + page_, inside_, PROT_READ | PROT_WRITE) != 0)
      ADD_FAILURE() << "no memory";
    // At the end of it; the beginning is as far from its fence as a page allows.
    bytes_ = {memory_ + page_ + inside_ - count * sizeof(float), count * sizeof(float)};
  }
  ~Fenced() { munmap(memory_, inside_ + 2 * page_); }
  Fenced(const Fenced&) = delete;
  Fenced& operator=(const Fenced&) = delete;

  [[nodiscard]] HostTensor tensor(Shape shape) const {
    return {.dtype = DType::f32, .shape = shape, .bytes = bytes_};
  }

 private:
  std::size_t page_;
  std::size_t inside_;
  std::byte* memory_;
  std::span<std::byte> bytes_;
};

// An odd number of rows leaves a last one, and its pair is outside.
TEST(KernelRowPairs, ReadNothingOutside) {
  for (const char* edge : {"", ".clamped", ".mirrored"}) {
    std::string text = three_by_three(edge, "ABSOLUTE_POS_Y, ABSOLUTE_POS_X");
    if (*edge != 0) {
      text.replace(text.find("[ABS"), 1, "(");
      text.replace(text.find("] *"), 1, ")");
    }
    for (const std::int64_t height : {1, 2, 3, 5, 8}) {
      // As wide as a page of floats, so that every row outside is on one that is fenced.
      const Shape shape{height, 1024};
      const Fenced in(static_cast<std::size_t>(shape.elements()));
      const Fenced out(static_cast<std::size_t>(shape.elements()));
      EXPECT_TRUE(run(text, {in.tensor(shape)}, {out.tensor(shape)})) << edge << " " << height;
    }
  }
}

}  // namespace
}  // namespace dala::kernel
