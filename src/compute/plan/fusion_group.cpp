#include "compute/plan/fusion_group.hpp"

#include <algorithm>

#include "compute/kernels/source_kernel.hpp"
#include "compute/kernels/variant.hpp"
#include "compute/plan/buffer_state.hpp"
#include "core/check_params.hpp"
#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/compile.hpp"

namespace dala {

namespace {

// The source of a built-in kernel for one element type, compiled; null where there is none.
std::shared_ptr<const kernel::ir::Module> builtin_module(const KernelInfo& info, DType dtype) {
  const std::string_view text = kernel::builtin_text(info.name);
  // The parameters of integer kernels follow rules that the sources do not express.
  if (text.empty() || (!info.params.empty() && !is_float(dtype))) return nullptr;
  const kernel::CompileOptions options{.types = {{"T", kernel::ir::scalar_of(dtype)}}};
  return kernel::compile(kernel::Source(info.name, std::string(text)), options).module;
}

bool all_have(const BufferList& buffers, const Shape& shape) {
  return std::ranges::all_of(buffers, [&](const Buffer& b) { return b.shape() == shape; });
}

}  // namespace

std::expected<Candidate, std::string> fusion_candidate(const Command& stage,
                                                       const PrepareContext& context) {
  const std::unexpected<std::string> none("");
  if (stage.op != Op::run_kernel || stage.outputs.empty()) return none;
  const auto entry = context.registry.find(stage.kernel);
  const Shape& shape = stage.outputs[0].shape();
  if (!entry || !all_have(stage.outputs, shape)) return none;
  std::shared_ptr<const kernel::ir::Module> module;
  if (const auto* kernel = (*entry)->as<LanguageKernel>()) {
    backend::Decision rejections;
    const EntryVariant* const variant =
        context.variants ? find_variant(*kernel, (*entry)->info(), stage,
                                        context.device.info().capabilities, rejections)
                         : nullptr;
    // A variant without a cost is always used.
    if (variant != nullptr && !variant->variant.cost) return none;
    module = kernel->module;
  }
  // The source of a built-in kernel handles equal shapes only.
  if ((*entry)->is<BuiltinKernel>() && all_have(stage.inputs, shape))
    module = builtin_module((*entry)->info(), stage.outputs[0].dtype());
  if (module == nullptr || !kernel::can_be_followed(*module)) return none;
  if (module->pixels && (shape.rank() != 3 || shape[2] != 4)) return none;
  // It has no cubes, so its invocations are as many as the elements.
  if (kernel::forces_wide_indices() || has_large_tensors(stage))
    return std::unexpected("only kernels with indices of 32 bits are fused");
  // A parameter of type `index` can be set again, to a larger value, after the pipeline was fused.
  if (const auto p = std::ranges::find_if(module->params, &kernel::ir::Param::is_index);
      p != module->params.end())
    return std::unexpected(format("`{}` may need indices of 64 bits", p->name));
  return Candidate{&stage, *entry, std::move(module)};
}

bool FusionGroup::takes(const Candidate& next) const {
  if (members_.empty()) return true;
  const Command& first = *members_.front().stage;
  if (next.stage->outputs[0].shape() != first.outputs[0].shape()) return false;
  const auto known = [&](const Buffer& b) {
    return std::ranges::find(buffers_, b) != buffers_.end();
  };
  return std::ranges::any_of(next.stage->inputs, known) ||
         std::ranges::any_of(next.stage->outputs, known);
}

void FusionGroup::add(Candidate next, std::size_t number) {
  for (const Buffer& b : next.stage->inputs) note(b);
  for (const Buffer& b : next.stage->outputs) note(b);
  members_.push_back(std::move(next));
  last_ = number;
}

void FusionGroup::append(const FusionGroup& next) {
  for (const Buffer& b : next.buffers_) note(b);
  members_.insert(members_.end(), next.members_.begin(), next.members_.end());
  last_ = next.last_;
}

std::expected<kernel::Fused, std::string> FusionGroup::fused() const {
  std::vector<kernel::FusePart> parts;
  for (const Candidate& member : members_) {
    kernel::FusePart part{member.module.get()};
    std::size_t input = 0;
    std::size_t output = 0;
    for (const kernel::ir::Tensor& t : member.module->tensors) {
      const Buffer& buffer =
          t.is_output ? member.stage->outputs[output++] : member.stage->inputs[input++];
      part.buffers.push_back(number_of(buffer));
      part.other_shape.push_back(buffer.shape() != member.stage->outputs[0].shape());
    }
    part.name = member.entry->info().name;
    parts.push_back(std::move(part));
  }
  std::vector<bool> kept;
  for (const Buffer& b : buffers_) kept.push_back(is_wanted_later(b));
  return kernel::fuse(parts, kept);
}

std::string FusionGroup::name() const {
  std::string out;
  for (const Candidate& member : members_)
    out += (out.empty() ? "" : " + ") + member.entry->info().name;
  return out;
}

std::uint32_t FusionGroup::number_of(const Buffer& buffer) const {
  return static_cast<std::uint32_t>(std::ranges::find(buffers_, buffer) - buffers_.begin());
}

bool FusionGroup::is_wanted_later(const Buffer& buffer) const {
  if (buffer.state()->pipeline == nullptr) return true;
  for (std::size_t i = last_ + 1; i < stages_->size(); ++i) {
    const BufferList& inputs = (*stages_)[i].inputs;
    if (std::ranges::find(inputs, buffer) != inputs.end()) return true;
  }
  return false;
}

std::optional<FusedStage> FusionGroup::as_stage(const PrepareContext& context,
                                                std::optional<kernel::Fused> made) const {
  if (!made) return std::nullopt;
  KernelInfo info{.name = name(), .outputs = {}, .in_place = true};
  FusedStage fused;
  fused.command.kernel = info.name;
  for (std::size_t i = 0; i < made->module.tensors.size(); ++i) {
    const kernel::ir::Tensor& t = made->module.tensors[i];
    const Buffer& buffer = buffers_[made->buffers[i]];
    (t.is_output ? info.outputs : info.inputs).push_back({t.name, DTypeSet(buffer.dtype()), {}});
    (t.is_output ? fused.command.outputs : fused.command.inputs).push_back(buffer);
  }
  if (!set_params(*made, info, fused)) return std::nullopt;
  auto module = std::make_shared<const kernel::ir::Module>(std::move(made->module));
  auto program = context.device.compile(module);
  if (!program) return std::nullopt;
  fused.entry = std::make_shared<const KernelEntry>(
      KernelEntry{std::move(info), LanguageKernel{.module = std::move(module),
                                                  .program = std::move(*program),
                                                  .fused_stages = members_.size()}});
  return fused;
}

void FusionGroup::note(const Buffer& buffer) {
  if (std::ranges::find(buffers_, buffer) == buffers_.end()) buffers_.push_back(buffer);
}

bool FusionGroup::set_params(const kernel::Fused& made, KernelInfo& info, FusedStage& fused) const {
  for (std::size_t i = 0; i < made.params.size(); ++i) {
    const Candidate& member = members_[made.params[i].part];
    const kernel::ir::Param& own = member.module->params[made.params[i].index];
    SmallVector<ParamValue, 8> values;
    if (!check_params(member.entry->info().name, member.entry->info().params, member.stage->params,
                      values))
      return false;
    const auto& infos = member.entry->info().params;
    const auto found = std::ranges::find(infos, own.name, &ParamInfo::name);
    if (found == infos.end()) return false;
    const ParamValue& value = values[static_cast<std::size_t>(found - infos.begin())];
    const std::string& name = made.module.params[i].name;
    info.params.push_back({.name = name, .type = found->type, .required = true});
    fused.command.params.set(name, value);
    fused.sources.push_back({made.params[i].part, own.name});
  }
  return true;
}

}  // namespace dala
