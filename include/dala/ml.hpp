// Models: load an ONNX file, give it tensors, get tensors.
//
//   auto compute = dala::Compute::create();
//   auto model = dala::ml::Model::load(*compute, "mobilenet_v2.onnx");
//   auto logits = model->predict({*compute->load_npy("input.npy")});   // a buffer per output
//
// A model is planned for the shapes of its inputs when it first sees them, and a plan that exists
// is used again: after the first answer, `predict_into` allocates nothing. Inputs and outputs are
// buffers of the Compute the model was loaded with. A handle; copies are the same model, and may be
// used from any thread.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/compute.hpp>

namespace dala::ml {

struct ModelTensor {
  std::string name = {};
  DType dtype = DType::f32;
  std::vector<std::int64_t> dims = {};  // -1: any size
};

struct ModelInfo {
  std::string name = {};
  int opset = 0;  // of the ONNX standard
  std::string producer = {};
  std::vector<ModelTensor> inputs = {};
  std::vector<ModelTensor> outputs = {};
  std::size_t nodes = 0;
  std::uint64_t parameters = 0;  // numbers among the weights
};

// What products are multiplied in. Sums, and all that lies in memory, are f32 always.
enum class Precision : std::uint8_t {
  f32,
  tf32,  // 10 bits behind the point, the range of f32
  f16,   // 10 bits behind the point, up to 65504
};
inline constexpr std::array all_precisions = {Precision::f32, Precision::tf32, Precision::f16};

// "tf32", and back.
[[nodiscard]] DALA_API std::string_view to_string(Precision precision);
[[nodiscard]] DALA_API std::optional<Precision> precision_from_string(std::string_view name);

struct ModelOptions {
  std::string name = {};  // empty: the file's name without its ending
  // Less than f32 is used where the device multiplies it faster, which only CUDA does; elsewhere it
  // is an error.
  Precision precision = Precision::f32;
  // A prediction on the CPU is stopped with `kernel_failed` when it has run for this long, and so
  // are the planning of one and, elsewhere, each step that the host runs.
  std::chrono::nanoseconds time_limit = std::chrono::minutes(5);
};

// A step of the plan.
struct ModelStep {
  std::string node = {};            // the node of the file, the first when several are one step
  std::string op = {};              // "Conv", "Conv + Clip", ...
  std::string device = {};          // where it runs: the device's id, or "host" for copies there
  std::string implementation = {};  // what runs it, and in which layout
  Shape output = {};
  double ms = 0;                           // see Model::explain
  std::vector<Rejection> rejections = {};  // what else could have run it, and why it does not
};

struct ModelExplanation {
  std::vector<ModelStep> steps = {};
  std::uint64_t memory = 0;          // bytes for what lies between input and output
  std::uint64_t live = 0;            // the most bytes of it that are needed at one time
  std::string clock = "the host's";  // whose clock the times are from; a GPU may have its own
};

[[nodiscard]] DALA_API std::string to_string(const ModelExplanation& explanation);

class DALA_API Model {
 public:
  [[nodiscard]] static Result<Model> load(const Compute& compute, const std::filesystem::path& file,
                                          const ModelOptions& options = {});
  [[nodiscard]] static Result<Model> from_bytes(const Compute& compute,
                                                std::span<const std::byte> onnx,
                                                const ModelOptions& options = {});

  [[nodiscard]] const ModelInfo& info() const;
  [[nodiscard]] const Compute& compute() const;

  // Inputs and outputs in the order of `info`.
  [[nodiscard]] Result<std::vector<Buffer>> predict(const BufferList& inputs) const;
  // The same into buffers that exist; `output_shapes` says which.
  [[nodiscard]] Result<void> predict_into(const BufferList& inputs,
                                          const BufferList& outputs) const;
  // Returns at once; ask `compute()` about the command.
  [[nodiscard]] Result<CommandId> predict_async(const BufferList& inputs, const BufferList& outputs,
                                                const SubmitOptions& options = {}) const;
  [[nodiscard]] Result<std::vector<Shape>> output_shapes(std::span<const Shape> inputs) const;

  // The plan for inputs of these shapes, with the times of its last prediction. A GPU's times come
  // from running it once more, step by step; there are none before the first prediction.
  [[nodiscard]] Result<ModelExplanation> explain(std::span<const Shape> inputs) const;

  class State;
  explicit Model(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace dala::ml
