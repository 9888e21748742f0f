// From a model of floats to one of integers of 8 bits.
//
//   auto small = dala::ml::quantize(*compute, file, samples);   // an input or more for each sample
//   dala::write_file("small.onnx", small->onnx);
//
// The file that is made is standard ONNX: pairs of QuantizeLinear and DequantizeLinear (QDQ) around
// convolutions, products, sums, means and concatenations. Weights are of s8, symmetric, with a
// scale for each channel of the output; what lies between nodes is of u8, with a scale and a zero
// point that come from what the samples gave; biases are of s32.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <dala/ml.hpp>

namespace dala::ml {

struct QuantizeOptions {
  // Of the numbers that the samples gave at a place, so many percent are not cut off at either end.
  double percentile = 99.999;
  // Layers that bring a larger error stay in floats.
  double most_error = 0.1;
};

// A node with weights.
struct QuantizedLayer {
  std::string node = {};
  std::string op = {};
  // What its output is off by when it alone is of integers: the root of the mean square, as a part
  // of that of the output itself.
  double error = 0;
  bool left_out = false;
};

struct QuantizedModel {
  std::vector<std::byte> onnx = {};
  std::vector<QuantizedLayer> layers = {};
};

// Of a model of opset 13 or later whose weights are f32. The device has to be one that models run
// on; each sample is what `Model::predict` takes, all of the same shapes.
[[nodiscard]] DALA_API Result<QuantizedModel> quantize(const Compute& compute,
                                                       std::span<const std::byte> onnx,
                                                       std::span<const BufferList> samples,
                                                       const QuantizeOptions& options = {});

}  // namespace dala::ml
