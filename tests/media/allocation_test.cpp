// A warm frame pipeline allocates nothing per frame.
#include "support/allocations.hpp"

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

using dala::test::per_thousand;

TEST(MediaAllocations, NonePerFrame) {
#if !DALA_COUNTS_ALLOCATIONS
  GTEST_SKIP() << "skipped: sanitizers have their own malloc, so allocations cannot be counted";
#endif
  const Picture picture = scene();
  const FramePipeline pipeline = pipeline_for(picture);
  const std::vector<Filter> look = {{"blur"}, {"sharpen"}, {"gamma", {{"value", 1.5}}}};
  std::vector<std::uint8_t> out(picture.rgba.size());
  EXPECT_EQ(per_thousand([&] { must(pipeline.process_frame_into(picture.rgba, look, out)); }), 0);
  EXPECT_EQ(per_thousand([&] { must(pipeline.process_buffer(pipeline.input(), look)); }), 0);
}

}  // namespace
}  // namespace dala::media::test
