// A C++ function as a function of the VM.
//
//   Result<Buffer> buffer_zeros(Env& env, const Shape& shape, DType dtype) { ... }
//   constexpr ErlNifFunc functions[] = {nif<buffer_zeros>("buffer_zeros", cpu_bound)};
//
// Arguments are decoded by the function's parameters, results encoded by its type. Nothing leaves
// as a C++ exception: what a caller did wrong becomes an ArgumentError, anything else an
// ErlangError.
#pragma once

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "library.hpp"
#include "resource.hpp"
#include "term.hpp"

namespace dala::nif {

// Where a call runs. What may take longer than a millisecond must not run on the schedulers.
enum class Place : unsigned {
  scheduler = 0,
  cpu_bound = ERL_NIF_DIRTY_JOB_CPU_BOUND,  // works
  io_bound = ERL_NIF_DIRTY_JOB_IO_BOUND,    // waits
};

[[nodiscard]] ERL_NIF_TERM raise_argument_error(ErlNifEnv* env, std::string_view message);

template <auto function>
struct Wrapped;

template <typename R, typename... Args, R (*function)(Env&, Args...)>
struct Wrapped<function> {
  static constexpr unsigned arity = sizeof...(Args);

  static ERL_NIF_TERM call(ErlNifEnv* raw, int /*count*/, const ERL_NIF_TERM arguments[]) {
    try {
      return call(raw, arguments, std::index_sequence_for<Args...>());
    } catch (const BadArgument& bad) {
      return raise_argument_error(raw, bad.what());
    } catch (const std::bad_alloc&) {
      return enif_raise_exception(raw, atom(raw, "enomem"));
    } catch (const std::exception& error) {
      return enif_raise_exception(raw, encode(raw, std::string_view(error.what())));
    }
  }

 private:
  template <std::size_t... I>
  static ERL_NIF_TERM call(ErlNifEnv* raw, [[maybe_unused]] const ERL_NIF_TERM arguments[],
                           std::index_sequence<I...>) {
    Env env{raw, *static_cast<Library*>(enif_priv_data(raw))};
    if constexpr (std::is_void_v<R>) {
      function(env, decode<std::remove_cvref_t<Args>>(raw, arguments[I])...);
      return encode(Out(raw), Atom{"ok"});
    } else {
      return encode(Out(raw),
                    function(env, decode<std::remove_cvref_t<Args>>(raw, arguments[I])...));
    }
  }
};

template <auto function>
[[nodiscard]] constexpr ErlNifFunc nif(const char* name, Place place) {
  return {name, Wrapped<function>::arity, Wrapped<function>::call, static_cast<unsigned>(place)};
}

// Returns the error of a Result from the function around it.
#define DALA_NIF_ASSIGN(target, expression)                              \
  auto target##_result = (expression);                                   \
  if (!target##_result) return std::unexpected(target##_result.error()); \
  auto& target = *target##_result

// A message to a process, from a thread that is not the VM's.
template <typename Build>
void send(const ErlNifPid& to, Build&& build) {
  ErlNifEnv* env = enif_alloc_env();
  if (env == nullptr) return;
  const ERL_NIF_TERM message = build(env);
  enif_send(nullptr, &to, env, message);  // a process that is gone needs no message
  enif_free_env(env);
}

}  // namespace dala::nif
