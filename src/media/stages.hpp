// What a filter becomes: kernels that run one after the other on frames.
//
// A filter's function gets a Stages with its checked parameters and the size of the frame that
// comes in, and adds kernels to it. What the last one writes is what comes out; with none the frame
// stays as it is.
//
//   Result<void> make(Stages& stages) {
//     stages.add({.kernel = "vignette",
//                 .text = std::string(kernel::builtin_text("media/filters/vignette/vignette")),
//                 .inputs = {stages.output()},
//                 .params = {{"strength", stages.number("strength")}},
//                 .size = stages.size()});
//     return {};
//   }
//
// A kernel's name is for people: its source is its identity, whatever it depends on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/media/filter.hpp>
#include <dala/media/pipeline.hpp>

#include "compute/kernels/stage_run.hpp"

namespace dala::media {

// What a stage reads.
struct StageInput {
  enum class Kind : std::uint8_t {
    frame,  // 0: what comes into the chain; n: what its stage n - 1 writes
    table,  // made here from parameters
    given,  // by the caller: a mask, a background
  };
  Kind kind = Kind::frame;
  std::size_t number = 0;
  FrameSize size = {};       // of frames, and of what is given
  std::size_t channels = 4;  // 1 for a mask that has no colours

  friend bool operator==(const StageInput&, const StageInput&) = default;
};

// What the label of a kernel that reads a picture over a frame says of it: whether it is in the
// frame's size, and how many channels it has.
[[nodiscard]] std::string picture_label(const StageInput& picture, FrameSize frame);

// Numbers that a kernel reads besides frames: weights, curves.
struct Table {
  DType dtype = DType::f32;
  Shape shape = {};
  std::vector<std::byte> bytes = {};

  friend bool operator==(const Table&, const Table&) = default;
};

template <typename T>
[[nodiscard]] Table make_table(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {dtype_of<T>, {static_cast<std::int64_t>(values.size())}, {bytes.begin(), bytes.end()}};
}

// What becomes of every value of a channel: 256 bytes for red, for green and for blue.
using ByteCurves = std::vector<std::uint8_t>;

struct Stage {
  std::string kernel;  // its name, for people
  std::string text;    // its source, and with that its identity
  std::vector<StageInput> inputs;
  Params params = {};
  FrameSize size = {};     // of the frame it writes
  ByteCurves curves = {};  // where they are all that the stage does: fold.hpp joins such stages
  // Other ways to run it, and what it does, for variants of runs of stages.
  std::vector<KernelVariant> variants = {};
  std::shared_ptr<const StageDescription> description = {};
};

// A whole chain, before anything of it exists on a device.
struct ChainPlan {
  std::vector<Stage> stages = {};
  std::vector<Table> tables = {};
  std::vector<FilterInput> given = {};
  StageInput out = {};

  // Equal for chains that differ in parameters and tables' contents only.
  [[nodiscard]] std::string structure() const;
};

class Stages {
 public:
  Stages(ChainPlan& plan, const FilterInfo& info, std::span<const ParamValue> values,
         const Filter& filter)
      : plan_(plan), info_(info), values_(values), filter_(filter), input_(plan.out) {}

  // The frame that comes into this filter.
  [[nodiscard]] const StageInput& input() const { return input_; }
  [[nodiscard]] FrameSize size() const { return input_.size; }
  // What the stages so far make of it.
  [[nodiscard]] const StageInput& output() const { return plan_.out; }

  [[nodiscard]] double number(std::string_view param) const { return value(param).number(); }
  [[nodiscard]] std::int64_t integer(std::string_view param) const {
    return value(param).integer();
  }
  [[nodiscard]] bool boolean(std::string_view param) const { return value(param).boolean(); }
  [[nodiscard]] const std::string& text(std::string_view param) const {
    return value(param).text();
  }
  // What a text that names a file may lead to.
  [[nodiscard]] const SourcePolicy& sources() const { return filter_.sources; }
  // Which of `words` the text is, by number.
  [[nodiscard]] Result<std::size_t> choice(std::string_view param,
                                           std::span<const std::string_view> words) const;
  // `param_out_of_range`, in the form of all such messages.
  [[nodiscard]] std::unexpected<Error> bad(std::string_view param, std::string_view rule) const;

  // The caller's mask or background of this name; an error when there is none.
  [[nodiscard]] Result<StageInput> given(std::string_view name);
  // Of f32, u32 or u8.
  template <typename T>
  [[nodiscard]] StageInput table(std::span<const T> values) {
    plan_.tables.push_back(make_table(values));
    return {.kind = StageInput::Kind::table, .number = plan_.tables.size() - 1};
  }

  // The result is what the stage writes.
  StageInput add(Stage stage);

 private:
  [[nodiscard]] const ParamValue& value(std::string_view param) const;

  ChainPlan& plan_;
  const FilterInfo& info_;
  std::span<const ParamValue> values_;
  const Filter& filter_;
  StageInput input_;
};

// A filter: its description and how it becomes stages. Each file under filters/ defines one.
struct FilterDef {
  FilterInfo info;
  Result<void> (*make)(Stages& stages);
};

// Made by CMake from the names of the files under filters/.
[[nodiscard]] const std::vector<FilterDef>& filter_defs();

// Checks the filters and puts their stages one after the other.
[[nodiscard]] Result<ChainPlan> plan_chain(FrameSize size, std::span<const Filter> filters);

}  // namespace dala::media
