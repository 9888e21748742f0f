#include "scene/file/content.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "scene/file/filters.hpp"
#include "scene/file/values.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_keyframes = 10000;

void read_pip(Fields& fields, const FileContext& context, std::optional<Pip>& out) {
  const Json* value = fields.take("pip");
  if (value == nullptr || *value == false) return;
  out = Pip{};
  if (*value == true) return;
  Fields pip(context.problems, *value, fields.path_of("pip"));
  std::array<double, 2> pair{};
  if (numbers(pip, "position", pair, "[x, y]")) out->position = Point{pair[0], pair[1]};
  if (numbers(pip, "size", pair, "[width, height]")) out->size = {pair[0], pair[1]};
  pip.end();
}

void read_video_fields(Fields& fields, const FileContext& context, Need need, Video& out) {
  fields.text("source", out.source, need);
  out.source = resolved_source(out.source, context.folder);
  fields.flag("live", out.live);
  fields.flag("loop", out.loop);
  fields.flag("paused", out.paused);
  fields.number("rate", out.rate, 0.01, 100);
  seconds(fields, "start", out.start);
  seconds(fields, "offset", out.offset);
  auto end = static_cast<std::size_t>(out.at_end);
  fields.word("at_end", end, at_end_names);
  out.at_end = static_cast<AtEnd>(end);
  color(fields, "end_color", out.end_color);
}

Video read_video(Fields& fields, const FileContext& context) {
  Video out;
  read_video_fields(fields, context, Need::yes, out);
  read_pip(fields, context, out.pip);
  return out;
}

Image read_image(Fields& fields, const FileContext& context) {
  Image out;
  file(fields, "file", context.folder, out.file, Need::yes);
  read_pip(fields, context, out.pip);
  return out;
}

Overlay read_overlay(Fields& fields, const FileContext& context) {
  Overlay out;
  color(fields, "color", out.color);
  if (const Json* value = fields.take("gradient"); value != nullptr) {
    Fields gradient(context.problems, *value, fields.path_of("gradient"));
    out.gradient = Gradient{};
    color(gradient, "to", out.gradient->to);
    gradient.number("angle", out.gradient->angle, -1e6, 1e6);
    gradient.end();
  }
  return out;
}

// The fields of a part of a style, which may be missing.
template <typename Read>
void part(Fields& fields, const FileContext& context, const char* key, const Read& read) {
  const Json* value = fields.take(key);
  if (value == nullptr) return;
  Fields inner(context.problems, *value, fields.path_of(key));
  read(inner);
  inner.end();
}

void read_style(Fields& fields, const FileContext& context, TextStyle& out) {
  constexpr double longest = 16384;
  fields.text("family", out.family);
  // With a slash it is a font file.
  if (out.family.find('/') != std::string::npos)
    out.family = (context.folder / out.family).string();
  fields.number("size", out.size, 1, 2048);
  double weight = out.weight;
  fields.number("weight", weight, 100, 900);
  out.weight = static_cast<int>(weight);
  fields.flag("italic", out.italic);
  color(fields, "color", out.color);
  part(fields, context, "outline", [&](Fields& outline) {
    outline.number("width", out.outline.width, 0, 256);
    color(outline, "color", out.outline.color);
  });
  part(fields, context, "shadow", [&](Fields& shadow) {
    out.shadow.color = colors::black;
    shadow.number("dx", out.shadow.dx, -4096, 4096);
    shadow.number("dy", out.shadow.dy, -4096, 4096);
    shadow.number("blur", out.shadow.blur, 0, 256);
    color(shadow, "color", out.shadow.color);
  });
  part(fields, context, "background", [&](Fields& background) {
    color(background, "color", out.background.color);
    background.number("padding_x", out.background.padding_x, 0, 4096);
    background.number("padding_y", out.background.padding_y, 0, 4096);
    background.number("radius", out.background.radius, 0, longest);
  });
  auto align = static_cast<std::size_t>(out.align);
  fields.word("align", align, align_names);
  out.align = static_cast<TextAlign>(align);
  fields.number("line_height", out.line_height, 0, 10);
  fields.number("wrap_width", out.wrap_width, 0, longest);
  auto lines = static_cast<std::uint64_t>(out.max_lines);
  fields.whole("max_lines", lines, 0, 1000000);
  out.max_lines = static_cast<int>(lines);
  fields.flag("ellipsis", out.ellipsis);
  fields.text("language", out.language);
}

Text read_text(Fields& fields, const FileContext& context) {
  Text out;
  long_text(fields, "text", out.style.text, Need::yes);
  part(fields, context, "style", [&](Fields& style) { read_style(style, context, out.style); });
  return out;
}

Effect read_effect(Fields& fields, const FileContext& context) {
  Effect out;
  read_filters(fields, "filters", context, out.filters);
  long_text(fields, "kernel", out.kernel);
  if (const Json* params = fields.take("params"); params != nullptr)
    read_params(*params, fields.path_of("params"), context.problems, out.params);
  return out;
}

VirtualBackground read_background(Fields& fields, const FileContext& context, FileNode& node) {
  VirtualBackground out;
  read_video_fields(fields, context, Need::no, out.video);
  file(fields, "picture", context.folder, node.picture);
  fields.text("model", node.model);
  if (node.model.ends_with(".onnx")) node.model = (context.folder / node.model).string();
  fields.text("label", node.label);
  file(fields, "mask_picture", context.folder, node.mask);
  file(fields, "background", context.folder, node.background);
  fields.number("strength", out.strength, 1, 64);
  return out;
}

void read_keyframe(const Json& value, const std::string& path, const FileContext& context,
                   Keyframe& out) {
  Fields fields(context.problems, value, path);
  seconds(fields, "time", out.time, Need::yes);
  fields.number("value", out.value, -1e9, 1e9, Need::yes);
  choice(fields, "easing", out.easing, parse_easing);
  fields.end();
}

}  // namespace

std::string read_type(Fields& fields) {
  constexpr auto types = std::to_array<std::string_view>(
      {"group", "video", "image", "overlay", "text", "effect", "animation", "virtual_background"});
  constexpr std::string_view all =
      "group, video, image, overlay, text, effect, animation and virtual_background";
  const Json* value = fields.take("type");
  if (value == nullptr) {
    if (fields.is_object()) fields.problem("type", format("is missing; the types are {}", all));
    return {};
  }
  std::string type = value->is_string() ? value->get<std::string>() : std::string{};
  if (std::ranges::find(types, type) != types.end()) return type;
  const std::string_view near = nearest(type, types);
  fields.problem("type", near.empty() ? format("is {}; the types are {}", shown(*value), all)
                                      : format("is {}; did you mean \"{}\"? The types are {}",
                                               shown(*value), near, all));
  return {};
}

void read_transform(Fields& fields, const FileContext&, Transform& out) {
  std::array<double, 2> pair{};
  if (numbers(fields, "position", pair, "[x, y]")) out.position = {pair[0], pair[1]};
  if (numbers(fields, "size", pair, "[width, height]")) out.size = Size{pair[0], pair[1]};
  if (const Json* scale = fields.take("scale"); scale != nullptr) {
    if (scale->is_number())
      out.scale = {scale->get<double>(), scale->get<double>()};
    else if (numbers(fields, "scale", pair, "a number or [x, y]"))
      out.scale = {pair[0], pair[1]};
  }
  fields.number("rotation", out.rotation, -1e6, 1e6);
  if (numbers(fields, "anchor", pair, "[x, y]")) out.anchor = {pair[0], pair[1]};
  fields.number("opacity", out.opacity, 0, 1);
  if (const Json* z = fields.take("z_index"); z != nullptr) {
    if (z->is_number_integer() && std::abs(z->get<double>()) <= 1e6)
      out.z_index = z->get<int>();
    else
      fields.problem("z_index", format("must be a whole number from -1000000 to 1000000; it is {}",
                                       shown(*z)));
  }
  fields.flag("visible", out.visible);
  choice(fields, "blend", out.blend, blend_mode);
  std::array<double, 4> crop{};
  if (numbers(fields, "crop", crop, "[x, y, width, height]"))
    out.crop = Crop{crop[0], crop[1], crop[2], crop[3]};
  fields.number("corner_radius", out.corner_radius, 0, 65536);
  choice(fields, "fit", out.fit, fit);
}

void read_animation(Fields& fields, const FileContext& context, Animation& out) {
  fields.text("property", out.property, Need::yes);
  choice(fields, "loop", out.loop, loop);
  seconds(fields, "start", out.start);
  std::uint64_t count = out.count;
  fields.whole("count", count, 0, 1000000000);
  out.count = static_cast<unsigned>(count);
  const Json* frames = fields.take("keyframes", Need::yes);
  if (frames == nullptr) return;
  if (!frames->is_array() || frames->empty() || frames->size() > most_keyframes)
    return fields.problem("keyframes",
                          format("must be a list of 1 to {} keyframes, as {{\"time\": 1, "
                                 "\"value\": 0.5}}; it is {}",
                                 most_keyframes, shown(*frames)));
  for (std::size_t i = 0; i < frames->size(); ++i)
    read_keyframe((*frames)[i], format("{}[{}]", fields.path_of("keyframes"), i), context,
                  out.keyframes.emplace_back());
}

void read_content(Fields& fields, const FileContext& context, const std::string& type,
                  FileNode& out) {
  Content& content = out.node.content;
  if (type == "group") {
    Group group;
    fields.flag("clip", group.clip);
    content = group;
  } else if (type == "video") {
    content = read_video(fields, context);
  } else if (type == "image") {
    content = read_image(fields, context);
  } else if (type == "overlay") {
    content = read_overlay(fields, context);
  } else if (type == "text") {
    content = read_text(fields, context);
  } else if (type == "effect") {
    content = read_effect(fields, context);
  } else if (type == "animation") {
    Animation animation;
    read_animation(fields, context, animation);
    content = animation;
  } else if (type == "virtual_background") {
    content = read_background(fields, context, out);
  }
}

}  // namespace dala::scene
