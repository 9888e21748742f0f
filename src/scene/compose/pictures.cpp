#include "scene/compose/pictures.hpp"

#include <algorithm>
#include <cstring>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "scene/compose/rows.hpp"

namespace dala::scene {

namespace {

struct Plane {
  std::uint32_t* pixels;
  std::int64_t width;
  std::int64_t height;

  explicit Plane(const HostTensor& tensor)
      : pixels(reinterpret_cast<std::uint32_t*>(tensor.bytes.data())),
        width(tensor.shape[1]),
        height(tensor.shape[0]) {}
  [[nodiscard]] std::uint32_t* row(std::int64_t y) const { return pixels + (y * width); }
};

// Calls change(row) for rows of the output, on all threads.
template <typename Change>
void for_rows(const HostCall& call, const Change& change) {
  const auto rows = static_cast<std::size_t>(call.outputs[0].shape[0]);
  call.threads.parallel_for(rows, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) change(static_cast<std::int64_t>(y));
  });
}

Result<void> shrink(const HostCall& call) {
  const Plane from(call.inputs[0]);
  const Plane to(call.outputs[0]);
  const std::int64_t factor = call.params[0].integer();
  for_rows(call, [&](std::int64_t y) {
    const std::int64_t y0 = y * factor;
    const std::int64_t rows = std::min(factor, from.height - y0);
    shrink_row(from.row(y0), static_cast<std::size_t>(from.width), static_cast<std::size_t>(rows),
               static_cast<std::size_t>(factor), to.row(y), static_cast<std::size_t>(to.width));
  });
  return {};
}

Result<void> cut(const HostCall& call) {
  const Plane from(call.inputs[0]);
  const Plane to(call.outputs[0]);
  const std::int64_t x = call.params[0].integer();
  const std::int64_t y0 = call.params[1].integer();
  const std::int64_t x_first = std::clamp<std::int64_t>(-x, 0, to.width);
  const std::int64_t x_last = std::clamp<std::int64_t>(from.width - x, x_first, to.width);
  for_rows(call, [&](std::int64_t y) {
    std::uint32_t* out = to.row(y);
    if (y + y0 < 0 || y + y0 >= from.height || x_first == x_last) {
      std::fill_n(out, to.width, 0U);
      return;
    }
    std::fill(out, out + x_first, 0U);
    std::memcpy(out + x_first, from.row(y + y0) + x + x_first,
                static_cast<std::size_t>(x_last - x_first) * sizeof(std::uint32_t));
    std::fill(out + x_last, out + to.width, 0U);
  });
  return {};
}

template <auto change>
Result<void> change_alpha(const HostCall& call) {
  const Plane from(call.inputs[0]);
  const Plane to(call.outputs[0]);
  for_rows(call, [&](std::int64_t y) {
    change(from.row(y), to.row(y), static_cast<std::size_t>(to.width));
  });
  return {};
}

Result<void> join(const HostCall& call) {
  const Plane colours(call.inputs[0]);
  const Plane alphas(call.inputs[1]);
  const Plane to(call.outputs[0]);
  for_rows(call, [&](std::int64_t y) {
    join_alpha(colours.row(y), alphas.row(y), to.row(y), static_cast<std::size_t>(to.width));
  });
  return {};
}

struct PictureKernel {
  std::string PictureKernels::* into;
  const char* name;
  const char* summary;
  const char* source;
  HostKernel run;
};

}  // namespace

Result<PictureKernels> register_picture_kernels(const Compute& compute) {
  PictureKernels names;
  const PictureKernel kernels[] = {
      {&PictureKernels::shrink, "scene_shrink", "Each pixel is the mean of a square of the input.",
       "scene/compose/shrink", shrink},
      {&PictureKernels::cut, "scene_cut", "A part of the input.", "scene/compose/cut", cut},
      {&PictureKernels::premultiply, "scene_premultiply", "Alpha is premultiplied.",
       "scene/compose/premultiply", change_alpha<premultiply_alpha>},
      {&PictureKernels::unpremultiply, "scene_unpremultiply", "Alpha is no longer premultiplied.",
       "scene/compose/unpremultiply", change_alpha<unpremultiply_alpha>},
      {&PictureKernels::spread, "scene_spread", "Alpha as the colours of an opaque picture.",
       "scene/compose/spread", change_alpha<spread_alpha>},
      {&PictureKernels::join, "scene_join",
       "The colours of one picture with the alpha that is another's red.", "scene/compose/join",
       join},
  };
  for (const PictureKernel& kernel : kernels) {
    DALA_ASSIGN(names.*kernel.into,
                register_generated(compute, kernel.name,
                                   {.text = std::string(kernel::builtin_text(kernel.source)),
                                    .summary = kernel.summary,
                                    .variants = {{.name = "vectors", .run = kernel.run}}}));
  }
  return names;
}

}  // namespace dala::scene
