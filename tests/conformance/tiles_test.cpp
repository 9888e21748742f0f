// Tiles: the matrix product of docs/kernel-language.md beside the built-in one, and every product
// that a device may have instructions for.
#include <fstream>
#include <sstream>

#include "conformance/conformance.hpp"
#include "core/format.hpp"
#include "kernel/ir/tile.hpp"
#include "support/paths.hpp"

namespace dala::conformance {
namespace {

class Tiles : public Suite {
 protected:
  // What a kernel of two inputs and an output makes of these on the device.
  Tensor made_by(const std::string& kernel, const std::vector<Tensor>& inputs, Tensor output) {
    BufferList buffers;
    for (const Tensor& t : inputs)
      buffers.push_back(must(device().buffer_from_bytes(t.bytes, t.shape, t.dtype)));
    const Buffer to = must(device().buffer_from_bytes(output.bytes, output.shape, output.dtype));
    const auto ran = device().run_kernel(kernel, buffers, {to}, {});
    EXPECT_TRUE(ran) << ran.error().message;
    output.bytes = must(to.read_bytes());
    return output;
  }
};

TEST_P(Tiles, TheMatrixProductIsTheBuiltInOne) {
  std::ostringstream text;
  text << std::ifstream(dala::test::tests_folder() / "kernel" / "golden" / "tiles.dk").rdbuf();
  struct Size {
    std::int64_t m, k, n;
  };
  unsigned seed = 1;
  for (const Size s : {Size{1, 1, 1},
                       {16, 16, 16},
                       {16, 16, 32},
                       {17, 31, 13},
                       {48, 64, 128},
                       {65, 3, 200},
                       {5, 0, 4},
                       {3, 100, 271}}) {
    const std::vector<Tensor> inputs = {random(DType::f32, {s.m, s.k}, ++seed, true),
                                        random(DType::f32, {s.k, s.n}, ++seed, true)};
    const Tensor output = random(DType::f32, {s.m, s.n}, ++seed, true);
    expect_same_text(text.str(), {.kernel = "tiles", .inputs = inputs, .outputs = {output}});
    const Case near{.kernel = "matmul", .outputs = {}, .relative = 1e-4, .absolute = 1e-4};
    EXPECT_TRUE(
        same(near, made_by("conformance_text", inputs, output), made_by("matmul", inputs, output)))
        << s.m << " x " << s.k << " x " << s.n;
  }
}

// Sums begin with any numbers, so those of integers wrap.
TEST_P(Tiles, EveryProduct) {
  using kernel::ir::Scalar;
  unsigned seed = 40;
  for (const kernel::ir::TileProduct& p : kernel::ir::tile_products) {
    const auto name = [](Scalar scalar) { return to_string(kernel::ir::Type{scalar}); };
    const std::string text = format(R"(
#[cube(64)]
#[over(right)]
fn products(left: Tensor<{0}>, right: Tensor<{0}>, sums: &mut Tensor<{1}>) {{
  tile a: [{0}; {2}, {4}];
  tile b: [{0}; {4}, {3}];
  tile c: [{1}; {2}, {3}];
  let at = CUBE_POS * 2 + SUBGROUP_POS;
  tile_load(c, sums[at * {2}, 0]);
  for i in 0..3 {{
    tile_load(a, left[at * {2}, i * {4}]);
    tile_load_transposed(b, right[at * {4} * {3} + i], {4});
    tile_multiply_add(c, a, b);
  }}
  tile_scale(c, 3);
  tile_store(c, sums[at * {2}, 0]);
}}
)",
                                    name(p.factor), name(p.sum), p.rows, p.columns, p.depth);
    const bool is_float = kernel::ir::is_float(p.sum);
    const DType factor = *kernel::ir::dtype_of(p.factor);
    const DType sum = *kernel::ir::dtype_of(p.sum);
    const std::int64_t parts = 5;
    expect_same_text(
        text, {.kernel = "products",
               .inputs = {random(factor, {parts * p.rows, 3 * p.depth - 1}, ++seed, is_float),
                          random(factor, {parts * p.depth * p.columns}, ++seed, is_float)},
               .outputs = {random(sum, {parts * p.rows, p.columns + 1}, ++seed, is_float)}});
  }
}

DALA_ON_ALL_DEVICES(Tiles);

}  // namespace
}  // namespace dala::conformance
