#include "ml/plain_helper.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ml/cpu/plan.hpp"
#include "ml/ops/operator.hpp"
#include "ml/passes/passes.hpp"

namespace dala::test {

namespace {

HostTensor host(const ml::TensorView& view) {
  return {view.dtype, view.shape, {view.data, view.bytes()}};
}

testing::AssertionResult same_floats(const ml::TensorView& got, const ml::TensorView& expected,
                                     float apart) {
  float largest = 1;
  for (const float value : expected.values<float>())
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < expected.elements(); ++i) {
    const float a = got.values<float>()[i];
    const float b = expected.values<float>()[i];
    if (a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= apart * largest) continue;
    return testing::AssertionFailure() << "element " << i << " is " << a << " and should be " << b;
  }
  return testing::AssertionSuccess();
}

}  // namespace

Result<std::vector<ml::Tensor>> run_plainly(const ml::Graph& graph,
                                            const std::vector<ml::Tensor>& inputs) {
  std::vector<ml::Tensor> values(graph.values.size());
  for (std::size_t i = 0; i < graph.values.size(); ++i)
    if (graph.values[i].constant) values[i] = *graph.values[i].constant;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    values[static_cast<std::size_t>(graph.inputs[i].value)] = inputs[i];
  for (const ml::Node& node : graph.nodes) {
    std::vector<const ml::TensorView*> reads;
    for (const ml::ValueId id : node.inputs)
      reads.push_back(id == ml::no_value ? nullptr : &values[static_cast<std::size_t>(id)].view);
    std::vector<ml::TensorView> writes;
    for (const ml::ValueId id : node.outputs) {
      DALA_ASSIGN(ml::Tensor made, ml::Tensor::make(graph[id].dtype, graph[id].shape));
      writes.push_back(made.view);
      values[static_cast<std::size_t>(id)] = std::move(made);
    }
    DALA_TRY(ml::find_operator(node.op)->run({node, graph.opset, reads, writes, {}}));
  }
  std::vector<ml::Tensor> outputs;
  for (const ml::GraphInput& output : graph.outputs)
    outputs.push_back(values[static_cast<std::size_t>(output.value)]);
  return outputs;
}

Result<std::vector<ml::Tensor>> run_planned(const ml::Graph& graph,
                                            const std::vector<ml::Tensor>& inputs,
                                            const HostThreads& threads) {
  ml::Graph changed = graph;
  DALA_TRY(ml::run_passes(changed));
  DALA_ASSIGN(const auto plan, ml::cpu::Plan::make(changed));
  std::vector<HostTensor> reads;
  for (const ml::Tensor& input : inputs) reads.push_back(host(input.view));
  std::vector<ml::Tensor> outputs;
  std::vector<HostTensor> writes;
  for (const ml::TensorView& output : plan->outputs()) {
    DALA_ASSIGN(ml::Tensor made, ml::Tensor::make(output.dtype, output.shape));
    // What a step forgets to write shows.
    std::memset(made.view.data, 0xff, made.view.bytes());
    writes.push_back(host(made.view));
    outputs.push_back(std::move(made));
  }
  DALA_TRY(plan->run({.inputs = reads, .outputs = writes, .params = {}, .threads = threads}));
  return outputs;
}

testing::AssertionResult same_answers(const std::vector<ml::Tensor>& got,
                                      const std::vector<ml::Tensor>& expected, float apart) {
  if (got.size() != expected.size())
    return testing::AssertionFailure() << got.size() << " outputs, not " << expected.size();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const ml::TensorView& a = got[i].view;
    const ml::TensorView& b = expected[i].view;
    if (a.dtype != b.dtype || a.shape != b.shape)
      return testing::AssertionFailure() << "output " << i << " is " << to_string(a.shape)
                                         << " and should be " << to_string(b.shape);
    const auto same = a.dtype == DType::f32 ? same_floats(a, b, apart)
                      : std::memcmp(a.data, b.data, a.bytes()) == 0
                          ? testing::AssertionSuccess()
                          : testing::AssertionFailure() << "other " << to_string(a.dtype);
    if (!same) return testing::AssertionFailure() << "output " << i << ": " << same.message();
  }
  return testing::AssertionSuccess();
}

}  // namespace dala::test
