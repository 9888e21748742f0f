#include "picture.hpp"

namespace dala::nif {

media::Picture Decode<media::Picture>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto parts = tuple(env, term, 3, "a picture: {width, height, rgba}");
  media::Picture picture{.width = decode<std::uint32_t>(env, parts[0]),
                         .height = decode<std::uint32_t>(env, parts[1])};
  const auto pixels = pixels_of(decode<Bytes>(env, parts[2]));
  if (pixels.size() != std::size_t{picture.width} * picture.height * 4)
    throw BadArgument("a picture of " + std::to_string(picture.width) + " x " +
                      std::to_string(picture.height) + " pixels has 4 bytes for each; " +
                      std::to_string(pixels.size()) + " bytes were given");
  picture.rgba.assign(pixels.begin(), pixels.end());
  return picture;
}

ERL_NIF_TERM encode(Out env, media::Picture&& picture) {
  return tuple_of(env, picture.width, picture.height, std::move(picture.rgba));
}

media::Filter Decode<media::Filter>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  if (enif_is_binary(env, term) != 0) {
    auto parsed = media::parse_filter(decode<std::string>(env, term));
    if (!parsed) throw BadArgument(parsed.error().message);
    return std::move(*parsed);
  }
  const auto parts = tuple(env, term, 3, "a filter: {name, params, inputs}");
  media::Filter filter{.name = decode<std::string>(env, parts[0]),
                       .params = decode<Params>(env, parts[1])};
  for_each(env, parts[2], [&](ERL_NIF_TERM input) {
    const auto pair = tuple(env, input, 2, "an input of a filter: {name, picture}");
    media::FilterInput& added = filter.inputs.emplace_back();
    added.name = decode<std::string>(env, pair[0]);
    if (enif_is_tuple(env, pair[1]) != 0)
      added.picture = std::make_shared<media::Picture>(decode<media::Picture>(env, pair[1]));
    else
      added.buffer = decode<Buffer>(env, pair[1]);
  });
  return filter;
}

}  // namespace dala::nif
