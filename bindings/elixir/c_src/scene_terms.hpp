// What nodes of a scene are given as: maps of options, as the Elixir side documents them.
#pragma once

#include <dala/scene.hpp>

#include "nif.hpp"

namespace dala::nif {

template <>
inline constexpr const char* resource_name<scene::FrameStream> = "a stream";
template <>
inline constexpr const char* resource_name<ml::TaskModel> = "a model";

// A node of this kind (:video, :image, ...), with its place among the options.
[[nodiscard]] scene::Node decode_node(ErlNifEnv* env, const std::string& kind, Term options);
[[nodiscard]] scene::Transform decode_transform(ErlNifEnv* env, Term options);
[[nodiscard]] scene::Pip decode_pip(ErlNifEnv* env, Term options);

}  // namespace dala::nif
