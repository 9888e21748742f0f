#include "scene/objects/effect_runner.hpp"

#include <algorithm>
#include <cmath>

#include <dala/compute/kernel_compiler.hpp>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "scene/describe/property.hpp"

namespace dala::scene {

namespace {

std::vector<std::string> names_of(std::span<const media::Filter> filters) {
  std::vector<std::string> names;
  for (const media::Filter& filter : filters) names.push_back(filter.name);
  return names;
}

Result<void> check_tensors(const KernelInfo& info) {
  const auto is_picture = [](const TensorInfo& tensor) {
    return tensor.dtypes.contains(DType::u8);
  };
  if (info.outputs.size() != 1 || info.inputs.size() != 1 || !is_picture(info.outputs[0]) ||
      !is_picture(info.inputs[0]))
    return fail(ErrorCode::bad_kernel,
                "a kernel of an effect has one input `Tensor<u8>` and one output `&mut "
                "Tensor<u8>`; this one has {} and {}",
                info.inputs.size(), info.outputs.size());
  return {};
}

}  // namespace

EffectRunner::~EffectRunner() {
  if (!kernel_.empty()) remove_own_kernel(compute_, kernel_);
}

Result<void> EffectRunner::describe(const Effect& effect, std::uint64_t version) {
  if (described_ == version) return {};
  if (!effect.kernel.empty() && effect.kernel != kernel_text_) {
    const KernelSource source{.text = effect.kernel, .file = "the effect's kernel"};
    DALA_ASSIGN(const KernelInfo info, check_kernel(source));
    DALA_TRY(check_tensors(info));
    if (kernel_.empty()) kernel_ = own_kernel_name("scene_effect");
    DALA_TRY(put_own_kernel(compute_, kernel_, source));
    kernel_info_ = info;
  }
  kernel_text_ = effect.kernel;
  filters_ = effect.filters;
  params_ = effect.params;
  infos_.clear();
  for (const media::Filter& filter : filters_) {
    DALA_ASSIGN(media::FilterInfo info, media::filter_info(filter.name));
    infos_.push_back(std::move(info));
  }
  if (names_of(filters_) != run_names_) {
    runs_ = FilterRun::split(infos_);
    run_names_ = names_of(filters_);
  }
  described_ = version;
  version_ = new_version();
  return {};
}

void EffectRunner::set(std::size_t filter, const std::string& param, double value) {
  const bool is_kernel = filter == of_kernel && !kernel_text_.empty();
  if (filter >= infos_.size() && !is_kernel) return;
  const auto& known = is_kernel ? kernel_info_.params : infos_[filter].params;
  const auto info = std::ranges::find(known, param, &ParamInfo::name);
  if (info == known.end()) return;
  const double inside = std::clamp(value, info->min, info->max);
  const ParamValue now = info->type == ParamType::integer
                             ? ParamValue(static_cast<std::int64_t>(std::llround(inside)))
                             : ParamValue(inside);
  Params& params = is_kernel ? params_ : filters_[filter].params;
  const ParamValue* before = params.find(param);
  if (before != nullptr && *before == now) return;
  params.set(param, now);
  version_ = new_version();
}

Result<EffectPicture> EffectRunner::through_kernel(Compositor& compositor,
                                                   const EffectPicture& picture) {
  if (kernel_text_.empty()) return picture;
  DALA_ASSIGN(const EffectPicture in, as_straight(compositor, picture, straight_));
  DALA_TRY(make_like(compute_, in.buffer, kernel_out_));
  DALA_TRY(compute_.run_kernel(kernel_, in.buffer, kernel_out_, params_));
  // Whatever it wrote as alpha.
  return EffectPicture{.buffer = kernel_out_, .opaque = false, .premultiplied = false};
}

Result<Layer> EffectRunner::run(Compositor& compositor, const Layer& layer) {
  if (made_from_ == layer.version && made_by_ == version_) return out_;
  EffectPicture picture{.buffer = layer.buffer, .opaque = layer.opaque, .premultiplied = true};
  for (FilterRun& run : runs_) {
    DALA_ASSIGN(picture, run.apply(compositor, picture, filters_));
  }
  DALA_ASSIGN(picture, through_kernel(compositor, picture));
  DALA_ASSIGN(picture, as_premultiplied(compositor, picture, premultiplied_));
  const Shape& shape = picture.buffer.shape();
  out_ = {picture.buffer, static_cast<std::int32_t>(shape[1]), static_cast<std::int32_t>(shape[0]),
          picture.opaque, new_version()};
  made_from_ = layer.version;
  made_by_ = version_;
  return out_;
}

}  // namespace dala::scene
