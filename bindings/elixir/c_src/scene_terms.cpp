#include "scene_terms.hpp"

#include <algorithm>
#include <type_traits>

#include <dala/scene/fields.hpp>

#include "fields.hpp"
#include "picture.hpp"

namespace dala::nif {

using scene::Field;
namespace field = scene::field;

void Fields::done() const {
  if (left_ > 0) throw BadArgument("there are options that this has none of");
}

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

scene::Time time_of(double milliseconds) {
  constexpr double longest = 1e12;  // some thirty years; nanoseconds of it fit
  if (!(milliseconds >= -longest && milliseconds <= longest))
    throw BadArgument("a time is given in milliseconds, up to 1.0e12");
  return std::chrono::duration_cast<scene::Time>(Milliseconds(milliseconds));
}

std::uint8_t byte_of(ErlNifEnv* env, ERL_NIF_TERM term) {
  const auto number = decode<std::int64_t>(env, term);
  if (number < 0 || number > 255) throw BadArgument("a part of a colour is from 0 to 255");
  return static_cast<std::uint8_t>(number);
}

}  // namespace

Rgba Decode<Rgba>::from(ErlNifEnv* env, ERL_NIF_TERM term) {
  if (enif_is_atom(env, term) != 0) {
    const auto name = decode<std::string>(env, term);
    if (const auto found = color_from_name(name)) return *found;
    throw BadArgument(name +
                      " is no colour; those are {r, g, b} and {r, g, b, a} with numbers from "
                      "0 to 255, and names such as :orange");
  }
  if (enif_is_binary(env, term) != 0) {
    const auto bytes = pixels_of(decode<Bytes>(env, term));
    if (bytes.size() != 4) throw BadArgument("a colour is four bytes");
    return {bytes[0], bytes[1], bytes[2], bytes[3]};
  }
  const auto parts = tuple(env, term);
  if (parts.size() != 3 && parts.size() != 4)
    throw BadArgument("a tuple of this size is no colour; those are {r, g, b} and {r, g, b, a}");
  return {byte_of(env, parts[0]), byte_of(env, parts[1]), byte_of(env, parts[2]),
          parts.size() == 4 ? byte_of(env, parts[3]) : std::uint8_t{255}};
}

template <>
struct Decode<scene::Time> {
  static scene::Time from(ErlNifEnv* env, ERL_NIF_TERM term) {
    return time_of(decode<double>(env, term));
  }
};

// {milliseconds, value} or {milliseconds, value, easing}
template <>
struct Decode<scene::Keyframe> {
  static scene::Keyframe from(ErlNifEnv* env, ERL_NIF_TERM term) {
    const auto parts = tuple(env, term);
    if (parts.size() != 2 && parts.size() != 3)
      throw BadArgument("a key frame is {milliseconds, value} or {milliseconds, value, easing}");
    scene::Keyframe frame{.time = decode<scene::Time>(env, parts[0]),
                          .value = decode<double>(env, parts[1])};
    if (parts.size() == 2) return frame;
    const auto easing = scene::parse_easing(decode<std::string>(env, parts[2]));
    if (!easing) throw BadArgument(easing.error().message);
    frame.easing = *easing;
    return frame;
  }
};

template <>
struct Decode<std::shared_ptr<const media::Picture>> {
  static std::shared_ptr<const media::Picture> from(ErlNifEnv* env, ERL_NIF_TERM term) {
    return std::make_shared<media::Picture>(decode<media::Picture>(env, term));
  }
};

namespace {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

// The option of a field that is in the part with this prefix ("outline_").
std::string option_of(const Field& field, const std::string& prefix) {
  if (const auto* part = std::get_if<field::Part>(&field.kind); part != nullptr && part->inlined)
    return {};
  return field.option != nullptr ? field.option : prefix + field.name;
}

std::string prefix_of(const std::string& option) { return option.empty() ? option : option + "_"; }

void take_all(Fields& options, const std::vector<Field>& fields, void* object,
              const std::string& prefix);

bool has_any(const Fields& options, const std::vector<Field>& fields, const std::string& prefix) {
  return std::ranges::any_of(fields, [&](const Field& field) {
    const std::string option = option_of(field, prefix);
    const auto* part = std::get_if<field::Part>(&field.kind);
    return options.has(option.c_str()) ||
           (part != nullptr && has_any(options, part->fields, prefix_of(option)));
  });
}

// Takes the option of a field into the object that it is in.
class Taker {
 public:
  Taker(Fields& options, std::string option, void* object)
      : options_(options), option_(std::move(option)), object_(object) {}

  // What terms decode to as they are.
  template <typename Kind>
    requires requires(Kind kind, void* object) { kind.value(object); }
  void operator()(const Kind& kind) const {
    options_.take(option_.c_str(), kind.value(object_));
  }

  void operator()(const field::Whole& whole) const {
    std::visit(
        [&](const auto& member) {
          using Number = std::remove_reference_t<decltype(member(object_))>;
          std::conditional_t<std::is_signed_v<Number>, std::int32_t, std::uint32_t> number{};
          if (options_.take(option_.c_str(), number)) member(object_) = number;
        },
        whole.value);
  }

  // {x, y}
  void operator()(const field::Numbers& numbers) const {
    Term term;
    if (!options_.take(option_.c_str(), term)) return;
    const auto parts =
        tuple(options_.env(), term.raw, numbers.parts.size(),
              numbers.parts.size() == 4 ? "a part of a picture: {x, y, width, height}"
                                        : "two numbers in a tuple");
    field::Numbers::Values values{};
    for (std::size_t i = 0; i < parts.size(); ++i)
      values[i] = decode<double>(options_.env(), parts[i]);
    numbers.set(object_, values);
  }

  void operator()(const field::Choice& choice) const {
    std::string word;
    if (!options_.take(option_.c_str(), word)) return;
    const auto found = std::ranges::find(choice.words, word);
    if (found == choice.words.end())
      throw BadArgument("\"" + word + "\" is no " + option_ + "; there are " + all(choice.words));
    choice.set(object_, static_cast<std::size_t>(found - choice.words.begin()));
  }

  void operator()(const field::Stream& stream) const {
    if (Term term; options_.take(option_.c_str(), term))
      stream.value(object_) = decode<scene::FrameStream>(options_.env(), reference_in(term));
  }

  void operator()(const field::Model& model) const {
    if (Term term; options_.take(option_.c_str(), term))
      model.value(object_) = decode<ml::TaskModel>(options_.env(), reference_in(term));
  }

  void operator()(const field::Label& label) const {
    if (std::uint64_t number = 0; options_.take(option_.c_str(), number))
      label.value(object_) = number;
  }

  // A part that may be missing is made by any of its options, or by true.
  void operator()(const field::Part& part) const {
    const std::string prefix = prefix_of(option_);
    if (part.make != nullptr) {
      bool wanted = false;
      options_.take(option_.c_str(), wanted);
      if (!wanted && !has_any(options_, part.fields, prefix)) return;
      part.make(object_);
    }
    take_all(options_, part.fields, part.find(object_), prefix);
  }

 private:
  // Of a struct of the Elixir side, which has it as its :ref; or the reference itself.
  [[nodiscard]] ERL_NIF_TERM reference_in(Term term) const {
    ERL_NIF_TERM ref = 0;
    const bool in_struct =
        enif_get_map_value(options_.env(), term.raw, atom(options_.env(), "ref"), &ref) != 0;
    return in_struct ? ref : term.raw;
  }

  static std::string all(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words)
      text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
  }

  Fields& options_;
  const std::string option_;
  void* object_;
};

void take_all(Fields& options, const std::vector<Field>& fields, void* object,
              const std::string& prefix) {
  for (const Field& field : fields)
    std::visit(Taker(options, option_of(field, prefix), object), field.kind);
}

// What a term for a field looks like, for those who write it.
const char* form_of(const field::Kind& kind) {
  return std::visit(
      Overloaded{
          [](const field::Flag&) { return "boolean"; },
          [](const field::Number&) { return "number"; },
          [](const field::Whole&) { return "integer"; },
          [](const field::Numbers& numbers) {
            return numbers.parts.size() == 4 ? "{x, y, width, height}" : "{x, y}";
          },
          [](const field::Choice&) { return "atom"; }, [](const field::Text&) { return "text"; },
          [](const field::Color&) { return "colour"; },
          [](const field::Duration&) { return "milliseconds"; },
          [](const field::Reference&) { return "id"; },
          [](const field::Filters&) { return "filters"; },
          [](const field::KernelParams&) { return "map"; },
          [](const field::Keyframes&) { return "keyframes"; },
          [](const field::Picture&) { return "{width, height, rgba}"; },
          [](const field::ImageId&) { return "id"; }, [](const field::Stream&) { return "stream"; },
          [](const field::Model&) { return "model"; },
          [](const field::Label&) { return "integer"; }, [](const field::Part&) { return "true"; }},
      kind);
}

void describe(ErlNifEnv* env, const std::vector<Field>& fields, const std::string& prefix,
              std::vector<Term>& out) {
  for (const Field& field : fields) {
    const std::string option = option_of(field, prefix);
    const auto* part = std::get_if<field::Part>(&field.kind);
    if (part == nullptr || part->make != nullptr)
      out.push_back({tuple_of(env, Atom{option.c_str()}, std::string_view(form_of(field.kind)),
                              std::string_view(field.summary))});
    if (part != nullptr) describe(env, part->fields, prefix_of(option), out);
  }
}

}  // namespace

scene::Node decode_node(ErlNifEnv* env, const std::string& kind, Term options) {
  const auto& types = scene::node_types();
  const auto type = std::ranges::find(types, kind, &scene::NodeType::name);
  if (type == types.end()) throw BadArgument("no node is of the kind \"" + kind + "\"");
  Fields fields(env, options);
  scene::Node node{.content = type->usual};
  fields.take("key", node.key);
  fields.take("parent", node.parent);
  take_all(fields, scene::transform_fields(), &node.transform, "");
  take_all(fields, type->fields, scene::object_of(node.content), "");
  fields.done();
  return node;
}

scene::Transform decode_transform(ErlNifEnv* env, Term options) {
  Fields fields(env, options);
  scene::Transform transform;
  take_all(fields, scene::transform_fields(), &transform, "");
  fields.done();
  return transform;
}

scene::Pip decode_pip(ErlNifEnv* env, Term options) {
  Fields fields(env, options);
  scene::Pip pip;
  for (const Field& field : scene::type_of(scene::Image{}).fields)
    if (const auto* part = std::get_if<field::Part>(&field.kind);
        field.name == std::string_view("pip"))
      take_all(fields, part->fields, &pip, "");
  fields.done();
  return pip;
}

std::vector<Term> describe_node_types(ErlNifEnv* env) {
  std::vector<Term> all;
  const auto add = [&](const char* kind, const char* summary, const std::vector<Field>& fields) {
    std::vector<Term> options;
    describe(env, fields, "", options);
    all.push_back({tuple_of(env, Atom{kind}, std::string_view(summary), options)});
  };
  add("node", "The place of a node.", scene::transform_fields());
  for (const scene::NodeType& type : scene::node_types()) add(type.name, type.summary, type.fields);
  return all;
}

}  // namespace dala::nif
