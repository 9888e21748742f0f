#include <dala/catalog.hpp>

#include <algorithm>
#include <map>
#include <mutex>

#include <dala/media/pipeline.hpp>
#include <dala/ml/store.hpp>

#include "compute/kernels/name_hint.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/handle.hpp"

namespace dala {

namespace {

// The numbers that models of ImageNet were trained with.
constexpr std::array<double, 3> imagenet_mean = {0.485, 0.456, 0.406};
constexpr std::array<double, 3> imagenet_deviation = {0.229, 0.224, 0.225};
constexpr double imagenet_share = 0.875;

const std::vector<ParamInfo>& preprocess_params() {
  static const Forever<std::vector<ParamInfo>> params(
      std::vector<ParamInfo>{{.name = "size", .type = ParamType::integers, .fallback = Integers{}},
                             {.name = "normalize", .type = ParamType::boolean, .fallback = true},
                             {.name = "fit", .type = ParamType::text, .fallback = "crop"}});
  return *params;
}

Result<ml::Fit> fit_of(const std::string& text) {
  for (const ml::Fit fit : {ml::Fit::crop, ml::Fit::letterbox, ml::Fit::stretch})
    if (text == ml::to_string(fit)) return fit;
  return fail(ErrorCode::param_out_of_range,
              "preprocess: fit is \"{}\"; it must be crop, letterbox or stretch", text);
}

Result<void> check_arity(const Command& command, std::size_t inputs) {
  if (command.inputs.size() == inputs && command.outputs.size() == 1) return {};
  return fail(ErrorCode::wrong_arity, "{} takes {} inputs and 1 output; {} and {} were given",
              command.kernel, inputs, command.inputs.size(), command.outputs.size());
}

Result<Command> preprocess_stage(const Compute& compute, const Command& command) {
  DALA_TRY(check_arity(command, 1));
  SmallVector<ParamValue, 8> values;
  DALA_TRY(check_params(command.kernel, preprocess_params(), command.params, values));
  const Buffer& tensor = command.outputs[0];
  const auto side = [&](std::size_t axis) {
    return tensor.shape()[axis] >= 1 && tensor.shape()[axis] <= media::max_picture_side;
  };
  if (!tensor || tensor.shape().rank() != 4 || !side(2) || !side(3))
    return fail(ErrorCode::shape_mismatch,
                "preprocess: the output is {}; it must be f32 of {{1, 3, height, width}}",
                to_string(tensor.shape()));
  ml::CardInput input{.name = "preprocess",
                      .width = static_cast<std::uint32_t>(tensor.shape()[3]),
                      .height = static_cast<std::uint32_t>(tensor.shape()[2]),
                      .share = imagenet_share};
  if (const Integers& size = values[0].integers();
      !size.empty() && size != Integers{input.width, input.height})
    return fail(ErrorCode::shape_mismatch,
                "preprocess: size is {}, {{width, height}}; the output {} is of {{{}, {}}}",
                to_string(values[0]), to_string(tensor.shape()), input.width, input.height);
  if (values[1].boolean()) {
    input.mean = imagenet_mean;
    input.deviation = imagenet_deviation;
  }
  DALA_ASSIGN(input.fit, fit_of(values[2].text()));
  return ml::preprocess_command(compute, input, command.inputs[0], tensor);
}

Result<void> add_filter(const Compute& compute, const Pipeline& pipeline,
                        const media::FilterInfo& info, const Command& command) {
  DALA_TRY(check_arity(command, 1 + info.inputs.size()));
  media::Filter filter{.name = info.name, .params = command.params};
  for (std::size_t i = 0; i < info.inputs.size(); ++i)
    filter.inputs.push_back({.name = info.inputs[i].name, .buffer = command.inputs[i + 1]});
  return media::add_filters(compute, pipeline, command.inputs[0], command.outputs[0],
                            std::span(&filter, 1));
}

std::string what_else(std::string_view name) {
  if (media::filter_info(name))
    return format("a filter, which a Catalog, a FramePipeline and `dala filter -f {}` run", name);
  const auto& looks = media::presets();
  if (std::ranges::find(looks, name, &media::Preset::name) != looks.end())
    return format("a preset of filters, which `dala filter --preset {}` runs", name);
  if (const auto& cards = ml::builtin_cards();
      std::ranges::find(cards, name, &ml::ModelCard::name) != cards.end())
    return format("a model, which a Catalog and `dala predict {}` run", name);
  if (name == "preprocess") return "what brings pictures to models, which a Catalog runs";
  return {};
}

[[maybe_unused]] const bool hint_given = give_name_hint(what_else);

bool is_unknown_kernel(const Error& error) { return error.code == ErrorCode::unknown_kernel; }

}  // namespace

class Catalog::State {
 public:
  State(Compute compute, std::filesystem::path models)
      : compute_(std::move(compute)), folder_(std::move(models)) {}

  [[nodiscard]] const Compute& compute() const { return compute_; }

  // What is no kernel of the Compute; `unknown` is what Compute said of it.
  Result<void> add_other(const Pipeline& pipeline, const Command& command, const Error& unknown) {
    if (command.kernel == "preprocess") {
      DALA_ASSIGN(const Command stage, preprocess_stage(compute_, command));
      return pipeline.add(stage);
    }
    if (const auto filter = media::filter_info(command.kernel))
      return add_filter(compute_, pipeline, *filter, command);
    DALA_TRY(load_model(command.kernel, unknown));
    return pipeline.add(command);
  }

 private:
  // As a kernel of the Compute.
  Result<void> load_model(const std::string& name, const Error& unknown) {
    DALA_ASSIGN(const ml::ModelStore store, ml::ModelStore::open(folder_));
    if (!store.find(name)) return std::unexpected(unknown);
    const std::scoped_lock lock(mutex_);
    if (models_.contains(name)) return {};
    DALA_ASSIGN(auto model, ml::load_model(compute_, store, name));
    models_.emplace(name, std::move(model));
    return {};
  }

  Compute compute_;
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, ml::TaskModel> models_;
};

Catalog::Catalog(Compute compute, std::filesystem::path models)
    : state_(std::make_shared<State>(std::move(compute), std::move(models))) {}

const Compute& Catalog::compute() const {
  if (state_ == nullptr) return nothing<Compute>(nullptr);
  return state_->compute();
}

Result<void> Catalog::run(const Command& command) const {
  if (state_ == nullptr) return empty_handle("Catalog");
  if (command.op != Op::run_kernel) {
    DALA_ASSIGN(const CommandId id, compute().submit(command));
    return compute().wait(id);
  }
  auto done = compute().run_kernel(command.kernel, command.inputs, command.outputs, command.params);
  if (done || !is_unknown_kernel(done.error())) return done;
  const Pipeline pipeline = compute().pipeline();
  DALA_TRY(state_->add_other(pipeline, command, done.error()));
  return pipeline.run();
}

Result<CommandId> Catalog::submit(const Command& command, const SubmitOptions& options) const {
  if (state_ == nullptr) return empty_handle("Catalog");
  auto id = compute().submit(command, options);
  if (id || !is_unknown_kernel(id.error())) return id;
  const Pipeline pipeline = compute().pipeline();
  DALA_TRY(state_->add_other(pipeline, command, id.error()));
  return pipeline.submit(options);
}

Result<void> Catalog::add(const Pipeline& pipeline, const Command& stage) const {
  if (state_ == nullptr) return empty_handle("Catalog");
  auto done = pipeline.add(stage);
  if (done || !is_unknown_kernel(done.error())) return done;
  return state_->add_other(pipeline, stage, done.error());
}

}  // namespace dala
