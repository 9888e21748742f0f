#include "core/error.hpp"
#include "scene/describe/words.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/table.hpp"
#include "text/check.hpp"
#include "text/draw.hpp"

namespace dala::scene {

namespace {

class TextObject final : public NodeObject {
 public:
  using NodeObject::NodeObject;

  Result<void> prepare(const Content& content, std::uint64_t /*version*/,
                       const Opening& opening) override {
    return draw(std::get<Text>(content).style, opening);
  }

  Result<std::optional<Shown>> show(const NodeState& node, const Showing& showing) override {
    const TextStyle& described = std::get<Text>(node.node().content).style;
    const double size = node.now(described.size);
    const double wrap_width = node.now(described.wrap_width);
    if (size != drawn_.size || wrap_width != drawn_.wrap_width) {
      TextStyle style = described;
      style.size = size;
      style.wrap_width = wrap_width;
      // Of some sizes it is too large to be drawn.
      if (auto done = draw(std::move(style), showing.opening); !done)
        return fail(done.error().code, "text.size {} of node {}{}: {}", size, node.id,
                    node.node().key.empty() ? "" : format(" (\"{}\")", node.node().key),
                    done.error().message);
    }
    if (text_.picture.width == 0 || text_.width == 0 || text_.height == 0) return std::nullopt;
    Shown out = whole(layer_);
    out.natural = {static_cast<double>(text_.width), static_cast<double>(text_.height)};
    out.box = {static_cast<double>(text_.left), static_cast<double>(text_.top), out.natural.width,
               out.natural.height};
    return out;
  }

 private:
  Result<void> draw(TextStyle style, const Opening& opening) {
    DALA_TRY(text::draw(style, opening.sources, text_));
    DALA_TRY(upload(compute(), text_.picture, layer_));
    drawn_ = std::move(style);
    return {};
  }

  TextStyle drawn_;  // what is in the layer
  DrawnText text_;
  Layer layer_;
};

constexpr double longest = max_text_length;

// In a file a shadow is black, since there is one.
field::Part shadow_part() {
  using namespace table;
  static const TextShadow usual{.color = colors::black};
  return {
      .find = [](void* style) -> void* { return &static_cast<TextStyle*>(style)->shadow; },
      .fields = {{.name = "dx",
                  .summary = "how far to the right",
                  .kind = number<&TextShadow::dx>(-4096, 4096)},
                 {.name = "dy",
                  .summary = "how far down",
                  .kind = number<&TextShadow::dy>(-4096, 4096)},
                 {.name = "blur",
                  .summary = "how far it fades",
                  .kind = number<&TextShadow::blur>(0, 256)},
                 {.name = "color", .summary = "its colour", .kind = color<&TextShadow::color>()}},
      .exists =
          [](const void* style) {
            return static_cast<const TextStyle*>(style)->shadow != TextShadow{};
          },
      .make = [](void* style) { static_cast<TextStyle*>(style)->shadow = usual; },
      .usual = &usual};
}

std::vector<Field> style_fields() {
  using namespace table;
  return {
      {.name = "family",
       .summary = "as fontconfig knows it, several after commas, or a font file (with a `/` in it)",
       .kind = text<&TextStyle::family>(field::Text::Form::font)},
      {.name = "size",
       .summary = "of an em",
       .kind = number<&TextStyle::size>(1, max_text_size, true),
       .property = "text.size",
       .option = "font_size"},
      {.name = "weight",
       .summary = "from thin to black",
       .kind = whole<&TextStyle::weight>(100, 900)},
      {.name = "italic", .summary = "whether it leans", .kind = flag<&TextStyle::italic>()},
      {.name = "color", .summary = "of the letters", .kind = color<&TextStyle::color>()},
      {.name = "outline",
       .summary = "around the letters; emoji have none",
       .kind = part<&TextStyle::outline>(
           {{.name = "width",
             .summary = "how thick it is; 0: none",
             .kind = number<&TextOutline::width>(0, 256)},
            {.name = "color", .summary = "its colour", .kind = color<&TextOutline::color>()}})},
      {.name = "shadow", .summary = "of the letters", .kind = shadow_part()},
      {.name = "background",
       .summary = "a box behind the whole text",
       .kind =
           part<&TextStyle::background>({{.name = "color",
                                          .summary = "its colour",
                                          .kind = color<&TextBackground::color>(),
                                          .option = "background"},
                                         {.name = "padding_x",
                                          .summary = "how far it reaches beyond the text, on "
                                                     "either side",
                                          .kind = number<&TextBackground::padding_x>(0, 4096)},
                                         {.name = "padding_y",
                                          .summary = "the same above and below",
                                          .kind = number<&TextBackground::padding_y>(0, 4096)},
                                         {.name = "radius",
                                          .summary = "of its corners",
                                          .kind = number<&TextBackground::radius>(0, longest)}})},
      {.name = "align",
       .summary = "where short lines are; `start` and `end` go by the direction of the text",
       .kind = choice<&TextStyle::align>(align_words)},
      {.name = "line_height",
       .summary = "from line to line in ems; 0: what the font says",
       .kind = number<&TextStyle::line_height>(0, 10)},
      {.name = "wrap_width",
       .summary = "lines are broken to fit in; 0: only where the text has line ends",
       .kind = number<&TextStyle::wrap_width>(0, longest, true),
       .property = "text.wrap_width"},
      {.name = "max_lines",
       .summary = "what has no room is left out; 0: as many as there are",
       .kind = whole<&TextStyle::max_lines>(0, 1'000'000)},
      {.name = "ellipsis",
       .summary = "whether what has no room ends in \"…\"",
       .kind = flag<&TextStyle::ellipsis>()},
      {.name = "language",
       .summary = "`ja`: which forms of letters; by the letters unless it is given",
       .kind = text<&TextStyle::language>()}};
}

}  // namespace

Definition define_text() {
  using namespace table;
  return {
      .type = {.name = "text",
               .summary = "Letters of any script.",
               .fields = {{.name = "text",
                           .summary = "what it says, in UTF-8",
                           .kind = text<&Text::style, &TextStyle::text>(field::Text::Form::prose),
                           .required = true},
                          {.name = "style",
                           .summary = "how it looks",
                           .kind = part<&Text::style>(style_fields()),
                           .option = ""}},
               .usual = Text{}},
      .traits = {.check =
                     [](const Content& content) {
                       return text::check(std::get<Text>(content).style);
                     }},
      .make_object = make<TextObject>};
}

}  // namespace dala::scene
