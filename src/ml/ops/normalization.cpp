// Numbers brought to a mean and a spread, by channel.
#include <cmath>

#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

Result<void> infer_channels(Inference& inference) {
  const Shape& in = inference.shape(0);
  if (in.rank() < 2) return fail(ErrorCode::bad_file, "its input has {} dimensions", in.rank());
  for (std::size_t i = 0; i < inference.node.inputs.size(); ++i) {
    if (!inference.has(i)) return fail(ErrorCode::bad_file, "its input {} is missing", i);
    if (inference.dtype(i) != DType::f32)
      return fail(ErrorCode::unsupported, "it is for f32, and its input {} is {}", i,
                  to_string(inference.dtype(i)));
    if (i > 0 && inference.shape(i) != Shape({in[1]}))
      return fail(ErrorCode::shape_mismatch, "its input {} is {} for {} channels", i,
                  to_string(inference.shape(i)), in[1]);
  }
  inference.output(DType::f32, in);
  return {};
}

template <typename Body>
void for_each_plane(const OpCall& call, const Body& body) {
  const TensorView& in = *call.inputs[0];
  const auto channels = static_cast<std::size_t>(in.shape[1]);
  const auto planes = static_cast<std::size_t>(in.shape[0]) * channels;
  if (planes == 0) return;
  const std::size_t area = in.elements() / planes;
  call.threads.parallel_for(planes, 1, [&](std::size_t begin, std::size_t end) {
    Pace pace(call.watch);
    for (std::size_t i = begin; i < end; ++i)
      body(pace, i % channels, in.values<float>().subspan(i * area, area),
           call.outputs[0].values<float>().subspan(i * area, area));
  });
}

Result<void> run_batch(const OpCall& call) {
  const float epsilon = call.node.attributes.number("epsilon", 1e-5F);
  const auto at = [&](std::size_t input, std::size_t c) {
    return call.inputs[input]->values<float>()[c];
  };
  for_each_plane(call, [&](Pace& pace, std::size_t c, auto in, auto out) {
    const float factor = at(1, c) / std::sqrt(at(4, c) + epsilon);
    const float shift = at(2, c) - at(3, c) * factor;
    in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) out[i] = in[i] * factor + shift;
    });
  });
  return {};
}

Result<void> run_instance(const OpCall& call) {
  const float epsilon = call.node.attributes.number("epsilon", 1e-5F);
  for_each_plane(call, [&](Pace& pace, std::size_t c, auto in, auto out) {
    double mean = 0;
    in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) mean += in[i];
    });
    mean /= static_cast<double>(in.size());
    double spread = 0;
    in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) spread += (in[i] - mean) * (in[i] - mean);
    });
    spread /= static_cast<double>(in.size());
    const double factor = call.inputs[1]->values<float>()[c] / std::sqrt(spread + epsilon);
    const double shift = call.inputs[2]->values<float>()[c] - mean * factor;
    in_pieces(pace, in.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) out[i] = static_cast<float>(in[i] * factor + shift);
    });
  });
  return {};
}

// The momentum matters only for training, which is not supported.
constexpr std::array batch_attributes{attribute::number("epsilon", 1e-5),
                                      attribute::number("momentum", 0.9),
                                      attribute::integer("spatial", 1).never_read(),
                                      attribute::integer("training_mode").never_read()};
constexpr std::array instance_attributes{attribute::number("epsilon", 1e-5)};

constexpr std::array normalization_table{
    Operator{"BatchNormalization", 5, 5, infer_channels, run_batch, 1, batch_attributes},
    Operator{"InstanceNormalization", 3, 3, infer_channels, run_instance, 1, instance_attributes},
};

}  // namespace

std::span<const Operator> normalization_operators() { return normalization_table; }

}  // namespace dala::ml
