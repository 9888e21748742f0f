#include "scene/file/write_node.hpp"

#include <cmath>

#include "core/error.hpp"
#include "scene/describe/fields.hpp"
#include "scene/file/values.hpp"
#include "text/check.hpp"

namespace dala::scene {

namespace {

Written seconds(Time time) { return written_number(std::chrono::duration<double>(time).count()); }

Written list_of(const field::Numbers& numbers, const field::Numbers::Values& values) {
  Written out = Written::array();
  for (std::size_t i = 0; i < numbers.parts.size(); ++i) out.push_back(written_number(values[i]));
  return out;
}

Written written_param(const ParamValue& value) {
  if (const auto* flag = value.get_if<bool>()) return *flag;
  if (const auto* whole = value.get_if<std::int64_t>()) return *whole;
  if (const auto* number = value.get_if<double>()) return *number;
  if (const auto* text = value.get_if<std::string>()) return *text;
  if (const auto* list = value.get_if<Integers>()) return *list;
  return nullptr;
}

Written written_params(const Params& params) {
  Written out = Written::object();
  for (const Param& param : params) out[param.name] = written_param(param.value);
  return out;
}

Result<Written> written_filters(const std::vector<media::Filter>& filters,
                                const std::filesystem::path& folder) {
  Written list = Written::array();
  for (const media::Filter& filter : filters) {
    if (!filter.inputs.empty())
      return fail(ErrorCode::invalid_argument,
                  "the filter {} has another picture, which no scene file can hold", filter.name);
    Written params = written_params(filter.params);
    if (const ParamValue* file = filter.params.find("file"); file != nullptr)
      if (const auto* name = file->get_if<std::string>())
        params["file"] = written_path(*name, folder);
    list.push_back({{filter.name, std::move(params)}});
  }
  return list;
}

Written written_keyframes(const std::vector<Keyframe>& keys) {
  Written frames = Written::array();
  for (const Keyframe& key : keys) {
    Written& frame = frames.emplace_back(Written::object());
    frame["time"] = seconds(key.time);
    frame["value"] = written_number(key.value);
    if (key.easing != Easing{}) frame["easing"] = to_string(key.easing);
  }
  return frames;
}

std::string written_font(const std::string& family, const std::filesystem::path& folder) {
  if (!text::is_font_file(family)) return family;
  // What has no slash would be the name of a font.
  const std::string file = written_path(family, folder);
  return text::is_font_file(file) ? file : "./" + file;
}

struct Place {
  const FileNode& node;
  const std::filesystem::path& folder;
};

Result<void> write_fields(Written& out, const Place& place, const std::vector<Field>& fields,
                          const void* object, const void* usual);

// Sets a field of `out` where it is not what it is by itself.
class FieldWriter {
 public:
  FieldWriter(Written& out, const Place& place, const Field& field, const void* object,
              const void* usual)
      : out_(out), place_(place), field_(field), object_(object), usual_(usual) {}

  Result<void> operator()(const field::Flag& flag) const {
    return set_changed(flag.value, [](bool value) { return Written(value); });
  }
  Result<void> operator()(const field::Number& number) const {
    return set_changed(number.value, written_number);
  }
  Result<void> operator()(const field::Color& color) const {
    return set_changed(color.value, written_color);
  }
  Result<void> operator()(const field::Duration& time) const {
    return set_changed(time.value, seconds);
  }
  Result<void> operator()(const field::Whole& whole) const {
    if (whole.get(object_) != whole.get(usual_)) return set(whole.get(object_));
    return {};
  }
  Result<void> operator()(const field::Choice& choice) const {
    if (choice.get(object_) != choice.get(usual_)) return set(choice.words[choice.get(object_)]);
    return {};
  }
  Result<void> operator()(const field::Numbers& numbers) const {
    const auto values = numbers.get(object_);
    if (values && values != numbers.get(usual_)) return set(list_of(numbers, *values));
    return {};
  }

  Result<void> operator()(const field::Text& text) const {
    const std::string& value = text.value(object_);
    if (!field_.required && value == text.value(usual_)) return {};
    switch (text.form) {
      case field::Text::Form::name:
      case field::Text::Form::prose:
        return set(value);
      case field::Text::Form::file:
        return value.empty() ? is_in_memory("picture") : set(written_path(value, place_.folder));
      case field::Text::Form::source:
        return set(is_file_source(value) ? written_path(value, place_.folder) : value);
      case field::Text::Form::font:
        return set(written_font(value, place_.folder));
    }
    return {};
  }

  Result<void> operator()(const field::Filters& filters) const {
    if (!is_given(field_, object_)) return {};
    DALA_ASSIGN(Written list, written_filters(filters.value(object_), place_.folder));
    return set(std::move(list));
  }
  Result<void> operator()(const field::KernelParams& params) const {
    return is_given(field_, object_) ? set(written_params(params.value(object_))) : Result<void>();
  }
  Result<void> operator()(const field::Keyframes& frames) const {
    return set(written_keyframes(frames.value(object_)));
  }

  Result<void> operator()(const field::Picture& /*picture*/) const {
    if (const std::string* name = named()) return set(written_path(*name, place_.folder));
    return is_given(field_, object_) ? is_in_memory("picture") : Result<void>();
  }
  Result<void> operator()(const field::Model& /*model*/) const {
    if (const std::string* name = named())
      return set(is_model_file(*name) ? written_path(*name, place_.folder) : *name);
    return is_given(field_, object_) ? is_in_memory("model") : Result<void>();
  }
  Result<void> operator()(const field::Label& /*label*/) const {
    const std::string* name = named();
    return name == nullptr ? Result<void>() : set(*name);
  }
  Result<void> operator()(const field::ImageId& /*id*/) const {
    return is_given(field_, object_) ? is_in_memory("picture") : Result<void>();
  }
  Result<void> operator()(const field::Stream& /*stream*/) const {
    if (!is_given(field_, object_)) return {};
    return fail(ErrorCode::invalid_argument,
                "its frames come from the program, which no scene file can hold");
  }

  // Whoever knows the names of other nodes writes them.
  Result<void> operator()(const field::Reference& /*to*/) const { return {}; }

  Result<void> operator()(const field::Part& part) const {
    if (!part.is_there(object_)) return {};
    const bool optional = part.exists != nullptr;
    const void* usual = optional ? part.usual : part.in(usual_);
    if (part.inlined) return write_fields(out_, place_, part.fields, part.in(object_), usual);
    Written inner = Written::object();
    DALA_TRY(write_fields(inner, place_, part.fields, part.in(object_), usual));
    if (inner.empty() && !optional) return {};
    return set(inner.empty() && part.or_true ? Written(true) : std::move(inner));
  }

 private:
  Result<void> set(Written value) const {
    out_[field_.name] = std::move(value);
    return {};
  }
  template <typename T, typename Write>
  Result<void> set_changed(const field::Member<T>& value, const Write& write) const {
    return value(object_) == value(usual_) ? Result<void>() : set(write(value(object_)));
  }
  [[nodiscard]] const std::string* named() const {
    const auto found = place_.node.names.find(std::string_view(field_.name));
    return found == place_.node.names.end() ? nullptr : &found->second;
  }
  static Result<void> is_in_memory(const char* what) {
    return fail(ErrorCode::invalid_argument,
                "its {} is in memory; a scene file can only name a file", what);
  }

  Written& out_;
  const Place& place_;
  const Field& field_;
  const void* object_;
  const void* usual_;
};

Result<void> write_fields(Written& out, const Place& place, const std::vector<Field>& fields,
                          const void* object, const void* usual) {
  for (const Field& field : fields)
    DALA_TRY(std::visit(FieldWriter(out, place, field, object, usual), field.kind));
  return {};
}

}  // namespace

Written written_number(double value) {
  constexpr double most = 1e15;
  if (value == std::floor(value) && std::abs(value) < most) return static_cast<std::int64_t>(value);
  return value;
}

std::string written_path(const std::string& file, const std::filesystem::path& folder) {
  const std::filesystem::path path(file);
  if (path.is_absolute() || folder.empty()) return file;
  return path.lexically_proximate(folder).string();
}

Written written_color(Rgba color) {
  const auto hex = [](std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string{digits[byte >> 4], digits[byte & 15]};
  };
  return "#" + hex(color.r) + hex(color.g) + hex(color.b) + (color.a == 255 ? "" : hex(color.a));
}

Result<Written> write_node(const FileNode& node, const std::filesystem::path& folder) {
  const NodeType& type = type_of(node.node.content);
  Written out = Written::object();
  out["type"] = type.name;
  const Place place{node, folder};
  const Transform usual;
  if (type.placed)
    DALA_TRY(write_fields(out, place, transform_fields(), &node.node.transform, &usual));
  DALA_TRY(
      write_fields(out, place, type.fields, object_of(node.node.content), object_of(type.usual)));
  return out;
}

}  // namespace dala::scene
