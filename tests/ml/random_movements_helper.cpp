// Operators that move, sum up and multiply.
#include <algorithm>
#include <limits>
#include <numeric>

#include "ml/random_operators_helper.hpp"

namespace dala::test {

void random_movement(OperatorWriter& w) {
  const Ints dims = w.sizes(w.rank(1, 5));
  switch (w.random.below(5)) {
    case 0: {
      Ints order(dims.size());
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = order.size(); i-- > 1;)
        std::swap(
            order[i],
            order[static_cast<std::size_t>(w.random.below(static_cast<std::int64_t>(i) + 1))]);
      return w.output(w.node("Transpose", {w.input(dims)}, {{"perm", order}}));
    }
    case 1: {
      const std::int64_t axis = w.axis(dims.size());
      const std::int64_t size = dims[static_cast<std::size_t>(
          axis < 0 ? axis + static_cast<std::int64_t>(dims.size()) : axis)];
      const Ints shape = w.random.one_in(3) ? Ints{} : w.sizes(w.rank(1, 2));
      Ints indices;
      for (std::int64_t i = 0; i < elements_of(shape); ++i)
        indices.push_back(w.random.between(w.opset < 11 ? 0 : -size, size - 1));
      return w.output(
          w.node("Gather", {w.input(dims), w.integers(shape, indices)}, {{"axis", axis}}));
    }
    case 2: {
      const std::int64_t axis = w.axis(dims.size());
      const auto at =
          static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(dims.size()) : axis);
      Names parts;
      for (std::int64_t i = w.random.between(1, 4); i-- > 0;) {
        Ints part = dims;
        part[at] = w.random.between(1, 4);
        parts.push_back(w.input(part));
      }
      return w.output(w.node("Concat", parts, {{"axis", axis}}));
    }
    case 3: {
      const std::int64_t axis = w.axis(dims.size());
      Ints whole = dims;
      const auto at =
          static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(dims.size()) : axis);
      Ints parts{2, 2};
      if (w.random.one_in(2)) parts = {1, 4, 2};
      whole[at] = std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
      Names inputs{w.input(whole)};
      OnnxAttributes attributes{{"axis", axis}};
      if (parts.size() == 3 || w.random.one_in(2)) w.list(inputs, attributes, "split", parts, 13);
      Names outputs;
      for (std::size_t i = 0; i < parts.size(); ++i) outputs.push_back("part" + std::to_string(i));
      w.node("Split", inputs, outputs, attributes);
      for (const std::string& name : outputs) w.output(name);
      return;
    }
    default: {
      const std::int64_t b = w.random.between(2, 3);
      const Ints sides = w.sizes(3);
      if (w.random.one_in(2))
        return w.output(w.node("SpaceToDepth", {w.input({sides[0], sides[1], sides[2] * b, 2 * b})},
                               {{"blocksize", b}}));
      OnnxAttributes attributes{{"blocksize", b}};
      if (w.opset >= 11 && w.random.one_in(2))
        attributes.emplace_back("mode", w.random.pick<const char*>({"DCR", "CRD"}));
      return w.output(
          w.node("DepthToSpace", {w.input({sides[0], sides[1] * b * b, sides[2], 3})}, attributes));
    }
  }
}

void random_slice(OperatorWriter& w) {
  const Ints dims = w.sizes(w.rank(1, 4));
  Ints starts;
  Ints ends;
  Ints axes;
  Ints steps;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (w.random.one_in(3)) continue;
    const bool back = w.opset >= 11 && w.random.one_in(2);
    const std::int64_t size = dims[i];
    axes.push_back(static_cast<std::int64_t>(i) - (w.opset >= 11 && w.random.one_in(2)
                                                       ? static_cast<std::int64_t>(dims.size())
                                                       : 0));
    steps.push_back(back            ? w.random.pick({-1, -2, -9})
                    : w.opset >= 11 ? w.random.pick({1, 2, 9})
                                    : 1);
    starts.push_back(back ? w.random.pick<std::int64_t>({size - 1, -1, 1000, size / 2})
                          : w.random.pick<std::int64_t>({0, 1, -1, -size, -1000}));
    ends.push_back(back ? w.random.pick<std::int64_t>(
                              {0, -size - 1, std::numeric_limits<std::int64_t>::min(), -1})
                        : w.random.pick<std::int64_t>({size, size - 1, -1, 1000,
                                                       std::numeric_limits<std::int64_t>::max()}));
  }
  if (axes.empty()) return random_slice(w);
  Names inputs{w.input(dims)};
  OnnxAttributes attributes;
  w.list(inputs, attributes, "starts", starts, 10);
  w.list(inputs, attributes, "ends", ends, 10);
  w.list(inputs, attributes, "axes", axes, 10);
  if (w.opset >= 10) inputs.push_back(w.integers(steps));
  w.output(w.node("Slice", inputs, attributes));
}

void random_reduction(OperatorWriter& w) {
  const Ints dims = w.sizes(w.rank(1, 4));
  const std::string x = w.input(dims);
  if (w.random.one_in(3)) {
    const char* op = w.random.pick<const char*>({"Softmax", "LogSoftmax"});
    return w.output(w.node(op, {x},
                           w.random.one_in(4) && dims.size() > 1
                               ? OnnxAttributes{}
                               : OnnxAttributes{{"axis", w.axis(dims.size())}}));
  }
  const std::int64_t keep = w.random.below(2);
  if (w.random.one_in(3)) {
    const char* op = w.random.pick<const char*>({"ArgMax", "ArgMin"});
    OnnxAttributes attributes{{"axis", w.axis(dims.size())}, {"keepdims", keep}};
    // Many are equal, so that it matters which of them is meant.
    const std::string same = w.node("Floor", {x});
    if (w.opset >= 12 && w.random.one_in(2))
      attributes.emplace_back("select_last_index", std::int64_t{1});
    return w.output(w.node(op, {same}, attributes), onnx::TensorProto::INT64);
  }
  const std::string op = w.random.pick<const char*>(
      {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL2"});
  Ints axes;
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (w.random.one_in(2))
      axes.push_back(static_cast<std::int64_t>(i) - (w.opset >= 11 && w.random.one_in(2)
                                                         ? static_cast<std::int64_t>(dims.size())
                                                         : 0));
  Names inputs{x};
  OnnxAttributes attributes{{"keepdims", keep}};
  if (!axes.empty()) w.list(inputs, attributes, "axes", axes, op == "ReduceSum" ? 13 : 18);
  w.output(w.node(op, inputs, attributes));
}

void random_product(OperatorWriter& w) {
  const auto side = [&] { return w.random.pick<std::int64_t>({1, 2, 5, 16, 17, 33, 40}); };
  const std::int64_t m = side();
  const std::int64_t n = side();
  const std::int64_t k = side();
  const bool known = w.random.one_in(2);
  if (w.random.one_in(2)) {
    const bool transpose_a = w.random.one_in(3);
    const bool turn_b = w.random.one_in(2);
    const Ints b = turn_b ? Ints{n, k} : Ints{k, n};
    Names inputs{w.input(transpose_a ? Ints{k, m} : Ints{m, k}), known ? w.weights(b) : w.input(b)};
    OnnxAttributes attributes{{"transA", std::int64_t{transpose_a}},
                              {"transB", std::int64_t{turn_b}}};
    if (w.opset < 11 || !w.random.one_in(3)) {
      const Ints c = w.random.pick<Ints>({{n}, {1, n}, {m, n}, {m, 1}, {1}, {}});
      inputs.push_back(w.random.one_in(2) ? w.weights(c) : w.input(c));
    }
    if (w.random.one_in(3)) attributes.emplace_back("alpha", 0.5F);
    if (w.random.one_in(3)) attributes.emplace_back("beta", 2.0F);
    return w.output(w.node("Gemm", inputs, attributes));
  }
  Ints a = w.random.pick<Ints>({{k}, {m, k}, {2, m, k}, {3, 1, m, k}, {1, 2, m, k}});
  Ints b = w.random.pick<Ints>({{k}, {k, n}, {2, k, n}, {1, k, n}});
  w.output(w.node("MatMul", {w.input(a), known ? w.weights(b) : w.input(b)}));
}

}  // namespace dala::test
