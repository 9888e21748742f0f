#include "media/filters/morphology/run.hpp"

#include <array>
#include <bit>

#include "core/error.hpp"
#include "media/filters/morphology/square_extreme.hpp"

namespace dala::media {

namespace {

RunOffer offer_vectors(const StageRun& run, const Capabilities&) {
  const auto* const horizontal = run.is<ExtremeStage>(0);
  const auto* const vertical = run.is<ExtremeStage>(1);
  if (horizontal == nullptr || vertical == nullptr || !horizontal->is_horizontal ||
      vertical->is_horizontal || horizontal->extreme != vertical->extreme ||
      horizontal->radius != vertical->radius)
    return no_offer("it takes a horizontal extreme that the same vertical extreme follows");
  const cpu::SquareExtreme work{.extreme = horizontal->extreme, .radius = horizontal->radius};
  return {.stages = 2,
          .run = HostKernel([work](const HostCall& call) -> Result<void> {
            if (!cpu::square_extreme(cpu::rows_of(call), work, call.threads))
              return fail(ErrorCode::out_of_memory,
                          "no memory for the rows of a square's extremes");
            return {};
          }),
          // For each axis one step for every doubling of the window, and one that combines two.
          .cost = 4 + (2.0 * std::bit_width(2 * work.radius + 1))};
}

constexpr std::array<RunVariant, 1> extreme_runs = {
    {{.name = "morphology_vectors", .offer = offer_vectors}}};

}  // namespace

std::span<const RunVariant> ExtremeStage::runs() const {
  return is_horizontal ? std::span<const RunVariant>(extreme_runs) : std::span<const RunVariant>();
}

}  // namespace dala::media
