// Chains of filters: fused and one by one, parameters that change, frames on the device, bad input.
#include <dala/media.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

const std::vector<Filter> look = {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
                                  {"sharpen", {{"amount", 0.3}}},
                                  {"brightness", {{"value", 0.1}}}};

std::size_t planned_stages(const FramePipeline& pipeline, const std::vector<Filter>& filters) {
  return must(pipeline.explain(filters)).stages.size();
}

// Large enough that joining is worth its while.
TEST(MediaPipeline, JoinedFiltersMakeWhatTheyMakeOneByOne) {
  const Picture picture = scene(500, 300);
  const auto other = std::make_shared<const Picture>(noise(500, 300));
  const std::vector<std::vector<Filter>> chains = {
      look,
      {{"grayscale"}, {"contrast", {{"value", 0.3}}}, {"sepia"}, {"vignette"}, {"invert"}},
      {{"gamma", {{"value", 1.8}}},
       {"hue", {{"degrees", 50.0}}},
       {"hdr"},
       {"blend", {}, {{"other", other, {}}}},
       {"chroma_key"},
       {"saturation", {{"value", -0.5}}}},
      {{"exposure", {{"stops", 0.5}}},
       {"median"},
       {"white_balance", {{"tint", 0.5}}},
       {"sharpen", {{"amount", 1.0}, {"radius", 2}}},
       {"brightness", {{"value", -0.1}}}},
  };
  for (const std::vector<Filter>& chain : chains) {
    Picture expected = picture;
    for (const Filter& filter : chain) expected = filtered(expected, {filter});
    EXPECT_LE(difference(filtered(picture, chain), expected), 1) << chain.front().name;
  }
}

TEST(MediaPipeline, ElementWiseFiltersAreOnePass) {
  const Picture picture = noise(500, 300);
  const FramePipeline pipeline = pipeline_for(picture);
  if (must(pipeline.explain(std::vector<Filter>{{"median"}})).stages[0].implementation != "jit")
    GTEST_SKIP() << "this build has no JIT, and stages are fused only with it";
  const std::vector<Filter> ten = {{"grayscale"}, {"sepia"},        {"invert"}, {"brightness"},
                                   {"contrast"},  {"saturation"},   {"hue"},    {"gamma"},
                                   {"exposure"},  {"white_balance"}};
  EXPECT_EQ(planned_stages(pipeline, ten), 1);
  // A variant does it in one pass; else horizontal, vertical, and sharpen with brightness.
  EXPECT_EQ(planned_stages(pipeline, look),
            compute_on("cpu")->device_info().capabilities.avx512_vnni ? 1 : 3);
  EXPECT_EQ(planned_stages(pipeline, {{"blur"}, {"sepia"}, {"vignette"}}), 2);
}

TEST(MediaPipeline, ParametersChangeWithoutANewPlan) {
  const Picture picture = scene(500, 300);
  const FramePipeline pipeline = pipeline_for(picture);
  for (const double value : {0.1, -0.3, 0.2}) {
    std::vector<Filter> chain = look;
    chain[0].params.set("sigma", 1.0 + value);
    chain[1].params.set("amount", 0.5 + value);
    chain[2].params.set("value", value);
    const Picture is = must(pipeline.process_frame(picture.rgba, chain));
    EXPECT_LE(difference(is, filtered(picture, chain)), 0) << value;
    // A plan that was just made has not run yet.
    chain[2].params.set("value", value / 2);
    EXPECT_TRUE(must(pipeline.explain(chain)).ran) << "planned again for " << value;
  }
}

TEST(MediaPipeline, FiltersChangeBackAndForth) {
  const Picture picture = scene();
  const FramePipeline pipeline = pipeline_for(picture);
  const std::vector<std::string> names = {"grayscale", "sepia", "invert", "blur",   "median",
                                          "hdr",       "flip",  "gamma",  "denoise"};
  for (int round = 0; round < 2; ++round)
    for (const std::string& name : names)
      EXPECT_EQ(must(pipeline.process_frame(picture.rgba, {{name}})), filtered(picture, {{name}}))
          << name;
}

TEST(MediaPipeline, NothingToDo) {
  const Picture picture = noise(31, 17);
  EXPECT_EQ(filtered(picture, {}), picture);
  EXPECT_EQ(filtered(picture, {{"blur", {{"radius", 0}}}, {"rotate", {{"degrees", 0.0}}}}),
            picture);
}

TEST(MediaPipeline, SmallPictures) {
  for (const FrameSize size : {FrameSize{1, 1}, {1, 5}, {5, 1}, {2, 2}, {3, 2}}) {
    const Picture picture = noise(size.width, size.height);
    for (const char* name : {"blur", "sharpen", "median", "denoise", "edge_detect", "pixelate",
                             "beauty", "vignette", "box_blur"}) {
      const Picture out = filtered(picture, {{name}});
      EXPECT_EQ(out.rgba.size(), picture.rgba.size()) << name;
    }
    const Picture up = filtered(picture, {{"resize", {{"width", 7}, {"height", 9}}}});
    EXPECT_EQ(up.width, 7);
    EXPECT_EQ(up.height, 9);
  }
}

TEST(MediaPipeline, FramesOnTheDevice) {
  const Picture picture = scene();
  const FramePipeline pipeline = pipeline_for(picture);
  const Compute& compute = pipeline.compute();
  const Shape shape{picture.height, picture.width, 4};
  const Buffer own = must(compute.buffer(std::span<const std::uint8_t>(picture.rgba), shape));
  const Picture expected = filtered(picture, look);
  EXPECT_EQ(must(must(pipeline.process_buffer(own, look)).read<std::uint8_t>()), expected.rgba);
  must(pipeline.input().write<std::uint8_t>(picture.rgba));
  EXPECT_EQ(must(must(pipeline.process_buffer(pipeline.input(), look)).read<std::uint8_t>()),
            expected.rgba);
  const Buffer wrong = must(compute.buffer_zeros({2, 2, 4}, DType::u8));
  expect_error(pipeline.process_buffer(wrong, look), ErrorCode::shape_mismatch);
}

TEST(MediaPipeline, AsStagesOfAnyPipeline) {
  const Picture picture = scene();
  const Compute& compute = *compute_on("cpu");
  const Shape shape{picture.height, picture.width, 4};
  const Buffer in = must(compute.buffer(std::span<const std::uint8_t>(picture.rgba), shape));
  const Buffer out = must(compute.buffer_zeros(shape, DType::u8));
  const Buffer floats = must(compute.buffer_zeros(shape, DType::f32));
  {
    const Pipeline pipeline = compute.pipeline();
    must(add_filters(compute, pipeline, in, out, look));
    must(pipeline.add({.kernel = "cast", .inputs = {out}, .outputs = floats}));
    must(pipeline.run());
  }
  const Picture expected = filtered(picture, look);
  EXPECT_EQ(must(out.read<std::uint8_t>()), expected.rgba);
  EXPECT_EQ(must(floats.read<float>())[5], static_cast<float>(expected.rgba[5]));
  const Pipeline other = compute.pipeline();
  const std::vector<Filter> half = {{"resize", {{"width", 48}}}};
  expect_error(add_filters(compute, other, in, out, half), ErrorCode::shape_mismatch, "48 x 32");
  expect_error(add_filters(compute, other, floats, out, look), ErrorCode::invalid_shape);
}

TEST(MediaPipeline, MasksOnTheDevice) {
  const Picture picture = scene();
  const Picture white = mask(96, 64);
  std::vector<std::uint8_t> one_channel;
  for (std::size_t i = 0; i < white.rgba.size(); i += 4) one_channel.push_back(white.rgba[i]);
  const FramePipeline pipeline = pipeline_for(picture);
  const Buffer flat =
      must(pipeline.compute().buffer(std::span<const std::uint8_t>(one_channel), {64, 96}));
  const std::vector<Filter> by_buffer = {{"background_blur", {}, {{"mask", nullptr, flat}}}};
  const std::vector<Filter> by_picture = {
      {"background_blur", {}, {{"mask", std::make_shared<const Picture>(white), {}}}}};
  EXPECT_EQ(must(pipeline.process_frame(picture.rgba, by_buffer)), filtered(picture, by_picture));
}

TEST(MediaPipeline, SizesThatComeOut) {
  const Picture picture = noise(40, 30);
  const FramePipeline pipeline = pipeline_for(picture);
  const std::vector<Filter> turned = {
      {"rotate", {{"degrees", 270.0}}}, {"resize", {{"width", 60}}}, {"crop", {{"y", 10}}}};
  EXPECT_EQ(must(pipeline.output_size(turned)), (FrameSize{60, 70}));
  EXPECT_EQ(must(pipeline.process_frame(picture.rgba, turned)).rgba.size(), 60U * 70 * 4);
}

// Both axes in one pass are the one, rounded, and then the other; the variant rounds once, to
// within 1.
TEST(MediaPipeline, SmallerByOneStageOrTwo) {
  const Picture picture = scene(97, 63);
  for (const auto& [width, height] : {std::pair(24, 31), {48, 7}, {13, 13}, {1, 1}, {40, 5}}) {
    const bool across_first = width * 63 < height * 97;
    const Filter both{"resize", {{"width", width}, {"height", height}, {"method", "bilinear"}}};
    const Filter first{"resize",
                       {{"width", across_first ? width : 97},
                        {"height", across_first ? 63 : height},
                        {"method", "bilinear"}}};
    EXPECT_EQ(must(pipeline_for(picture).explain(std::vector{both})).stages.size(), 1U) << width;
    const Picture after_the_other = filtered(filtered(picture, {first}), {both});
    EXPECT_LE(difference(filtered(picture, {both}), after_the_other), 1) << width;
    const Picture by_text =
        must(pipeline_for(picture, "cpu", false).process_frame(picture.rgba, std::vector{both}));
    EXPECT_EQ(by_text, after_the_other) << width;
  }
}

TEST(MediaPipeline, OneShot) {
  const Picture picture = scene();
  EXPECT_EQ(must(blur(picture, {.radius = 3, .sigma = 1.5})), filtered(picture, {look[0]}));
  EXPECT_EQ(must(grayscale(picture)), filtered(picture, {{"grayscale"}}));
  EXPECT_EQ(must(brightness(picture, 0.2)), filtered(picture, {{"brightness", {{"value", 0.2}}}}));
  EXPECT_EQ(must(contrast(picture, 0.3)), filtered(picture, {{"contrast", {{"value", 0.3}}}}));
  EXPECT_EQ(must(sharpen(picture, {.amount = 0.7})),
            filtered(picture, {{"sharpen", {{"amount", 0.7}}}}));
  EXPECT_EQ(must(media::apply(picture, look)), filtered(picture, look));
}

TEST(MediaPipeline, BadInput) {
  const Picture picture = noise(8, 6);
  const FramePipeline pipeline = pipeline_for(picture);
  const auto run = [&](const Filter& filter) {
    return pipeline.process_frame(picture.rgba, {filter});
  };
  expect_error(FramePipeline::start(0, 5), ErrorCode::invalid_argument, "0 x 5");
  expect_error(FramePipeline::start(30000, 5), ErrorCode::invalid_argument, "30000 x 5");
  expect_error(grayscale({std::span(picture.rgba).first(7), 8, 6}), ErrorCode::wrong_length, "192");
  std::vector<std::uint8_t> small(5);
  expect_error(pipeline.process_frame_into(picture.rgba, look, small), ErrorCode::wrong_length);
  expect_error(run({"blurr"}), ErrorCode::unknown_filter, "did you mean \"blur\"?");
  expect_error(run({"blur", {{"radious", 3}}}), ErrorCode::unknown_param, "radius");
  expect_error(run({"blur", {{"radius", 65}}}), ErrorCode::param_out_of_range, "from 0 to 64");
  expect_error(run({"blur", {{"radius", 1.5}}}), ErrorCode::wrong_param_type);
  expect_error(run({"brightness", {{"value", 1.5}}}), ErrorCode::param_out_of_range, "1.5");
  expect_error(run({"flip", {{"axis", "up"}}}), ErrorCode::param_out_of_range,
               "horizontal, vertical or both");
  expect_error(run({"crop", {{"x", 8}}}), ErrorCode::param_out_of_range, "8 wide");
  expect_error(run({"crop", {{"x", 3}, {"width", 6}}}), ErrorCode::param_out_of_range);
  expect_error(run({"resize"}), ErrorCode::param_out_of_range);
  expect_error(run({"resize", {{"width", 16384}, {"method", "cubic"}}}),
               ErrorCode::param_out_of_range, "lanczos");
  expect_error(run({"chroma_key", {{"color", "greenish"}}}), ErrorCode::param_out_of_range,
               "#00ff00");
  expect_error(run({"lut"}), ErrorCode::missing_param);
  expect_error(run({"lut", {{"file", "/no/such.cube"}}}), ErrorCode::io, "/no/such.cube");
  expect_error(run({"background_blur"}), ErrorCode::missing_param, "mask");
  expect_error(run({"blur", {}, {{"mask", nullptr, {}}}}), ErrorCode::invalid_argument, "mask");
  const auto broken = std::make_shared<const Picture>(Picture{3, 3, {1, 2}});
  expect_error(run({"blend", {}, {{"other", broken, {}}}}), ErrorCode::wrong_length);
  // And it still works.
  EXPECT_EQ(must(run({"invert"})), filtered(picture, {{"invert"}}));
  pipeline.stop();
  expect_error(run({"invert"}), ErrorCode::shut_down);
}

}  // namespace
}  // namespace dala::media::test
