#include "surface/frame_compute.hpp"

#include <algorithm>

#include <dala/compute/kernel_compiler.hpp>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "surface/frame_buffer.hpp"
#include "surface/image/entry_bytes.hpp"

namespace dala::surface {

namespace {

constexpr std::size_t most_texts = 64;
constexpr std::size_t most_names = 1024;  // of shaders and of uniforms

// A preprocessor line such as `#version 310 es`, with which no source of the kernel language
// begins.
bool is_raw(std::string_view source) {
  const std::size_t first = source.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  source.remove_prefix(first);
  return source.starts_with('#') && !source.starts_with("#[");
}

constexpr std::string_view kernel_label = "surface_kernel";

Result<void> check_tensors(const KernelInfo& info) {
  const auto is_picture = [](const TensorInfo& tensor) {
    return tensor.dtypes.contains(DType::u8);
  };
  if (info.outputs.size() != 1 || info.inputs.size() > 1 ||
      !std::ranges::all_of(info.outputs, is_picture) ||
      !std::ranges::all_of(info.inputs, is_picture))
    return fail(ErrorCode::bad_kernel,
                "a kernel for a surface has one output `&mut Tensor<u8>`, the frame, and at most "
                "one input `Tensor<u8>`, the frame as it was; this one has {} and {}",
                info.outputs.size(), info.inputs.size());
  return {};
}

std::uint64_t bytes_of(std::string_view name, std::size_t contents) {
  return entry_bytes + name.size() + contents;
}

template <typename T>
T load(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// Bytes as the parameter's type: 4 of them, or 8 for f64 and s64.
Result<ParamValue> value_of(const ParamInfo& param, std::span<const std::byte> bytes) {
  if (param.type == ParamType::boolean && bytes.size() == 4)
    return ParamValue(load<std::uint32_t>(bytes) != 0);
  if (param.type == ParamType::number && bytes.size() == 4) return ParamValue(load<float>(bytes));
  if (param.type == ParamType::number && bytes.size() == 8) return ParamValue(load<double>(bytes));
  if (param.type == ParamType::integer && bytes.size() == 4)
    return param.min >= 0 ? ParamValue(load<std::uint32_t>(bytes))
                          : ParamValue(load<std::int32_t>(bytes));
  if (param.type == ParamType::integer && bytes.size() == 8)
    return ParamValue(load<std::int64_t>(bytes));
  return fail(ErrorCode::wrong_length, "parameter \"{}\" is a {}, and was given {} bytes for it",
              param.name, to_string(param.type), bytes.size());
}

}  // namespace

FrameCompute::~FrameCompute() {
  for (const auto& [name, data] : uniforms_) budget_.give_back(bytes_of(name, data.size()));
  for (const Shaders* shaders : {&loaded_, &texts_})
    for (const auto& [key, shader] : *shaders) {
      budget_.give_back(bytes_of(key, shader.source.size()));
      if (compute_ && !shader.kernel.empty()) remove_own_kernel(*compute_, shader.kernel);
    }
}

Result<FrameCompute::Shader> FrameCompute::compile(std::string_view source, std::string_view file,
                                                   const std::string& kernel) {
  if (!allowed_) return fail(ErrorCode::unsupported, "this surface runs no kernels");
  Shader shader;
  shader.source = source;
  if (is_raw(source)) {
    DALA_ASSIGN(shader.raw, renderer_.make_shader(source));
    return shader;
  }
  const KernelSource text{.text = shader.source, .file = std::string(file)};
  DALA_ASSIGN(shader.info, check_kernel(text));
  DALA_TRY(check_tensors(shader.info));
  if (!compute_) {
    DALA_ASSIGN(compute_, Compute::create());
  }
  DALA_TRY(put_own_kernel(*compute_, kernel, text));
  shader.kernel = kernel;
  return shader;
}

void FrameCompute::release(const Shader& shader) {
  if (shader.kernel.empty())
    renderer_.drop_shader(shader.raw);
  else
    remove_own_kernel(*compute_, shader.kernel);
}

Result<void> FrameCompute::load_shader(const draw::LoadShader& command) {
  const auto found = loaded_.find(command.name);
  if (found == loaded_.end() && loaded_.size() >= most_names)
    return fail(ErrorCode::out_of_memory, "a surface holds {} shaders at most", most_names);
  const bool again = found != loaded_.end() && !found->second.kernel.empty();
  const std::uint64_t bytes = bytes_of(command.name, command.source.size());
  DALA_TRY(budget_.take(bytes));
  auto compiled = compile(command.source, command.name,
                          again ? found->second.kernel : own_kernel_name(kernel_label));
  if (!compiled) {
    budget_.give_back(bytes);
    return std::unexpected(std::move(compiled.error()));
  }
  Shader& shader = *compiled;
  if (found == loaded_.end()) {
    loaded_.emplace(command.name, std::move(shader));
    return {};
  }
  budget_.give_back(bytes_of(found->first, found->second.source.size()));
  if (!again || shader.kernel.empty()) release(found->second);
  found->second = std::move(shader);
  return {};
}

Result<void> FrameCompute::set_uniform(const draw::SetUniform& command) {
  auto found = uniforms_.find(command.name);
  if (found == uniforms_.end()) {
    if (uniforms_.size() >= most_names)
      return fail(ErrorCode::out_of_memory, "a surface holds {} uniforms at most", most_names);
    DALA_TRY(budget_.take(bytes_of(command.name, command.data.size())));
    found = uniforms_.emplace(command.name, std::vector<std::byte>{}).first;
  } else {
    DALA_TRY(budget_.take(bytes_of(command.name, command.data.size())));
    budget_.give_back(bytes_of(command.name, found->second.size()));
  }
  found->second.assign(command.data.begin(), command.data.end());
  return {};
}

Result<FrameCompute::Shader*> FrameCompute::find(std::string_view shader) {
  if (const auto found = loaded_.find(shader); found != loaded_.end()) return &found->second;
  if (const auto found = texts_.find(shader); found != texts_.end()) {
    found->second.last_use = ++uses_;
    return &found->second;
  }
  // Every kernel source has a body.
  if (!shader.contains('{'))
    return fail(ErrorCode::unknown_kernel, "no shader is called \"{}\"; load_shader gives names",
                shader);
  if (texts_.size() >= most_texts) {
    const auto oldest = std::ranges::min_element(
        texts_, {}, [](const auto& entry) { return entry.second.last_use; });
    release(oldest->second);
    budget_.give_back(bytes_of(oldest->first, oldest->second.source.size()));
    texts_.erase(oldest);
  }
  const std::uint64_t bytes = bytes_of(shader, shader.size());
  DALA_TRY(budget_.take(bytes));
  auto compiled = compile(shader, "dispatch_compute", own_kernel_name(kernel_label));
  if (!compiled) {
    budget_.give_back(bytes);
    return std::unexpected(std::move(compiled.error()));
  }
  compiled->last_use = ++uses_;
  return &texts_.emplace(std::string(shader), std::move(*compiled)).first->second;
}

Result<void> FrameCompute::bind(Shader& shader, std::span<const std::byte> params) const {
  std::span<const std::byte> rest = params;
  for (const ParamInfo& param : shader.info.params) {
    const auto uniform = uniforms_.find(param.name);
    std::span<const std::byte> bytes;
    if (uniform != uniforms_.end()) {
      bytes = uniform->second;
    } else if (rest.size() >= 4) {
      bytes = rest.first(4);
      rest = rest.subspan(4);
    } else {
      return fail(ErrorCode::missing_param,
                  "parameter \"{}\" has neither a uniform nor 4 bytes left of the {} given",
                  param.name, params.size());
    }
    DALA_ASSIGN(ParamValue value, value_of(param, bytes));
    shader.params.set(param.name, std::move(value));
  }
  if (!rest.empty())
    return fail(ErrorCode::wrong_length,
                "{} bytes of parameters are left over after the last parameter", rest.size());
  return {};
}

Result<Buffer> FrameCompute::frame_buffer(const Frames& frames) {
  const Shape shape{frames.height(), frames.width(), 4};
  const std::uint32_t* memory = frames.back_memory().get();
  for (const Wrapped& wrapped : wrapped_)
    if (wrapped.memory == memory && wrapped.shape == shape) return wrapped.buffer;
  Wrapped& place = wrapped_[wrapped_[0].memory == nullptr ? 0 : 1];
  DALA_ASSIGN(place.buffer, wrap_frame(*compute_, frames.back_memory(), shape));
  place.memory = memory;
  place.shape = shape;
  return place.buffer;
}

Result<Buffer> FrameCompute::copy_of_frame(const Frames& frames) {
  const Shape shape{frames.height(), frames.width(), 4};
  if (!before_ || before_.shape() != shape) {
    DALA_ASSIGN(before_, compute_->buffer_zeros(shape, DType::u8));
  }
  DALA_TRY(before_.write_bytes(
      {reinterpret_cast<const std::byte*>(frames.back_memory().get()), frames.bytes()}));
  return before_;
}

Result<void> FrameCompute::dispatch(const draw::DispatchCompute& command, Frames& frames) {
  if (command.groups_x == 0 || command.groups_y == 0 || command.groups_z == 0)
    return fail(ErrorCode::invalid_argument, "{} x {} x {} work groups; each is at least 1",
                command.groups_x, command.groups_y, command.groups_z);
  if (!allowed_) return fail(ErrorCode::unsupported, "this surface runs no kernels");
  DALA_ASSIGN(Shader * shader, find(command.shader));
  return shader->kernel.empty() ? run_raw(*shader, command, frames)
                                : run_kernel(*shader, command.params, frames);
}

Result<void> FrameCompute::run_kernel(Shader& shader, std::span<const std::byte> params,
                                      Frames& frames) {
  DALA_TRY(bind(shader, params));
  Canvas& canvas = frames.canvas();
  DALA_ASSIGN(const Buffer output, frame_buffer(frames));
  BufferList inputs;
  if (!shader.info.inputs.empty()) {
    DALA_ASSIGN(Buffer before, copy_of_frame(frames));
    inputs.push_back(std::move(before));
  }
  canvas.damage = canvas.frame();
  return run_on_frame(*compute_, shader.kernel, inputs, output, shader.params, frames.back_memory(),
                      frames.bytes());
}

Result<void> FrameCompute::run_raw(const Shader& shader, const draw::DispatchCompute& command,
                                   Frames& frames) {
  Canvas& canvas = frames.canvas();
  DALA_TRY(renderer_.run_shader(
      {.shader = shader.raw,
       .width = frames.width(),
       .height = frames.height(),
       .pixels = {reinterpret_cast<std::uint8_t*>(canvas.pixels), frames.bytes()},
       .params = command.params,
       .uniforms = uniforms_,
       .groups = {command.groups_x, command.groups_y, command.groups_z}}));
  canvas.damage = canvas.frame();
  return {};
}

}  // namespace dala::surface
