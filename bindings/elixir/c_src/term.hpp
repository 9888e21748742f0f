// Terms of the VM to values of the library and back.
//
//   const Shape shape = decode<Shape>(env, argv[1]);      // {480, 640, 4}
//   return encode(env, compute.buffer_zeros(shape, dtype));   // {:ok, ref} or {:error, error}
//
// A term that is not what is wanted throws BadArgument, which becomes an ArgumentError of the
// caller; see nif.hpp.
#pragma once

#include <erl_nif.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>

namespace dala::nif {

struct BadArgument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A term that is passed on undecoded, for functions that decode it themselves.
struct Term {
  ERL_NIF_TERM raw = 0;
};

// The bytes of a binary, good until the call ends.
using Bytes = std::span<const std::byte>;

// A result of its own term.
struct Atom {
  const char* name;
};

// --- reading ---
template <typename T>
struct Decode;

template <typename T>
[[nodiscard]] T decode(ErlNifEnv* env, ERL_NIF_TERM term) {
  return Decode<T>::from(env, term);
}

#define DALA_DECODE(type)                            \
  template <>                                        \
  struct Decode<type> {                              \
    static type from(ErlNifEnv*, ERL_NIF_TERM term); \
  }
DALA_DECODE(bool);
DALA_DECODE(std::int32_t);
DALA_DECODE(std::uint32_t);
DALA_DECODE(std::int64_t);
DALA_DECODE(std::uint64_t);
DALA_DECODE(double);
DALA_DECODE(std::string);  // a binary or an atom, in UTF-8
DALA_DECODE(Bytes);
DALA_DECODE(Shape);   // a tuple of whole numbers
DALA_DECODE(DType);   // :f32
DALA_DECODE(Params);  // a map of names and values
DALA_DECODE(ErlNifPid);
#undef DALA_DECODE

template <>
struct Decode<Term> {
  static Term from(ErlNifEnv*, ERL_NIF_TERM term) { return {term}; }
};

// The elements of a list or tuple, one after the other.
template <typename Visit>
void for_each(ErlNifEnv* env, ERL_NIF_TERM list, Visit&& visit) {
  ERL_NIF_TERM head = 0;
  while (enif_get_list_cell(env, list, &head, &list) != 0) visit(head);
  if (enif_is_empty_list(env, list) == 0) throw BadArgument("expected a list");
}

[[nodiscard]] std::span<const ERL_NIF_TERM> tuple(ErlNifEnv* env, ERL_NIF_TERM term);
// The same, of exactly this size; `what` is for the message.
[[nodiscard]] std::span<const ERL_NIF_TERM> tuple(ErlNifEnv* env, ERL_NIF_TERM term,
                                                  std::size_t size, const char* what);

template <typename T>
struct Decode<std::vector<T>> {
  static std::vector<T> from(ErlNifEnv* env, ERL_NIF_TERM list) {
    std::vector<T> items;
    for_each(env, list, [&](ERL_NIF_TERM item) { items.push_back(decode<T>(env, item)); });
    return items;
  }
};

// The numbers of a list, as elements of this type; `:nan`, `:infinity` and `:neg_infinity` too.
[[nodiscard]] std::vector<std::byte> decode_numbers(ErlNifEnv* env, ERL_NIF_TERM list, DType dtype);

[[nodiscard]] bool is_atom(ErlNifEnv* env, ERL_NIF_TERM term, std::string_view name);

// --- writing ---
// Where terms are made. A type of this namespace, so that templates find every `encode` of it.
class Out {
 public:
  Out(ErlNifEnv* env) : env_(env) {}
  operator ErlNifEnv*() const { return env_; }

 private:
  ErlNifEnv* env_;
};

[[nodiscard]] ERL_NIF_TERM atom(ErlNifEnv* env, std::string_view name);
[[nodiscard]] ERL_NIF_TERM encode(Out env, Term value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, Atom value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, bool value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, std::uint32_t value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, std::uint64_t value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, std::int64_t value);
// NaN and the infinities, which the VM has no floats for, become atoms.
[[nodiscard]] ERL_NIF_TERM encode(Out env, double value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, std::string_view value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, const Shape& value);
[[nodiscard]] ERL_NIF_TERM encode(Out env, DType value);
// %Dala.Error{}
[[nodiscard]] ERL_NIF_TERM encode(Out env, const Error& value);
// As a binary that owns the vector: no copy.
[[nodiscard]] ERL_NIF_TERM encode(Out env, std::vector<std::uint8_t>&& value);
[[nodiscard]] inline ERL_NIF_TERM encode(Out env, float value) {
  return encode(env, double{value});
}
[[nodiscard]] inline ERL_NIF_TERM encode(Out env, const std::string& value) {
  return encode(env, std::string_view(value));
}
template <typename T>
  requires(!std::same_as<T, std::uint8_t>)
[[nodiscard]] ERL_NIF_TERM encode(Out env, const std::vector<T>& values) {
  std::vector<ERL_NIF_TERM> terms;
  terms.reserve(values.size());
  for (const T& value : values) terms.push_back(encode(env, value));
  return enif_make_list_from_array(env, terms.data(), static_cast<unsigned>(terms.size()));
}

// The elements of a buffer's bytes, as a list.
[[nodiscard]] ERL_NIF_TERM encode_numbers(ErlNifEnv* env, std::span<const std::byte> bytes,
                                          DType dtype);

template <typename... Parts>
[[nodiscard]] ERL_NIF_TERM tuple_of(ErlNifEnv* env, Parts&&... parts) {
  const ERL_NIF_TERM terms[] = {encode(Out(env), std::forward<Parts>(parts))...};
  return enif_make_tuple_from_array(env, terms, sizeof...(Parts));
}

// A map with atoms as keys.
class Map {
 public:
  explicit Map(ErlNifEnv* env) : env_(env), map_(enif_make_new_map(env)) {}
  template <typename T>
  Map& put(const char* key, T&& value) {
    enif_make_map_put(env_, map_, atom(env_, key), encode(Out(env_), std::forward<T>(value)),
                      &map_);
    return *this;
  }
  [[nodiscard]] Term term() const { return {map_}; }

 private:
  ErlNifEnv* env_;
  ERL_NIF_TERM map_;
};

// :ok, {:ok, value} or {:error, error}.
template <typename T>
[[nodiscard]] ERL_NIF_TERM encode(Out env, Result<T>&& result) {
  if (!result) return tuple_of(env, Atom{"error"}, std::as_const(result.error()));
  if constexpr (std::is_void_v<T>)
    return encode(env, Atom{"ok"});
  else
    return tuple_of(env, Atom{"ok"}, std::move(*result));
}

// Memory of a new binary, for results that are written in place: no second copy.
class NewBinary {
 public:
  explicit NewBinary(std::size_t size);
  ~NewBinary();
  NewBinary(NewBinary&& other) noexcept;
  NewBinary(const NewBinary&) = delete;
  NewBinary& operator=(const NewBinary&) = delete;
  NewBinary& operator=(NewBinary&&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() {
    return {reinterpret_cast<std::byte*>(binary_.data), binary_.size};
  }
  [[nodiscard]] std::span<std::uint8_t> pixels() { return {binary_.data, binary_.size}; }
  // Hands the memory to the VM.
  [[nodiscard]] Term term(ErlNifEnv* env);

 private:
  ErlNifBinary binary_{};
  bool owned_ = true;
};

}  // namespace dala::nif
