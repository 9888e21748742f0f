#include "scene/golden_scenes_helper.hpp"

#include "support/paths.hpp"
#include "text/text_helper.hpp"

namespace dala::scene::test {

namespace {

std::shared_ptr<const Picture> photo() { return shared(media::test::scene(48, 32)); }

void background(const Scene& scene) {
  must(scene.add_overlay(
      {.color = {30, 60, 90, 255}, .gradient = Gradient{{200, 160, 90, 255}, 30}}));
}

Golden with_photo(const char* name, Transform transform) {
  return {name, [transform](const Scene& scene) {
            background(scene);
            must(scene.add_image({.picture = photo()}, transform));
          }};
}

Golden blend(const char* name, BlendMode mode) {
  return {name, [mode](const Scene& scene) {
            background(scene);
            must(scene.add_image({.picture = photo()},
                                 {.position = {8, 8}, .size = {{64, 44}}, .blend = mode}));
            must(scene.add_overlay({.color = {255, 80, 0, 160}},
                                   {.position = {40, 24}, .size = {{50, 34}}, .blend = mode}));
          }};
}

// The fonts are those that scripts/setup installs.
TextStyle noto(std::string text, double size) {
  return {.text = std::move(text), .family = "Noto Sans", .size = size};
}

Golden with_text(const char* name, std::function<void(const Scene&)> build) {
  return {
      name, std::move(build), {}, [] { return dala::test::lacks(noto("Ag", 16), "Noto Sans"); }};
}

// The frame of a time of a file: ten frames, a tenth of a second each.
Golden with_clip(const char* name, Time at, const Video& how, const Transform& transform) {
  return {name,
          [how, transform](const Scene& scene) {
            background(scene);
            Video video = how;
            video.source = (dala::test::tests_folder() / "data/scene/clip.mp4").string();
            must(scene.add_video(video, transform));
          },
          at,
          [] {
            const auto version = media::video_version();
            return version ? "" : version.error().message;
          }};
}

// A row for each tenth of the time, as far as the easing is then.
Golden easing(const char* name, const Easing& how) {
  return {name, [how](const Scene& scene) {
            for (int i = 0; i <= 10; ++i) {
              const auto id = must(scene.add_overlay(
                  {.color = colors::white}, {.position = {0, 2.0 + i * 5.5}, .size = {{4, 4}}}));
              must(scene.add_animation({.target = id,
                                        .property = "position.x",
                                        .keyframes = {{0s, 20}, {1s, 70, how}},
                                        .start = -100ms * i}));
            }
          }};
}

}  // namespace

std::vector<Golden> goldens() {
  return {
      {"overlay",
       [](const Scene& scene) {
         must(
             scene.add_overlay({.color = colors::red}, {.position = {10, 10}, .size = {{30, 20}}}));
         must(scene.add_overlay({.color = {0, 255, 0, 128}},
                                {.position = {25.5, 18.25}, .size = {{40, 30}}}));
       }},
      {"overlay_round",
       [](const Scene& scene) {
         background(scene);
         must(scene.add_overlay({.color = {255, 255, 255, 220}},
                                {.position = {10, 8}, .size = {{70, 44}}, .corner_radius = 14}));
       }},
      {"gradient",
       [](const Scene& scene) {
         must(scene.add_overlay({.color = colors::red, .gradient = Gradient{colors::blue, 45}},
                                {.position = {8, 8}, .size = {{80, 48}}, .corner_radius = 8}));
       }},
      {"image", [](const Scene& scene) { must(scene.add_image({.picture = photo()})); }},
      {"image_id",
       [](const Scene& scene) {
         const Picture picture = media::test::scene(20, 20);
         must(scene.load_image(7, {picture.rgba, 20, 20}));
         must(scene.add_image({.image_id = 7}, {.position = {4, 4}}));
         must(scene.add_image({.image_id = 7}, {.position = {40, 10}, .size = {{40, 40}}}));
       }},
      {"pip",
       [](const Scene& scene) {
         background(scene);
         must(scene.add_image(
             {.picture = photo(), .pip = Pip{.position = Point{50, 6}, .size = {40, 30}}},
             {.z_index = 100}));
       }},
      with_clip("video", 350ms, {}, {.position = {20, 12}}),
      with_clip("video_placed", 720ms, {.rate = 0.5, .offset = 100ms},
                {.position = {8, 4},
                 .size = {{70, 50}},
                 .rotation = -12,
                 .crop = Crop{8, 4, 36, 24},
                 .corner_radius = 8}),
      with_clip("video_looped", 1250ms, {.loop = true}, {.size = {{96, 64}}, .fit = Fit::cover}),
      with_clip("video_ended", 5s, {.at_end = AtEnd::color, .end_color = colors::purple},
                {.position = {20, 12}}),
      {"video_stream",
       [](const Scene& scene) {
         background(scene);
         const auto stream = FrameStream::create();
         const Picture picture = media::test::scene(40, 30);
         must(stream.push({picture.rgba, 40, 30}));
         must(scene.add_video({.stream = stream}, {.position = {30, 20}, .rotation = 45}));
       }},
      with_text("text",
                [](const Scene& scene) {
                  background(scene);
                  must(scene.add_text(noto("Xin chào", 18), {.position = {6, 4}}));
                  TextStyle label = noto("Label", 14);
                  label.weight = 700;
                  label.color = colors::black;
                  label.background = {
                      .color = {255, 220, 0, 255}, .padding_x = 6, .padding_y = 3, .radius = 5};
                  must(scene.add_text(label, {.position = {20, 34}}));
                }),
      with_text("text_turned",
                [](const Scene& scene) {
                  background(scene);
                  TextStyle style = noto("Ầy!", 26);
                  style.outline = {2, colors::black};
                  style.shadow = {3, 3, 3, {0, 0, 0, 200}};
                  must(scene.add_text(
                      style, {.position = {24, 8}, .rotation = -20, .opacity = 0.8, .z_index = 1}));
                }),
      with_text("text_fitted",
                [](const Scene& scene) {
                  background(scene);
                  TextStyle style = noto("Wide box", 12);
                  style.background.color = {0, 0, 0, 120};
                  must(scene.add_text(
                      style, {.position = {6, 4}, .size = {{84, 24}}, .fit = Fit::contain}));
                  must(scene.add_text(style, {.position = {6, 34}, .size = {{84, 24}}}));
                }),
      with_text(
          "text_animated",
          [](const Scene& scene) {
            background(scene);
            TextStyle style = noto("one two three", 10);
            style.align = TextAlign::center;
            const auto text = must(scene.add_text(style, {.position = {8, 4}}));
            must(scene.add_animation(
                {.target = text, .property = "text.size", .keyframes = {{0s, 14}, {1s, 14}}}));
            must(scene.add_animation({.target = text,
                                      .property = "text.wrap_width",
                                      .keyframes = {{0s, 60}, {1s, 60}}}));
          }),
      with_text("text_masks_a_picture",
                [](const Scene& scene) {
                  background(scene);
                  TextStyle style = noto("ABC", 36);
                  style.weight = 900;
                  const auto mask = must(scene.add_text(style, {.position = {6, 4}}));
                  must(scene.add_image({.picture = photo()}, {.size = {{96, 64}}, .mask = mask}));
                }),
      with_photo("position", {.position = {20, 12}}),
      with_photo("position_between_pixels", {.position = {20.5, 12.25}}),
      with_photo("size", {.position = {10, 6}, .size = {{76, 50}}}),
      with_photo("size_small", {.position = {40, 20}, .size = {{11, 9}}}),
      with_photo("scale", {.position = {20, 12}, .scale = {1.5, 0.5}}),
      with_photo("mirrored", {.position = {20, 12}, .scale = {-1, 1}}),
      with_photo("rotation", {.position = {24, 16}, .rotation = 30}),
      with_photo("rotation_90", {.position = {24, 16}, .rotation = 90}),
      with_photo("anchor", {.position = {24, 16}, .rotation = 30, .anchor = {0, 0}}),
      with_photo("opacity", {.position = {20, 12}, .opacity = 0.4}),
      with_photo("hidden", {.position = {20, 12}, .visible = false}),
      with_photo("crop", {.position = {10, 6}, .size = {{70, 50}}, .crop = Crop{4, 2, 20, 16}}),
      with_photo("corner_radius", {.position = {20, 12}, .corner_radius = 10}),
      with_photo("corner_radius_turned",
                 {.position = {24, 16}, .rotation = 20, .corner_radius = 10}),
      with_photo("fit_fill", {.position = {8, 8}, .size = {{80, 30}}}),
      with_photo("fit_contain", {.position = {8, 8}, .size = {{80, 30}}, .fit = Fit::contain}),
      with_photo("fit_cover", {.position = {8, 8}, .size = {{80, 30}}, .fit = Fit::cover}),
      blend("blend_normal", BlendMode::normal),
      blend("blend_multiply", BlendMode::multiply),
      blend("blend_screen", BlendMode::screen),
      blend("blend_overlay", BlendMode::overlay),
      blend("blend_add", BlendMode::add),
      {"z_index",
       [](const Scene& scene) {
         const auto box = [&](Rgba color, double x, int z) {
           must(scene.add_overlay({.color = color},
                                  {.position = {x, x / 2}, .size = {{30, 30}}, .z_index = z}));
         };
         box(colors::red, 8, 2);
         box(colors::green, 20, 1);
         box(colors::blue, 32, 2);
         box(colors::yellow, 44, 2);
       }},
      {"group",
       [](const Scene& scene) {
         background(scene);
         const auto group = must(scene.add_group(
             {.position = {30, 6}, .size = {{40, 40}}, .rotation = 15, .opacity = 0.6}));
         must(scene.add_overlay({.color = colors::red}, {.size = {{30, 30}}, .z_index = 1}, group));
         must(scene.add_overlay({.color = colors::blue}, {.position = {15, 15}, .size = {{30, 30}}},
                                group));
       }},
      {"group_clip",
       [](const Scene& scene) {
         background(scene);
         const auto group = must(scene.add_node(
             {.transform = {.position = {20, 10}, .size = {{50, 40}}, .corner_radius = 12},
              .content = Group{.clip = true}}));
         must(scene.add_image({.picture = photo()}, {.position = {-10, -10}, .size = {{90, 60}}},
                              group));
       }},
      {"group_nested",
       [](const Scene& scene) {
         background(scene);
         const auto outer = must(scene.add_group(
             {.position = {16, 4}, .size = {{64, 56}}, .rotation = 10, .anchor = {0.5, 0.5}}));
         const auto inner = must(scene.add_group({.position = {10, 10},
                                                  .size = {{40, 30}},
                                                  .scale = {1.2, 0.8},
                                                  .opacity = 0.7,
                                                  .z_index = -1,
                                                  .blend = BlendMode::screen},
                                                 outer));
         must(scene.add_image({.picture = photo()}, {}, inner));
         must(scene.add_overlay({.color = colors::orange},
                                {.position = {30, 24}, .size = {{24, 24}}, .corner_radius = 12},
                                outer));
       }},
      {"mask",
       [](const Scene& scene) {
         background(scene);
         const auto mask = must(
             scene.add_overlay({.color = colors::white},
                               {.position = {20, 6}, .size = {{50, 50}}, .corner_radius = 25}));
         must(scene.add_image({.picture = photo()}, {.size = {{96, 64}}, .mask = mask}));
       }},
      {"effect",
       [](const Scene& scene) {
         background(scene);
         const auto image = must(scene.add_image({.picture = photo()}, {.position = {20, 12}}));
         must(scene.add_effect(
             {.target = image, .filters = {{"blur", {{"radius", 2}}}, {"invert"}}}));
       }},
      {"effect_kernel",
       [](const Scene& scene) {
         background(scene);
         const auto image = must(scene.add_image({.picture = photo()}, {.position = {20, 12}}));
         must(scene.add_effect({.target = image,
                                .kernel = R"(
#[pixels]
fn swap(input: Tensor<u8>, output: &mut Tensor<u8>, lift: s32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 0] = input[y, x, 2];
  output[y, x, 1] = min((input[y, x, 1] as s32) + lift, 255) as u8;
  output[y, x, 2] = input[y, x, 0];
  output[y, x, 3] = input[y, x, 3];
})",
                                .params = {{"lift", 40}}}));
       }},
      {"effect_group",
       [](const Scene& scene) {
         background(scene);
         const auto group = must(scene.add_group({.position = {10, 6}}));
         must(scene.add_overlay({.color = colors::red}, {.size = {{30, 30}}}, group));
         must(scene.add_overlay({.color = colors::white},
                                {.position = {20, 20}, .size = {{40, 20}}}, group));
         must(scene.add_effect({.target = group, .filters = {{"blur", {{"radius", 3}}}}}));
       }},
      // Of one colour, on the same colour: only where alpha is wrong is something to be seen.
      {"effect_group_keeps_colours",
       [](const Scene& scene) {
         must(scene.add_overlay({.color = colors::white}));
         const auto group = must(scene.add_group());
         must(scene.add_overlay({.color = colors::white},
                                {.position = {8, 8}, .size = {{40, 40}}, .corner_radius = 9},
                                group));
         must(scene.add_overlay({.color = colors::red},
                                {.position = {56, 12}, .size = {{24, 36}}, .rotation = 20}, group));
         must(scene.add_effect({.target = group, .filters = {{"blur", {{"radius", 5}}}}}));
       }},
      {"effect_turned",
       [](const Scene& scene) {
         must(scene.add_overlay({.color = colors::white}));
         const auto image = must(scene.add_image({.picture = shared(solid(48, 48, colors::orange))},
                                                 {.position = {24, 8}}));
         must(scene.add_effect({.target = image, .filters = {{"rotate", {{"degrees", 30}}}}}));
       }},
      {"effect_animated",
       [](const Scene& scene) {
         background(scene);
         const auto image = must(scene.add_image({.picture = photo()}, {.position = {20, 12}}));
         const auto effect =
             must(scene.add_effect({.target = image, .filters = {{"pixelate", {{"size", 1}}}}}));
         must(scene.add_animation(
             {.target = effect, .property = "filter.0.size", .keyframes = {{0s, 1}, {1s, 13}}}));
       },
       500ms},
      with_text("effect_text",
                [](const Scene& scene) {
                  background(scene);
                  const auto group = must(scene.add_group());
                  must(scene.add_text(noto("Glow", 26), {.position = {14, 12}}, group));
                  must(scene.add_effect({.target = group, .filters = {{"blur", {{"radius", 2}}}}}));
                }),
      {"effect_chroma_key",
       [](const Scene& scene) {
         background(scene);
         const auto image = must(scene.add_image({.picture = photo()}, {.size = {{96, 64}}}));
         must(scene.add_effect({.target = image, .filters = {{"chroma_key"}}}));
       }},
      {"backdrop",
       [](const Scene& scene) {
         must(scene.add_image({.picture = photo()}, {.size = {{96, 64}}}));
         must(scene.add_effect({.filters = {{"blur", {{"radius", 4}}}}},
                               {.position = {16, 16}, .size = {{60, 36}}, .corner_radius = 10}));
         must(scene.add_overlay({.color = {255, 255, 255, 120}},
                                {.position = {30, 28}, .size = {{30, 10}}}));
       }},
      {"backdrop_in_group",
       [](const Scene& scene) {
         must(scene.add_image({.picture = photo()}, {.size = {{96, 64}}}));
         const auto group = must(scene.add_group({.opacity = 0.8}));
         must(scene.add_overlay({.color = colors::yellow},
                                {.position = {10, 10}, .size = {{40, 40}}, .corner_radius = 20},
                                group));
         must(scene.add_effect({.filters = {{"box_blur", {{"radius", 3}}}, {"invert"}}},
                               {.position = {30, 6}, .size = {{40, 50}}}, group));
       }},
      {"virtual_background",
       [](const Scene& scene) {
         must(scene.add_virtual_background({.picture = shared(media::test::scene(96, 64)),
                                            .mask = shared(media::test::mask(96, 64)),
                                            .strength = 6}));
       }},
      {"virtual_background_replaced",
       [](const Scene& scene) {
         must(scene.add_virtual_background({.picture = shared(media::test::scene(96, 64)),
                                            .mask = shared(media::test::mask(96, 64)),
                                            .background = shared(solid(4, 4, colors::purple))}));
       }},
      {"animation_of_many",
       [](const Scene& scene) {
         background(scene);
         const auto image = must(scene.add_image({.picture = photo()}, {.position = {20, 12}}));
         const auto animate = [&](const char* property, double to) {
           must(scene.add_animation(
               {.target = image, .property = property, .keyframes = {{0s, 0}, {2s, to}}}));
         };
         animate("rotation", 90);
         animate("opacity", 1.6);
         animate("corner_radius", 20);
       },
       1s},
      {"transition",
       [](const Scene& scene) {
         const auto box = [](Rgba color, double x) {
           return Node{.transform = {.position = {x, 20}, .size = {{24, 24}}},
                       .content = Overlay{.color = color}};
         };
         const auto moves = must(scene.add_node(box(colors::red, 4)));
         must(scene.add_node(box(colors::blue, 36)));
         must(scene.render(0s));
         Description to = scene.describe();
         to.nodes.resize(1);
         to.nodes[0] = {moves, box(colors::red, 40)};
         to.nodes[0].node.transform.rotation = 90;
         to.nodes.push_back({0, box(colors::green, 70)});
         must(scene.transition(to, {.duration = 1s}));
       },
       400ms},
      easing("easing_step", Easing::step()),
      easing("easing_linear", Easing::linear()),
      easing("easing_ease_in", Easing::ease_in()),
      easing("easing_ease_out", Easing::ease_out()),
      easing("easing_ease_in_out", Easing::ease_in_out()),
      easing("easing_cubic_bezier", Easing::cubic_bezier(0.7, -0.4, 0.4, 1.4)),
      easing("easing_spring", Easing::spring()),
      easing("easing_bounce", Easing::bounce()),
  };
}

}  // namespace dala::scene::test
