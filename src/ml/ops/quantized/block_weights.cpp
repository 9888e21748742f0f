// Products with weights of four bits, each block of a column with a scale and a zero point of its
// own, as language models are stored.
#include <array>
#include <bit>

#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

constexpr std::int64_t most_weights = 1 << 24;  // rows, columns and sizes of blocks

struct WeightBlocks {
  std::int64_t k = 0;      // numbers of a column
  std::int64_t n = 0;      // columns
  std::int64_t size = 0;   // numbers of a block
  std::int64_t count = 0;  // blocks of a column
};

Result<WeightBlocks> weight_blocks_of(const Node& node) {
  WeightBlocks blocks{.k = node.attributes.integer("K", 0),
                      .n = node.attributes.integer("N", 0),
                      .size = node.attributes.integer("block_size", 0)};
  if (blocks.k < 1 || blocks.k > most_weights || blocks.n < 1 || blocks.n > most_weights)
    return fail(ErrorCode::bad_file, "its K and N are {} and {}", blocks.k, blocks.n);
  if (blocks.size < 16 || blocks.size > most_weights ||
      !std::has_single_bit(static_cast<std::uint64_t>(blocks.size)))
    return fail(ErrorCode::bad_file, "its block_size is {} and has to be a power of two from 16 on",
                blocks.size);
  blocks.count = (blocks.k + blocks.size - 1) / blocks.size;
  return blocks;
}

Result<void> check_elements(const Inference& inference, std::size_t input, std::string_view what,
                            std::int64_t elements) {
  if (inference.shape(input).elements() == elements) return {};
  return fail(ErrorCode::shape_mismatch, "its {} are {} and have to be {} numbers", what,
              to_string(inference.shape(input)), elements);
}

// Input, weights, scales; zero points, order of groups, bias where they are there.
Result<void> infer_block_weights(Inference& inference) {
  DALA_ASSIGN(const WeightBlocks blocks, weight_blocks_of(inference.node));
  if (const std::int64_t bits = inference.node.attributes.integer("bits", 4); bits != 4)
    return fail(ErrorCode::unsupported, "its weights have {} bits; 4 are supported", bits);
  if (inference.has(4))
    return fail(ErrorCode::unsupported, "its groups have an order of their own");
  for (const std::size_t input : {0U, 2U, 5U})
    if (inference.has(input) && inference.dtype(input) != DType::f32)
      return fail(ErrorCode::unsupported, "it is for f32, and its input {} is {}", input,
                  to_string(inference.dtype(input)));
  if (inference.dtype(1) != DType::u8)
    return fail(ErrorCode::bad_file, "its weights are {} and have to be u8",
                to_string(inference.dtype(1)));
  DALA_TRY(check_elements(inference, 1, "weights", blocks.n * blocks.count * (blocks.size / 2)));
  DALA_TRY(check_elements(inference, 2, "scales", blocks.n * blocks.count));
  if (inference.has(3)) {
    const bool packed = inference.dtype(3) == DType::u8;
    if (!packed && inference.dtype(3) != DType::f32)
      return fail(ErrorCode::bad_file, "its zero points are {} and have to be u8 or f32",
                  to_string(inference.dtype(3)));
    DALA_TRY(check_elements(inference, 3, "zero points",
                            blocks.n * (packed ? (blocks.count + 1) / 2 : blocks.count)));
  }
  if (inference.has(5)) DALA_TRY(check_elements(inference, 5, "biases", blocks.n));
  Shape out = inference.shape(0);
  if (out.rank() == 0 || out[out.rank() - 1] != blocks.k)
    return fail(ErrorCode::shape_mismatch, "its input is {} and its K is {}", to_string(out),
                blocks.k);
  out.set(out.rank() - 1, blocks.n);
  inference.output(DType::f32, out);
  return {};
}

// The first of two is in the lower half of a byte.
std::uint8_t half_of(std::uint8_t byte, std::int64_t index) {
  return index % 2 == 0 ? byte & 15U : byte >> 4U;
}

float zero_of(const OpCall& call, const WeightBlocks& blocks, std::int64_t column,
              std::int64_t block) {
  const TensorView* zeros = call.input(3);
  if (zeros == nullptr) return 8;
  if (zeros->dtype == DType::f32)
    return zeros->values<float>()[static_cast<std::size_t>(column * blocks.count + block)];
  const std::int64_t byte = column * ((blocks.count + 1) / 2) + block / 2;
  return half_of(zeros->values<std::uint8_t>()[static_cast<std::size_t>(byte)], block);
}

float dot(const OpCall& call, const WeightBlocks& blocks, const float* row, std::int64_t column,
          Pace& pace) {
  const std::uint8_t* weights = call.inputs[1]->values<std::uint8_t>().data();
  const float* scales = call.inputs[2]->values<float>().data();
  float sum = 0;
  for (std::int64_t block = 0; block < blocks.count; ++block) {
    const std::int64_t first = block * blocks.size;
    const std::int64_t count = std::min(blocks.size, blocks.k - first);
    if (pace.is_over(count)) return sum;
    const float zero = zero_of(call, blocks, column, block);
    const float scale = scales[column * blocks.count + block];
    const std::uint8_t* bytes = weights + (column * blocks.count + block) * (blocks.size / 2);
    for (std::int64_t i = 0; i < count; ++i)
      sum += row[first + i] * ((static_cast<float>(half_of(bytes[i / 2], i)) - zero) * scale);
  }
  return sum;
}

Result<void> run_block_weights(const OpCall& call) {
  DALA_ASSIGN(const WeightBlocks blocks, weight_blocks_of(call.node));
  const float* in = call.inputs[0]->values<float>().data();
  const float* bias = call.input(5) == nullptr ? nullptr : call.input(5)->values<float>().data();
  float* out = call.outputs[0].values<float>().data();
  call.threads.parallel_for(
      call.outputs[0].elements(), 16, [&](std::size_t begin, std::size_t end) {
        Pace pace(call.watch);
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
          const std::int64_t column = i % blocks.n;
          out[i] = dot(call, blocks, in + i / blocks.n * blocks.k, column, pace) +
                   (bias == nullptr ? 0 : bias[column]);
        }
      });
  return {};
}

// `accuracy_level` allows less accuracy than there is here.
constexpr std::array block_attributes{attribute::integer("K").must_be_there(),
                                      attribute::integer("N").must_be_there(),
                                      attribute::integer("block_size").must_be_there(),
                                      attribute::integer("bits", 4),
                                      attribute::integer("accuracy_level"),
                                      attribute::integer("weight_prepacked").never_read()};

constexpr std::array block_weight_table{
    Operator{"MatMulNBits", 3, 6, infer_block_weights, run_block_weights, 1, block_attributes}.in(
        Domain::microsoft),
};

}  // namespace

std::span<const Operator> block_weight_operators() { return block_weight_table; }

}  // namespace dala::ml
