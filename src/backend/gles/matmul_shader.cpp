#include "backend/gles/matmul_shader.hpp"

#include "backend/gles/gles_memory.hpp"
#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

constexpr std::uint32_t tile = 128;
constexpr std::uint32_t units = 256;
constexpr std::uint32_t tile_bytes = 16384;
// Below this there are too few groups to keep a device busy.
constexpr std::int64_t least_rows = 256;
// Loop iterations of one invocation for each 16 of the products that an element sums up.
constexpr std::int64_t rounds_of_step = 128;

// Half of the invocations fetch a, four rows of four each, and transpose them on the way into
// shared memory; the others fetch b. `sizes` holds the rows of a, and the columns of b and of a in
// groups of four, which are exact multiples; rows outside are read as the last one and not written.
constexpr const char* matmul_source = R"(#version 310 es
precision highp float;
precision highp int;
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer block_a { vec4 a[]; };
layout(std430, binding = 1) readonly buffer block_b { vec4 b[]; };
layout(std430, binding = 2) writeonly buffer block_c { vec4 c[]; };
layout(std140, binding = 0) uniform block_sizes { uvec4 sizes; };
shared vec4 part[1024];

vec4 of_a(uint row, uint column) {
  return column < sizes[2] ? a[min(row, sizes[0] - 1u) * sizes[2] + column] : vec4(0.0);
}

vec4 of_b(uint row, uint column) {
  return row < sizes[2] * 4u ? b[row * sizes[1] + min(column, sizes[1] - 1u)] : vec4(0.0);
}

void main() {
  uint unit = gl_LocalInvocationIndex;
  uint x = unit & 15u;
  uint y = unit >> 4;
  bool fetches_a = unit < 128u;
  uint in_half = unit & 127u;
  uint row = gl_WorkGroupID.y * 128u;
  uint column = gl_WorkGroupID.x * 32u;
  uint a_row = in_half >> 2;
  uint a_column = in_half & 3u;
  uint b_row = in_half >> 5;
  uint b_column = in_half & 31u;
  vec4 next[4];
  vec4 sum[16];
  for (int i = 0; i < 16; ++i) sum[i] = vec4(0.0);
  uint steps = (sizes[2] + 3u) / 4u;
  for (uint i = 0u; i < 4u; ++i)
    next[i] = fetches_a ? of_a(row + a_row * 4u + i, a_column) : of_b(b_row * 4u + i, column + b_column);
  for (uint step = 0u; step < steps; ++step) {
    if (fetches_a) {
      uint to = a_column * 128u + a_row;
      part[to] = vec4(next[0].x, next[1].x, next[2].x, next[3].x);
      part[to + 32u] = vec4(next[0].y, next[1].y, next[2].y, next[3].y);
      part[to + 64u] = vec4(next[0].z, next[1].z, next[2].z, next[3].z);
      part[to + 96u] = vec4(next[0].w, next[1].w, next[2].w, next[3].w);
    } else {
      uint to = 512u + b_row * 128u + b_column;
      part[to] = next[0];
      part[to + 32u] = next[1];
      part[to + 64u] = next[2];
      part[to + 96u] = next[3];
    }
    memoryBarrierShared();
    barrier();
    if (step + 1u < steps)
      for (uint i = 0u; i < 4u; ++i)
        next[i] = fetches_a ? of_a(row + a_row * 4u + i, (step + 1u) * 4u + a_column)
                            : of_b((step + 1u) * 16u + b_row * 4u + i, column + b_column);
    for (uint k = 0u; k < 16u; ++k) {
      vec4 a0 = part[k * 32u + y];
      vec4 a1 = part[k * 32u + 16u + y];
      vec4 b0 = part[512u + k * 32u + x];
      vec4 b1 = part[512u + k * 32u + 16u + x];
      for (int i = 0; i < 4; ++i) {
        sum[2 * i] += a0[i] * b0;
        sum[2 * i + 1] += a0[i] * b1;
        sum[8 + 2 * i] += a1[i] * b0;
        sum[8 + 2 * i + 1] += a1[i] * b1;
      }
    }
    memoryBarrierShared();
    barrier();
  }
  for (uint i = 0u; i < 16u; ++i) {
    uint to_row = row + (i >> 3) * 64u + y * 4u + ((i >> 1) & 3u);
    uint to_column = column + (i & 1u) * 16u + x;
    if (to_row < sizes[0] && to_column < sizes[1]) c[to_row * sizes[1] + to_column] = sum[i];
  }
}
)";

}  // namespace

std::string_view MatmulShader::rejects(const KernelCall& call) const {
  const Shape& a = call.inputs[0].shape;
  const Shape& b = call.inputs[1].shape;
  const Limits& limits = setting_->limits;
  if (call.inputs[0].dtype != DType::f32) return "it is for f32";
  if (limits.group_units < units || limits.shared_bytes < tile_bytes)
    return "the device has too small groups";
  if (a[1] % 4 != 0 || b[1] % 4 != 0) return "columns are not a multiple of four";
  if (a[0] < least_rows || b[1] < least_rows) return "the product is small";
  for (const TensorRef* tensor : {&call.inputs[0], &call.inputs[1], &call.outputs[0]})
    if (tensor->bytes() > limits.storage_block_bytes) return "more than a shader sees at once";
  if ((a[0] + tile - 1) / tile > limits.groups[1] || (b[1] + tile - 1) / tile > limits.groups[0])
    return "more groups than the device takes";
  const std::int64_t rounds = (a[1] / 16 + 2) * rounds_of_step;
  if (!rejection_of_rounds(rounds, setting_->launcher->thread()).empty())
    return "more rounds of its loops than the driver goes through";
  return {};
}

Result<void> MatmulShader::prepare(const KernelCall&) {
  const std::lock_guard lock(mutex_);
  if (kernel_ != nullptr) return {};
  DALA_ASSIGN(kernel_, Kernel::make(setting_->launcher, matmul_source, setting_->cache));
  return {};
}

Result<void> MatmulShader::launch(const KernelCall& call) const {
  const auto rows = static_cast<std::uint32_t>(call.inputs[0].shape[0]);
  const auto depth = static_cast<std::uint32_t>(call.inputs[0].shape[1]);
  const auto columns = static_cast<std::uint32_t>(call.inputs[1].shape[1]);
  kernel_->launch([&](KernelLaunch& launch) {
    launch.binding_count = 3;
    launch.bindings[0] = {object_of(*call.inputs[0].memory), 0, call.inputs[0].bytes(), false};
    launch.bindings[1] = {object_of(*call.inputs[1].memory), 0, call.inputs[1].bytes(), false};
    launch.bindings[2] = {object_of(*call.outputs[0].memory), 0, call.outputs[0].bytes(), true};
    launch.word_count = 3;
    launch.words[0] = rows;
    launch.words[1] = columns / 4;
    launch.words[2] = depth / 4;
    launch.groups = {(columns + tile - 1) / tile, (rows + tile - 1) / tile};
  });
  return {};
}

}  // namespace dala::backend::gles
