#include "scene_terms.hpp"

#include "fields.hpp"
#include "picture.hpp"

namespace dala::nif {

void Fields::done() const {
  if (left_ > 0) throw BadArgument("there are options that this has none of");
}

namespace {

// The value of a Result that only a bad argument can make an error.
template <typename T>
T good(Result<T>&& result) {
  if (!result) throw BadArgument(result.error().message);
  return std::move(*result);
}

using Milliseconds = std::chrono::duration<double, std::milli>;

scene::Time time_of(double milliseconds) {
  constexpr double longest = 1e12;  // some thirty years; nanoseconds of it fit
  if (!(milliseconds >= -longest && milliseconds <= longest))
    throw BadArgument("a time is given in milliseconds, up to 1.0e12");
  return std::chrono::duration_cast<scene::Time>(Milliseconds(milliseconds));
}

}  // namespace

#define DALA_DECODE_PAIR(type)                                               \
  template <>                                                                \
  struct Decode<type> {                                                      \
    static type from(ErlNifEnv* env, ERL_NIF_TERM term) {                    \
      const auto parts = tuple(env, term, 2, "two numbers in a tuple");      \
      return {decode<double>(env, parts[0]), decode<double>(env, parts[1])}; \
    }                                                                        \
  };
DALA_DECODE_PAIR(scene::Point)
DALA_DECODE_PAIR(scene::Size)
#undef DALA_DECODE_PAIR

template <>
struct Decode<scene::Crop> {
  static scene::Crop from(ErlNifEnv* env, ERL_NIF_TERM term) {
    const auto parts = tuple(env, term, 4, "a part of a picture: {x, y, width, height}");
    return {decode<double>(env, parts[0]), decode<double>(env, parts[1]),
            decode<double>(env, parts[2]), decode<double>(env, parts[3])};
  }
};

// Four bytes, as Dala.Gpu.Command.encode_color makes them.
template <>
struct Decode<Rgba> {
  static Rgba from(ErlNifEnv* env, ERL_NIF_TERM term) {
    const auto bytes = pixels_of(decode<Bytes>(env, term));
    if (bytes.size() != 4) throw BadArgument("a colour is four bytes");
    return {bytes[0], bytes[1], bytes[2], bytes[3]};
  }
};

template <>
struct Decode<scene::Time> {
  static scene::Time from(ErlNifEnv* env, ERL_NIF_TERM term) {
    return time_of(decode<double>(env, term));
  }
};

// {milliseconds, value, easing}
template <>
struct Decode<scene::Keyframe> {
  static scene::Keyframe from(ErlNifEnv* env, ERL_NIF_TERM term) {
    const auto parts = tuple(env, term, 3, "a key frame: {milliseconds, value, easing}");
    return {.time = decode<scene::Time>(env, parts[0]),
            .value = decode<double>(env, parts[1]),
            .easing = good(scene::parse_easing(decode<std::string>(env, parts[2])))};
  }
};

template <>
struct Decode<std::shared_ptr<const media::Picture>> {
  static std::shared_ptr<const media::Picture> from(ErlNifEnv* env, ERL_NIF_TERM term) {
    return std::make_shared<media::Picture>(decode<media::Picture>(env, term));
  }
};

namespace {

void take_transform(Fields& fields, scene::Transform& to) {
  fields.take("position", to.position);
  fields.take("size", to.size);
  fields.take("scale", to.scale);
  fields.take("rotation", to.rotation);
  fields.take("anchor", to.anchor);
  fields.take("opacity", to.opacity);
  fields.take("z_index", to.z_index);
  fields.take("visible", to.visible);
  fields.take("crop", to.crop);
  fields.take("corner_radius", to.corner_radius);
  fields.take("mask_node", to.mask);
  if (std::string name; fields.take("blend", name)) to.blend = good(scene::blend_mode(name));
  if (std::string name; fields.take("fit", name)) to.fit = good(scene::fit(name));
}

std::optional<scene::Pip> take_pip(Fields& fields) {
  bool wanted = false;
  scene::Pip pip;
  fields.take("pip", wanted);
  const bool placed = fields.take("pip_position", pip.position);
  const bool sized = fields.take("pip_size", pip.size);
  if (wanted || placed || sized) return pip;
  return std::nullopt;
}

scene::Video take_video(Fields& fields) {
  scene::Video video;
  fields.take("source", video.source);
  fields.take("stream", video.stream);
  fields.take("live", video.live);
  fields.take("loop", video.loop);
  fields.take("paused", video.paused);
  fields.take("rate", video.rate);
  fields.take("start", video.start);
  fields.take("offset", video.offset);
  return video;
}

scene::Video decode_video(Fields& fields) {
  scene::Video video = take_video(fields);
  video.pip = take_pip(fields);
  return video;
}

scene::Image decode_image(Fields& fields) {
  scene::Image image;
  fields.take("file", image.file);
  fields.take("picture", image.picture);
  fields.take("image_id", image.image_id);
  image.pip = take_pip(fields);
  return image;
}

scene::Overlay decode_overlay(Fields& fields) {
  scene::Overlay overlay;
  fields.take("color", overlay.color);
  scene::Gradient gradient;
  if (fields.take("gradient_to", gradient.to)) overlay.gradient = gradient;
  if (fields.take("gradient_angle", gradient.angle)) overlay.gradient = gradient;
  return overlay;
}

scene::Text decode_text(Fields& fields) {
  scene::Text text;
  TextStyle& style = text.style;
  fields.take("text", style.text);
  fields.take("family", style.family);
  fields.take("font_size", style.size);
  fields.take("weight", style.weight);
  fields.take("italic", style.italic);
  fields.take("color", style.color);
  fields.take("outline_width", style.outline.width);
  fields.take("outline_color", style.outline.color);
  fields.take("background", style.background.color);
  fields.take("padding", style.background.padding_x);
  style.background.padding_y = style.background.padding_x;
  fields.take("background_radius", style.background.radius);
  fields.take("wrap_width", style.wrap_width);
  return text;
}

scene::Effect decode_effect(Fields& fields) {
  scene::Effect effect;
  fields.take("target", effect.target);
  fields.take("filters", effect.filters);
  fields.take("kernel", effect.kernel);
  fields.take("params", effect.params);
  return effect;
}

scene::Animation decode_animation(Fields& fields) {
  scene::Animation animation;
  fields.take("target", animation.target);
  fields.take("property", animation.property);
  fields.take("keyframes", animation.keyframes);
  fields.take("start", animation.start);
  fields.take("count", animation.count);
  if (std::string name; fields.take("loop", name)) animation.loop = good(scene::loop(name));
  return animation;
}

scene::VirtualBackground decode_virtual_background(Fields& fields) {
  scene::VirtualBackground node;
  node.video = take_video(fields);
  fields.take("picture", node.picture);
  fields.take("mask", node.mask);
  fields.take("background", node.background);
  fields.take("strength", node.strength);
  if (std::uint64_t label = 0; fields.take("label", label)) node.label = label;
  if (Term model; fields.take("model", model))
    node.model = decode<ml::TaskModel>(fields.env(), model.raw);
  return node;
}

scene::Group decode_group(Fields& fields) {
  scene::Group group;
  fields.take("clip", group.clip);
  return group;
}

scene::Content decode_content(const std::string& kind, Fields& fields) {
  if (kind == "video") return decode_video(fields);
  if (kind == "image") return decode_image(fields);
  if (kind == "overlay") return decode_overlay(fields);
  if (kind == "text") return decode_text(fields);
  if (kind == "effect") return decode_effect(fields);
  if (kind == "animation") return decode_animation(fields);
  if (kind == "virtual_background") return decode_virtual_background(fields);
  if (kind == "group") return decode_group(fields);
  throw BadArgument("no node is of the kind \"" + kind + "\"");
}

}  // namespace

scene::Node decode_node(ErlNifEnv* env, const std::string& kind, Term options) {
  Fields fields(env, options);
  scene::Node node;
  fields.take("key", node.key);
  fields.take("parent", node.parent);
  take_transform(fields, node.transform);
  node.content = decode_content(kind, fields);
  fields.done();
  return node;
}

scene::Transform decode_transform(ErlNifEnv* env, Term options) {
  Fields fields(env, options);
  scene::Transform transform;
  take_transform(fields, transform);
  fields.done();
  return transform;
}

scene::Pip decode_pip(ErlNifEnv* env, Term options) {
  Fields fields(env, options);
  scene::Pip pip;
  fields.take("position", pip.position);
  fields.take("size", pip.size);
  fields.done();
  return pip;
}

}  // namespace dala::nif
