// Buffers, kernels and commands.
#include <algorithm>
#include <array>

#include <dala/compute.hpp>
#include <dala/compute/kernel_compiler.hpp>

#include "command.hpp"
#include "nif.hpp"

namespace dala::nif {

namespace {

// The garbage collector sees only a small reference; this counts the memory behind it as that of
// the process, so that one which makes many buffers is collected in time. The binary that says so
// is given to nobody, and its bytes are never looked at.
void tell_memory(Env& env, std::size_t bytes) {
  auto* owner = Resource<std::vector<std::uint8_t>>::make_object({0});
  static_cast<void>(enif_make_resource_binary(env.raw, owner, owner->data(), bytes));
  enif_release_resource(owner);
}

Result<Buffer> told(Env& env, Result<Buffer> made) {
  if (made) tell_memory(env, made->size_bytes());
  return made;
}

// --- buffers ---

Result<Buffer> buffer(Env& env, Term values, const Shape& shape, DType dtype) {
  const std::vector<std::byte> bytes = decode_numbers(env.raw, values.raw, dtype);
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return told(env, compute.buffer_from_bytes(bytes, shape, dtype));
}

Result<Buffer> buffer_from_binary(Env& env, Bytes bytes, const Shape& shape, DType dtype) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return told(env, compute.buffer_from_bytes(bytes, shape, dtype));
}

Result<Buffer> buffer_zeros(Env& env, const Shape& shape, DType dtype) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return told(env, compute.buffer_zeros(shape, dtype));
}

Shape buffer_shape(Env& /*env*/, const Buffer& buffer) { return buffer.shape(); }
DType buffer_dtype(Env& /*env*/, const Buffer& buffer) { return buffer.dtype(); }
std::uint64_t buffer_size(Env& /*env*/, const Buffer& buffer) { return buffer.size_bytes(); }

void buffer_free(Env& /*env*/, const Buffer& buffer) {
  // Memory of many pages takes its time to go back.
  if (is_slow_to_drop(buffer))
    in_background([buffer] { buffer.free(); });
  else
    buffer.free();
}

Result<Term> buffer_read(Env& env, const Buffer& buffer) {
  NewBinary contents(buffer.size_bytes());
  if (auto done = buffer.read_into(contents.bytes()); !done) return std::unexpected(done.error());
  return contents.term(env.raw);
}

Result<Term> buffer_read_list(Env& env, const Buffer& buffer) {
  DALA_NIF_ASSIGN(contents, buffer.read_bytes());
  return Term{encode_numbers(env.raw, contents, buffer.dtype())};
}

Result<void> buffer_write(Env& /*env*/, const Buffer& buffer, Bytes bytes) {
  return buffer.write_bytes(bytes);
}

// --- kernels ---

Term run(Env& env, const Command& command) {
  const auto catalog = env.library.catalog();
  if (!catalog) return {tuple_of(env.raw, Atom{"error"}, catalog.error())};
  return submit_and_wait(env, catalog->compute(), [&](const SubmitOptions& options) {
    return catalog->submit(command, options);
  });
}

// Whether a command is done within microseconds once nothing is in its way.
bool is_small(const Compute& compute, const Command& command) {
  constexpr std::array kernels = {"elementwise_add", "elementwise_mul", "scalar_mul", "relu"};
  constexpr std::size_t most_bytes = std::size_t{16} << 10;
  if (!compute.device_info().capabilities.runs_host_functions() || command.op != Op::run_kernel)
    return false;
  if (std::ranges::find(kernels, command.kernel) == kernels.end()) return false;
  std::size_t bytes = 0;
  for (const Buffer& buffer : command.inputs) bytes += buffer.size_bytes();
  for (const Buffer& buffer : command.outputs) bytes += buffer.size_bytes();
  return bytes <= most_bytes;
}

// The same as `run` without the way to a dirty scheduler, which takes longer than adding a few
// numbers: :busy for what has to go there.
Term run_small(Env& env, const Command& command) {
  const auto compute = env.library.compute_if_made();
  if (!compute || !is_small(*compute, command)) return {encode(env.raw, Atom{"busy"})};
  const auto done =
      compute->try_run_kernel(command.kernel, command.inputs, command.outputs, command.params);
  if (!done) return {tuple_of(env.raw, Atom{"error"}, done.error())};
  return {encode(env.raw, Atom{*done ? "ok" : "busy"})};
}

// What the outputs of a command are, {shape, dtype} each; of the first, `dtype` and `shape` may be
// chosen, where nil stands for what the kernel says.
Result<std::vector<Term>> infer(Env& env, const Command& command, Term dtype, Term shape) {
  OutputChoice choice;
  if (!is_atom(env.raw, dtype.raw, "nil")) choice.dtype = decode<DType>(env.raw, dtype.raw);
  if (!is_atom(env.raw, shape.raw, "nil")) choice.shape = decode<Shape>(env.raw, shape.raw);
  DALA_NIF_ASSIGN(compute, env.library.compute());
  DALA_NIF_ASSIGN(specs, compute.infer(command.kernel, command.inputs, command.params, {choice}));
  std::vector<Term> all;
  for (const TensorSpec& spec : specs)
    all.push_back({tuple_of(env.raw, std::as_const(spec.shape), DType{spec.dtype})});
  return all;
}

Term describe(ErlNifEnv* env, const ParamInfo& param) {
  Map map(env);
  map.put("name", param.name).put("type", to_string(param.type)).put("summary", param.summary);
  map.put("required", param.required);
  return map.put("default", param.fallback.has_value() ? to_string(param.fallback) : "").term();
}

Term describe(ErlNifEnv* env, const KernelInfo& info) {
  const auto names = [](const std::vector<TensorInfo>& tensors) {
    std::vector<std::string> all;
    for (const TensorInfo& tensor : tensors) all.push_back(tensor.name);
    return all;
  };
  std::vector<Term> params;
  for (const ParamInfo& param : info.params) params.push_back(describe(env, param));
  Map map(env);
  map.put("name", info.name).put("family", info.family).put("summary", info.summary);
  map.put("inputs", names(info.inputs)).put("outputs", names(info.outputs));
  return map.put("params", params).term();
}

Result<std::vector<Term>> kernels(Env& env) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  std::vector<Term> all;
  for (const KernelInfo& info : compute.kernels()) all.push_back(describe(env.raw, info));
  return all;
}

// {name, :number | :integer | :boolean, default}, where nil stands for none.
ParamInfo decode_param_info(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto parts = tuple(env, term, 3, "a parameter: {name, type, default}");
  ParamInfo info{.name = decode<std::string>(env, parts[0])};
  if (is_atom(env, parts[1], "integer"))
    info.type = ParamType::integer;
  else if (is_atom(env, parts[1], "boolean"))
    info.type = ParamType::boolean;
  else if (!is_atom(env, parts[1], "number"))
    throw BadArgument("a parameter of a kernel is a :number, an :integer or a :boolean");
  info.required = is_atom(env, parts[2], "nil");
  if (info.required) return info;
  if (info.type == ParamType::boolean)
    info.fallback = decode<bool>(env, parts[2]);
  else if (info.type == ParamType::integer)
    info.fallback = decode<std::int64_t>(env, parts[2]);
  else
    info.fallback = decode<double>(env, parts[2]);
  return info;
}

KernelSource decode_source(ErlNifEnv* env, const std::string& text, Term params) {
  KernelSource source{.text = text};
  for_each(env, params.raw,
           [&](ERL_NIF_TERM param) { source.params.push_back(decode_param_info(env, param)); });
  return source;
}

Result<Term> kernel_check(Env& env, const std::string& text, Term params) {
  DALA_NIF_ASSIGN(info, check_kernel(decode_source(env.raw, text, params)));
  return describe(env.raw, info);
}

// Registers it, or puts it in the place of the one of this name.
Result<Term> kernel_register(Env& env, const std::string& name, const std::string& text,
                             Term params) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  if (auto done = compute.replace_kernel(name, decode_source(env.raw, text, params)); !done)
    return std::unexpected(done.error());
  DALA_NIF_ASSIGN(info, compute.kernel(name));
  return describe(env.raw, info);
}

Result<void> kernel_remove(Env& env, const std::string& name) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return compute.remove_kernel(name);
}

// --- commands ---

Result<Stream> queue_new(Env& env) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return compute.stream();
}

Result<std::uint64_t> submit(Env& env, const Command& command, const Stream& queue, Term notify,
                             Term owner) {
  DALA_NIF_ASSIGN(catalog, env.library.catalog());
  return submit_for(env, catalog.compute(), queue, notify, owner,
                    [&](const SubmitOptions& options) { return catalog.submit(command, options); });
}

// Whether it had not ended before.
Result<bool> cancel(Env& env, std::uint64_t id) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return compute.cancel(id);
}

CommandStatus poll(Env& env, std::uint64_t id) {
  if (const auto compute = env.library.compute_if_made()) return compute->poll(id);
  return {CommandState::failed,
          Error{ErrorCode::unknown_command, "no command has been submitted yet"}};
}

Result<void> wait_for(Env& env, std::uint64_t id, std::uint32_t milliseconds) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return compute.wait(id, std::chrono::milliseconds(milliseconds));
}

Result<std::string> explain(Env& env, const Command& command) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  DALA_NIF_ASSIGN(explanation, compute.explain(command));
  return to_string(explanation);
}

// --- the device ---

Result<void> configure(Env& env, const std::string& device, const std::string& models) {
  return env.library.configure(device, models);
}

Result<Term> device_info(Env& env) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  const DeviceInfo& info = compute.device_info();
  Map map(env.raw);
  map.put("id", info.id).put("name", info.name).put("gpu", info.gpu);
  map.put("software", info.software).put("version", info.version).put("driver", info.driver);
  map.put("backends", info.backends).put("dtypes", info.dtypes);
  map.put("threads", info.limits.threads).put("memory_bytes", info.memory_bytes);
  map.put("memory_limit_bytes", info.memory_limit_bytes);
  return map.put("memory_in_use", compute.memory_in_use()).term();
}

std::string_view library_version(Env& /*env*/) { return version(); }

constexpr ErlNifFunc functions[] = {
    nif<buffer>("buffer", Place::cpu_bound),
    nif<buffer_from_binary>("buffer_from_binary", Place::cpu_bound),
    nif<buffer_zeros>("buffer_zeros", Place::cpu_bound),
    nif<buffer_shape>("buffer_shape", Place::scheduler),
    nif<buffer_dtype>("buffer_dtype", Place::scheduler),
    nif<buffer_size>("buffer_size", Place::scheduler),
    nif<buffer_free>("buffer_free", Place::scheduler),
    nif<buffer_read>("buffer_read", Place::cpu_bound),
    nif<buffer_read_list>("buffer_read_list", Place::cpu_bound),
    nif<buffer_write>("buffer_write", Place::cpu_bound),
    nif<run>("run", Place::io_bound),
    nif<run_small>("run_small", Place::scheduler),
    nif<infer>("infer", Place::cpu_bound),
    nif<kernels>("kernels", Place::cpu_bound),
    nif<kernel_check>("kernel_check", Place::cpu_bound),
    nif<kernel_register>("kernel_register", Place::cpu_bound),
    nif<kernel_remove>("kernel_remove", Place::cpu_bound),
    nif<queue_new>("queue_new", Place::cpu_bound),
    nif<submit>("submit", Place::io_bound),
    nif<cancel>("cancel", Place::io_bound),
    nif<poll>("poll", Place::scheduler),
    nif<wait_for>("wait_for", Place::io_bound),
    nif<explain>("explain", Place::cpu_bound),
    nif<configure>("configure", Place::io_bound),
    nif<device_info>("device_info", Place::cpu_bound),
    nif<library_version>("library_version", Place::scheduler),
};

}  // namespace

Area compute_area() {
  return {functions, [](ErlNifEnv* env) {
            return Resource<Buffer>::open(env) && Resource<Stream>::open(env) &&
                   open_owner_resource(env);
          }};
}

}  // namespace dala::nif
