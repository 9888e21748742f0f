// The numbers that animations change, from the tables of fields.
#include "core/error.hpp"
#include "core/forever.hpp"
#include "scene/describe/property.hpp"

namespace dala::scene {

namespace {

// The names of the parts of a property; none for a single number.
std::vector<std::string> parts_of(const Field& field) {
  if (std::holds_alternative<field::Color>(field.kind)) return {"r", "g", "b", "a"};
  std::vector<std::string> names;
  if (const auto* several = std::get_if<field::Numbers>(&field.kind))
    for (const auto& part : several->parts) names.emplace_back(part.name);
  return names;
}

// Whether one number may stand for all parts.
bool is_one(const Field& field) {
  if (std::holds_alternative<field::Color>(field.kind)) return false;
  const auto* several = std::get_if<field::Numbers>(&field.kind);
  return several == nullptr || several->or_one;
}

void collect(const std::vector<Field>& fields, const AnimatedNumber& around,
             std::vector<AnimatedNumber>& out) {
  for (const Field& field : fields) {
    AnimatedNumber number = around;
    if (const auto* part = std::get_if<field::Part>(&field.kind)) {
      // Optional parts have no values to begin with.
      if (part->exists != nullptr) continue;
      number.parts.push_back(&field);
      collect(part->fields, number, out);
      continue;
    }
    if (field.property == nullptr) continue;
    number.field = &field;
    // The one for all comes first.
    number.part = is_one(field) ? AnimatedNumber::all : 0;
    for (std::string& name : properties_of(field)) {
      number.name = std::move(name);
      out.push_back(number);
      ++number.part;
    }
  }
}

using Lists = std::vector<std::vector<AnimatedNumber>>;

Lists lists() {
  std::vector<AnimatedNumber> of_all;
  collect(transform_fields(), {.of_transform = true}, of_all);
  Lists out;
  for (const NodeType& type : node_types()) {
    out.push_back(of_all);
    collect(type.fields, {}, out.back());
  }
  return out;
}

// Of a number, or of one part of several.
struct Limits {
  double min;
  double max;
};

Limits limits_of(const AnimatedNumber& number) {
  if (const auto* one = std::get_if<field::Number>(&number.field->kind))
    return {one->min, one->max};
  if (const auto* whole = std::get_if<field::Whole>(&number.field->kind))
    return {static_cast<double>(whole->min), static_cast<double>(whole->max)};
  if (const auto* several = std::get_if<field::Numbers>(&number.field->kind)) {
    const auto& part = several->parts[number.part == AnimatedNumber::all ? 0 : number.part];
    return {part.min, part.max};
  }
  if (std::holds_alternative<field::Color>(number.field->kind)) return {0, 255};
  return {0, 1};
}

}  // namespace

std::vector<std::string> properties_of(const Field& field) {
  if (field.property == nullptr) return {};
  std::vector<std::string> names;
  if (is_one(field)) names.emplace_back(field.property);
  for (const std::string& part : parts_of(field))
    names.push_back(format("{}.{}", field.property, part));
  return names;
}

double AnimatedNumber::min() const { return limits_of(*this).min; }
double AnimatedNumber::max() const { return limits_of(*this).max; }

const std::vector<AnimatedNumber>& animated_numbers(const Content& content) {
  static const Forever<Lists> all(lists());
  return (*all)[content.index()];
}

}  // namespace dala::scene
