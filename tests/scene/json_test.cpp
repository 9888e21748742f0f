// Scene files: every field, and every mistake with its path.
#include <gtest/gtest.h>

#include <sstream>

#include <dala/scene/file.hpp>

#include "support/results.hpp"

namespace dala::scene {
namespace {

using namespace std::chrono_literals;

Result<File> parse(const std::string& json) { return parse_file(json, "s.json", "folder"); }

// A scene of one node with these fields.
Result<File> parse_node(const std::string& fields) {
  return parse(R"({"nodes": [{)" + fields + "}]}");
}

void expect_bad(const std::string& json, const std::string& mentions) {
  expect_error(parse(json), ErrorCode::bad_file, ": " + mentions);
}

void expect_bad_node(const std::string& fields, const std::string& mentions) {
  expect_error(parse_node(fields), ErrorCode::bad_file, ": nodes[0]" + mentions);
}

template <typename T>
T content(const std::string& fields) {
  const File file = must(parse_node(fields));
  if (file.nodes.empty()) return T{};
  return std::get<T>(file.nodes[0].node.content);
}

TEST(SceneFiles, SceneFields) {
  const File file = must(parse(R"({"width": 640, "height": 360, "fps": 25, "seconds": 2.5,
                                   "background": "#10203040", "nodes": []})"));
  EXPECT_EQ(file.width, 640U);
  EXPECT_EQ(file.height, 360U);
  EXPECT_EQ(file.fps, 25);
  EXPECT_EQ(file.duration, Time(2500ms));
  EXPECT_EQ(file.background, (Rgba{16, 32, 48, 64}));
  const File plain = must(parse(R"({"nodes": []})"));
  EXPECT_EQ(plain.width, 1920U);
  EXPECT_EQ(plain.background, colors::black);
  EXPECT_FALSE(plain.duration);
}

TEST(SceneFiles, Transforms) {
  const File file = must(parse_node(R"("type": "overlay", "id": "box", "position": [10, -20.5],
      "size": [300, 200], "scale": 2, "rotation": 15, "anchor": [0, 1], "opacity": 0.5,
      "z_index": -3, "visible": false, "blend": "screen", "crop": [1, 2, 3, 4],
      "corner_radius": 12, "fit": "cover")"));
  ASSERT_EQ(file.nodes.size(), 1U);
  EXPECT_EQ(file.nodes[0].path, "nodes[0]");
  EXPECT_EQ(file.nodes[0].node.key, "box");
  const Transform expected{.position = {10, -20.5},
                           .size = Size{300, 200},
                           .scale = {2, 2},
                           .rotation = 15,
                           .anchor = {0, 1},
                           .opacity = 0.5,
                           .z_index = -3,
                           .visible = false,
                           .blend = BlendMode::screen,
                           .crop = Crop{1, 2, 3, 4},
                           .corner_radius = 12,
                           .fit = Fit::cover};
  EXPECT_EQ(file.nodes[0].node.transform, expected);
  EXPECT_EQ(must(parse_node(R"("type": "overlay", "scale": [2, 3])")).nodes[0].node.transform.scale,
            (Point{2, 3}));
}

TEST(SceneFiles, Contents) {
  const Video video{.source = "folder/a.mp4",
                    .loop = true,
                    .rate = 2,
                    .start = 1s,
                    .offset = 500ms,
                    .at_end = AtEnd::color,
                    .end_color = colors::red,
                    .pip = Pip{.position = Point{5, 6}}};
  EXPECT_EQ(content<Video>(R"("type": "video", "source": "a.mp4", "loop": true, "rate": 2,
      "start": 1, "offset": 0.5, "at_end": "color", "end_color": "red",
      "pip": {"position": [5, 6]})"),
            video);
  EXPECT_EQ(content<Video>(R"("type": "video", "source": "lavfi:testsrc=size=4x4")").source,
            "lavfi:testsrc=size=4x4");
  EXPECT_EQ(content<Video>(R"("type": "video", "source": "rtsp://x/y", "live": true)").source,
            "rtsp://x/y");
  EXPECT_EQ(content<Video>(R"("type": "video", "source": "/v.mp4", "pip": true)").pip, Pip{});
  EXPECT_EQ(content<Image>(R"("type": "image", "file": "a.png")").file, "folder/a.png");
  EXPECT_EQ(content<Image>(R"("type": "image", "file": "/a.png")").file, "/a.png");
  const Overlay overlay{.color = {1, 2, 3, 4}, .gradient = Gradient{colors::cyan, 45}};
  EXPECT_EQ(content<Overlay>(R"("type": "overlay", "color": [1, 2, 3, 4],
                                "gradient": {"to": "cyan", "angle": 45})"),
            overlay);
  EXPECT_EQ(content<Group>(R"("type": "group", "clip": true)"), Group{.clip = true});
}

TEST(SceneFiles, Texts) {
  const TextStyle expected{.text = "Xin chào",
                           .family = "serif",
                           .size = 20,
                           .weight = 700,
                           .italic = true,
                           .color = colors::yellow,
                           .outline = {2, colors::blue},
                           .shadow = {1, 2, 3, {0, 0, 0, 255}},
                           .background = {colors::gray, 4, 5, 6},
                           .align = TextAlign::center,
                           .line_height = 1.5,
                           .wrap_width = 300,
                           .max_lines = 2,
                           .ellipsis = true,
                           .language = "vi"};
  EXPECT_EQ(content<Text>(R"("type": "text", "text": "Xin chào", "style": {"family": "serif",
      "size": 20, "weight": 700, "italic": true, "color": "yellow",
      "outline": {"width": 2, "color": "blue"}, "shadow": {"dx": 1, "dy": 2, "blur": 3},
      "background": {"color": "gray", "padding_x": 4, "padding_y": 5, "radius": 6},
      "align": "center", "line_height": 1.5, "wrap_width": 300, "max_lines": 2,
      "ellipsis": true, "language": "vi"})")
                .style,
            expected);
  EXPECT_EQ(
      content<Text>(R"("type": "text", "text": "", "style": {"family": "a/b.ttf"})").style.family,
      "folder/a/b.ttf");
}

TEST(SceneFiles, EffectsAndAnimationsInAndBesideTheirNode) {
  const File file = must(parse(R"json({"nodes": [
      {"type": "effect", "target": "later", "filters": ["blur:radius=2", {"invert": {}}]},
      {"type": "overlay", "id": "later", "mask": "last", "effects": ["grayscale"],
       "animations": [{"property": "opacity", "loop": "alternate", "start": 1, "count": 2,
                       "keyframes": [{"time": 0, "value": 0},
                                     {"time": 1.5, "value": 1, "easing": "spring(2, 0.1)"}]}]},
      {"type": "overlay", "id": "last"},
      {"type": "animation", "target": "last", "property": "rotation",
       "keyframes": [{"time": 0, "value": 90}]}]})json"));
  ASSERT_EQ(file.nodes.size(), 6U);
  const auto& effect = std::get<Effect>(file.nodes[0].node.content);
  EXPECT_EQ(effect.target, 2U);
  ASSERT_EQ(effect.filters.size(), 2U);
  EXPECT_EQ(effect.filters[1].name, "invert");
  EXPECT_EQ(file.nodes[1].node.transform.mask, 5U);
  EXPECT_EQ(file.nodes[2].path, "nodes[1].effects");
  EXPECT_EQ(std::get<Effect>(file.nodes[2].node.content).target, 2U);
  const auto& animation = std::get<Animation>(file.nodes[3].node.content);
  EXPECT_EQ(file.nodes[3].path, "nodes[1].animations[0]");
  const Animation expected{.target = 2,
                           .property = "opacity",
                           .keyframes = {{0s, 0, {}}, {1500ms, 1, Easing::spring(2, 0.1)}},
                           .loop = Loop::alternate,
                           .start = 1s,
                           .count = 2};
  EXPECT_EQ(animation, expected);
  EXPECT_EQ(std::get<Animation>(file.nodes[5].node.content).target, 5U);
}

TEST(SceneFiles, GroupsNest) {
  const File file = must(parse(R"({"nodes": [{"type": "group", "nodes": [
      {"type": "group", "nodes": [{"type": "overlay"}]}, {"type": "overlay"}]}]})"));
  ASSERT_EQ(file.nodes.size(), 4U);
  EXPECT_EQ(file.nodes[2].path, "nodes[0].nodes[0].nodes[0]");
  EXPECT_EQ(file.nodes[2].node.parent, 2U);
  EXPECT_EQ(file.nodes[3].node.parent, 1U);
}

TEST(SceneFiles, InputsAreAllFilesOnDisk) {
  const File file = must(parse(R"({"nodes": [
      {"type": "video", "source": "a.mp4"}, {"type": "video", "source": "lavfi:testsrc"},
      {"type": "image", "file": "b.png"},
      {"type": "text", "text": "x", "style": {"family": "./f.ttf"}},
      {"type": "virtual_background", "source": "c.mp4", "model": "m.onnx", "label": "person",
       "background": "d.png"}]})"));
  std::vector<std::string> names;
  for (const auto& path : file.inputs()) names.push_back(path.lexically_normal().string());
  EXPECT_EQ(names, (std::vector<std::string>{"folder/a.mp4", "folder/b.png", "folder/f.ttf",
                                             "folder/c.mp4", "folder/d.png", "folder/m.onnx"}));
}

TEST(SceneFiles, MistakesAreToldWithTheirPath) {
  expect_error(parse("{"), ErrorCode::bad_file, "s.json is not JSON");
  expect_error(parse(R"({"fps": 1e999})"), ErrorCode::bad_file, "number that does not fit");
  expect_bad("[]", "the whole must be an object");
  expect_bad("{}", "nodes is missing");
  expect_bad(R"({"nodes": 3})", "nodes must be a list, as [...]; it is 3");
  expect_bad(R"({"nodes": [], "width": 0})",
             "width must be a whole number from 1 to 16384; it is 0");
  expect_bad(R"({"nodes": [], "width": 1e9})", "width must be");
  expect_bad(R"({"nodes": [], "fps": "fast"})", "fps must be a number from 0.01 to 1000");
  expect_bad(R"({"nodes": [], "widht": 3})", "widht is not a field; did you mean \"width\"?");
  expect_bad(R"({"nodes": [3]})", "nodes[0] must be an object");
  const std::string types =
      "he types are group, video, image, overlay, text, effect, animation and virtual_background";
  expect_bad_node(R"("id": "a")", ".type is missing; t" + types);
  expect_bad_node(R"("type": "vidoe")", ".type is \"vidoe\"; did you mean \"video\"? T" + types);
  expect_bad_node(R"("type": "")", ".type is \"\"; t" + types);
  expect_bad_node(R"("type": 3)", ".type is 3; t" + types);
  expect_bad_node(R"("type": "video")", ".source is missing");
  expect_bad_node(R"("type": "overlay", "size": "big")",
                  ".size must be [width, height], 2 numbers; it is \"big\"");
  expect_bad_node(R"("type": "overlay", "size": [1, 2, 3])", ".size must be [width, height]");
  expect_bad_node(R"("type": "overlay", "scale": true)", ".scale must be a number or [x, y]");
  expect_bad_node(R"("type": "overlay", "opacity": 2)", ".opacity must be a number from 0 to 1");
  expect_bad_node(R"("type": "overlay", "z_index": 1.5)", ".z_index must be a whole number");
  expect_bad_node(R"("type": "overlay", "color": "#12")", ".color must be a colour");
  expect_bad_node(R"("type": "overlay", "color": [1, 2, 256])", ".color must be a colour");
  expect_bad_node(R"("type": "overlay", "blend": "mix")",
                  ".blend is \"mix\"; it must be one of normal, multiply,");
  expect_bad_node(R"("type": "overlay", "colour": "red")",
                  ".colour is not a field; did you mean \"color\"?");
  expect_bad_node(R"("type": "text", "text": 3)", ".text must be text; it is 3");
  expect_bad_node(R"("type": "text", "text": "a", "style": {"size": 0})",
                  ".style.size must be a number from 1 to 2048; it is 0");
  expect_bad_node(R"("type": "video", "source": "a", "pip": {"size": 3})",
                  ".pip.size must be [width, height]");
  expect_bad_node(R"("type": "effect", "filters": ["blurr"])", ".filters[0] is wrong: ");
  expect_bad_node(R"("type": "effect", "filters": ["invert", {"blur": {"radius": "x"}}])",
                  ".filters[1] is wrong: ");
  expect_bad_node(R"("type": "effect", "filters": ["background_blur:mask=/dev/zero"])",
                  ".filters[0] is background_blur, which needs another picture");
  expect_bad_node(R"("type": "overlay", "animations": [{"property": "opacity",
                     "keyframes": [{"time": 0}]}])",
                  ".animations[0].keyframes[0].value is missing");
}

// Editors and people go to "file:line:column:".
TEST(SceneFiles, AllMistakesAreToldWithTheirPlace) {
  const auto file = parse(R"({
  "width": 0, "hieght": 360,
  "nodes": [
    {"type": "overlay", "size": "big",
     "colour": "red"},
    {"type": "text", "text": "Xin chào", "style": {"size": 0}},
    {"type": "vidoe", "source": "a.mp4"},
    {"type": "overlay", "mask": "nobody",
     "animations": [{"property": "opacity", "keyframes": [{"time": 0}, {"value": 1}]}]},
    {"type": "effect", "filters": ["blurr", "invert", {"blur": {"radius": {}}}]}
  ]})");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::bad_file);
  std::vector<std::string> begins;
  std::istringstream lines(file.error().message);
  for (std::string line; std::getline(lines, line);)
    begins.push_back(line.substr(0, line.find(' ', line.find(' ') + 1)));
  EXPECT_EQ(begins, (std::vector<std::string>{
                        "s.json:2:3: width",
                        "s.json:2:15: hieght",
                        "s.json:4:25: nodes[0].size",
                        "s.json:5:6: nodes[0].colour",
                        "s.json:6:52: nodes[1].style.size",
                        "s.json:7:6: nodes[2].type",
                        "s.json:8:25: nodes[3].mask",
                        "s.json:9:59: nodes[3].animations[0].keyframes[0].value",
                        "s.json:9:72: nodes[3].animations[0].keyframes[1].time",
                        "s.json:10:36: nodes[4].filters[0]",
                        "s.json:10:65: nodes[4].filters[2].blur.radius",
                    }))
      << file.error().message;
}

TEST(SceneFiles, MistakesOfAllNodesAndAnimationsAreTold) {
  const auto file = parse(R"({"nodes": [
    {"type": "overlay", "animations": [{"property": "wobble",
      "keyframes": [{"time": 0, "value": 1}]}]},
    {"type": "effect"},
    {"type": "text", "text": "a", "animations": [{"property": "color.r",
      "keyframes": [{"time": 0, "value": 1}]}]}
  ]})");
  ASSERT_FALSE(file);
  const std::string& message = file.error().message;
  EXPECT_NE(
      message.find("s.json:2:40: nodes[0].animations[0]: \"wobble\" is no number of this overlay "
                   "that can be animated; there are position.x, position.y, size.width"),
      std::string::npos)
      << message;
  EXPECT_NE(message.find("s.json:4:5: nodes[1]: an effect has filters, a kernel, or both"),
            std::string::npos)
      << message;
  EXPECT_NE(
      message.find("s.json:5:50: nodes[2].animations[0]: \"color.r\" is no number of this text"),
      std::string::npos)
      << message;
  EXPECT_NE(message.find("text.size, text.wrap_width"), std::string::npos) << message;
}

TEST(SceneFiles, MistakesAreNotToldForEver) {
  std::string many = R"({"nodes": [3)";
  for (int i = 0; i < 5000; ++i) many += ", 3";
  const auto file = parse(many + "]}");
  ASSERT_FALSE(file);
  EXPECT_TRUE(file.error().message.ends_with("s.json: and 4981 mistakes more"));
  std::string fields;
  for (int i = 0; i < 100'000; ++i) fields += ", \"f" + std::to_string(i) + "\": 1";
  const auto wide = parse_node("\"type\": \"overlay\"" + fields);
  ASSERT_FALSE(wide);
  EXPECT_LT(wide.error().message.size(), 20000U);
}

TEST(SceneFiles, WhatIsNotJsonIsToldWithItsPlace) {
  expect_error(parse("{\n  \"width\": 3,\n  nodes: []\n}"), ErrorCode::bad_file,
               "s.json is not JSON: there is a mistake at line 3, column 4: invalid literal");
  expect_error(parse("{\"é\": [1 2]}"), ErrorCode::bad_file, "at line 1, column 10: unexpected");
  const auto bytes = parse("{\"a\": \"\xff\x1b[31m\"}");
  ASSERT_FALSE(bytes);
  for (const char c : bytes.error().message) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST(SceneFiles, Colours) {
  const auto read = [](const std::string& text) {
    return content<Overlay>(R"("type": "overlay", "color": ")" + text + "\"").color;
  };
  EXPECT_EQ(read("#f80"), (Rgba{255, 136, 0, 255}));
  EXPECT_EQ(read("#F808"), (Rgba{255, 136, 0, 136}));
  EXPECT_EQ(read("#ff8000"), (Rgba{255, 128, 0, 255}));
  EXPECT_EQ(read("#ff800080"), (Rgba{255, 128, 0, 128}));
  EXPECT_EQ(read("rebeccapurple"), (Rgba{102, 51, 153, 255}));
  EXPECT_EQ(read("SlateGrey"), (Rgba{112, 128, 144, 255}));
  EXPECT_EQ(read("aliceblue"), (Rgba{240, 248, 255, 255}));
  EXPECT_EQ(read("yellowgreen"), (Rgba{154, 205, 50, 255}));
  EXPECT_EQ(read("transparent"), colors::transparent);
  // Those of the library's own list are what they were.
#define X(name, value) EXPECT_EQ(read(#name), colors::name);
  DALA_NAMED_COLORS(X)
#undef X
  for (const char* text :
       {"#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#-12", "reddish", "", "#+1234567"})
    expect_bad_node(R"("type": "overlay", "color": ")" + std::string(text) + "\"",
                    ".color must be a colour");
}

// What only the whole scene tells has the node's path too.
TEST(SceneFiles, MistakesBetweenNodesAreTold) {
  const auto expect = [](const std::string& json, const std::string& mentions) {
    const auto file = parse(json);
    ASSERT_FALSE(file) << json;
    EXPECT_NE(file.error().message.find(": " + mentions), std::string::npos)
        << file.error().message;
  };
  expect(R"({"nodes": [{"type": "overlay", "mask": "b"}]})",
         "nodes[0].mask is \"b\", which is the id of no node");
  expect(R"({"nodes": [{"type": "overlay", "id": "a", "mask": "a"}]})",
         "nodes[0].mask is the node itself");
  expect(R"({"nodes": [{"type": "overlay", "id": "a"}, {"type": "overlay", "id": "a"}]})",
         "nodes[1].id is \"a\", which is the id of nodes[0] already");
  expect(R"({"nodes": [{"type": "overlay", "id": "a", "mask": "b"},
                       {"type": "overlay", "id": "b", "mask": "a"}]})",
         "nodes[1]");
  expect(
      R"({"nodes": [{"type": "group", "id": "g", "nodes": [{"type": "overlay", "mask": "g"}]}]})",
      "nodes[0].nodes[0]");
  expect(R"({"nodes": [{"type": "overlay", "animations": [{"property": "wobble",
             "keyframes": [{"time": 0, "value": 1}]}]}]})",
         "nodes[0].animations[0]");
  expect(R"({"nodes": [{"type": "overlay", "animations": [{"property": "opacity",
             "keyframes": [{"time": 1, "value": 1}, {"time": 1, "value": 0}]}]}]})",
         "nodes[0].animations[0]");
  expect(R"({"nodes": [{"type": "virtual_background", "source": "a.mp4"}]})", "nodes[0]");
  expect(R"({"nodes": [{"type": "effect"}]})", "nodes[0]");
}

// The limits of what draws text are those of the file.
TEST(SceneFiles, TextsThatCannotBeDrawnAreTold) {
  const auto style = [](const std::string& fields) {
    return R"("type": "text", "text": "a", "style": {)" + fields + "}";
  };
  expect_bad_node(style(R"("size": 2049)"), ".style.size must be a number from 1 to 2048");
  expect_bad_node(style(R"("weight": 950)"),
                  ".style.weight must be a whole number from 100 to 900");
  expect_bad_node(style(R"("line_height": 11)"), ".style.line_height must be");
  expect_bad_node(style(R"("wrap_width": 16385)"), ".style.wrap_width must be");
  expect_bad_node(style(R"("outline": {"width": 257})"), ".style.outline.width must be");
  const auto told = [](const std::string& fields, const std::string& mentions) {
    const auto file = parse_node(fields);
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message.find(": nodes[0]" + mentions), std::string::npos)
        << file.error().message;
  };
  told(R"("type": "text", "text": ")" + std::string(70000, 'a') + R"(")",
       ": the text has 70000 bytes");
  const auto animated = [](const std::string& property, const std::string& value) {
    return R"("type": "text", "text": "a", "animations": [{"property": ")" + property +
           R"(", "keyframes": [{"time": 0, "value": 20}, {"time": 1, "value": )" + value + "}]}]";
  };
  told(animated("text.size", "4000"),
       ".animations[0]: keyframes[1].value is 4000; text.size is from 1 to 2048");
  told(animated("text.size", "0"), ".animations[0]: keyframes[1].value is 0");
  told(animated("text.wrap_width", "20000"), ".animations[0]: keyframes[1].value is 20000");
  must(parse_node(animated("text.size", "2048")));
}

TEST(SceneFiles, HostileFilesAreErrors) {
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += R"({"type": "group", "nodes": [)";
  for (int i = 0; i < 40; ++i) deep += "]}";
  expect_error(parse(R"({"nodes": [)" + deep + "]}"), ErrorCode::bad_file,
               "deeper than groups may nest");
  expect_error(parse(std::string(100000, '[') + std::string(100000, ']')), ErrorCode::bad_file,
               "must be an object");
  expect_error(parse(std::string((4 << 20) + 1, ' ')), ErrorCode::bad_file, "longer than");
  std::string many = R"({"nodes": [{"type": "overlay"})";
  for (int i = 0; i < 10000; ++i) many += R"(,{"type": "overlay"})";
  expect_error(parse(many + "]}"), ErrorCode::bad_file, "one more than a scene may have");
  expect_bad_node(R"("type": "image", "file": "a\u0000b")", ".file must be the name of a file");
}

}  // namespace
}  // namespace dala::scene
