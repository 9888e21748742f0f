// Which printer suits a kernel in GLSL.
#include <algorithm>

#include "kernel/emit/glsl_lanes.hpp"
#include "kernel/emit/glsl_pixels.hpp"
#include "kernel/emit/lanes.hpp"
#include "kernel/emit/languages.hpp"

namespace dala::kernel {

namespace {

bool has_pixels(const ir::Module& module, const Channels& channels) {
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    if (module.tensors[i].scalar == ir::Scalar::u8 && channels[i] == 4) return true;
  return false;
}

}  // namespace

std::unique_ptr<CPrinter> glsl_printer(const ir::Module& module, const Form& form) {
  if (runs_in_lanes(module) && !form.stoppable) return std::make_unique<GlslLanes>(module);
  if (has_pixels(module, form.channels)) return std::make_unique<GlslPixels>(module, form);
  return std::make_unique<GlslPrinter>(module, form);
}

}  // namespace dala::kernel
