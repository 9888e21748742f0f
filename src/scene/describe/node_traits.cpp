#include "scene/describe/node_traits.hpp"

namespace dala::scene {

namespace {

template <typename AnyContent>
auto* playing(AnyContent& content) {
  const auto& video = traits_of(content).video;
  using Found = std::remove_reference_t<decltype((*video)(object_of(content)))>;
  if (!video) return static_cast<Found*>(nullptr);
  Found& found = (*video)(object_of(content));
  return found.source.empty() && !found.stream ? nullptr : &found;
}

template <typename AnyContent>
auto* in_picture(AnyContent& content) {
  const auto& pip = traits_of(content).pip;
  using Found = std::remove_reference_t<decltype((*pip)(object_of(content)))>;
  return pip ? &(*pip)(object_of(content)) : static_cast<Found*>(nullptr);
}

}  // namespace

Video* video_of(Content& content) { return playing(content); }
const Video* video_of(const Content& content) { return playing(content); }
std::optional<Pip>* pip_of(Content& content) { return in_picture(content); }
const std::optional<Pip>* pip_of(const Content& content) { return in_picture(content); }

}  // namespace dala::scene
