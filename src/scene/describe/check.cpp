// Checks the values of a node that are invalid whatever the rest of the scene is.
#include <algorithm>
#include <cmath>

#include <dala/media/still.hpp>

#include "core/error.hpp"
#include "scene/describe/fields.hpp"
#include "scene/describe/node_traits.hpp"
#include "scene/describe/tree.hpp"

namespace dala::scene {

namespace {

double seconds(Time time) { return std::chrono::duration<double>(time).count(); }

template <typename T>
Result<void> check_range(std::string_view what, T value, T low, T high) {
  if (value >= low && value <= high) return {};
  return fail(ErrorCode::invalid_argument, "{} is {}; it is from {} to {}", what, value, low, high);
}

Result<void> check_duration(std::string_view what, Time value, Time low, Time high) {
  if (value >= low && value <= high) return {};
  return fail(ErrorCode::invalid_argument, "{} is {} s; it is from {} to {}", what, seconds(value),
              seconds(low), seconds(high));
}

Result<void> check_picture(std::string_view what, const media::Picture& picture) {
  if (picture.width == 0 || picture.height == 0 || picture.width > media::max_picture_side ||
      picture.height > media::max_picture_side)
    return fail(ErrorCode::invalid_argument, "{} has {} x {} pixels; both sides are from 1 to {}",
                what, picture.width, picture.height, media::max_picture_side);
  const std::size_t bytes = std::size_t{picture.width} * picture.height * 4;
  if (picture.rgba.size() != bytes)
    return fail(ErrorCode::wrong_length, "{} of {} x {} has {} bytes; it needs {}", what,
                picture.width, picture.height, picture.rgba.size(), bytes);
  return {};
}

Result<void> check_keyframes(const std::vector<Keyframe>& keys) {
  if (keys.empty())
    return fail(ErrorCode::invalid_argument, "an animation has a keyframe at least");
  DALA_TRY(check_time("the last keyframe's time", keys.back().time));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    DALA_TRY(check_easing(keys[i].easing));
    if (!std::isfinite(keys[i].value) || std::abs(keys[i].value) > 1e9)
      return fail(ErrorCode::invalid_argument, "keyframes[{}].value is {}; it is from -1e9 to 1e9",
                  i, keys[i].value);
    if (keys[i].time < Time::zero() || (i > 0 && keys[i].time <= keys[i - 1].time))
      return fail(ErrorCode::invalid_argument,
                  "keyframes[{}].time is {} s; times begin at 0 or later and grow", i,
                  seconds(keys[i].time));
  }
  return {};
}

Result<void> check_fields(const std::vector<Field>& fields, const void* object,
                          const std::string& path);

// The fields of an object, whose path they stand behind.
struct FieldCheck {
  const void* object;
  const std::string& path;
  const char* field;

  [[nodiscard]] std::string name() const { return path + field; }

  Result<void> operator()(const field::Number& number) const {
    const double value = number.value(object);
    if (value >= number.min && value <= number.max) return {};
    return check_range(name(), value, number.min, number.max);
  }
  Result<void> operator()(const field::Whole& whole) const {
    return check_range(name(), whole.get(object), whole.min, whole.max);
  }
  Result<void> operator()(const field::Numbers& numbers) const {
    const auto values = numbers.get(object);
    for (std::size_t i = 0; values && i < numbers.parts.size(); ++i) {
      const auto& part = numbers.parts[i];
      const double value = (*values)[i];
      if (value >= part.min && value <= part.max) continue;
      return check_range(format("{}.{}", name(), part.name), value, part.min, part.max);
    }
    return {};
  }
  Result<void> operator()(const field::Choice& choice) const {
    if (choice.get(object) < choice.words.size()) return {};
    return fail(ErrorCode::invalid_argument, "{} {}, which there is not", name(),
                choice.get(object));
  }
  Result<void> operator()(const field::Duration& time) const {
    return check_duration(name(), time.value(object), time.min, time.max);
  }
  Result<void> operator()(const field::Filters& filters) const {
    for (const media::Filter& filter : filters.value(object))
      DALA_TRY(media::filter_info(filter.name));
    return {};
  }
  Result<void> operator()(const field::Keyframes& frames) const {
    return check_keyframes(frames.value(object));
  }
  Result<void> operator()(const field::Picture& picture) const {
    const auto& given = picture.value(object);
    return given == nullptr ? Result<void>() : check_picture(name(), *given);
  }
  Result<void> operator()(const field::Part& part) const {
    if (!part.is_there(object)) return {};
    return check_fields(part.fields, part.in(object), part.inlined ? path : name() + ".");
  }
  // Every value of these kinds is valid in itself; what they name is checked elsewhere.
  Result<void> operator()(const field::Flag&) const { return {}; }
  Result<void> operator()(const field::Text&) const { return {}; }
  Result<void> operator()(const field::Color&) const { return {}; }
  Result<void> operator()(const field::Reference&) const { return {}; }
  Result<void> operator()(const field::KernelParams&) const { return {}; }
  Result<void> operator()(const field::ImageId&) const { return {}; }
  Result<void> operator()(const field::Stream&) const { return {}; }
  Result<void> operator()(const field::Model&) const { return {}; }
  Result<void> operator()(const field::Label&) const { return {}; }
};

Result<void> check_fields(const std::vector<Field>& fields, const void* object,
                          const std::string& path) {
  for (const Field& field : fields)
    DALA_TRY(std::visit(FieldCheck{object, path, field.name}, field.kind));
  return {};
}

Result<void> check_given(const Content& content) {
  for (const Given& rule : traits_of(content).given) {
    std::size_t count = 0;
    for_each_field(
        type_of(content).fields, object_of(content), [&](const Field& field, const void* in) {
          const bool meant = std::ranges::find(rule.fields, field.name) != rule.fields.end();
          if (meant && is_given(field, in)) ++count;
        });
    if (count == 0 || (count > 1 && !rule.together))
      return fail(ErrorCode::invalid_argument, "{}", rule.rule);
  }
  return {};
}

}  // namespace

Result<void> check_time(const char* what, Time time) {
  return check_duration(what, time, -longest_time, longest_time);
}

Result<void> check_transform(const Transform& transform) {
  return check_fields(transform_fields(), &transform, "");
}

Result<void> check_node(const Node& node) {
  DALA_TRY(check_transform(node.transform));
  DALA_TRY(check_given(node.content));
  DALA_TRY(check_fields(type_of(node.content).fields, object_of(node.content), ""));
  const NodeTraits& traits = traits_of(node.content);
  return traits.check == nullptr ? Result<void>() : traits.check(node.content);
}

}  // namespace dala::scene
