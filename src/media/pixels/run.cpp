// The variant for a run of point-wise stages, which applies all of them to a few pixels at a time:
// the frame goes through memory once.
#include <dala/core/small_vector.hpp>

#include "core/error.hpp"
#include "core/threads/thread_scratch.hpp"
#include "media/colour.hpp"
#include "media/pixels/avx512.hpp"
#include "media/stage_types.hpp"

namespace dala::media {

namespace {

// One stage of a run, and the indices of its inputs and parameters among those of the run.
struct Step {
  cpu::PixelKind kind = cpu::PixelKind::mix;
  std::size_t param = 0;
  std::size_t table = 0;
  std::optional<LinesStage> lines = {};  // which become a table for each frame
};

// The cost of a pixel in the unit that kernel/analysis/cost.hpp counts for sources, from
// measurements against their compiled code: a matrix takes a fifth of its source's time, a curve
// half, a vignette four fifths.
double cost_of(const Step& step) {
  switch (step.kind) {
    case cpu::PixelKind::mix:
      return 8;
    case cpu::PixelKind::curves:
      return 12;
    case cpu::PixelKind::vignette:
      return 64;
  }
  std::unreachable();
}

std::optional<Step> step_of(const StageRun& run, std::size_t stage) {
  Step step{.param = run.param(stage)};
  if (run.is<MatrixStage>(stage) != nullptr) return step;
  if (run.is<VignetteStage>(stage) != nullptr) {
    step.kind = cpu::PixelKind::vignette;
    return step;
  }
  step.kind = cpu::PixelKind::curves;
  if (run.is<CurvesStage>(stage) != nullptr) {
    step.table = run.input(stage, 1);
    return step;
  }
  const auto* const lines = run.is<LinesStage>(stage);
  if (lines == nullptr) return std::nullopt;
  step.lines.emplace(*lines);
  return step;
}

constexpr std::size_t table_bytes = std::size_t{3} * 256;

class Steps {
 public:
  explicit Steps(std::vector<Step> steps) : steps_(std::move(steps)) {
    for (const Step& step : steps_) tables_ += step.lines ? 1 : 0;
  }

  Result<void> operator()(const HostCall& call) const {
    SmallVector<float, 64> numbers;
    for (const ParamValue& param : call.params)
      numbers.push_back(static_cast<float>(param.number()));
    auto* table = reinterpret_cast<std::uint8_t*>(thread_scratch(tables_ * table_bytes));
    if (table == nullptr && tables_ > 0)
      return fail(ErrorCode::out_of_memory, "no memory for the tables of a few filters");
    SmallVector<cpu::PixelStep, 16> steps;
    for (const Step& step : steps_) {
      cpu::PixelStep made{.kind = step.kind, .numbers = numbers.view().data() + step.param};
      if (step.lines) {
        fill(*step.lines, made.numbers, std::span<std::uint8_t, table_bytes>(table, table_bytes));
        made.table = table;
        table += table_bytes;
      } else if (step.kind == cpu::PixelKind::curves) {
        made.table = call.inputs[step.table].values<const std::uint8_t>().data();
      }
      steps.push_back(made);
    }
    cpu::run_steps(cpu::rows_of(call), steps.view(), call.threads);
    return {};
  }

 private:
  static void fill(const LinesStage& stage, const float* params,
                   std::span<std::uint8_t, table_bytes> table) {
    const auto value = [&](const LinesStage::Term& term) {
      return term.param ? params[*term.param] : term.number;
    };
    for (std::size_t c = 0; c < 3; ++c)
      fill_line(value(stage.rgb[c].factor), value(stage.rgb[c].offset),
                table.subspan(256 * c, 256));
  }

  std::vector<Step> steps_;
  std::size_t tables_ = 0;
};

RunOffer offer_steps(const StageRun& run, const Capabilities& device) {
  if (device.host_memory && !device.avx512_vnni)
    return no_offer("the processor has no AVX-512 with VNNI and VBMI");
  std::vector<Step> steps;
  double cost = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    auto step = step_of(run, i);
    if (!step) break;
    cost += cost_of(*step);
    steps.push_back(std::move(*step));
  }
  const std::size_t count = steps.size();
  return {.stages = count, .run = HostKernel(Steps(std::move(steps))), .cost = cost};
}

constexpr std::array<RunVariant, 1> pixel_runs = {
    {{.name = "pixels_avx512", .offer = offer_steps}}};

}  // namespace

std::span<const RunVariant> PixelStageType::runs() const { return pixel_runs; }

std::optional<std::size_t> LinesStage::added() const {
  for (const Line& line : rgb)
    if (line.factor.param || line.factor.number != 1 || !line.offset.param ||
        line.offset.param != rgb[0].offset.param)
      return std::nullopt;
  return rgb[0].offset.param;
}

}  // namespace dala::media
