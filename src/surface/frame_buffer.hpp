// A frame's memory as a buffer for kernels.
#pragma once

#include <dala/compute.hpp>

#include "surface/frames.hpp"

namespace dala::surface {

// The memory itself where the device works on the host's memory, which it then keeps alive; else a
// buffer that run_on_frame copies to and from.
[[nodiscard]] Result<Buffer> wrap_frame(const Compute& compute, const FramePixels& pixels,
                                        const Shape& shape);

// Runs a kernel whose output is what wrap_frame made of these pixels.
[[nodiscard]] Result<void> run_on_frame(const Compute& compute, std::string_view kernel,
                                        const BufferList& inputs, const Buffer& output,
                                        const Params& params, const FramePixels& pixels,
                                        std::size_t bytes);

}  // namespace dala::surface
