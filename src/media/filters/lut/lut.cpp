#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/colour.hpp"
#include "media/cpu/lut.hpp"
#include "media/cube.hpp"

namespace dala::media::filter {

namespace {

// Ten bits a channel in one word, so that a corner is one read.
std::uint32_t packed(const std::array<float, 3>& entry) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 3; ++i)
    word |= static_cast<std::uint32_t>(std::lround(std::clamp(entry[i], 0.0F, 1.0F) * 1023))
            << (10 * i);
  return word;
}

// With the parameters in the order in which three_dimensional sets them.
Result<void> map_colours(const HostCall& call) {
  const auto param = [&](std::size_t i) { return static_cast<float>(call.params[i].number()); };
  const cpu::LutWork work{.table = call.inputs[1].values<const std::uint32_t>(),
                          .last = param(0),
                          .scale = {param(1), param(3), param(5)},
                          .base = {param(2), param(4), param(6)}};
  cpu::lut(cpu::rows_of(call), work, call.threads);
  return {};
}

void three_dimensional(Stages& stages, const Cube& cube) {
  std::vector<std::uint32_t> table;
  table.reserve(cube.entries.size());
  for (const auto& entry : cube.entries) table.push_back(packed(entry));
  const auto last = static_cast<double>(cube.size - 1);
  Params params{{"last", last}};
  constexpr std::array letters = {"r", "g", "b"};
  for (std::size_t i = 0; i < 3; ++i) {
    const double width = cube.high[i] - cube.low[i];
    params.set(format("scale_{}", letters[i]), last / (255 * width));
    params.set(format("base_{}", letters[i]), -cube.low[i] * last / width);
  }
  stages.add({.kernel = "lut_3d",
              .text = std::string(kernel::builtin_text("media/filters/lut/lut")),
              .inputs = {stages.output(), stages.table(std::span<const std::uint32_t>(table))},
              .params = std::move(params),
              .size = stages.size(),
              .variants = {{.name = "vectors", .run = HostKernel(map_colours), .off_by = 1}}});
}

void one_dimensional(Stages& stages, const Cube& cube) {
  std::array<Curve, 3> rgb;
  for (std::size_t i = 0; i < 3; ++i)
    rgb[i] = [&cube, i](double v) {
      const auto last = static_cast<double>(cube.size - 1);
      const double at =
          std::clamp((v - cube.low[i]) / (cube.high[i] - cube.low[i]), 0.0, 1.0) * last;
      const auto below = static_cast<std::size_t>(std::min(std::floor(at), last - 1));
      const double share = at - static_cast<double>(below);
      return (cube.entries[below][i] * (1 - share)) + (cube.entries[below + 1][i] * share);
    };
  curves(stages, "lut_1d", rgb);
}

Result<void> make_lut(Stages& stages) {
  DALA_ASSIGN(const auto cube, read_cube(stages.text("file"), stages.sources()));
  if (cube->is_3d)
    three_dimensional(stages, *cube);
  else
    one_dimensional(stages, *cube);
  return {};
}

}  // namespace

FilterDef lut() {
  return {.info = {.name = "lut",
                   .family = "colour",
                   .summary = "Maps colours by a table from a .cube file.",
                   .meaning = "Channels over 255 are looked up in the file's domain: a 3-D table "
                              "between four corners (tetrahedral), a 1-D one linearly. Entries are "
                              "cut to 0 to 1 and kept in 10 bits.",
                   .params = {{.name = "file",
                               .type = ParamType::text,
                               .summary = "The .cube file.",
                               .required = true}}},
          .make = make_lut};
}

}  // namespace dala::media::filter
