// Scenes to JSON and back: every field, and the same frames.
#include <fstream>

#include <dala/media/still.hpp>
#include <dala/scene/file.hpp>
#include <dala/text.hpp>

#include "scene/scene_helper.hpp"
#include "support/paths.hpp"

namespace dala::scene::test {
namespace {

// Every type of node with every field at something else than it would be.
constexpr const char* everything = R"json({"width": 96, "height": 64, "fps": 12.5, "seconds": 1.25,
  "background": "#10203040", "nodes": [
  {"type": "group", "id": "g", "position": [3.25, 4], "clip": true, "nodes": [
    {"type": "overlay", "color": "#ff000080", "size": [20, 10], "scale": [1.5, -2], "rotation": 12.5,
     "anchor": [0, 1], "opacity": 0.75, "z_index": -3, "blend": "screen", "corner_radius": 2.5},
    {"type": "group", "nodes": [
      {"type": "image", "file": "a.png", "id": "picture", "position": [30, 10], "fit": "cover",
       "size": [30, 30], "crop": [1, 2, 10, 8], "mask": "round",
       "animations": [{"property": "rotation", "loop": "alternate", "start": 0.1, "count": 3,
         "keyframes": [{"time": 0, "value": 0},
                       {"time": 0.7, "value": 33, "easing": "cubic_bezier(0.1, 0.7, 1, 0.1)"},
                       {"time": 0.9, "value": 3, "easing": "spring(2, 0.01)"}]}],
       "effects": ["blur:radius=2", {"brightness": {"value": 0.2}}]}]},
    {"type": "overlay", "visible": false}]},
  {"type": "overlay", "id": "round", "position": [32, 12], "size": [24, 24], "corner_radius": 12},
  {"type": "overlay", "gradient": {"to": "#00ff0010", "angle": 33}, "position": [60, 0],
   "size": [30, 20], "blend": "add"},
  {"type": "image", "file": "/absolute/b.png", "pip": {"position": [5, 6], "size": [12, 9]}},
  {"type": "image", "file": "a.png", "pip": true},
  {"type": "video", "source": "a.mp4", "loop": true, "rate": 2, "start": 1, "offset": 0.5,
   "at_end": "color", "end_color": "red", "pip": {"size": [40, 30]}},
  {"type": "video", "source": "lavfi:testsrc=size=4x4", "live": true, "paused": true,
   "at_end": "nothing"},
  {"type": "text", "text": "Xin chào \"you\"\n", "style": {"family": "./f.ttf", "size": 20.5,
   "weight": 700, "italic": true, "color": "yellow", "outline": {"width": 2, "color": "blue"},
   "shadow": {"dx": 1, "dy": -2, "blur": 3},
   "background": {"color": "gray", "padding_x": 4, "padding_y": 5, "radius": 6}, "align": "center",
   "line_height": 1.5, "wrap_width": 300, "max_lines": 2, "ellipsis": true, "language": "vi"}},
  {"type": "text", "text": "plain"},
  {"type": "effect", "filters": ["box_blur:radius=1", {"resize": {"width": 9, "height": 7,
   "method": "area"}}], "position": [1, 2], "size": [10, 10]},
  {"type": "effect", "target": "round", "kernel": "fn k() {}", "params": {"a": 1, "b": 0.5,
   "c": true, "d": [1, 2], "e": "x"}},
  {"type": "virtual_background", "picture": "p.png", "mask_picture": "m.png", "background": "b.png",
   "strength": 7},
  {"type": "virtual_background", "source": "c.mp4", "model": "m.onnx", "label": "person"},
  {"type": "virtual_background", "source": "c.mp4", "model": "deeplab", "label": "15"},
  {"type": "animation", "target": "g", "property": "opacity",
   "keyframes": [{"time": 0, "value": 1}]}]})json";

// What two files say, whatever the order in which what is for others stands.
void expect_same(const File& a, const File& b) {
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.fps, b.fps);
  EXPECT_EQ(a.background, b.background);
  EXPECT_EQ(a.duration, b.duration);
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  const auto drawn = [](const File& file) {
    std::vector<FileNode> nodes;
    for (FileNode node : file.nodes) {
      if (const auto* effect = std::get_if<Effect>(&node.node.content);
          std::holds_alternative<Animation>(node.node.content) ||
          (effect != nullptr && effect->target != 0))
        continue;
      // Places differ, and who was named had to get a name.
      node.node.parent = node.node.parent == 0 ? 0 : 1;
      node.node.transform.mask = node.node.transform.mask == 0 ? 0 : 1;
      node.node.key.clear();
      nodes.push_back(node);
    }
    return nodes;
  };
  const auto first = drawn(a);
  const auto second = drawn(b);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    SCOPED_TRACE(first[i].path);
    EXPECT_EQ(first[i].node, second[i].node);
    EXPECT_EQ(first[i].names, second[i].names);
  }
}

TEST(SceneJson, HasEveryField) {
  for (const char* folder : {"", "folder", "a/b"}) {
    const File file = must(parse_file(everything, "s.json", folder));
    const std::string text = must(to_json(file, folder));
    const File again = must(parse_file(text, "s.json", folder));
    expect_same(file, again);
    // Written once, it is written the same way ever after.
    EXPECT_EQ(must(to_json(again, folder)), text);
  }
}

TEST(SceneJson, NamesFilesFromItsFolder) {
  const File file = must(parse_file(R"({"nodes": [{"type": "image", "file": "pictures/a.png"},
      {"type": "image", "file": "/b.png"}]})",
                                    "s.json", "shows/today"));
  EXPECT_NE(must(to_json(file, "shows/today")).find(R"("pictures/a.png")"), std::string::npos);
  EXPECT_NE(must(to_json(file, "shows")).find(R"("today/pictures/a.png")"), std::string::npos);
  EXPECT_NE(must(to_json(file, "shows")).find(R"("/b.png")"), std::string::npos);
}

// A scene made with calls, out of order, gives the same frames when it has been a text in between.
TEST(SceneJson, OfASceneMakesTheSameFrames) {
  const media::test::Folder folder;
  const std::string picture = (folder / "a.png").string();
  must(media::write_picture(picture, media::test::scene(40, 30)));
  const dala::Scene scene = scene_on("cpu", 96, 64, {.background = {40, 50, 60, 255}});
  must(scene.set_target_fps(24));
  const auto inside = must(scene.add_image({.file = picture}, {.position = {4, 4}}));
  const auto above =
      must(scene.add_overlay({.color = colors::red}, {.position = {20, 20}, .size = {{30, 30}}}));
  const auto group = must(scene.add_group({.position = {10, 2}, .rotation = 8, .opacity = 0.9}));
  // What was there before its group.
  Node node = must(scene.node(inside));
  node.parent = group;
  must(scene.update_node(inside, node));
  const auto mask =
      must(scene.add_overlay({}, {.position = {12, 8}, .size = {{50, 40}}, .corner_radius = 20}));
  node = must(scene.node(above));
  node.transform.mask = mask;
  must(scene.update_node(above, node));
  // Of two effects the order counts.
  must(scene.add_effect({.target = inside, .filters = {{"invert"}}}));
  must(scene.add_effect({.target = inside, .filters = {{"contrast", {{"value", 0.7}}}}}));
  must(scene.add_effect({.filters = {{"blur", {{"radius", 2}}}}},
                        {.position = {50, 10}, .size = {{30, 40}}, .z_index = 3}));
  must(scene.add_animation({.target = group,
                            .property = "position.x",
                            .keyframes = {{0s, 0}, {1s, 40, Easing::bounce()}},
                            .loop = Loop::alternate}));
  if (text_version()) {
    must(scene.add_text({.text = "Chữ", .size = 20}, {.position = {30, 30}}));
  }
  const std::string text = must(to_json(must(to_file(scene))));
  Options options;
  options.compute = scene.compute();
  options.sources = SourcePolicy::files();  // the picture is in no folder of the text
  const auto again = make_scene(must(parse_file(text, "again.json")), options);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->target_fps(), 24);
  for (const Time at : {0ms, 130ms, 700ms, 1900ms})
    EXPECT_EQ(difference(frame_at(scene, at), frame_at(*again, at)), 0) << at.count();
  EXPECT_EQ(must(to_json(must(to_file(*again)))), text);
}

TEST(SceneJson, OfTheExamplesMakesTheSameFrames) {
  const std::filesystem::path examples = dala::test::tests_folder() / "../examples/scenes";
  for (const char* name : {"photo.json", "mask.json"}) {
    SCOPED_TRACE(name);
    const File file = must(read_file(examples / name));
    const File again = must(parse_file(must(to_json(file, examples)), name, examples));
    Options options;
    options.compute = *media::test::compute_on("cpu");
    const auto first = make_scene(file, options);
    const auto second = make_scene(again, options);
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(difference(frame_at(*first, 500ms), frame_at(*second, 500ms)), 0);
  }
}

TEST(SceneJson, WhatNoFileCanHoldIsSaid) {
  const auto bad = ErrorCode::invalid_argument;
  const auto written = [](const auto& add) {
    const dala::Scene scene = scene_on("cpu");
    add(scene);
    const auto file = to_file(scene);
    return file ? to_json(*file) : Result<std::string>(std::unexpected(file.error()));
  };
  expect_error(written([](const dala::Scene& scene) {
                 must(scene.add_group());
                 must(scene.add_image({.picture = shared(solid(2, 2, colors::red))}));
               }),
               bad, "nodes[1]: its picture is in memory");
  expect_error(written([](const dala::Scene& scene) {
                 const auto group = must(scene.add_group());
                 must(scene.add_video({.stream = FrameStream::create()}, {}, group));
               }),
               bad, "nodes[0].nodes[0]: its frames come from the program");
  expect_error(written([](const dala::Scene& scene) {
                 must(scene.add_virtual_background({.picture = shared(solid(2, 2, colors::red)),
                                                    .mask = shared(solid(2, 2, colors::white))}));
               }),
               bad, "nodes[0]: its picture is in memory");
  // Files that nobody parsed.
  File file;
  file.nodes.push_back({.path = "nodes[0]", .node = {.parent = 7}});
  expect_error(to_json(file), bad, "nodes[0]");
  file.nodes[0].node = {.transform = {.mask = 9}};
  expect_error(to_json(file), bad, "node 9 is not in the file");
  file.nodes[0].node = {.key = "\xFF"};
  expect_error(to_json(file), bad, "not UTF-8");
  file.nodes[0].node = {.transform = {.opacity = 5}};
  expect_error(to_json(file), ErrorCode::bad_file, "opacity");
}

}  // namespace
}  // namespace dala::scene::test
