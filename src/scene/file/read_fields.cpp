#include "scene/file/read_fields.hpp"

#include <cmath>

#include "core/error.hpp"
#include "scene/describe/tree.hpp"
#include "scene/file/filters.hpp"
#include "scene/file/values.hpp"
#include "text/check.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_keyframes = 10000;

void read_keyframe(const Json& value, const std::string& path, const FileContext& context,
                   Keyframe& out) {
  Fields fields(context.problems, value, path);
  seconds(fields, "time", out.time, -longest_time, longest_time, Need::yes);
  fields.number("value", out.value, -1e9, 1e9, Need::yes);
  choice(fields, "easing", out.easing, parse_easing);
  fields.end();
}

// Reads one field into the object that it is of.
class FieldReader {
 public:
  FieldReader(Fields& fields, const FileContext& context, const Field& field, void* object,
              BesidesObject& besides, bool references)
      : fields_(fields),
        context_(context),
        field_(field),
        object_(object),
        besides_(besides),
        references_(references) {}

  void operator()(const field::Flag& flag) const { fields_.flag(field_.name, flag.value(object_)); }

  void operator()(const field::Number& number) const {
    fields_.number(field_.name, number.value(object_), number.min, number.max);
  }

  void operator()(const field::Whole& whole) const {
    const Json* value = fields_.take(field_.name);
    if (value == nullptr) return;
    const double number = value->is_number_integer() ? value->get<double>() : std::nan("");
    if (number >= static_cast<double>(whole.min) && number <= static_cast<double>(whole.max))
      return whole.set(object_, value->get<std::int64_t>());
    fields_.problem(field_.name, format("must be a whole number from {} to {}; it is {}", whole.min,
                                        whole.max, shown(*value)));
  }

  void operator()(const field::Numbers& list) const {
    field::Numbers::Values values{};
    const std::span<double> wanted(values.data(), list.parts.size());
    if (const Json* value = list.or_one ? fields_.take(field_.name) : nullptr;
        value != nullptr && value->is_number()) {
      values.fill(value->get<double>());
      list.set(object_, values);
    } else if (numbers(fields_, field_.name, wanted, list.form)) {
      list.set(object_, values);
    }
  }

  void operator()(const field::Choice& choice) const {
    std::size_t word = choice.get(object_);
    fields_.word(field_.name, word, choice.words);
    choice.set(object_, word);
  }

  void operator()(const field::Text& text) const {
    std::string& out = text.value(object_);
    switch (text.form) {
      case field::Text::Form::name:
        return fields_.text(field_.name, out, need());
      case field::Text::Form::prose:
        return long_text(fields_, field_.name, out, need());
      case field::Text::Form::file:
        return file(fields_, field_.name, context_.folder, out, need());
      case field::Text::Form::source:
        fields_.text(field_.name, out, need());
        out = resolved_source(out, context_.folder);
        return;
      case field::Text::Form::font:
        fields_.text(field_.name, out, need());
        if (text::is_font_file(out)) out = (context_.folder / out).string();
        return;
    }
  }

  void operator()(const field::Color& rgba) const {
    color(fields_, field_.name, rgba.value(object_));
  }

  void operator()(const field::Duration& time) const {
    seconds(fields_, field_.name, time.value(object_), time.min, time.max);
  }

  void operator()(const field::Reference& /*to*/) const {
    if (!references_) return;
    std::string id;
    fields_.text(field_.name, id, need());
    if (!id.empty()) besides_.references.push_back({&field_, std::move(id)});
  }

  void operator()(const field::Filters& filters) const {
    read_filters(fields_, field_.name, context_, filters.value(object_));
  }

  void operator()(const field::KernelParams& params) const {
    if (const Json* value = fields_.take(field_.name); value != nullptr)
      read_params(*value, fields_.path_of(field_.name), context_.problems, params.value(object_));
  }

  void operator()(const field::Keyframes& frames) const {
    const Json* list = fields_.take(field_.name, need());
    if (list == nullptr) return;
    if (!list->is_array() || list->empty() || list->size() > most_keyframes)
      return fields_.problem(field_.name,
                             format("must be a list of 1 to {} keyframes, as {{\"time\": 1, "
                                    "\"value\": 0.5}}; it is {}",
                                    most_keyframes, shown(*list)));
    for (std::size_t i = 0; i < list->size(); ++i)
      read_keyframe((*list)[i], format("{}[{}]", fields_.path_of(field_.name), i), context_,
                    frames.value(object_).emplace_back());
  }

  void operator()(const field::Picture& /*picture*/) const {
    std::string name;
    file(fields_, field_.name, context_.folder, name, need());
    keep(std::move(name));
  }

  void operator()(const field::Model& /*model*/) const {
    std::string name;
    fields_.text(field_.name, name, need());
    if (is_model_file(name)) name = (context_.folder / name).string();
    keep(std::move(name));
  }

  void operator()(const field::Label& /*label*/) const {
    std::string name;
    fields_.text(field_.name, name, need());
    keep(std::move(name));
  }

  void operator()(const field::Part& part) const {
    if (part.inlined) return read_part(part, fields_);
    const Json* value = fields_.take(field_.name);
    if (value == nullptr || (part.or_true && *value == false)) return;
    if (part.make != nullptr) part.make(object_);
    if (part.or_true && *value == true) return;
    Fields inner(context_.problems, *value, fields_.path_of(field_.name));
    read_part(part, inner);
    inner.end();
  }

  // Not in files: images and streams are objects of the program. A file names a path instead.
  void operator()(const field::ImageId& /*id*/) const {}
  void operator()(const field::Stream& /*stream*/) const {}

 private:
  [[nodiscard]] Need need() const { return field_.required ? Need::yes : Need::no; }

  void keep(std::string name) const {
    if (!name.empty()) besides_.names[field_.name] = std::move(name);
  }

  void read_part(const field::Part& part, Fields& inner) const {
    read_fields(inner, context_, part.fields, part.find(object_), besides_, references_);
  }

  Fields& fields_;
  const FileContext& context_;
  const Field& field_;
  void* object_;
  BesidesObject& besides_;
  bool references_;
};

}  // namespace

void read_fields(Fields& fields, const FileContext& context, const std::vector<Field>& table,
                 void* object, BesidesObject& besides, bool references) {
  for (const Field& field : table)
    if (field.in_files)
      std::visit(FieldReader(fields, context, field, object, besides, references), field.kind);
}

}  // namespace dala::scene
