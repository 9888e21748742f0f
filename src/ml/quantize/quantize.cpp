// Calibration: what the samples give at each place decides how its numbers become integers.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <dala/ml/quantize.hpp>

#include "core/error.hpp"
#include "ml/onnx/import.hpp"
#include "ml/onnx/parse.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/quantize/graph.hpp"

namespace dala::ml {

namespace {

constexpr int least_opset = 13;
constexpr std::size_t bins = 4096;
// Tensors that are looked at in one run, all of which are in memory.
constexpr std::size_t at_once = 128;

std::span<const std::byte> bytes_of(const std::string& file) {
  return std::as_bytes(std::span(file.data(), file.size()));
}

// What is known of the numbers at a place.
struct Range {
  float least = 0;  // 0 is always in it, since pads are zeros
  float most = 0;
  std::vector<std::uint64_t> counts = {};

  void widen(std::span<const float> numbers) {
    for (const float x : numbers) {
      if (!std::isfinite(x)) continue;
      least = std::min(least, x);
      most = std::max(most, x);
    }
  }
  void count(std::span<const float> numbers) {
    counts.resize(bins);
    const float width = (most - least) / bins;
    for (const float x : numbers)
      if (std::isfinite(x) && width > 0)
        ++counts[std::min(static_cast<std::size_t>((x - least) / width), bins - 1)];
  }

  // Without what is rarer than `percentile` leaves at either end.
  [[nodiscard]] Levels levels(double percentile) const {
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) all += count;
    const double rare = static_cast<double>(all) * (1 - percentile / 100);
    const float width = (most - least) / bins;
    const auto cut = [&](auto begin, auto end) {
      std::size_t passed = 0;
      double seen = 0;
      for (; begin != end; ++begin, ++passed) {
        seen += static_cast<double>(*begin);
        if (seen > rare) break;
      }
      return static_cast<float>(passed) * width;
    };
    const float low = std::min(least + cut(counts.begin(), counts.end()), 0.0F);
    const float high = std::max(most - cut(counts.rbegin(), counts.rend()), 0.0F);
    Levels levels{.scale = (high - low) / 255};
    if (!std::isnormal(levels.scale)) return {};
    levels.zero =
        static_cast<std::int32_t>(std::clamp(std::nearbyint(-low / levels.scale), 0.0F, 255.0F));
    return levels;
  }
};

// Runs the model on every sample; `see(output's number, its numbers)` gets those from `first` on.
template <typename See>
Result<void> run(const Compute& compute, const std::string& file, std::size_t first,
                 std::span<const BufferList> samples, const See& see) {
  DALA_ASSIGN(const Model model, Model::from_bytes(compute, bytes_of(file)));
  for (const BufferList& sample : samples) {
    DALA_ASSIGN(const std::vector<Buffer> outputs, model.predict(sample));
    for (std::size_t i = first; i < outputs.size(); ++i) {
      DALA_ASSIGN(const std::vector<float> numbers, outputs[i].read<float>());
      see(i - first, numbers);
    }
  }
  return {};
}

class Quantization {
 public:
  Quantization(const Compute& compute, std::span<const BufferList> samples,
               const QuantizeOptions& options, const onnx::ModelProto& model, const Graph& special)
      : compute_(compute),
        samples_(samples),
        options_(options),
        own_outputs_(static_cast<std::size_t>(model.graph().output_size())),
        graph_(model, special) {}

  Result<QuantizedModel> make() {
    DALA_TRY(calibrate());
    DALA_TRY(measure());
    std::set<int> left_out;
    std::size_t next = 0;
    for (const Unit& unit : graph_.units())
      if (unit.has_weights && made_.layers[next++].left_out) left_out.insert(unit.node);
    const std::string file = graph_.quantized(levels_, left_out);
    // What is given out can be read back.
    DALA_TRY(Model::from_bytes(compute_, bytes_of(file)));
    made_.onnx.assign(bytes_of(file).begin(), bytes_of(file).end());
    return std::move(made_);
  }

 private:
  Result<void> calibrate() {
    const std::vector<std::string> names = graph_.tensors();
    for (std::size_t begin = 0; begin < names.size(); begin += at_once) {
      const auto part = std::span(names).subspan(begin, std::min(at_once, names.size() - begin));
      const std::string file = graph_.with_outputs(part);
      std::vector<Range> ranges(part.size());
      DALA_TRY(run(compute_, file, own_outputs_, samples_,
                   [&](std::size_t i, std::span<const float> x) { ranges[i].widen(x); }));
      DALA_TRY(run(compute_, file, own_outputs_, samples_,
                   [&](std::size_t i, std::span<const float> x) { ranges[i].count(x); }));
      for (std::size_t i = 0; i < part.size(); ++i)
        levels_[part[i]] = ranges[i].levels(options_.percentile);
    }
    for (const Unit& unit : graph_.units())
      if (unit.moves_only) levels_[unit.output] = levels_[unit.inputs[0]];
    return {};
  }

  // Each layer of integers beside that of floats, on the same input.
  Result<void> measure() {
    for (const Unit& unit : graph_.units())
      if (unit.has_weights)
        made_.layers.push_back(
            {.node = graph_.node(unit.node).name(), .op = graph_.node(unit.node).op_type()});
    std::vector<double> whole(made_.layers.size(), 0);
    std::vector<double> off(made_.layers.size(), 0);
    std::vector<float> right;
    DALA_TRY(run(compute_, graph_.with_shadows(levels_), own_outputs_, samples_,
                 [&](std::size_t i, std::span<const float> x) {
                   if (i % 2 == 0) {
                     right.assign(x.begin(), x.end());
                     return;
                   }
                   for (std::size_t k = 0; k < x.size(); ++k) {
                     const double expected = right[k];
                     whole[i / 2] += expected * expected;
                     off[i / 2] += (x[k] - expected) * (x[k] - expected);
                   }
                 }));
    for (std::size_t i = 0; i < made_.layers.size(); ++i) {
      QuantizedLayer& layer = made_.layers[i];
      layer.error = whole[i] > 0 ? std::sqrt(off[i] / whole[i]) : 0;
      layer.left_out = !(layer.error <= options_.most_error);
    }
    return {};
  }

  const Compute& compute_;
  std::span<const BufferList> samples_;
  const QuantizeOptions& options_;
  std::size_t own_outputs_;
  QuantizeGraph graph_;
  std::map<std::string, Levels> levels_;
  QuantizedModel made_;
};

Result<std::vector<Shape>> shapes_of(std::span<const BufferList> samples) {
  if (samples.empty())
    return fail(ErrorCode::invalid_argument, "there is no sample to calibrate with");
  std::vector<Shape> shapes;
  for (const Buffer& input : samples[0]) {
    if (!input) return fail(ErrorCode::invalid_handle, "an input is an empty handle");
    shapes.push_back(input.shape());
  }
  return shapes;
}

}  // namespace

Result<QuantizedModel> quantize(const Compute& compute, std::span<const std::byte> onnx,
                                std::span<const BufferList> samples,
                                const QuantizeOptions& options) {
  if (!(options.percentile > 50 && options.percentile <= 100))
    return fail(ErrorCode::invalid_argument, "a percentile of {}; it is above 50 and at most 100",
                options.percentile);
  DALA_ASSIGN(const std::vector<Shape> shapes, shapes_of(samples));
  DALA_ASSIGN(const Graph graph, import_onnx(onnx));
  if (graph.opset < least_opset)
    return fail(ErrorCode::unsupported,
                "the model uses opset {}; a scale for each channel needs {} or later", graph.opset,
                least_opset);
  DALA_ASSIGN(const Graph special, specialize(graph, shapes));
  DALA_ASSIGN(const onnx::ModelProto model, parse_onnx(onnx));
  Quantization quantization(compute, samples, options, model, special);
  return quantization.make();
}

}  // namespace dala::ml
