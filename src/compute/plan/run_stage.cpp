#include "compute/plan/run_stage.hpp"

#include <algorithm>

#include "backend/meaning.hpp"
#include "compute/kernels/variant.hpp"
#include "compute/kernels/wide_form.hpp"
#include "compute/plan/buffer_state.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"

namespace dala {

namespace {

using Place = backend::Meaning::Place;

// The kernel of a stage that may be part of a run; null for others.
const LanguageKernel* describable(const Command& stage, const KernelRegistry& registry,
                                  std::shared_ptr<const KernelEntry>& entry) {
  if (stage.op != Op::run_kernel || stage.outputs.size() != 1 || stage.inputs.empty() ||
      has_large_tensors(stage))
    return nullptr;
  entry = registry.find(stage.kernel).value_or(nullptr);
  const auto* kernel = entry == nullptr ? nullptr : entry->as<LanguageKernel>();
  return kernel == nullptr || kernel->description == nullptr ? nullptr : kernel;
}

// Whether a stage reads, once and first, what the one before it writes, and nobody else does.
bool follows(const std::vector<Command>& stages, std::size_t stage) {
  const Buffer& passed = stages[stage - 1].outputs[0];
  if (passed.state()->pipeline == nullptr || stages[stage].inputs[0] != passed) return false;
  std::size_t readers = 0;
  std::size_t writers = 0;
  for (const Command& other : stages) {
    readers += static_cast<std::size_t>(std::ranges::count(other.inputs, passed));
    writers += static_cast<std::size_t>(std::ranges::count(other.outputs, passed));
  }
  return readers == 1 && writers == 1;
}

StageRun longest_run(const std::vector<Command>& stages, std::size_t first,
                     const PrepareContext& context) {
  std::vector<StageRun::Stage> run;
  for (std::size_t i = first; i < stages.size(); ++i) {
    std::shared_ptr<const KernelEntry> entry;
    const LanguageKernel* const kernel = describable(stages[i], context.registry, entry);
    if (kernel == nullptr || (i > first && !follows(stages, i))) break;
    // The pointer stays valid: the registry never removes kernels that the library made.
    run.push_back({kernel->description.get(), &stages[i], entry->info().params.size()});
  }
  return StageRun(std::move(run), context.constants);
}

void add(std::vector<Rejection>& rejections, std::string_view variant, std::string_view reason) {
  const auto same = [&](const Rejection& r) {
    return r.implementation == variant && r.reason == reason;
  };
  if (std::ranges::none_of(rejections, same))
    rejections.push_back({std::string(variant), std::string(reason)});
}

class RunStage {
 public:
  RunStage(const std::vector<Command>& stages, const RunMatch& match, const PrepareContext& context)
      : stages_(stages),
        match_(match),
        context_(context),
        run_(longest_run(stages, match.first, context).first(match.count)) {}

  // Fills the stage and what it has to do; false where parameters do not fit.
  Result<bool> describe() {
    for (const Buffer& input : run_.inputs()) add_input(input);
    // Only the variant sees these, behind all that the stages have.
    if (match_.offer.tables) {
      DALA_ASSIGN(const BufferList tables, match_.offer.tables(*context_.compute));
      for (const Buffer& table : tables) add_input(table);
    }
    meaning_.is_output.push_back(true);
    for (std::size_t i = 0; i < match_.count; ++i)
      if (!add_step(i)) return false;
    const Buffer& output = stages_[match_.first + match_.count - 1].outputs[0];
    info_.outputs = {{"output", DTypeSet(output.dtype()), {}}};
    made_.command.outputs = output;
    made_.command.kernel = info_.name;
    made_.first = match_.first;
    return true;
  }

  Result<FusedStage> make() {
    const auto entry = [&]() -> Result<KernelEntry> {
      DALA_ASSIGN(auto program, context_.device.compile_variant(
                                    std::make_shared<const backend::Meaning>(std::move(meaning_)),
                                    {std::string(match_.variant->name), match_.offer.run,
                                     match_.variant->off_by}));
      return KernelEntry{std::move(info_),
                         RunKernel{std::move(program), match_.count, match_.offer.detail}};
    };
    DALA_ASSIGN(made_.entry, context_.registry.find_run(content(), entry));
    return std::move(made_);
  }

 private:
  void add_input(const Buffer& input) {
    info_.inputs.push_back({format("input{}", info_.inputs.size()), DTypeSet(input.dtype()), {}});
    made_.command.inputs.push_back(input);
    meaning_.is_output.push_back(false);
  }

  bool add_step(std::size_t number) {
    const Command& stage = stages_[match_.first + number];
    const auto entry = *context_.registry.find(stage.kernel);
    const KernelInfo& own = entry->info();
    backend::Meaning::Step step{.module = entry->as<LanguageKernel>()->module};
    for (std::size_t k = 0; k < stage.inputs.size(); ++k) {
      const bool passed = number > 0 && k == 0;
      step.inputs.push_back(
          {passed ? Place::Of::between : Place::Of::inputs,
           static_cast<std::uint32_t>(passed ? number - 1 : run_.input(number, k))});
    }
    const bool is_last = number + 1 == match_.count;
    step.outputs.push_back({is_last ? Place::Of::outputs : Place::Of::between,
                            static_cast<std::uint32_t>(is_last ? 0 : number)});
    if (!is_last) meaning_.between.push_back({stage.outputs[0].dtype(), stage.outputs[0].shape()});
    SmallVector<ParamValue, 8> values;
    if (!check_params(own.name, own.params, stage.params, values)) return false;
    for (std::size_t i = 0; i < own.params.size(); ++i) {
      const std::string name = format("{}_{}", own.params[i].name, number);
      step.params.push_back(static_cast<std::uint32_t>(info_.params.size()));
      meaning_.params.push_back(step.module->params[i]);
      info_.params.push_back({.name = name, .type = own.params[i].type, .required = true});
      made_.command.params.set(name, values[i]);
      made_.sources.push_back({match_.first + number, own.params[i].name});
    }
    info_.name += (number == 0 ? "" : " + ") + own.name;
    content_ += stage.kernel + "\n";
    for (std::size_t k = 0; k < stage.inputs.size(); ++k)
      content_ += format("{}:{} {} ", static_cast<int>(step.inputs[k].of), step.inputs[k].number,
                         to_string(stage.inputs[k].shape()));
    content_ += to_string(stage.outputs[0].shape());
    meaning_.steps.push_back(std::move(step));
    return true;
  }

  // The identity of the variant's program: all that it depends on. The kernels' names in the
  // registry contain a hash of their sources.
  [[nodiscard]] std::string content() const {
    std::string content =
        format("{}\n{}\n{} inputs\n", match_.variant->name, content_, info_.inputs.size());
    if (const auto* native = std::get_if<NativeKernel>(&match_.offer.run))
      content += native->source;
    return content;
  }

  const std::vector<Command>& stages_;
  const RunMatch& match_;
  const PrepareContext& context_;
  StageRun run_;
  KernelInfo info_{.outputs = {}};
  backend::Meaning meaning_;
  FusedStage made_;
  std::string content_;
};

}  // namespace

std::vector<RunMatch> find_matches(const std::vector<Command>& stages, std::size_t first,
                                   const PrepareContext& context,
                                   std::vector<Rejection>& rejections) {
  std::vector<RunMatch> matches;
  std::shared_ptr<const KernelEntry> entry;
  const LanguageKernel* const kernel = describable(stages[first], context.registry, entry);
  if (!context.variants || kernel == nullptr || kernel->description->runs().empty()) return matches;
  const Capabilities& device = context.device.info().capabilities;
  const StageRun run = longest_run(stages, first, context);
  for (const RunVariant& variant : kernel->description->runs()) {
    // The longest match, and those that remain when stages are removed from its end.
    for (std::size_t length = run.size(); length > 0;) {
      RunOffer offer = variant.offer(run.first(length), device);
      const std::string_view reason =
          offer.stages == 0 ? offer.reason : why_not_on(offer.run, device);
      if (!reason.empty()) {
        if (length == run.size()) add(rejections, variant.name, reason);
        break;
      }
      length = offer.stages - 1;
      matches.push_back({first, offer.stages, &variant, std::move(offer)});
    }
  }
  return matches;
}

std::optional<FusedStage> make_run_stage(const std::vector<Command>& stages, const RunMatch& match,
                                         const PrepareContext& context,
                                         std::vector<Rejection>& rejections) {
  RunStage stage(stages, match, context);
  const auto made = [&]() -> Result<std::optional<FusedStage>> {
    DALA_ASSIGN(const bool fits, stage.describe());
    if (!fits) return std::nullopt;
    return stage.make();
  };
  auto run = made();
  if (run) return std::move(*run);
  add(rejections, match.variant->name, run.error().message);
  return std::nullopt;
}

}  // namespace dala
