#include "media/by_hand.hpp"

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "core/format.hpp"
#include "media/blur_row.hpp"
#include "media/cpu/blur.hpp"
#include "media/cpu/vnni.hpp"
#include "media/cuda_blur.hpp"
#include "media/pixel_row.hpp"
#include "media/rows.hpp"

namespace dala::media {

namespace {

// Two threads can share it: it holds nothing that changes.
class BlurByHand {
 public:
  explicit BlurByHand(const BlurRow& row)
      : after_(row.sharpens     ? cpu::AfterBlur::sharpen
               : row.unsharpens ? cpu::AfterBlur::unsharp
                                : cpu::AfterBlur::nothing),
        brightens_(row.brightens) {}

  Result<void> operator()(const HostCall& call) const {
    const auto weights = call.inputs[1].values<const std::uint32_t>();
    std::uint32_t sum = weights[0];
    for (const std::uint32_t weight : weights.subspan(1)) sum += 2 * weight;
    cpu::BlurWork work{.weights = weights, .bits = sum == 256 ? 8U : 16U, .after = after_};
    std::size_t param = 0;
    if (after_ != cpu::AfterBlur::nothing)
      work.amount = static_cast<float>(call.params[param++].number());
    if (brightens_) work.offset = static_cast<float>(call.params[param].number());
    if (!cpu::blur(cpu::rows_of(call), work, call.threads))
      return fail(ErrorCode::out_of_memory, "no memory for the rows of a blur");
    return {};
  }

 private:
  cpu::AfterBlur after_;
  bool brightens_;
};

void join_blurs_by_hand(ChainPlan& plan) {
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const BlurRow row = blur_row_at(plan, i);
    if (row.length == 0) continue;
    Stage joined = stage_for(plan, i, row);
    joined.kernel = format("{}_{}{}{}{}", row.blur, row.radius, row.sharpens ? "_sharpen" : "",
                           row.unsharpens ? "_unsharp" : "", row.brightens ? "_brightness" : "");
    joined.by_hand = BlurByHand(row);
    replace_row(plan, i, row.length, std::move(joined));
  }
}

}  // namespace

void prepare_for_device(ChainPlan& plan, std::string_view device, bool fuse) {
  const bool on_cpu = fuse && device == "cpu";
  if (fuse && device == "cuda") join_blurs(plan);
  if (on_cpu && cpu::has_vnni()) {
    join_blurs_by_hand(plan);
    join_pixel_rows(plan);
  }
  std::vector<bool> uses(plan.stages.size());
  for (std::size_t i = 0; i < plan.stages.size(); ++i)
    uses[i] =
        on_cpu && plan.stages[i].by_hand && (!plan.stages[i].only_alone || is_alone(plan, i, 1));
  for (std::size_t i = 0; i < plan.stages.size(); ++i)
    if (!uses[i]) plan.stages[i].by_hand = {};
}

Result<std::string> register_by_hand(const Compute& compute, const std::string& label,
                                     const Stage& stage) {
  KernelInfo info{.name = label, .family = "media", .summary = "Stages of filters, by hand."};
  for (std::size_t i = 0; i < stage.inputs.size(); ++i)
    info.inputs.push_back({format("input{}", i), any_dtype, "what the stage reads"});
  for (const Param& param : stage.params)
    info.params.push_back({.name = param.name, .summary = "as in the filter", .required = true});
  return register_generated(compute, info, stage.text, stage.by_hand);
}

}  // namespace dala::media
