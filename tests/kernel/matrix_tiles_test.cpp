// Tiles: that the interpreter does what docs/kernel-language.md says, compared with loops, and that
// native code and what legalisation makes for targets with and without products do the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/dispatch.hpp"
#include "core/format.hpp"
#include "kernel/analysis/own_outputs.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/legalize/legalize.hpp"
#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

template <typename T>
std::vector<T> tile_noise(std::size_t count, unsigned seed) {
  std::mt19937 numbers(seed);
  std::vector<T> out(count);
  for (T& v : out) {
    const auto number = static_cast<double>(static_cast<int>(numbers() % 4001) - 2000);
    v = std::is_floating_point_v<T> ? static_cast<T>(number / 7.0)
                                    : static_cast<T>(static_cast<std::int64_t>(numbers()));
  }
  return out;
}

// With indices of 32 bits and of 64, on the interpreter and as native code, and interpreted as
// other targets get it.
void run_everywhere(const std::string& text, const std::vector<HostTensor>& inputs,
                    HostTensor output, std::vector<ParamValue> params = {}) {
  const std::vector<std::byte> before(output.bytes.begin(), output.bytes.end());
  const auto launch = [&](std::vector<HostTensor>& outputs) {
    return HostLaunch{inputs, outputs, params, 1U << 26U};
  };
  std::vector<std::byte> narrow;
  for (const ir::Scalar index : {ir::Scalar::s32, ir::Scalar::s64}) {
    const auto module = compiled_as_is(text, {.index = index});
    ASSERT_NE(module, nullptr);
    std::ranges::copy(before, output.bytes.begin());
    std::vector<HostTensor> outputs = {output};
    const auto ran = run_both(*module, launch(outputs));
    ASSERT_TRUE(ran) << ran.error().message;
    if (index == ir::Scalar::s32) narrow.assign(output.bytes.begin(), output.bytes.end());
    EXPECT_TRUE(std::ranges::equal(narrow, output.bytes)) << text;
    for (const Language language : {Language::glsl, Language::cuda}) {
      std::vector<std::byte> copy = before;
      std::vector<HostTensor> copies = {{output.dtype, output.shape, copy}};
      const ir::Module legal = legalize(*module, target_info(language));
      EXPECT_TRUE(legal.tiles.empty());
      const auto again = interpret(legal, launch(copies));
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_TRUE(std::ranges::equal(copy, output.bytes)) << text;
    }
  }
}

std::string name_of(ir::Scalar scalar) { return to_string(ir::Type{scalar}); }

// Two subgroups in each of two cubes, each with numbers of its own; a row of `a` has a number that
// is no part of the tile behind it.
std::string product_text(const ir::TileProduct& p, std::string_view more) {
  return format(R"(
#[cube(64)]
#[over(domain)]
fn k(a: Tensor<{0}>, b: Tensor<{0}>, c: &mut Tensor<{1}>, domain: Tensor<u8>) {{
  {5}
  tile left: [{0}; {2}, {4}];
  tile right: [{0}; {4}, {3}];
  tile sum: [{1}; {2}, {3}];
  let own = CUBE_POS * 2 + SUBGROUP_POS;
  tile_load(left, a[own * {2} * ({4} + 1)], {4} + 1);
  tile_load(right, b[own * {4} * {3}], {3});
  tile_load(sum, c[own * {2} * {3}], {3});
  tile_multiply_add(sum, left, right);
  tile_store(sum, c[own * {2} * {3}], {3});
}}
)",
                name_of(p.factor), name_of(p.sum), p.rows, p.columns, p.depth, more);
}

template <typename Factor, typename Sum>
void expect_product(const ir::TileProduct& p, std::string_view more = {}) {
  constexpr std::size_t parts = 4;
  std::vector<Factor> a = tile_noise<Factor>(parts * p.rows * (p.depth + 1), 1);
  std::vector<Factor> b = tile_noise<Factor>(parts * p.depth * p.columns, 2);
  std::vector<Sum> c = tile_noise<Sum>(parts * p.rows * p.columns, 3);
  std::vector<std::uint8_t> domain(128);
  std::vector<Sum> expected = c;
  for (std::size_t part = 0; part < parts; ++part)
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::size_t j = 0; j < p.columns; ++j)
        for (std::size_t k = 0; k < p.depth; ++k) {
          Sum& sum = expected[(part * p.rows + i) * p.columns + j];
          const auto x = static_cast<Sum>(a[(part * p.rows + i) * (p.depth + 1) + k]);
          const auto y = static_cast<Sum>(b[(part * p.depth + k) * p.columns + j]);
          if constexpr (std::is_floating_point_v<Sum>) {
            const volatile Sum product = x * y;
            sum += product;
          } else {
            const auto bits = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
            sum = static_cast<Sum>(static_cast<std::uint64_t>(sum) + bits);
          }
        }
  run_everywhere(product_text(p, more), {tensor(a), tensor(b), tensor(domain)}, tensor(c));
  EXPECT_EQ(c, expected) << name_of(p.factor) << " " << p.rows << " x " << p.columns;
}

TEST(MatrixTiles, EveryProduct) {
  for (const ir::TileProduct& p : ir::tile_products)
    visit_dtype(*ir::dtype_of(p.factor), [&]<typename Factor>(Type<Factor>) {
      visit_dtype(*ir::dtype_of(p.sum),
                  [&]<typename Sum>(Type<Sum>) { expect_product<Factor, Sum>(p); });
    });
}

// The less the kernel leaves, the fewer columns and rows are shared at a time.
TEST(MatrixTiles, SharedMemoryThatIsLeft) {
  const ir::TileProduct& p = ir::tile_products[0];
  const auto at_a_time = [&](unsigned taken) {
    const std::string more = format("shared more: [u32; {}];", taken);
    expect_product<float, float>(p, more);
    const ir::Module legal =
        legalize(*compiled(product_text(p, more)), target_info(Language::glsl));
    return legal.shared.back().type.length / (2 * (p.rows + p.columns));
  };
  EXPECT_EQ(at_a_time(1), 16U);
  EXPECT_EQ(at_a_time(3072), 8U);
  EXPECT_EQ(at_a_time(3600), 4U);
  EXPECT_EQ(at_a_time(3900), 2U);
  EXPECT_EQ(at_a_time(4000), 1U);
}

// As elements that are loaded and stored one by one: outside there are zeros, and nothing changes.
TEST(MatrixTiles, EdgesStridesAndTransposition) {
  constexpr std::int64_t height = 11;
  constexpr std::int64_t width = 13;
  const auto text = [](std::string_view load, std::string_view store) {
    return format(R"(
#[cube(32)]
#[over(domain)]
fn k(input: Tensor<f32>, output: &mut Tensor<f32>, domain: Tensor<u8>, n: s32) {{
  tile t: [f32; 8, 8];
  tile_load{};
  tile_scale(t, 2.0);
  tile_store{};
}}
)",
                  load, store);
  };
  struct Case {
    std::string load;
    std::string store;
    // Of the element at [i, j].
    std::int64_t (*from)(std::int64_t i, std::int64_t j);
    std::int64_t (*to)(std::int64_t i, std::int64_t j);
  };
  constexpr std::int64_t none = -1;
  const auto inside = [](std::int64_t y, std::int64_t x) {
    return y >= 0 && y < height && x >= 0 && x < width ? y * width + x : none;
  };
  static const auto at = inside;
  const std::vector<Case> cases = {
      {"(t, input[n + 1, n + 9])", "(t, output[n - 1, -2])",
       [](auto i, auto j) { return at(6 + i, 14 + j); },
       [](auto i, auto j) { return at(4 + i, j - 2); }},
      {"(t, input[n + 1, 9])", "(t, output[-3, n + 4])",
       [](auto i, auto j) { return at(6 + i, 9 + j); },
       [](auto i, auto j) { return at(i - 3, 9 + j); }},
      {"_transposed(t, input[7, 2])", "(t, output[0, 0])",
       [](auto i, auto j) { return at(7 + j, 2 + i); }, [](auto i, auto j) { return at(i, j); }},
      {"(t, input[1, 1])", "_transposed(t, output[6, 9])",
       [](auto i, auto j) { return at(1 + i, 1 + j); },
       [](auto i, auto j) { return at(6 + j, 9 + i); }},
      {"(t, input[n * 20], -n * 2)", "(t, output[3], 14u32)",
       [](auto i, auto j) { return 100 - 10 * i + j; },
       [](auto i, auto j) { return 3 + 14 * i + j; }},
      {"_transposed(t, input[1s64], 9)", "_transposed(t, output[90], 8)",
       [](auto i, auto j) { return 1 + 9 * j + i; }, [](auto i, auto j) { return 90 + 8 * j + i; }},
  };
  std::vector<float> input = tile_noise<float>(height * width, 5);
  std::vector<std::uint8_t> domain(32);
  for (const Case& c : cases) {
    std::vector<float> output = tile_noise<float>(height * width, 6);
    std::vector<float> expected = output;
    for (std::int64_t i = 0; i < 8; ++i)
      for (std::int64_t j = 0; j < 8; ++j) {
        const std::int64_t to = c.to(i, j);
        const std::int64_t from = c.from(i, j);
        const bool known = from >= 0 && from < height * width;
        const float value = known ? input[static_cast<std::size_t>(from)] : 0.0F;
        if (to >= 0 && to < height * width) expected[static_cast<std::size_t>(to)] = value * 2;
      }
    run_everywhere(text(c.load, c.store), {tensor(input, {height, width}), tensor(domain)},
                   tensor(output, {height, width}), {std::int64_t{5}});
    EXPECT_EQ(output, expected) << c.load << c.store;
  }
}

// Both factors at once, and one that a native product and another one share.
TEST(MatrixTiles, OneTileInSeveralProducts) {
  std::vector<std::uint8_t> a = tile_noise<std::uint8_t>(256, 7);
  std::vector<std::int32_t> c(256 * 3);
  std::vector<std::uint8_t> domain(32);
  run_everywhere(R"(
#[cube(32)]
#[over(domain)]
fn k(a: Tensor<u8>, c: &mut Tensor<s32>, domain: Tensor<u8>) {
  tile bytes: [u8; 16, 16];
  tile sum: [s32; 16, 16];
  tile next: [s32; 16, 16];
  tile_load(bytes, a[0], 16);
  for i in 0..3 { tile_multiply_add(sum, bytes, bytes); }
  tile_store(sum, c[0], 16);
  tile_multiply_add(next, sum, sum);
  tile_store(next, c[256], 16);
  tile_fill(sum, -1);
  tile_multiply_add(next, sum, sum);
  tile_scale(bytes, 3);
  tile_multiply_add(next, bytes, bytes);
  tile_store(next, c[512], 16);
}
)",
                 {tensor(a), tensor(domain)}, tensor(c));
  std::int64_t corner = 0;
  for (std::size_t k = 0; k < 16; ++k) corner += a[k] * a[k * 16];
  EXPECT_EQ(c[0], 3 * corner);
}

TEST(MatrixTiles, AnOutputThatTilesAreStoredToHasNoShapeOfItsOwn) {
  const auto module = compiled(R"(
#[cube(32)]
fn k(a: Tensor<f32>, b: &mut Tensor<f32>, c: &mut Tensor<f32>) {
  tile t: [f32; 16, 16];
  tile_load(t, a[0], 16);
  tile_store(t, c[0], 16);
  b[ABSOLUTE_POS] = a[ABSOLUTE_POS];
}
)");
  ASSERT_NE(module, nullptr);
  const auto follows = outputs_at_own_place(*module);
  EXPECT_TRUE(follows[1]);
  EXPECT_FALSE(follows[2]);
}

// Where the units of a cube meet in a loop, all must leave it in the same round.
TEST(MatrixTiles, ALoopInWhichUnitsMeetStopsForAll) {
  for (const char* meeting : {"sync_cube();", "x += subgroup_sum(x);", "tile_fill(t, 1.0);"}) {
    const auto module = compiled_as_is(format(R"(
#[cube(32)]
fn k(o: &mut Tensor<f32>, rounds: s32) {{
  tile t: [f32; 16, 16];
  let mut x = 1.0;
  for i in 0..rounds {{ {} }}
  o[ABSOLUTE_POS] = x;
}}
)",
                                              meeting));
    ASSERT_NE(module, nullptr);
    const auto text = emit(*module, Language::glsl, {.channels = {}, .stoppable = true});
    ASSERT_TRUE(text);
    EXPECT_NE(text->find("if (dala_stops_together()) break;"), std::string::npos) << *text;
  }
}

}  // namespace
}  // namespace dala::kernel
