#include "term.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include "resource.hpp"

namespace dala::nif {

namespace {

struct SpecialNumber {
  std::string_view name;
  double value;
};
constexpr std::array<SpecialNumber, 3> special_numbers = {{
    {"nan", std::numeric_limits<double>::quiet_NaN()},
    {"infinity", std::numeric_limits<double>::infinity()},
    {"neg_infinity", -std::numeric_limits<double>::infinity()},
}};

template <typename T>
T decode_element(ErlNifEnv* env, ERL_NIF_TERM term) {
  if constexpr (std::is_same_v<T, Bool>) {
    if (enif_is_atom(env, term) != 0) return decode<bool>(env, term);
    return decode<double>(env, term) != 0;
  } else if constexpr (is_float_type<T>) {
    if (enif_is_atom(env, term) != 0)
      for (const SpecialNumber& special : special_numbers)
        if (is_atom(env, term, special.name)) return static_cast<T>(special.value);
    return static_cast<T>(decode<double>(env, term));
  } else {
    const auto value = decode<std::int64_t>(env, term);
    if (!std::in_range<T>(value))
      throw BadArgument(std::to_string(value) + " does not fit an element of this type");
    return static_cast<T>(value);
  }
}

template <typename Visit>
auto with_type(DType dtype, Visit&& visit) {
  switch (dtype) {
#define ELEMENT(name, spelled, storage, ...) \
  case DType::name:                          \
    return visit(storage{});
#include <dala/core/scalar_types.inc>
  }
  throw BadArgument("no such dtype");
}

template <typename T>
T narrow(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto value = decode<std::int64_t>(env, term);
  if (!std::in_range<T>(value))
    throw BadArgument("a whole number from " + std::to_string(std::numeric_limits<T>::min()) +
                      " to " + std::to_string(std::numeric_limits<T>::max()) +
                      " was expected, not " + std::to_string(value));
  return static_cast<T>(value);
}

ParamValue decode_param(ErlNifEnv* env, ERL_NIF_TERM term) {
  switch (enif_term_type(env, term)) {
    case ERL_NIF_TERM_TYPE_ATOM:
      if (is_atom(env, term, "nil")) return {};
      if (is_atom(env, term, "true")) return true;
      if (is_atom(env, term, "false")) return false;
      return decode<std::string>(env, term);
    case ERL_NIF_TERM_TYPE_INTEGER:
      return decode<std::int64_t>(env, term);
    case ERL_NIF_TERM_TYPE_FLOAT:
      return decode<double>(env, term);
    case ERL_NIF_TERM_TYPE_BITSTRING:
      return decode<std::string>(env, term);
    case ERL_NIF_TERM_TYPE_LIST:
      return decode<Integers>(env, term);
    case ERL_NIF_TERM_TYPE_TUPLE: {
      Integers values;
      for (const ERL_NIF_TERM part : tuple(env, term))
        values.push_back(decode<std::int64_t>(env, part));
      return values;
    }
    default:
      throw BadArgument(
          "a parameter is true or false, a number, a text, or whole numbers in a list");
  }
}

// Valid UTF-8 is not checked here: the library's names are compared, and its messages show bytes.
std::string atom_text(ErlNifEnv* env, ERL_NIF_TERM term) {
  // Atoms of OTP 25 are at most 255 characters of Latin-1 by this call; others are rejected.
  unsigned length = 0;
  if (enif_get_atom_length(env, term, &length, ERL_NIF_LATIN1) == 0)
    throw BadArgument("a name was expected, in the letters of Latin-1; use a string for others");
  std::string text(length + 1, '\0');
  enif_get_atom(env, term, text.data(), length + 1, ERL_NIF_LATIN1);
  text.resize(length);
  std::string utf8;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x80) {
      utf8.push_back(letter);
    } else {
      utf8.push_back(static_cast<char>(0xC0 | (code >> 6)));
      utf8.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    }
  }
  return utf8;
}

}  // namespace

bool Decode<bool>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  if (is_atom(env, term, "true")) return true;
  if (is_atom(env, term, "false")) return false;
  throw BadArgument("true or false was expected");
}

std::int64_t Decode<std::int64_t>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  ErlNifSInt64 value = 0;
  if (enif_get_int64(env, term, &value) == 0)
    throw BadArgument("a whole number of 64 bits was expected");
  return value;
}

std::uint64_t Decode<std::uint64_t>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  ErlNifUInt64 value = 0;
  if (enif_get_uint64(env, term, &value) == 0)
    throw BadArgument("a whole number from 0 to 18446744073709551615 was expected");
  return value;
}

std::int32_t Decode<std::int32_t>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  return narrow<std::int32_t>(env, term);
}

std::uint32_t Decode<std::uint32_t>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  return narrow<std::uint32_t>(env, term);
}

double Decode<double>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  double value = 0;
  if (enif_get_double(env, term, &value) != 0) return value;
  ErlNifSInt64 whole = 0;
  if (enif_get_int64(env, term, &whole) != 0) return static_cast<double>(whole);
  throw BadArgument("a number was expected");
}

std::string Decode<std::string>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  if (enif_is_atom(env, term) != 0) return atom_text(env, term);
  const auto bytes = decode<Bytes>(env, term);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes Decode<Bytes>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  ErlNifBinary binary;
  if (enif_inspect_binary(env, term, &binary) == 0) throw BadArgument("a binary was expected");
  return {reinterpret_cast<const std::byte*>(binary.data), binary.size};
}

Shape Decode<Shape>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  std::vector<std::int64_t> dims;
  for (const ERL_NIF_TERM part : tuple(env, term)) dims.push_back(decode<std::int64_t>(env, part));
  return Shape(dims);
}

DType Decode<DType>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto name = decode<std::string>(env, term);
  if (const auto dtype = dtype_from_string(name)) return *dtype;
  std::string known;
  for (const DTypeInfo& info : dtype_infos)
    known += (known.empty() ? ":" : ", :") + std::string(info.name);
  throw BadArgument("\"" + name + "\" is no dtype; those are " + known);
}

Params Decode<Params>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  Params params;
  ErlNifMapIterator at;
  if (enif_map_iterator_create(env, term, &at, ERL_NIF_MAP_ITERATOR_FIRST) == 0)
    throw BadArgument("parameters are given in a map");
  struct Destroy {
    ErlNifEnv* env;
    ErlNifMapIterator* at;
    ~Destroy() { enif_map_iterator_destroy(env, at); }
  } const destroy{env, &at};
  ERL_NIF_TERM key = 0;
  ERL_NIF_TERM value = 0;
  for (; enif_map_iterator_get_pair(env, &at, &key, &value) != 0;
       enif_map_iterator_next(env, &at)) {
    if (ParamValue decoded = decode_param(env, value); decoded.has_value())
      params.set(decode<std::string>(env, key), std::move(decoded));
  }
  return params;
}

ErlNifPid Decode<ErlNifPid>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  ErlNifPid pid;
  if (enif_get_local_pid(env, term, &pid) == 0)
    throw BadArgument("a process of this node was expected");
  return pid;
}

std::span<const ERL_NIF_TERM> tuple(ErlNifEnv* env, ERL_NIF_TERM term) {
  int count = 0;
  const ERL_NIF_TERM* parts = nullptr;
  if (enif_get_tuple(env, term, &count, &parts) == 0) throw BadArgument("a tuple was expected");
  return {parts, static_cast<std::size_t>(count)};
}

std::span<const ERL_NIF_TERM> tuple(ErlNifEnv* env, ERL_NIF_TERM term, std::size_t size,
                                    const char* what) {
  const auto parts = tuple(env, term);
  if (parts.size() != size) throw BadArgument(std::string("expected ") + what);
  return parts;
}

std::vector<std::byte> decode_numbers(ErlNifEnv* env, ERL_NIF_TERM list, DType dtype) {
  return with_type(dtype, [&]<typename T>(T) {
    std::vector<std::byte> bytes;
    unsigned length = 0;
    if (enif_get_list_length(env, list, &length) == 0)
      throw BadArgument("expected a list of numbers");
    bytes.reserve(std::size_t{length} * sizeof(T));
    for_each(env, list, [&](ERL_NIF_TERM item) {
      const T value = decode_element<T>(env, item);
      const auto* from = reinterpret_cast<const std::byte*>(&value);
      bytes.insert(bytes.end(), from, from + sizeof(T));
    });
    return bytes;
  });
}

bool is_atom(ErlNifEnv* env, ERL_NIF_TERM term, std::string_view name) {
  std::array<char, 32> text{};
  const int length = enif_get_atom(env, term, text.data(), text.size(), ERL_NIF_LATIN1);
  return length > 0 && name == text.data();
}

ERL_NIF_TERM atom(ErlNifEnv* env, std::string_view name) {
  return enif_make_atom_len(env, name.data(), name.size());
}
ERL_NIF_TERM encode(Out /*env*/, Term value) { return value.raw; }
ERL_NIF_TERM encode(Out env, Atom value) { return atom(env, value.name); }
ERL_NIF_TERM encode(Out env, bool value) { return atom(env, value ? "true" : "false"); }
ERL_NIF_TERM encode(Out env, std::uint32_t value) { return enif_make_uint(env, value); }
ERL_NIF_TERM encode(Out env, std::uint64_t value) { return enif_make_uint64(env, value); }
ERL_NIF_TERM encode(Out env, std::int64_t value) { return enif_make_int64(env, value); }

ERL_NIF_TERM encode(Out env, double value) {
  if (std::isfinite(value)) return enif_make_double(env, value);
  if (std::isnan(value)) return atom(env, "nan");
  return atom(env, value > 0 ? "infinity" : "neg_infinity");
}

ERL_NIF_TERM encode(Out env, std::string_view value) {
  ERL_NIF_TERM term = 0;
  unsigned char* data = enif_make_new_binary(env, value.size(), &term);
  if (data == nullptr) throw std::bad_alloc();
  if (!value.empty()) std::memcpy(data, value.data(), value.size());
  return term;
}

ERL_NIF_TERM encode(Out env, const Shape& value) {
  std::vector<ERL_NIF_TERM> dims;
  for (const std::int64_t dim : value.dims()) dims.push_back(encode(env, dim));
  return enif_make_tuple_from_array(env, dims.data(), static_cast<unsigned>(dims.size()));
}

ERL_NIF_TERM encode(Out env, DType value) { return atom(env, to_string(value)); }

ERL_NIF_TERM encode(Out env, const Error& value) {
  Map map(env);
  map.put("__struct__", Atom{"Elixir.Dala.Error"}).put("__exception__", true);
  map.put("code", Term{atom(env, to_string(value.code))}).put("message", value.message);
  return map.term().raw;
}

ERL_NIF_TERM encode(Out env, std::vector<std::uint8_t>&& value) {
  auto* owner = Resource<std::vector<std::uint8_t>>::make_object(std::move(value));
  const ERL_NIF_TERM term = enif_make_resource_binary(env, owner, owner->data(), owner->size());
  enif_release_resource(owner);
  return term;
}

ERL_NIF_TERM encode_numbers(ErlNifEnv* env, std::span<const std::byte> bytes, DType dtype) {
  return with_type(dtype, [&]<typename T>(T) {
    ERL_NIF_TERM list = enif_make_list(env, 0);
    for (std::size_t at = bytes.size(); at >= sizeof(T); at -= sizeof(T)) {
      T value{};
      std::memcpy(&value, bytes.data() + at - sizeof(T), sizeof(T));
      ERL_NIF_TERM item = 0;
      if constexpr (std::is_same_v<T, Bool>)
        item = encode(env, static_cast<bool>(value));
      else if constexpr (is_float_type<T>)
        item = encode(env, static_cast<double>(value));
      else
        item = encode(env, std::int64_t{value});
      list = enif_make_list_cell(env, item, list);
    }
    return list;
  });
}

NewBinary::NewBinary(std::size_t size) {
  if (enif_alloc_binary(size, &binary_) == 0) throw std::bad_alloc();
}
NewBinary::~NewBinary() {
  if (owned_) enif_release_binary(&binary_);
}
NewBinary::NewBinary(NewBinary&& other) noexcept
    : binary_(other.binary_), owned_(std::exchange(other.owned_, false)) {}
Term NewBinary::term(ErlNifEnv* env) {
  owned_ = false;
  return {enif_make_binary(env, &binary_)};
}

}  // namespace dala::nif
