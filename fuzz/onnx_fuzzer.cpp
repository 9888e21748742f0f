// Any bytes as a model: an error, or a model that can be asked for shapes and for an answer. Models
// that would work for long are not run.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <dala/ml.hpp>

namespace {

constexpr std::int64_t most_inputs = 1 << 14;   // numbers of an input
constexpr std::int64_t most_numbers = 1 << 18;  // that all steps make together
constexpr std::uint64_t most_memory = 1 << 26;  // bytes between input and output
constexpr std::int64_t size_of_open_sides = 3;

const dala::Compute& compute() {
  static const dala::Compute shared =
      dala::Compute::create({.device = "cpu", .threads = 1, .memory_limit = 1 << 28}).value();
  return shared;
}

void must_hold(bool condition) {
  if (!condition) std::abort();
}

// Of the inputs; empty when they are too large to be tried.
std::vector<dala::Shape> shapes_of(const dala::ml::ModelInfo& info) {
  std::vector<dala::Shape> shapes;
  for (const dala::ml::ModelTensor& input : info.inputs) {
    dala::Shape shape(input.dims);
    std::int64_t elements = 1;
    for (std::size_t i = 0; i < shape.rank(); ++i) {
      if (shape[i] < 0) shape.set(i, size_of_open_sides);
      if (shape[i] > most_inputs / std::max<std::int64_t>(elements, 1)) return {};
      elements *= shape[i];
    }
    shapes.push_back(shape);
  }
  return shapes;
}

bool is_small(const dala::ml::ModelExplanation& plan) {
  std::int64_t numbers = 0;
  for (const dala::ml::ModelStep& step : plan.steps) {
    if (step.output.elements() > most_numbers) return false;
    // Any of these may look at all its input for each number it makes.
    const bool long_one = step.op.contains("Conv") || step.op.contains("Pool") ||
                          step.op.contains("Mul") || step.op.contains("Gemm");
    numbers += step.output.elements() * (long_one ? 16 : 1);
  }
  return numbers <= most_numbers && plan.memory <= most_memory;
}

void predict(const dala::ml::Model& model, const std::vector<dala::Shape>& shapes) {
  dala::BufferList inputs;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto buffer = compute().buffer_zeros(shapes[i], model.info().inputs[i].dtype);
    if (!buffer) return;
    inputs.push_back(*buffer);
  }
  const auto expected = model.output_shapes(shapes);
  const auto outputs = model.predict(inputs);
  if (!outputs) {
    must_hold(!outputs.error().message.empty());
    return;
  }
  must_hold(outputs->size() == expected->size());
  for (std::size_t i = 0; i < outputs->size(); ++i)
    must_hold((*outputs)[i].shape() == (*expected)[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto model = dala::ml::Model::from_bytes(compute(), std::as_bytes(std::span(data, size)));
  if (!model) {
    must_hold(!model.error().message.empty());
    return 0;
  }
  const std::vector<dala::Shape> shapes = shapes_of(model->info());
  if (shapes.size() != model->info().inputs.size()) return 0;
  const auto plan = model->explain(shapes);
  if (!plan)
    must_hold(!plan.error().message.empty());
  else if (is_small(*plan))
    predict(*model, shapes);
  return 0;
}
