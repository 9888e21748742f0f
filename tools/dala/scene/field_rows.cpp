#include "scene/field_rows.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <span>
#include <string_view>

#include "terminal/text.hpp"

namespace dala::cli {
namespace {

namespace field = scene::field;

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

std::string as_code(std::string_view text) { return fmt::format("`{}`", text); }

std::string one_of(std::span<const std::string_view> words) {
  std::vector<std::string> all;
  for (const std::string_view word : words) all.push_back(as_code(word));
  return join(all, " or ");
}

double seconds(scene::Time time) { return std::chrono::duration<double>(time).count(); }

std::string whole_text(const field::Whole& whole) {
  if (whole.min == std::numeric_limits<int>::min() && whole.max == std::numeric_limits<int>::max())
    return "whole number";
  return fmt::format("whole number, {} to {}", whole.min, whole.max);
}

std::string text_text(field::Text::Form form) {
  switch (form) {
    case field::Text::Form::name:
    case field::Text::Form::prose:
      return "text";
    case field::Text::Form::file:
      return "file";
    case field::Text::Form::source:
      return "file or address";
    case field::Text::Form::font:
      return "name or file";
  }
  return {};
}

// "[x, y]"
std::string list_form(const field::Numbers& numbers) {
  std::vector<std::string_view> names;
  for (const auto& part : numbers.parts) names.emplace_back(part.name);
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string value_text(const scene::Field& one) {
  return std::visit(
      Overloaded{[](const field::Flag&) -> std::string { return "`true` or `false`"; },
                 [](const field::Number& number) {
                   return fmt::format("number, {} to {}", number.min, number.max);
                 },
                 [](const field::Whole& whole) { return whole_text(whole); },
                 [](const field::Numbers& numbers) {
                   return (numbers.or_one ? "number or " : "") + as_code(list_form(numbers));
                 },
                 [](const field::Choice& choice) { return one_of(choice.words); },
                 [](const field::Text& text) { return text_text(text.form); },
                 [](const field::Color&) -> std::string { return "colour"; },
                 [](const field::Duration&) -> std::string { return "seconds"; },
                 [](const field::Reference&) -> std::string { return "id"; },
                 [](const field::Filters&) -> std::string { return "list of filters"; },
                 [](const field::KernelParams&) -> std::string { return "`{\"name\": value}`"; },
                 [](const field::Keyframes&) -> std::string { return "list of keyframes"; },
                 [](const field::Picture&) -> std::string { return "file"; },
                 [](const field::Model&) -> std::string { return "name or file"; },
                 [](const field::Label&) -> std::string { return "name or number"; },
                 [](const field::Part& part) -> std::string {
                   return part.or_true ? "`true` or `{...}`" : "`{...}`";
                 },
                 [](const field::ImageId&) -> std::string { return {}; },
                 [](const field::Stream&) -> std::string { return {}; }},
      one.kind);
}

std::string color_text(Rgba color) {
#define X(name, value) \
  if (color == colors::name) return #name;
  DALA_NAMED_COLORS(X)
#undef X
  return fmt::format("#{:02x}{:02x}{:02x}{:02x}", color.r, color.g, color.b, color.a);
}

std::string numbers_text(const field::Numbers& numbers, const void* usual) {
  const auto values = numbers.get(usual);
  if (!values) return {};
  std::string text;
  bool equal = numbers.or_one;
  for (std::size_t i = 0; i < numbers.parts.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", (*values)[i]);
    equal = equal && (*values)[i] == (*values)[0];
  }
  return equal ? fmt::format("{}", (*values)[0]) : fmt::format("[{}]", text);
}

// The value that a field has where it is left out; empty for kinds without one.
std::string fallback_text(const scene::Field& one, const void* usual) {
  if (one.required) return "required";
  const std::string text = std::visit(
      Overloaded{
          [&](const field::Flag& flag) -> std::string {
            return flag.value(usual) ? "true" : "false";
          },
          [&](const field::Number& number) { return fmt::format("{}", number.value(usual)); },
          [&](const field::Whole& whole) { return fmt::format("{}", whole.get(usual)); },
          [&](const field::Numbers& numbers) { return numbers_text(numbers, usual); },
          [&](const field::Choice& choice) { return std::string(choice.words[choice.get(usual)]); },
          [&](const field::Text& given) { return given.value(usual); },
          [&](const field::Color& color) { return color_text(color.value(usual)); },
          [&](const field::Duration& time) {
            return fmt::format("{}", seconds(time.value(usual)));
          },
          [](const auto&) { return std::string(); }},
      one.kind);
  return text.empty() ? text : as_code(text);
}

void add_rows(const std::vector<scene::Field>& fields, const void* usual, const std::string& path,
              std::vector<FieldRow>& rows) {
  for (const scene::Field& one : fields) {
    if (!one.in_files) continue;
    const auto* part = std::get_if<field::Part>(&one.kind);
    const std::string name = path + one.name;
    if (part == nullptr || !part->inlined)
      rows.push_back({name, value_text(one), fallback_text(one, usual), one.summary,
                      scene::properties_of(one)});
    if (part == nullptr) continue;
    const void* inner = part->exists == nullptr ? part->in(usual) : part->usual;
    add_rows(part->fields, inner, part->inlined ? path : name + ".", rows);
  }
}

}  // namespace

std::vector<FieldRow> field_rows(const std::vector<scene::Field>& fields, const void* usual) {
  std::vector<FieldRow> rows;
  add_rows(fields, usual, "", rows);
  return rows;
}

}  // namespace dala::cli
