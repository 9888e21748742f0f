#include <algorithm>
#include <cmath>

#include <dala/scene/animation.hpp>

namespace dala::scene {

namespace {

// The time within the keyframes of an animation.
Time place_of(const Animation& animation, Time since) {
  const Time length = animation.keyframes.back().time;
  if (animation.loop == Loop::once || length <= Time::zero() || since < Time::zero()) return since;
  const auto round = since / length;
  const auto rounds = static_cast<Time::rep>(animation.count);
  const bool is_over = rounds != 0 && round >= rounds;
  // An animation that has ended keeps its last value.
  const auto last = is_over ? rounds - 1 : round;
  const Time within = is_over ? length : since % length;
  return animation.loop == Loop::alternate && last % 2 == 1 ? length - within : within;
}

}  // namespace

double value_at(const Animation& animation, Time pts) {
  const auto& keys = animation.keyframes;
  if (keys.empty()) return 0;
  const Time at = place_of(animation, pts - animation.start);
  const auto next = std::ranges::upper_bound(keys, at, {}, &Keyframe::time);
  if (next == keys.begin()) return keys.front().value;
  if (next == keys.end()) return keys.back().value;
  const Keyframe& from = *(next - 1);
  const auto seconds = [](Time t) { return std::chrono::duration<double>(t).count(); };
  const double share =
      ease(next->easing, seconds(at - from.time) / seconds(next->time - from.time));
  return from.value + ((next->value - from.value) * share);
}

}  // namespace dala::scene
