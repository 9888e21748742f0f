// The tables of fields: what is in one is read, written, checked and animated.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include <dala/scene/fields.hpp>
#include <dala/scene/file.hpp>

#include "core/overloaded.hpp"
#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

using Json = nlohmann::json;

Json sample(const Field& field, const void* usual);

// A value for every field of an object, none of them as it is by itself.
Json samples(const std::vector<Field>& fields, const void* usual) {
  Json out = Json::object();
  for (const Field& field : fields)
    if (field.in_files) out[field.name] = sample(field, usual);
  return out;
}

// A quarter of the way, which no field has by itself.
double between(double min, double max) { return min + ((max - min) / 4); }

Json sample(const Field& field, const void* usual) {
  return std::visit(
      Overloaded{[&](const field::Flag& flag) { return Json(!flag.value(usual)); },
                 [](const field::Number& number) { return Json(between(number.min, number.max)); },
                 [](const field::Whole& whole) { return Json(whole.min / 2 + whole.max / 4); },
                 [](const field::Numbers& numbers) {
                   Json list = Json::array();
                   for (const auto& part : numbers.parts)
                     list.push_back(between(part.min, part.max));
                   return list;
                 },
                 [](const field::Choice& choice) { return Json(choice.words.back()); },
                 [](const field::Text& text) {
                   return text.form == field::Text::Form::font ? Json("a/b.ttf") : Json("word");
                 },
                 [](const field::Color&) { return Json("#01020304"); },
                 [](const field::Duration&) { return Json(0.5); },
                 [](const field::Reference&) { return Json("other"); },
                 [](const field::Filters&) { return Json::array({{{"invert", Json::object()}}}); },
                 [](const field::KernelParams&) { return Json{{"amount", 0.5}}; },
                 [](const field::Keyframes&) { return Json::array({{{"time", 0}, {"value", 1}}}); },
                 [](const field::Picture&) { return Json("a.png"); },
                 [](const field::Model&) { return Json("a.onnx"); },
                 [](const field::Label&) { return Json("person"); },
                 [&](const field::Part& part) {
                   return samples(part.fields,
                                  part.exists == nullptr ? part.in(usual) : part.usual);
                 },
                 [](const field::ImageId&) { return Json(); },
                 [](const field::Stream&) { return Json(); }},
      field.kind);
}

// What a node of this type has to say at least, in each way that there is.
std::vector<Json> least(const NodeType& type) {
  Json node = {{"type", type.name}};
  for (const Field& field : type.fields)
    if (field.required) node[field.name] = sample(field, object_of(type.usual));
  const std::string name = type.name;
  if (name == "effect") return {{{"type", name}, {"filters", {"blur"}}}};
  if (name == "animation") node["property"] = "opacity";
  if (name == "virtual_background")
    return {{{"type", name}, {"picture", "a.png"}, {"mask_picture", "a.png"}},
            {{"type", name}, {"source", "a.mp4"}, {"model", "a.onnx"}}};
  return {node};
}

Result<File> parse(const Json& node) {
  const Json scene = {{"nodes", {{{"type", "overlay"}, {"id", "other"}}, node}}};
  return parse_file(scene.dump(), "s.json");
}

// The node with these fields, as it is written again.
Json written(const Json& node, const Json& fields) {
  Json with = node;
  with.update(fields);
  const auto file = parse(with);
  if (!file) return file.error().message;
  return Json::parse(must(to_json(*file)))["nodes"][1];
}

void expect_written(const NodeType& type, const Json& fields) {
  for (const auto& [name, value] : fields.items()) {
    if (name == "property") continue;  // which only some words are
    std::vector<Json> tried;
    for (const Json& node : least(type)) tried.push_back(written(node, {{name, value}}));
    EXPECT_TRUE(std::ranges::any_of(
        tried,
        [&](const Json& node) { return node.is_object() && node.value(name, Json()) == value; }))
        << type.name << "." << name << ": " << Json(tried).dump(1);
  }
}

TEST(Fields, AreReadAndWritten) {
  const Transform usual;
  for (const NodeType& type : node_types()) {
    Json fields;
    for (const Field& field : type.fields) {
      const auto* part = std::get_if<field::Part>(&field.kind);
      if (part != nullptr && part->inlined)
        fields.update(samples(part->fields, part->in(object_of(type.usual))));
      else if (field.in_files)
        fields[field.name] = sample(field, object_of(type.usual));
    }
    expect_written(type, fields);
    if (type.placed) expect_written(type, samples(transform_fields(), &usual));
  }
}

TEST(Fields, AsTheyAreByThemselvesAreNotWritten) {
  for (const NodeType& type : node_types())
    for (const Json& node : least(type))
      EXPECT_EQ(written(node, Json::object()).size(), node.size());
}

// The range of each number, wherever it stands.
void expect_range(const Json& node, const Json& outer, const std::string& path,
                  const Field& field) {
  const auto* number = std::get_if<field::Number>(&field.kind);
  const auto* whole = std::get_if<field::Whole>(&field.kind);
  if (number == nullptr && whole == nullptr) return;
  const Json beyond = number != nullptr ? Json(number->max * 1.01 + 1) : Json(whole->max + 1);
  Json with = node;
  Json* in = &with;
  for (const Json& part : outer) in = &(*in)[part.get<std::string>()];
  (*in)[field.name] = beyond;
  expect_error(parse(with), ErrorCode::bad_file, "nodes[1]." + path + field.name + " must be a");
}

void expect_ranges(const Json& node, const Json& outer, const std::string& path,
                   const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    expect_range(node, outer, path, field);
    const auto* part = std::get_if<field::Part>(&field.kind);
    if (part == nullptr) continue;
    Json inner = outer;
    if (!part->inlined) inner.push_back(field.name);
    expect_ranges(node, inner, part->inlined ? path : path + field.name + ".", part->fields);
  }
}

TEST(Fields, NumbersBeyondTheirRangeAreToldWithTheirPath) {
  for (const NodeType& type : node_types()) {
    const Json node = least(type).front();
    expect_ranges(node, Json::array(), "", type.fields);
    if (type.placed) expect_ranges(node, Json::array(), "", transform_fields());
  }
}

void expect_named(const std::vector<Field>& fields, bool in_transform) {
  for (const Field& field : fields) {
    EXPECT_NE(std::string_view(field.summary), "") << field.name;
    if (const auto* part = std::get_if<field::Part>(&field.kind)) expect_named(part->fields, false);
    if (field.property == nullptr || in_transform) continue;
    // Others have no member that NodeState::now could be asked for.
    EXPECT_TRUE(std::holds_alternative<field::Number>(field.kind) ||
                std::holds_alternative<field::Color>(field.kind))
        << field.name;
  }
}

void collect_options(const std::vector<Field>& fields, const std::string& prefix,
                     std::vector<std::string>& out) {
  for (const Field& field : fields) {
    const auto* part = std::get_if<field::Part>(&field.kind);
    const bool inlined = part != nullptr && part->inlined;
    const std::string option = field.option != nullptr ? field.option : prefix + field.name;
    if (part == nullptr) out.push_back(option);
    if (part != nullptr)
      collect_options(part->fields, inlined || option.empty() ? "" : option + "_", out);
  }
}

TEST(Fields, HaveNamesThatTellThemApart) {
  std::set<std::string> types;
  expect_named(transform_fields(), true);
  for (std::size_t i = 0; i < node_types().size(); ++i) {
    const NodeType& type = node_types()[i];
    EXPECT_TRUE(types.insert(type.name).second) << type.name;
    EXPECT_EQ(type.usual.index(), i);
    EXPECT_TRUE(std::string_view(type.summary).ends_with('.')) << type.name;
    expect_named(type.fields, false);
    std::vector<std::string> options;
    collect_options(transform_fields(), "", options);
    collect_options(type.fields, "", options);
    std::ranges::sort(options);
    EXPECT_EQ(std::ranges::adjacent_find(options), options.end()) << type.name;
  }
}

TEST(Fields, HaveThePropertiesThatAnimationsFind) {
  std::vector<std::string> found;
  const auto collect = [&](const std::vector<Field>& fields, const auto& self) -> void {
    for (const Field& field : fields) {
      for (std::string& name : properties_of(field)) found.push_back(std::move(name));
      if (const auto* part = std::get_if<field::Part>(&field.kind)) self(part->fields, self);
    }
  };
  for (const NodeType& type : node_types()) {
    if (!type.placed) continue;
    found.clear();
    collect(transform_fields(), collect);
    collect(type.fields, collect);
    for (const std::string& name : found) {
      Json node = least(type).front();
      node["animations"] = {{{"property", name}, {"keyframes", {{{"time", 0}, {"value", 1}}}}}};
      const auto file = parse(node);
      EXPECT_TRUE(file) << file.error().message;
    }
  }
}

}  // namespace
}  // namespace dala::scene::test
