#include "scene/describe/fields.hpp"

#include "core/overloaded.hpp"

namespace dala::scene {

namespace field {

namespace {

using Values = Numbers::Values;

Values list(const Point& p) { return {p.x, p.y}; }
Values list(const Size& s) { return {s.width, s.height}; }
Values list(const Crop& c) { return {c.x, c.y, c.width, c.height}; }
template <typename T>
std::optional<Values> list(const std::optional<T>& value) {
  return value ? std::optional(list(*value)) : std::nullopt;
}

void put(Point& p, const Values& v) { p = {v[0], v[1]}; }
void put(Size& s, const Values& v) { s = {v[0], v[1]}; }
void put(Crop& c, const Values& v) { c = {v[0], v[1], v[2], v[3]}; }
template <typename T>
void put(std::optional<T>& to, const Values& v) {
  put(to.emplace(), v);
}

}  // namespace

std::int64_t Whole::get(const void* object) const {
  return std::visit([&](const auto& in) { return std::int64_t{in(object)}; }, value);
}

void Whole::set(void* object, std::int64_t to) const {
  std::visit(
      Overloaded{[&](const Member<int>& in) { in(object) = static_cast<int>(to); },
                 [&](const Member<unsigned>& in) { in(object) = static_cast<unsigned>(to); }},
      value);
}

std::optional<Values> Numbers::get(const void* object) const {
  return std::visit([&](const auto& in) { return std::optional<Values>(list(in(object))); }, value);
}

void Numbers::set(void* object, const Values& to) const {
  std::visit([&](const auto& in) { put(in(object), to); }, value);
}

}  // namespace field

NodeId* target_of(Content& content) {
  NodeId* target = nullptr;
  for_each_of<field::Reference>(
      type_of(content).fields, object_of(content),
      [&](const Field&, const field::Reference& to, void* in) { target = &to.value(in); });
  return target;
}

NodeId target_of(const Content& content) {
  NodeId target = 0;
  for_each_of<field::Reference>(
      type_of(content).fields, object_of(content),
      [&](const Field&, const field::Reference& to, const void* in) { target = to.value(in); });
  return target;
}

bool is_given(const Field& field, const void* object) {
  return std::visit(
      Overloaded{
          [&](const field::Text& text) { return !text.value(object).empty(); },
          [&](const field::Filters& filters) { return !filters.value(object).empty(); },
          [&](const field::Picture& picture) { return picture.value(object) != nullptr; },
          [&](const field::ImageId& id) { return id.value(object) != 0; },
          [&](const field::Stream& stream) { return bool{stream.value(object)}; },
          [&](const field::Model& model) { return model.value(object).has_value(); },
          [&](const field::Numbers& numbers) { return numbers.get(object).has_value(); },
          [&](const field::Reference& to) { return to.value(object) != 0; },
          [&](const field::KernelParams& params) { return params.value(object).size() != 0; },
          [&](const field::Keyframes& frames) { return !frames.value(object).empty(); },
          [&](const field::Part& part) { return part.is_there(object); },
          // These have no value that means "not given".
          [](const field::Flag&) { return true; }, [](const field::Number&) { return true; },
          [](const field::Whole&) { return true; }, [](const field::Choice&) { return true; },
          [](const field::Color&) { return true; }, [](const field::Label&) { return true; },
          [](const field::Duration&) { return true; }},
      field.kind);
}

}  // namespace dala::scene
