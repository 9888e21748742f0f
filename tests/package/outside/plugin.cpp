// A library of somebody else's that uses Dala inside, as those of virtual machines and scripts do.
#include <dala/dala.hpp>
#include <dala/media/video.hpp>
#include <dala/text.hpp>

#include <string>

namespace {

std::string why_no_jit() {
  const auto compute = dala::Compute::create({.device = "cpu"});
  if (!compute) return compute.error().message;
  const auto registered =
      compute->register_kernel("twice", {.text = "fn twice(a: Tensor<f32>, o: &mut Tensor<f32>) { "
                                                 "o[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2.0; }"});
  if (!registered) return registered.error().message;
  const auto a = compute->buffer<float>({1, 2, 3}, {3});
  const auto o = compute->buffer_zeros({3}, dala::DType::f32);
  if (!a || !o) return "no buffers";
  if (const auto ran = compute->run_kernel("twice", *a, *o); !ran) return ran.error().message;
  const auto explained =
      compute->explain(dala::Command{.kernel = "twice", .inputs = *a, .outputs = *o});
  if (!explained) return explained.error().message;
  return explained->stages.at(0).implementation == "jit" ? "" : dala::to_string(*explained);
}

}  // namespace

// Why a part of the library cannot be used, or nothing.
extern "C" [[gnu::visibility("default")]] const char* why_not(const char* part) {
  static std::string reason;
  const std::string name = part;
  reason = "there is no such part";
  if (name == "jit") reason = why_no_jit();
  if (name == "video") {
    const auto version = dala::media::video_version();
    reason = version ? "" : version.error().message;
  }
  if (name == "text") {
    const auto version = dala::text_version();
    reason = version ? "" : version.error().message;
  }
  return reason.c_str();
}
