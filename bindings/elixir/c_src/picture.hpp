// Pictures and filters as terms.
#pragma once

#include <dala/media/filter.hpp>

#include "nif.hpp"

namespace dala::nif {

// {width, height, rgba}
template <>
struct Decode<media::Picture> {
  static media::Picture from(ErlNifEnv* env, ERL_NIF_TERM term);
};
[[nodiscard]] ERL_NIF_TERM encode(Out env, media::Picture&& picture);

// {name, params, [{input name, buffer or {width, height, rgba}}]}, or its text as parse_filter
// reads it.
template <>
struct Decode<media::Filter> {
  static media::Filter from(ErlNifEnv* env, ERL_NIF_TERM term);
};

[[nodiscard]] inline std::span<const std::uint8_t> pixels_of(Bytes bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

}  // namespace dala::nif
