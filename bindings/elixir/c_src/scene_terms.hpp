// What nodes of a scene are given as: maps of options, one for each field of their type.
#pragma once

#include <dala/scene.hpp>

#include "nif.hpp"

namespace dala::nif {

template <>
inline constexpr const char* resource_name<scene::FrameStream> = "a stream";
template <>
inline constexpr const char* resource_name<ml::TaskModel> = "a model";

// A name (:red), {r, g, b}, {r, g, b, a}, or four bytes as Dala.Gpu.Command.encode_color makes
// them.
template <>
struct Decode<Rgba> {
  static Rgba from(ErlNifEnv* env, ERL_NIF_TERM term);
};

// A node of this kind (:video, :image, ...), with its place among the options.
[[nodiscard]] scene::Node decode_node(ErlNifEnv* env, const std::string& kind, Term options);
[[nodiscard]] scene::Transform decode_transform(ErlNifEnv* env, Term options);
[[nodiscard]] scene::Pip decode_pip(ErlNifEnv* env, Term options);

// [{kind, summary, [{option, form, summary}]}], the options of every node first, as :node.
[[nodiscard]] std::vector<Term> describe_node_types(ErlNifEnv* env);

}  // namespace dala::nif
