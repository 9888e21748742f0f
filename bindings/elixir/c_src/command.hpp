// Commands of the caller's maps, and what becomes of them.
#pragma once

#include <dala/command.hpp>

#include "nif.hpp"

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

// {:dala_command, id, :completed | {:error, error}} to the process, when the command has ended.
// None where the term is nil.
[[nodiscard]] CompletionCallback notify_on_completion(ErlNifEnv* env, Term pid_or_nil);

[[nodiscard]] ERL_NIF_TERM encode(Out env, const CommandStatus& status);

}  // namespace dala::nif
