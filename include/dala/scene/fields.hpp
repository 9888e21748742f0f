// The types of nodes and the fields of each, as tables.
//
//   for (const dala::scene::NodeType& type : dala::scene::node_types())
//     for (const dala::scene::Field& field : type.fields)
//       std::printf("%s: %s, %s\n", type.name, field.name, field.summary);
//
// Scene files, their checks and their documentation, what can be animated, and what other languages
// say of nodes come from these tables: what is in one is known everywhere. A field says where its
// value is in an object of the struct that its table is of.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <dala/core/export.hpp>
#include <dala/scene/node.hpp>

namespace dala::scene {

struct Field;

// What a field can be.
namespace field {

// Where a value is in an object.
template <typename T>
class Member {
 public:
  using Find = T& (*)(void* object);
  constexpr Member(Find find) : find_(find) {}
  [[nodiscard]] T& operator()(void* object) const { return find_(object); }
  [[nodiscard]] const T& operator()(const void* object) const {
    return find_(const_cast<void*>(object));
  }

 private:
  Find find_;
};

struct Flag {
  Member<bool> value;
};

struct Number {
  Member<double> value;
  double min;
  double max;
  // An animation may not leave the range; where this is false its values are moved into it.
  bool strict = false;
};

struct Whole {
  std::variant<Member<int>, Member<unsigned>> value;
  std::int64_t min;
  std::int64_t max;

  [[nodiscard]] DALA_API std::int64_t get(const void* object) const;
  DALA_API void set(void* object, std::int64_t to) const;
};

// Several numbers that belong together: a place, a size.
struct Numbers {
  struct Part {
    const char* name;
    double min;
    double max;
  };
  static constexpr std::size_t most = 4;
  using Values = std::array<double, most>;  // of the parts that there are

  std::variant<Member<Point>, Member<std::optional<Point>>, Member<Size>,
               Member<std::optional<Size>>, Member<std::optional<Crop>>>
      value;
  const char* form;  // as files have it: "[x, y]"
  std::vector<Part> parts;
  bool or_one = false;  // or one number, for all of them

  // Nothing where the object says none.
  [[nodiscard]] DALA_API std::optional<Values> get(const void* object) const;
  DALA_API void set(void* object, const Values& to) const;
};

// One of several words.
struct Choice {
  std::size_t (*get)(const void* object);
  void (*set)(void* object, std::size_t word);
  std::span<const std::string_view> words;
};

struct Text {
  enum class Form : std::uint8_t {
    name,    // up to 4096 bytes
    prose,   // any length
    file,    // the name of one, in files relative to theirs
    source,  // a file, or what has a scheme: "rtsp://..."
    font,    // with a slash the name of a file
  };
  Member<std::string> value;
  Form form = Form::name;
};

struct Color {
  Member<Rgba> value;
};

// In files in seconds.
struct Duration {
  Member<Time> value;
  Time min;
  Time max;
};

// Another node; in files by its id.
struct Reference {
  Member<NodeId> value;
};

struct Filters {
  Member<std::vector<media::Filter>> value;
};

// Of a kernel, by their names.
struct KernelParams {
  Member<Params> value;
};

struct Keyframes {
  Member<std::vector<Keyframe>> value;
};

// In files the name of one.
struct Picture {
  Member<std::shared_ptr<const media::Picture>> value;
};

// Of a picture, as Scene::load_image was given it.
struct ImageId {
  Member<std::uint64_t> value;
};

// Frames of the program.
struct Stream {
  Member<FrameStream> value;
};

// In files by its name or that of its file.
struct Model {
  Member<std::optional<ml::TaskModel>> value;
};

// What a model knows, by its number; in files by its name or number.
struct Label {
  Member<std::size_t> value;
  Member<std::optional<ml::TaskModel>> model;
};

// A struct within the object, with fields of its own.
struct Part {
  void* (*find)(void* object);
  std::vector<Field> fields;
  // In files its fields stand among those around it.
  bool inlined = false;
  // Where it may be missing: whether it is there, and how it comes to be. `usual` is then one as it
  // is made.
  bool (*exists)(const void* object) = nullptr;
  void (*make)(void* object) = nullptr;
  const void* usual = nullptr;
  bool or_true = false;  // in files true stands for one as it is made

  [[nodiscard]] bool is_there(const void* object) const {
    return exists == nullptr || exists(object);
  }
  [[nodiscard]] const void* in(const void* object) const { return find(const_cast<void*>(object)); }
};

using Kind =
    std::variant<Flag, Number, Whole, Numbers, Choice, Text, Color, Duration, Reference, Filters,
                 KernelParams, Keyframes, Picture, ImageId, Stream, Model, Label, Part>;

}  // namespace field

struct Field {
  const char* name;     // in files
  const char* summary;  // for documentation: what it is, with `other_field`s in quotes
  field::Kind kind;
  bool in_files = true;   // false: only programs can say it
  bool required = false;  // in files
  // What animations call it; "position" stands for "position.x" and "position.y". Nullptr: it
  // cannot be animated.
  const char* property = nullptr;
  // Its name where all fields of a node stand in one list, as options do. Nullptr: `name`, behind
  // those of the parts that it is in, as in "outline_color".
  const char* option = nullptr;
};

struct NodeType {
  const char* name;     // "virtual_background"
  const char* summary;  // a sentence
  std::vector<Field> fields;
  bool placed = true;  // has the fields of every node as well
  Content usual;       // with every field as it is by itself
};

// The properties that animations of this field may have: of several numbers or a colour one for
// each.
[[nodiscard]] DALA_API std::vector<std::string> properties_of(const Field& field);

// In the order of Content.
[[nodiscard]] DALA_API const std::vector<NodeType>& node_types();
// The fields of every node that is placed: those of its Transform.
[[nodiscard]] DALA_API const std::vector<Field>& transform_fields();

[[nodiscard]] inline const NodeType& type_of(const Content& content) {
  return node_types()[content.index()];
}
// What the fields of a node's type are of.
[[nodiscard]] inline void* object_of(Content& content) {
  return std::visit([](auto& of_a_type) -> void* { return &of_a_type; }, content);
}
[[nodiscard]] inline const void* object_of(const Content& content) {
  return std::visit([](const auto& of_a_type) -> const void* { return &of_a_type; }, content);
}

}  // namespace dala::scene
