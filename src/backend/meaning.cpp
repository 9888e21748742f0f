#include "backend/meaning.hpp"

#include <deque>
#include <mutex>
#include <utility>

#include "core/error.hpp"

namespace dala::backend {

namespace {

// Intermediate tensors are allocated for each call, since this runs only to verify variants.
class Steps final : public Program, public Executable {
 public:
  Steps(Device& device, std::shared_ptr<const Meaning> meaning,
        std::vector<std::unique_ptr<Program>> programs)
      : device_(&device), meaning_(std::move(meaning)), programs_(std::move(programs)) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    if (programs_.size() == 1 && meaning_->between.empty()) return programs_[0]->prepare(call);
    return Decision{.chosen = this, .why = "its stages one by one"};
  }
  [[nodiscard]] std::string_view name() const override { return "stages"; }

  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    std::vector<std::unique_ptr<Memory>> memory;
    std::vector<TensorRef> between;
    for (const TensorSpec& spec : meaning_->between) {
      const auto bytes = static_cast<std::size_t>(spec.shape.elements()) * size_of(spec.dtype);
      DALA_ASSIGN(auto made, device_->allocate(bytes));
      between.push_back({made.get(), spec.dtype, spec.shape});
      memory.push_back(std::move(made));
    }
    const auto tensors = [&](const std::vector<Meaning::Place>& places) {
      std::vector<TensorRef> found;
      for (const Meaning::Place& place : places) found.push_back(at(place, call, between));
      return found;
    };
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      const Meaning::Step& step = meaning_->steps[i];
      const std::vector<TensorRef> inputs = tensors(step.inputs);
      const std::vector<TensorRef> outputs = tensors(step.outputs);
      std::vector<ParamValue> params;
      for (const std::uint32_t param : step.params) params.push_back(call.params[param]);
      const KernelCall one{step.module->name, inputs, outputs, params};
      DALA_ASSIGN(const Decision decision, programs_[i]->prepare(one));
      DALA_TRY(decision.chosen->launch(one));
    }
    return {};
  }

 private:
  static TensorRef at(const Meaning::Place& place, const KernelCall& call,
                      const std::vector<TensorRef>& between) {
    switch (place.of) {
      case Meaning::Place::Of::inputs:
        return call.inputs[place.number];
      case Meaning::Place::Of::outputs:
        return call.outputs[place.number];
      case Meaning::Place::Of::between:
        return between[place.number];
    }
    std::unreachable();
  }

  Device* device_;
  std::shared_ptr<const Meaning> meaning_;
  std::vector<std::unique_ptr<Program>> programs_;
};

}  // namespace

std::shared_ptr<const Meaning> meaning_of(std::shared_ptr<const kernel::ir::Module> module) {
  Meaning meaning;
  Meaning::Step step{.module = module};
  for (const kernel::ir::Tensor& tensor : module->tensors) {
    std::vector<Meaning::Place>& side = tensor.is_output ? step.outputs : step.inputs;
    const auto of = tensor.is_output ? Meaning::Place::Of::outputs : Meaning::Place::Of::inputs;
    side.push_back({of, static_cast<std::uint32_t>(side.size())});
    meaning.is_output.push_back(tensor.is_output);
  }
  for (std::uint32_t i = 0; i < module->params.size(); ++i) step.params.push_back(i);
  meaning.params = module->params;
  meaning.steps.push_back(std::move(step));
  return std::make_shared<const Meaning>(std::move(meaning));
}

Result<std::unique_ptr<Program>> compile_meaning(Device& device,
                                                 std::shared_ptr<const Meaning> meaning) {
  std::vector<std::unique_ptr<Program>> programs;
  for (const Meaning::Step& step : meaning->steps) {
    DALA_ASSIGN(auto program, device.compile(step.module));
    programs.push_back(std::move(program));
  }
  return std::make_unique<Steps>(device, std::move(meaning), std::move(programs));
}

}  // namespace dala::backend
