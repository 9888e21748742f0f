// Built-in texts: with other values for their constants, and each by itself.
#include <gtest/gtest.h>

#include <string>

#include "kernel/builtin_texts.hpp"
#include "kernel/compile.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/source/diagnostic.hpp"
#include "kernel/specialise.hpp"
#include "support/results.hpp"

namespace dala::kernel {
namespace {

constexpr std::string_view text = R"(// SIZE in a comment stays.
const SIZE: s32 = 8;
const SIZE_OF_ALL: u32 = 64;
const FACTOR: f32 = 0.5;
const MIRRORS: bool = false;

fn k(output: &mut Tensor<f32>) {
  const SIZE_HERE: s32 = SIZE * 2;
  output[ABSOLUTE_POS] = if MIRRORS { FACTOR } else { (SIZE_HERE as f32) + (SIZE_OF_ALL as f32) };
}
)";

std::string changed(std::string_view from, std::string_view to) {
  std::string all(text);
  return all.replace(all.find(from), from.size(), to);
}

TEST(Specialised, ConstantsHaveTheValuesThatAreGiven) {
  EXPECT_EQ(must(specialised(text, {})), text);
  EXPECT_EQ(must(specialised(text, {{"SIZE", 16}})), changed("SIZE: s32 = 8", "SIZE: s32 = 16"));
  EXPECT_EQ(must(specialised(text, {{"SIZE", -3}})), changed("SIZE: s32 = 8", "SIZE: s32 = -3"));
  EXPECT_EQ(must(specialised(text, {{"SIZE_OF_ALL", std::size_t{4294967295}}})),
            changed("= 64", "= 4294967295"));
  EXPECT_EQ(must(specialised(text, {{"MIRRORS", true}})), changed("= false", "= true"));
  const std::string both = must(specialised(text, {{"FACTOR", 1e-9}, {"SIZE", 1}}));
  const Compiled compiled = compile(Source("both.dk", both), {});
  ASSERT_NE(compiled.module, nullptr) << both;
  const std::string other = must(specialised(text, {{"FACTOR", 1e-9}, {"MIRRORS", true}}));
  const Compiled taken = compile(Source("other.dk", other), {});
  ASSERT_NE(taken.module, nullptr) << other;
  EXPECT_NE(ir::print(*taken.module).find("1e-09"), std::string::npos) << ir::print(*taken.module);
}

void expect_mistake(std::initializer_list<Constant> constants) {
  const auto made = specialised(text, constants);
  ASSERT_FALSE(made) << *made;
  EXPECT_EQ(made.error().code, ErrorCode::internal);
  EXPECT_NE(made.error().message.find(constants.begin()->name), std::string::npos)
      << made.error().message;
}

TEST(Specialised, MistakesAreSaid) {
  expect_mistake({{"WIDTH", 1}});
  expect_mistake({{"SIZE_HERE", 1}});  // not outside of functions
  expect_mistake({{"SIZE", 1.0}});
  expect_mistake({{"SIZE", true}});
  expect_mistake({{"SIZE", std::int64_t{1} << 31}});
  expect_mistake({{"SIZE_OF_ALL", -1}});
  expect_mistake({{"FACTOR", 1}});
  expect_mistake({{"FACTOR", 1e300}});
  expect_mistake({{"MIRRORS", 1}});
  EXPECT_EQ(builtin_text("no/such/text", {{"SIZE", 1}}).error().code, ErrorCode::internal);
}

// Without values of anybody's, and for one element type at least where it stands for several.
TEST(BuiltinTexts, CompileByThemselves) {
  std::size_t count = 0;
  for (const std::string_view name : builtin_text_names()) {
    if (name.ends_with(".cu")) continue;
    ++count;
    // Of some a function is chosen by those who use them.
    const std::string before =
        name == "portable/broadcast"           ? "fn combine(x: T, y: T) -> T { x * y }\n"
        : name.starts_with("portable/softmax") ? "fn weight(x: T, best: T) -> T { x - best }\n"
                                               : "";
    const Source source{std::string(name), before + std::string(builtin_text(name))};
    bool compiles = false;
    std::string mistakes;
    for (const ir::Scalar scalar : {ir::Scalar::f32, ir::Scalar::s32, ir::Scalar::u32}) {
      const CompileOptions options{.types = {{"T", scalar}, {"U", scalar}, {"P", ir::Scalar::s32}},
                                   .is_library = !builtin_text(name).contains("Tensor<")};
      const Compiled compiled = compile(source, options);
      compiles = compiles || compiled.module != nullptr;
      mistakes += render(source, compiled.diagnostics);
    }
    EXPECT_TRUE(compiles) << mistakes;
  }
  EXPECT_GT(count, 60U);
}

}  // namespace
}  // namespace dala::kernel
