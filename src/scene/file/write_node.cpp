#include "scene/file/write_node.hpp"

#include <cmath>

#include "core/error.hpp"
#include "scene/file/values.hpp"

namespace dala::scene {

namespace {

// Sets fields of an object where they are not what they are by themselves.
class Writer {
 public:
  Writer(Written& out, const std::filesystem::path& folder) : out_(out), folder_(folder) {}

  template <typename T>
  void field(const char* key, const T& value, const T& usual) {
    if (value != usual) out_[key] = value;
  }
  void field(const char* key, double value, double usual) {
    if (value != usual) out_[key] = written_number(value);
  }
  void text(const char* key, const std::string& value) {
    if (!value.empty()) out_[key] = value;
  }
  void color(const char* key, Rgba value, Rgba usual) {
    if (value != usual) out_[key] = written_color(value);
  }
  void seconds(const char* key, Time value) {
    if (value != Time::zero()) out_[key] = written_number(in_seconds(value));
  }
  void file(const char* key, const std::string& value) {
    if (!value.empty()) out_[key] = written_path(value, folder_);
  }
  template <typename Enum>
  void choice(const char* key, Enum value, Enum usual) {
    if (value != usual) out_[key] = to_string(value);
  }
  template <typename Enum, std::size_t n>
  void word(const char* key, Enum value, Enum usual, const std::array<std::string_view, n>& words) {
    if (value != usual) out_[key] = words[static_cast<std::size_t>(value)];
  }
  // An object of its own, unless it would be empty.
  template <typename Write>
  void part(const char* key, const Write& write) {
    Written inner = Written::object();
    write(Writer(inner, folder_));
    if (!inner.empty()) out_[key] = std::move(inner);
  }
  void set(const char* key, Written value) { out_[key] = std::move(value); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  static double in_seconds(Time time) { return std::chrono::duration<double>(time).count(); }

 private:
  Written& out_;
  const std::filesystem::path& folder_;
};

Written pair(Point point) { return {written_number(point.x), written_number(point.y)}; }
Written pair(Size size) { return {written_number(size.width), written_number(size.height)}; }

void write_transform(Writer out, const Transform& t) {
  const Transform usual;
  if (t.position != usual.position) out.set("position", pair(t.position));
  if (t.size) out.set("size", pair(*t.size));
  if (t.scale != usual.scale) out.set("scale", pair(t.scale));
  out.field("rotation", t.rotation, usual.rotation);
  if (t.anchor != usual.anchor) out.set("anchor", pair(t.anchor));
  out.field("opacity", t.opacity, usual.opacity);
  out.field("z_index", t.z_index, usual.z_index);
  out.field("visible", t.visible, usual.visible);
  out.choice("blend", t.blend, usual.blend);
  if (t.crop)
    out.set("crop", {written_number(t.crop->x), written_number(t.crop->y),
                     written_number(t.crop->width), written_number(t.crop->height)});
  out.field("corner_radius", t.corner_radius, usual.corner_radius);
  out.choice("fit", t.fit, usual.fit);
}

void write_pip(Writer out, const std::optional<Pip>& pip) {
  if (!pip) return;
  if (*pip == Pip{}) return out.set("pip", true);
  out.part("pip", [&](Writer inner) {
    if (pip->position) inner.set("position", pair(*pip->position));
    if (pip->size != Pip{}.size) inner.set("size", pair(pip->size));
  });
}

void write_video(Writer out, const Video& video) {
  const Video usual;
  if (!video.source.empty())
    out.set("source",
            is_file_source(video.source) ? written_path(video.source, out.folder()) : video.source);
  out.field("live", video.live, usual.live);
  out.field("loop", video.loop, usual.loop);
  out.field("paused", video.paused, usual.paused);
  out.field("rate", video.rate, usual.rate);
  out.seconds("start", video.start);
  out.seconds("offset", video.offset);
  out.word("at_end", video.at_end, usual.at_end, at_end_names);
  out.color("end_color", video.end_color, usual.end_color);
}

void write_style(Writer out, const TextStyle& style) {
  const TextStyle usual;
  if (style.family.find('/') != std::string::npos) {
    // What has no slash would be the name of a font.
    const std::string file = written_path(style.family, out.folder());
    out.set("family", file.find('/') == std::string::npos ? "./" + file : file);
  } else {
    out.field("family", style.family, usual.family);
  }
  out.field("size", style.size, usual.size);
  out.field("weight", style.weight, usual.weight);
  out.field("italic", style.italic, usual.italic);
  out.color("color", style.color, usual.color);
  out.part("outline", [&](Writer outline) {
    outline.field("width", style.outline.width, usual.outline.width);
    outline.color("color", style.outline.color, usual.outline.color);
  });
  if (style.shadow != usual.shadow)
    out.part("shadow", [&](Writer shadow) {
      shadow.field("dx", style.shadow.dx, usual.shadow.dx);
      shadow.field("dy", style.shadow.dy, usual.shadow.dy);
      shadow.field("blur", style.shadow.blur, usual.shadow.blur);
      // In a file a shadow is black, since there is one.
      shadow.set("color", written_color(style.shadow.color));
    });
  out.part("background", [&](Writer background) {
    background.color("color", style.background.color, usual.background.color);
    background.field("padding_x", style.background.padding_x, usual.background.padding_x);
    background.field("padding_y", style.background.padding_y, usual.background.padding_y);
    background.field("radius", style.background.radius, usual.background.radius);
  });
  out.word("align", style.align, usual.align, align_names);
  out.field("line_height", style.line_height, usual.line_height);
  out.field("wrap_width", style.wrap_width, usual.wrap_width);
  out.field("max_lines", style.max_lines, usual.max_lines);
  out.field("ellipsis", style.ellipsis, usual.ellipsis);
  out.text("language", style.language);
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

Result<void> write_effect(Writer out, const Effect& effect) {
  Written list = Written::array();
  for (const media::Filter& filter : effect.filters) {
    if (!filter.inputs.empty())
      return fail(ErrorCode::invalid_argument,
                  "the filter {} has another picture, which no scene file can hold", filter.name);
    Written params = written_params(filter.params);
    if (const ParamValue* file = filter.params.find("file"); file != nullptr)
      if (const auto* name = file->get_if<std::string>())
        params["file"] = written_path(*name, out.folder());
    list.push_back({{filter.name, std::move(params)}});
  }
  if (!list.empty()) out.set("filters", std::move(list));
  out.text("kernel", effect.kernel);
  if (effect.params.size() != 0) out.set("params", written_params(effect.params));
  return {};
}

void write_animation(Writer out, const Animation& animation) {
  out.set("property", animation.property);
  out.choice("loop", animation.loop, Animation{}.loop);
  out.seconds("start", animation.start);
  out.field("count", animation.count, 0U);
  Written frames = Written::array();
  for (const Keyframe& key : animation.keyframes) {
    Written& frame = frames.emplace_back(Written::object());
    frame["time"] = written_number(Writer::in_seconds(key.time));
    frame["value"] = written_number(key.value);
    if (key.easing != Easing{}) frame["easing"] = to_string(key.easing);
  }
  out.set("keyframes", std::move(frames));
}

void write_background(Writer out, const FileNode& from, const VirtualBackground& background) {
  write_video(out, background.video);
  out.file("picture", from.picture);
  if (from.model.ends_with(".onnx"))
    out.file("model", from.model);
  else
    out.text("model", from.model);
  out.text("label", from.label);
  out.file("mask_picture", from.mask);
  out.file("background", from.background);
  out.field("strength", background.strength, VirtualBackground{}.strength);
}

Result<void> write_content(Writer out, const FileNode& from) {
  const Content& content = from.node.content;
  if (const auto* group = std::get_if<Group>(&content)) {
    out.field("clip", group->clip, false);
  } else if (const auto* video = std::get_if<Video>(&content)) {
    if (video->stream)
      return fail(ErrorCode::invalid_argument,
                  "its frames come from the program, which no scene file can hold");
    write_video(out, *video);
    write_pip(out, video->pip);
  } else if (const auto* image = std::get_if<Image>(&content)) {
    if (image->file.empty())
      return fail(ErrorCode::invalid_argument,
                  "its picture is in memory; a scene file can only name a file");
    out.file("file", image->file);
    write_pip(out, image->pip);
  } else if (const auto* overlay = std::get_if<Overlay>(&content)) {
    out.color("color", overlay->color, Overlay{}.color);
    if (overlay->gradient)
      out.set("gradient", {{"to", written_color(overlay->gradient->to)},
                           {"angle", written_number(overlay->gradient->angle)}});
  } else if (const auto* text = std::get_if<Text>(&content)) {
    out.set("text", text->style.text);
    out.part("style", [&](Writer style) { write_style(style, text->style); });
  } else if (const auto* effect = std::get_if<Effect>(&content)) {
    return write_effect(out, *effect);
  } else if (const auto* animation = std::get_if<Animation>(&content)) {
    write_animation(out, *animation);
  } else if (const auto* background = std::get_if<VirtualBackground>(&content)) {
    write_background(out, from, *background);
  }
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
  Written out = Written::object();
  out["type"] = kind_of(node.node);
  const Writer writer(out, folder);
  if (!std::holds_alternative<Animation>(node.node.content))
    write_transform(writer, node.node.transform);
  DALA_TRY(write_content(writer, node));
  return out;
}

}  // namespace dala::scene
