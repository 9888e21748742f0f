// How tables of fields are written: a field's kind from the member that it is of.
//
//   {.name = "strength", .summary = "radius of the blur", .kind =
//   number<&VirtualBackground::strength>(1, 64)}
//   {.name = "text", .summary = "in UTF-8", .kind = text<&Text::style, &TextStyle::text>()}
#pragma once

#include <dala/scene/fields.hpp>

namespace dala::scene::table {

template <typename Pointer>
struct MemberPointer;
template <typename Struct_, typename Type_>
struct MemberPointer<Type_ Struct_::*> {
  using Struct = Struct_;
  using Type = Type_;
};

// The member of an object, or of a member of it.
template <auto first, auto... inner>
auto& member_in(void* object) {
  auto& start = *static_cast<typename MemberPointer<decltype(first)>::Struct*>(object);
  return ((start.*first).*....*inner);
}

template <auto... path>
constexpr auto member() {
  using Type = std::remove_reference_t<decltype(member_in<path...>(nullptr))>;
  return field::Member<Type>(member_in<path...>);
}

template <auto... path>
field::Flag flag() {
  return {member<path...>()};
}

template <auto... path>
field::Number number(double min, double max, bool strict = false) {
  return {member<path...>(), min, max, strict};
}

template <auto... path>
field::Whole whole(std::int64_t min, std::int64_t max) {
  return {member<path...>(), min, max};
}

template <auto... path>
field::Choice choice(std::span<const std::string_view> words) {
  using Enum = std::remove_reference_t<decltype(member_in<path...>(nullptr))>;
  return {
      [](const void* object) { return static_cast<std::size_t>(member<path...>()(object)); },
      [](void* object, std::size_t word) { member_in<path...>(object) = static_cast<Enum>(word); },
      words};
}

template <auto... path>
field::Text text(field::Text::Form form = field::Text::Form::name) {
  return {member<path...>(), form};
}

template <auto... path>
field::Color color() {
  return {member<path...>()};
}

template <auto... path>
field::Duration duration(Time min, Time max) {
  return {member<path...>(), min, max};
}

template <auto... path>
field::Reference reference() {
  return {member<path...>()};
}

template <auto... path>
field::Picture picture() {
  return {member<path...>()};
}

template <auto... path>
field::Part part(std::vector<Field> fields) {
  return {.find = [](void* object) -> void* { return &member_in<path...>(object); },
          .fields = std::move(fields)};
}

// Of an optional member.
template <auto... path>
field::Part optional_part(std::vector<Field> fields) {
  using Type = std::remove_reference_t<decltype(*member_in<path...>(nullptr))>;
  static const Type usual = {};
  return {.find = [](void* object) -> void* { return &*member_in<path...>(object); },
          .fields = std::move(fields),
          .exists = [](const void* object) { return member<path...>()(object).has_value(); },
          .make = [](void* object) { member_in<path...>(object).emplace(); },
          .usual = &usual};
}

}  // namespace dala::scene::table
