// Iteration over the fields of a node.
#pragma once

#include <string>
#include <string_view>

#include <dala/scene/fields.hpp>

namespace dala::scene {

// Calls visit(field, object) for each field that is no part, with the object that it is in; those
// of parts that are missing are left out. `Object` is void or const void.
template <typename Object, typename Visit>
void for_each_field(const std::vector<Field>& fields, Object* object, const Visit& visit) {
  for (const Field& field : fields) {
    const auto* part = std::get_if<field::Part>(&field.kind);
    if (part == nullptr)
      visit(field, object);
    else if (part->is_there(object))
      for_each_field(
          part->fields,
          static_cast<Object*>(part->find(const_cast<void*>(static_cast<const void*>(object)))),
          visit);
  }
}

// The same for those of one kind: visit(field, kind, object).
template <typename Kind, typename Object, typename Visit>
void for_each_of(const std::vector<Field>& fields, Object* object, const Visit& visit) {
  for_each_field(fields, object, [&](const Field& field, Object* in) {
    if (const auto* kind = std::get_if<Kind>(&field.kind)) visit(field, *kind, in);
  });
}

// The node that this one is for, as an effect or animation: its `target`. Null where there is no
// such field.
[[nodiscard]] NodeId* target_of(Content& content);
// The same; 0 where there is no such field, or it says nothing.
[[nodiscard]] NodeId target_of(const Content& content);

// Whether a field that may be left out has a value.
[[nodiscard]] bool is_given(const Field& field, const void* object);

}  // namespace dala::scene
