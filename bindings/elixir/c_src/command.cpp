#include "command.hpp"

namespace dala::nif {

namespace {

Op decode_op(ErlNifEnv* env, ERL_NIF_TERM term) {
  if (is_atom(env, term, "run_kernel")) return Op::run_kernel;
  if (is_atom(env, term, "copy_buffer")) return Op::copy_buffer;
  if (is_atom(env, term, "barrier")) return Op::barrier;
  throw BadArgument("op is :run_kernel, :copy_buffer or :barrier");
}

}  // namespace

BufferList Decode<BufferList>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  BufferList buffers;
  for_each(env, term, [&](ERL_NIF_TERM item) { buffers.push_back(decode<Buffer>(env, item)); });
  return buffers;
}

Command Decode<Command>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto parts = tuple(env, term, 5, "a command: {op, kernel, inputs, outputs, params}");
  Command command{.op = decode_op(env, parts[0])};
  if (command.op == Op::run_kernel) command.kernel = decode<std::string>(env, parts[1]);
  command.inputs = decode<BufferList>(env, parts[2]);
  command.outputs = decode<BufferList>(env, parts[3]);
  command.params = decode<Params>(env, parts[4]);
  return command;
}

CompletionCallback notify_on_completion(ErlNifEnv* env, Term pid_or_nil) {
  if (is_atom(env, pid_or_nil.raw, "nil")) return {};
  const auto pid = decode<ErlNifPid>(env, pid_or_nil.raw);
  return [pid](CommandId id, const CommandStatus& status) {
    // Commands end on workers, and on schedulers that wait for them; only the former may send.
    in_background([pid, id, status] {
      send(pid,
           [&](ErlNifEnv* message) { return tuple_of(message, Atom{"dala_command"}, id, status); });
    });
  };
}

ERL_NIF_TERM encode(Out env, const CommandStatus& status) {
  switch (status.state) {
    case CommandState::pending:
      return encode(env, Atom{"pending"});
    case CommandState::completed:
      return encode(env, Atom{"completed"});
    case CommandState::failed:
      break;
  }
  return tuple_of(env, Atom{"error"}, std::as_const(*status.error));
}

}  // namespace dala::nif
