#include "media/sample.hpp"

#include "core/format.hpp"

namespace dala::media {

namespace {

std::string at(const std::string& name, const StageInput& source, const char* y, const char* x,
               int channel) {
  return source.channels == 1 ? format("({}.clamped({}, {}) as f32)", name, y, x)
                              : format("({}.clamped({}, {}, {}) as f32)", name, y, x, channel);
}

}  // namespace

std::string sample_name(const StageInput& source, FrameSize frame) {
  return format("{}{}", source.size == frame ? "same" : "scaled", source.channels);
}

std::string sample_source(const std::string& name, const StageInput& source, FrameSize frame,
                          bool is_mask, Fit fit) {
  const bool same = source.size == frame;
  std::string text;
  if (!same)
    text = fit == Fit::stretch ? format(R"(
  let {0}_x = ((x as f32) + 0.5) * (({0}.shape(1) as f32) / (input.shape(1) as f32)) - 0.5;
  let {0}_y = ((y as f32) + 0.5) * (({0}.shape(0) as f32) / (input.shape(0) as f32)) - 0.5;)",
                                        name)
                               : format(R"(
  let {0}_step = min(({0}.shape(1) as f32) / (input.shape(1) as f32),
                     ({0}.shape(0) as f32) / (input.shape(0) as f32));
  let {0}_x = ((x as f32) + 0.5 - 0.5 * (input.shape(1) as f32)) * {0}_step
    + 0.5 * ({0}.shape(1) as f32) - 0.5;
  let {0}_y = ((y as f32) + 0.5 - 0.5 * (input.shape(0) as f32)) * {0}_step
    + 0.5 * ({0}.shape(0) as f32) - 0.5;)",
                                        name);
  if (!same)
    text += format(R"(
  let {0}_x0 = floor({0}_x) as s32;
  let {0}_y0 = floor({0}_y) as s32;
  let {0}_x1 = {0}_x0 + 1;
  let {0}_y1 = {0}_y0 + 1;
  let {0}_fx = {0}_x - floor({0}_x);
  let {0}_fy = {0}_y - floor({0}_y);)",
                   name);
  const std::string x0 = name + "_x0";
  const std::string x1 = name + "_x1";
  const std::string y0 = name + "_y0";
  const std::string y1 = name + "_y1";
  const auto value = [&](const char* letter, int channel) {
    if (same) {
      const std::string index =
          source.channels == 1 ? std::string("y, x") : format("y, x, {}", channel);
      text += format("\n  let {0}_{1} = {0}[{2}] as f32;", name, letter, index);
      return;
    }
    const auto read = [&](const std::string& y, const std::string& x) {
      return at(name, source, y.c_str(), x.c_str(), channel);
    };
    text += format("\n  let {0}_{1} = mix(mix({2}, {3}, {0}_fx), mix({4}, {5}, {0}_fx), {0}_fy);",
                   name, letter, read(y0, x0), read(y0, x1), read(y1, x0), read(y1, x1));
  };
  if (is_mask) {
    value("v", 0);
    return text;
  }
  value("r", 0);
  value("g", 1);
  value("b", 2);
  value("a", 3);
  return text;
}

}  // namespace dala::media
