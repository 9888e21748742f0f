// Variants of runs: one kernel that does several neighbouring stages of a pipeline at once.
//
// A kernel that the library makes may describe what it does by a type derived from
// StageDescription. Variants of runs find the stages they can do by these types, never by names: a
// blur is a horizontal and a vertical sum, and after it whatever else a variant knows. The result
// must be that of the stages one after the other.
//
//   struct Shifted final : StageDescription {
//     std::span<const RunVariant> runs() const override { return shifts; }
//   };
//   register_generated(compute, "shift", {.text = text}, std::make_shared<const Shifted>());
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <dala/compute/command.hpp>
#include <dala/core/kernel_info.hpp>

#include "compute/kernels/stage_constants.hpp"

namespace dala {

class Compute;
struct RunVariant;

class StageDescription {
 public:
  StageDescription() = default;
  StageDescription(const StageDescription&) = default;
  StageDescription& operator=(const StageDescription&) = default;
  virtual ~StageDescription() = default;

  // Variants for runs that begin with such a stage, best first.
  [[nodiscard]] virtual std::span<const RunVariant> runs() const { return {}; }
};

// Stages one after the other, as a variant sees them. Each reads, as its first input, what the one
// before it writes and nobody else does.
class StageRun {
 public:
  struct Stage {
    const StageDescription* description = nullptr;
    const Command* command = nullptr;
    std::size_t params = 0;  // of its kernel
  };

  explicit StageRun(std::vector<Stage> stages, const StageConstants* constants = nullptr);

  [[nodiscard]] std::size_t size() const { return stages_.size(); }
  // The run of its first stages.
  [[nodiscard]] StageRun first(std::size_t count) const;
  // Null where the stage does something else, or there is no such stage.
  template <typename Description>
  [[nodiscard]] const Description* is(std::size_t stage) const {
    return stage < size() ? dynamic_cast<const Description*>(stages_[stage].description) : nullptr;
  }
  // The shape of a stage's output.
  [[nodiscard]] const Shape& shape(std::size_t stage) const {
    return stages_[stage].command->outputs[0].shape();
  }

  // The inputs of the whole run, each once; and the index among them of an input of a stage.
  [[nodiscard]] std::span<const Buffer> inputs() const { return inputs_; }
  [[nodiscard]] std::size_t input(std::size_t stage, std::size_t number) const;
  // The content of a stage's input that never changes; empty for other inputs.
  template <typename T>
  [[nodiscard]] std::span<const T> constant(std::size_t stage, std::size_t number) const {
    if (constants_ == nullptr) return {};
    const auto bytes = constants_->find(stages_[stage].command->inputs[number]);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  // Where the parameters of a stage begin among those of the run.
  [[nodiscard]] std::size_t param(std::size_t stage) const;

 private:
  std::vector<Stage> stages_;
  std::vector<Buffer> inputs_;
  const StageConstants* constants_;
};

// The cost of an offer that is never faster than running the stages one by one.
inline constexpr double never_pays = std::numeric_limits<double>::infinity();

// A variant's answer to a run: how many of its stages, from the first on, it does at once; or none,
// and why.
struct RunOffer {
  std::size_t stages = 0;
  std::string_view reason = {};  // text that lives as long as the program
  // Gets the inputs of the run, and the parameters of its stages one after the other.
  std::variant<HostKernel, NativeKernel> run = {};
  double cost = 0;          // as in KernelVariant, of the last stage's elements; or `never_pays`
  std::string detail = {};  // how it works, for `explain`
  // Makes the buffers that it reads after those inputs, once the offer is chosen. May be empty.
  std::function<Result<BufferList>(const Compute& compute)> tables = {};
};

[[nodiscard]] inline RunOffer no_offer(std::string_view reason) { return {.reason = reason}; }

struct RunVariant {
  std::string_view name;
  RunOffer (*offer)(const StageRun& run, const Capabilities& device) = nullptr;
  int off_by = 0;  // as in KernelVariant
};

}  // namespace dala
