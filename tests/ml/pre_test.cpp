// A picture as a model sees it.
#include <algorithm>
#include <cmath>

#include <dala/media/still.hpp>

#include "ml/ml_helper.hpp"
#include "ml/pre/preprocess.hpp"

namespace dala::ml::test {
namespace {

std::vector<float> seen(const CardInput& input, const media::Picture& picture,
                        const std::string& device) {
  const Compute compute = Compute::create({.device = device}).value();
  const Buffer frame =
      must(compute.buffer<std::uint8_t>(picture.rgba, {picture.height, picture.width, 4}));
  const Buffer tensor = must(compute.buffer_zeros(tensor_shape(input), DType::f32));
  const auto pre = must(Preprocess::make(compute, input, must(size_of_frame(frame))));
  const Command command = pre.command(frame, tensor);
  must(compute.run_kernel(command.kernel, command.inputs, command.outputs, command.params));
  return must(tensor.read<float>());
}

media::Picture ramp(std::uint32_t width, std::uint32_t height) {
  media::Picture picture{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i)
    picture.rgba.insert(picture.rgba.end(),
                        {static_cast<std::uint8_t>((i * 37) % 251), static_cast<std::uint8_t>(i),
                         static_cast<std::uint8_t>(255 - (i % 200)), 255});
  return picture;
}

// The rule as the cards write it, in doubles.
double rule(const media::Picture& picture, double s, double t, std::size_t c) {
  const auto at = [&](double x, double y) {
    const auto column = static_cast<std::size_t>(std::clamp(x, 0.0, picture.width - 1.0));
    const auto row = static_cast<std::size_t>(std::clamp(y, 0.0, picture.height - 1.0));
    return static_cast<double>(picture.rgba[(((row * picture.width) + column) * 4) + c]);
  };
  const double x0 = std::floor(s);
  const double y0 = std::floor(t);
  const double fx = s - x0;
  const double fy = t - y0;
  return ((1 - fy) * (((1 - fx) * at(x0, y0)) + (fx * at(x0 + 1, y0)))) +
         (fy * (((1 - fx) * at(x0, y0 + 1)) + (fx * at(x0 + 1, y0 + 1))));
}

TEST(Pre, Placement) {
  CardInput input{.width = 224, .height = 224, .fit = Fit::crop, .share = 0.875};
  Placement place_of = place(input, {600, 400});
  EXPECT_DOUBLE_EQ(place_of.x.from, 125);
  EXPECT_DOUBLE_EQ(place_of.x.length, 350);
  EXPECT_DOUBLE_EQ(place_of.y.from, 25);
  input = {.width = 640, .height = 640, .fit = Fit::letterbox};
  place_of = place(input, {451, 300});
  EXPECT_EQ(place_of.x.count, 640U);
  EXPECT_EQ(place_of.y.count, 426U);
  EXPECT_EQ(place_of.y.first, 107U);
  EXPECT_DOUBLE_EQ(place_of.y.back(107 + 213), 150);
  // Halves go to the even neighbour.
  input = {.width = 128, .height = 128, .fit = Fit::letterbox};
  EXPECT_EQ(place(input, {410, 512}).x.count, 102U);
  EXPECT_EQ(place(input, {410, 512}).x.first, 13U);
  EXPECT_EQ(place(input, {414, 512}).x.count, 104U);
  EXPECT_EQ(place(input, {512, 410}).y.count, 102U);
  // A line of pixels does not vanish.
  EXPECT_EQ(place(input, {10000, 1}).y.count, 1U);
}

TEST(Pre, TheRuleOnEveryFit) {
  const media::Picture picture = ramp(23, 17);
  for (const Fit fit : {Fit::crop, Fit::letterbox, Fit::stretch}) {
    const CardInput input{.width = 12,
                          .height = 31,
                          .fit = fit,
                          .share = 0.9,
                          .fill = 114,
                          .bgr = true,
                          .mean = {0.1, 0.2, 0.3},
                          .deviation = {0.5, 1, 2}};
    const Placement where = place(input, {23, 17});
    const std::vector<float> values = seen(input, picture, "cpu");
    for (std::size_t c = 0; c < 3; ++c)
      for (std::uint32_t y = 0; y < input.height; ++y)
        for (std::uint32_t x = 0; x < input.width; ++x) {
          const bool inside = y >= where.y.first && y < where.y.first + where.y.count;
          const double level = inside ? rule(picture, where.x.back(x + 0.5) - 0.5,
                                             where.y.back(y + 0.5) - 0.5, 2 - c)
                                      : 114;
          const double expected = ((level / 255) - input.mean[c]) / input.deviation[c];
          ASSERT_NEAR(values[(((c * input.height) + y) * input.width) + x], expected, 2e-6)
              << to_string(fit) << " at " << c << ", " << y << ", " << x;
        }
  }
}

struct Reference {
  const char* model;
  const char* folder;
  const char* photo;
  // PNG is the same for every decoder; of JPEG levels differ by one here and there, which is
  // 1 / 127.5 where a card makes -1 to 1 of them, and more where a model's deviation is smaller.
  double largest;
};

class PreReference : public testing::TestWithParam<Reference> {};

TEST_P(PreReference, AsTheInput) {
  DALA_NEEDS_MODEL_DATA();
  const Reference& reference = GetParam();
  const Array expected = read_reference(std::string(reference.folder) + "/input.npy");
  const media::Picture photo =
      must(media::read_picture(data_folder() / "photos" / reference.photo));
  const std::vector<float> values = seen(builtin_card(reference.model).input, photo, "cpu");
  ASSERT_EQ(values.size(), expected.values.size());
  double largest = 0;
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double difference = std::abs(values[i] - expected.values[i]);
    largest = std::max(largest, difference);
    sum += difference;
  }
  RecordProperty("largest", std::to_string(largest));
  EXPECT_LE(largest, reference.largest);
  EXPECT_LE(sum / static_cast<double>(values.size()), reference.largest / 4);
}

INSTANTIATE_TEST_SUITE_P(
    Models, PreReference,
    testing::Values(Reference{"deeplab", "deeplab_257", "chelsea.png", 2e-5},
                    Reference{"deeplab_513", "deeplab_513", "couple_snow.jpg", 0.02},
                    Reference{"mobilenet_v2", "mobilenet_v2", "dog2.jpg", 0.04},
                    Reference{"yolo_v5", "yolo_v5", "person1.jpg", 0.01},
                    Reference{"posenet", "posenet", "person1.jpg", 0.02},
                    Reference{"blazeface", "blazeface", "three_people.jpg", 0.02}),
    [](const auto& param) { return std::string(param.param.model); });

TEST(Pre, TheSameOnEveryDevice) {
  const media::Picture picture = ramp(61, 47);
  const CardInput input{.width = 40, .height = 40, .fit = Fit::letterbox, .fill = 9};
  const std::vector<float> expected = seen(input, picture, "cpu");
  for (const DeviceInfo& device : devices()) {
    const std::vector<float> values = seen(input, picture, device.id);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], expected[i], 1e-5) << device.id << " at " << i;
  }
}

TEST(Pre, BadFrames) {
  const Compute compute = Compute::create({.device = "cpu"}).value();
  expect_error(size_of_frame({}), ErrorCode::invalid_handle);
  expect_error(size_of_frame(must(compute.buffer_zeros({4, 4, 3}, DType::u8))),
               ErrorCode::shape_mismatch, "{4, 4, 3}");
  expect_error(size_of_frame(must(compute.buffer_zeros({4, 4, 4}, DType::f32))),
               ErrorCode::shape_mismatch, "f32");
  expect_error(size_of_frame(must(compute.buffer_zeros({0, 4, 4}, DType::u8))),
               ErrorCode::shape_mismatch);
}

}  // namespace
}  // namespace dala::ml::test
