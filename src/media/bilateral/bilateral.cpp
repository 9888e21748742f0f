#include "media/bilateral/bilateral.hpp"

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/cpu/bilateral.hpp"

namespace dala::media {

Result<void> bilateral(Stages& stages, std::int64_t radius, double space, double color) {
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/bilateral/bilateral", {{"RADIUS", radius}}));
  stages.add({.kernel = format("bilateral_{}", radius),
              .text = std::move(text),
              .inputs = {stages.output()},
              .params = {{"space", -0.5 / (space * space)}, {"color", -0.5 / (color * color)}},
              .size = stages.output().size,
              .variants = {{.name = "vectors",
                            .run = HostKernel([radius](const HostCall& call) -> Result<void> {
                              const cpu::BilateralWork work{
                                  .radius = static_cast<std::size_t>(radius),
                                  .space = static_cast<float>(call.params[0].number()),
                                  .color = static_cast<float>(call.params[1].number())};
                              if (!cpu::bilateral(cpu::rows_of(call), work, call.threads))
                                return fail(ErrorCode::out_of_memory,
                                            "no memory for the rows of a bilateral filter");
                              return {};
                            }),
                            .off_by = 1}}});
  return {};
}

}  // namespace dala::media
