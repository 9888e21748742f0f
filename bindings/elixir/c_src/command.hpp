// Commands of the caller's maps, and what becomes of them.
#pragma once

#include <chrono>

#include <dala/compute/command.hpp>

#include "nif.hpp"
#include "owner.hpp"

namespace dala::nif {

// {op, kernel, inputs, outputs, params}; the Elixir side makes it of the caller's map.
template <>
struct Decode<Command> {
  static Command from(ErlNifEnv* env, ERL_NIF_TERM term);
};

template <>
struct Decode<BufferList> {
  static BufferList from(ErlNifEnv* env, ERL_NIF_TERM term);
};

// Each process has a queue of its own: what one submits is in order, and waits for nothing of
// others but where they use the same buffers.
template <>
inline constexpr const char* resource_name<Stream> = "a queue of commands";
inline bool is_slow_to_drop(const Stream& /*queue*/) { return false; }

// {:dala_command, id, :completed | {:error, error}} to the process, when the command has ended.
// None where the term is nil.
[[nodiscard]] CompletionCallback notify_on_completion(ErlNifEnv* env, Term pid_or_nil);

[[nodiscard]] ERL_NIF_TERM encode(Out env, const CommandStatus& status);

// What `submit(options)` submits, for `owner`: when that process ends first, the command is
// cancelled.
template <typename Submit>
Result<std::uint64_t> submit_owned(Env& env, const Compute& compute, SubmitOptions options,
                                   const ErlNifPid& owner, Submit&& submit) {
  const auto watched = std::make_shared<Owner>(env.raw, owner, compute);
  // Watches as long as somebody has the callback, which goes with the command.
  options.on_complete = [watched, tell = std::move(options.on_complete)](
                            CommandId id, const CommandStatus& status) {
    if (tell) tell(id, status);
  };
  DALA_NIF_ASSIGN(id, submit(options));
  watched->owns(id);
  return id;
}

// The same for those whom `submit/2` of the Elixir side names, each a process or nil.
template <typename Submit>
Result<std::uint64_t> submit_for(Env& env, const Compute& compute, const Stream& queue, Term notify,
                                 Term owner, Submit&& submit) {
  SubmitOptions options{.stream = queue, .on_complete = notify_on_completion(env.raw, notify)};
  if (is_atom(env.raw, owner.raw, "nil")) return submit(options);
  return submit_owned(env, compute, std::move(options), decode<ErlNifPid>(env.raw, owner.raw),
                      std::forward<Submit>(submit));
}

// Submits for the calling process and waits a little: {:pending, id} for what takes longer, so that
// it does not keep a thread of the VM, which are few. Commands run on threads of the library.
template <typename Submit>
Term submit_and_wait(Env& env, const Compute& compute, Submit&& submit) {
  ErlNifPid caller;
  if (enif_self(env.raw, &caller) == nullptr) throw BadArgument("commands are run by processes");
  // Behind nothing but what uses the same buffers, and before what nobody waits for.
  const auto alone = compute.stream({.priority = Priority::realtime});
  if (!alone) return {tuple_of(env.raw, Atom{"error"}, alone.error())};
  const auto id =
      submit_owned(env, compute, {.stream = *alone}, caller, std::forward<Submit>(submit));
  if (!id) return {tuple_of(env.raw, Atom{"error"}, id.error())};
  constexpr std::chrono::milliseconds a_little(20);
  if (compute.wait(*id, a_little)) return {encode(env.raw, Atom{"ok"})};
  const CommandStatus status = compute.poll(*id);
  if (status.state == CommandState::pending)
    return {tuple_of(env.raw, Atom{"pending"}, std::uint64_t{*id})};
  if (status.state == CommandState::completed) return {encode(env.raw, Atom{"ok"})};
  return {tuple_of(env.raw, Atom{"error"}, std::as_const(*status.error))};
}

}  // namespace dala::nif
