// Filters as people write them, and the presets made of them.
#include <cmath>

#include <dala/media/still.hpp>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

TEST(FilterText, Reads) {
  EXPECT_EQ(must(parse_filter("blur:radius=3,sigma=1.5")),
            (Filter{"blur", {{"radius", 3}, {"sigma", 1.5}}}));
  EXPECT_EQ(must(parse_filter("grayscale")), Filter{"grayscale"});
  EXPECT_EQ(must(parse_filter("flip:axis=both")), (Filter{"flip", {{"axis", "both"}}}));
  EXPECT_EQ(must(parse_filter("lut:file=a\\,b\\\\c:d=e")),
            (Filter{"lut", {{"file", "a,b\\c:d=e"}}}));
}

TEST(FilterText, Pictures) {
  const Folder folder;
  must(write_picture(folder / "mask.png", mask(10, 8)));
  const Filter filter =
      must(parse_filter("background_blur:radius=2,mask=" + (folder / "mask.png").string()));
  ASSERT_EQ(filter.inputs.size(), 1);
  EXPECT_EQ(*filter.inputs[0].picture, mask(10, 8));
  expect_error(parse_filter("background_blur:mask=/no/such.png"), ErrorCode::io, "/no/such.png");
}

TEST(FilterText, Mistakes) {
  expect_error(parse_filter(""), ErrorCode::invalid_argument, "no name");
  expect_error(parse_filter(":radius=1"), ErrorCode::invalid_argument, "no name");
  expect_error(parse_filter("blurr"), ErrorCode::unknown_filter, "did you mean \"blur\"?");
  expect_error(parse_filter("nothing_like_it"), ErrorCode::unknown_filter, "dala filters");
  expect_error(parse_filter("blur:"), ErrorCode::invalid_argument, "colon");
  expect_error(parse_filter("blur:radius"), ErrorCode::invalid_argument, "param=value");
  expect_error(parse_filter("blur:,radius=1"), ErrorCode::invalid_argument);
  expect_error(parse_filter("blur:radius=1,radius=2"), ErrorCode::invalid_argument, "twice");
  expect_error(parse_filter("blur:radus=1"), ErrorCode::unknown_param, "did you mean \"radius\"?");
  expect_error(parse_filter("invert:x=1"), ErrorCode::unknown_param, "it takes none");
  expect_error(parse_filter("blur:radius=many"), ErrorCode::wrong_param_type, "a whole number");
  expect_error(parse_filter("blur:radius=1.5"), ErrorCode::wrong_param_type);
  expect_error(parse_filter("blur:radius=99"), ErrorCode::param_out_of_range, "from 0 to 64");
  expect_error(parse_filter("blur:sigma=nan"), ErrorCode::param_out_of_range);
  expect_error(parse_filter(std::string(5000, 'a')), ErrorCode::invalid_argument, "4096");
}

TEST(FilterText, EveryDescriptionIsWhole) {
  for (const FilterInfo& info : filters()) {
    EXPECT_FALSE(info.family.empty()) << info.name;
    EXPECT_TRUE(info.summary.ends_with('.')) << info.name;
    EXPECT_TRUE(info.meaning.ends_with('.')) << info.name;
    for (const ParamInfo& param : info.params) {
      EXPECT_TRUE(param.summary.ends_with('.')) << info.name << " " << param.name;
      EXPECT_TRUE(param.required || param.fallback.has_value()) << info.name << " " << param.name;
      const bool bounded = std::isfinite(param.min) && std::isfinite(param.max);
      EXPECT_TRUE(bounded || param.type == ParamType::text) << info.name << " " << param.name;
    }
  }
}

TEST(FilterText, PresetsWork) {
  const Picture picture = scene();
  EXPECT_EQ(presets().size(), 10);
  for (const Preset& preset : presets()) {
    std::vector<Filter> chain;
    for (const std::string& text : preset.filters) chain.push_back(must(parse_filter(text)));
    EXPECT_GT(difference(filtered(picture, chain), picture), 2) << preset.name;
  }
}

}  // namespace
}  // namespace dala::media::test
