#include <vector>

#include "core/format.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

// Batcher's sorting network for n values: which pairs to put in order, one after the other.
std::vector<std::pair<int, int>> network(int n) {
  std::vector<std::pair<int, int>> pairs;
  for (int p = 1; p < n; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j <= n - 1 - k; j += 2 * k)
        for (int i = 0; i < k && i + j + k < n; ++i)
          if ((i + j) / (p * 2) == (i + j + k) / (p * 2)) pairs.emplace_back(i + j, i + j + k);
  return pairs;
}

// The network's steps that do not lead to the middle are left out by the compiler.
std::string text(int radius) {
  const int side = (2 * radius) + 1;
  const int count = side * side;
  std::string out = format(R"(#[pixels]
fn median_{}(input: Tensor<u8>, output: &mut Tensor<u8>) {{
let y = ABSOLUTE_POS_Y;
let x = ABSOLUTE_POS_X;
let mut t = 0;
)",
                           radius);
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < count; ++i)
      out += format("let mut v{}_{} = input.mirrored(y + {}, x + {}, {}) as s32;\n", c, i,
                    (i / side) - radius, (i % side) - radius, c);
    for (const auto& [low, high] : network(count))
      out += format(
          "t = min(v{0}_{1}, v{0}_{2}); v{0}_{2} = max(v{0}_{1}, v{0}_{2}); "
          "v{0}_{1} = t;\n",
          c, low, high);
    out += format("output[y, x, {0}] = v{0}_{1} as u8;\n", c, count / 2);
  }
  return out + "output[y, x, 3] = input[y, x, 3];\n}\n";
}

Result<void> make_median(Stages& stages) {
  const auto radius = static_cast<int>(stages.integer("radius"));
  stages.add({.kernel = format("median_{}", radius),
              .text = text(radius),
              .inputs = {stages.input()},
              .size = stages.size()});
  return {};
}

}  // namespace

FilterDef median() {
  return {
      .info = {.name = "median",
               .family = "blur",
               .summary = "Removes specks: the middle one of a square of pixels.",
               .meaning = "Each channel becomes the median of the square of 2 `radius` + 1 pixels "
                          "a side. Edges as in blur.",
               .reads = PixelsRead::mixed,
               .params = {{.name = "radius",
                           .type = ParamType::integer,
                           .summary = "1 for 3x3, 2 for 5x5; needs a new plan.",
                           .fallback = 1,
                           .min = 1,
                           .max = 2}}},
      .make = make_median};
}

}  // namespace dala::media::filter
