// Text in every script and every style, as PNG files under golden/. A picture that differs is
// written to the folder that the message names; DALA_UPDATE_GOLDENS=1 takes the new ones.
#include <algorithm>
#include <filesystem>

#include "support/golden_pictures.hpp"
#include "support/paths.hpp"
#include "text/text_helper.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

struct Golden {
  const char* name;
  TextStyle style;
  const char* font = "Noto Sans Regular";
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

constexpr Rgba navy{20, 30, 80, 255};
constexpr Rgba ink{250, 240, 210, 255};

// On a background, so that what is seen is what was meant.
TextStyle on_navy(std::string text, double size = 36) {
  return {.text = std::move(text),
          .size = size,
          .color = ink,
          .background = {.color = navy, .padding_x = 10, .padding_y = 6}};
}

TextStyle with(TextStyle style, const auto& change) {
  change(style);
  return style;
}

std::vector<Golden> goldens() {
  const std::string pangram = "The quick brown fox jumps over the lazy dog.";
  const auto wrapped = [&](TextAlign align) {
    return with(on_navy(pangram, 24), [&](TextStyle& s) {
      s.wrap_width = 200;
      s.align = align;
    });
  };
  return {
      // scripts
      {"latin", on_navy("Ægir Žižka: AVA fi ffl")},
      {"vietnamese", on_navy("Tiếng Việt: nghiêng ngả, rượu Ẩm thực")},
      {"vietnamese_decomposed", on_navy("Tiê\u0301ng Viê\u0323t")},
      {"arabic", on_navy("السلام عليكم"), "DejaVu Sans"},
      {"arabic_marks", on_navy("مُحَمَّد لا إله"), "DejaVu Sans"},
      {"hebrew", on_navy("שָׁלוֹם עולם"), "DejaVu Sans"},
      {"bidi", on_navy("abc مرحبا 123 def"), "DejaVu Sans"},
      {"bidi_right_to_left", on_navy("مرحبا (Dala 2.0) بالعالم!"), "DejaVu Sans"},
      {"devanagari", on_navy("नमस्ते क्षत्रिय हिन्दी श्रृंखला"), "Devanagari"},
      {"tamil_thai", on_navy("தமிழ் ภาษาไทย น้ำ"), "Thai"},
      {"cjk", on_navy("你好，世界。こんにちは"), "Droid Sans Fallback"},
      {"cjk_wrapped",
       with(on_navy("中文没有空格，所以可以在任何地方换行。「引号」不在行首。", 28),
            [](TextStyle& s) { s.wrap_width = 200; }),
       "Droid Sans Fallback"},
      {"emoji", on_navy("👋🏽 👩‍🚀 🇻🇳 ❤️ 1️⃣ 🎉"), "Noto Color Emoji"},
      {"emoji_in_text", on_navy("Hi 😀, ok ✌ 3 > 2 😀!"), "Noto Color Emoji"},
      {"emoji_large", on_navy("🦊", 160), "Noto Color Emoji"},
      {"all_together", on_navy("Xin chào مرحبا नमस्ते 你好 👋", 30), "Droid Sans Fallback"},
      // styles
      {"bold", with(on_navy("Bold 700"), [](TextStyle& s) { s.weight = 700; }), "Noto Sans Bold"},
      {"bold_made", with(on_navy("加粗"), [](TextStyle& s) { s.weight = 700; }),
       "Droid Sans Fallback"},
      {"italic", with(on_navy("Italic fjord"), [](TextStyle& s) { s.italic = true; }),
       "Noto Sans Italic"},
      {"italic_made", with(on_navy("斜体"), [](TextStyle& s) { s.italic = true; }),
       "Droid Sans Fallback"},
      {"monospace", with(on_navy("i = 0;"), [](TextStyle& s) { s.family = "monospace"; }), "Mono"},
      {"no_background", {.text = "Straight alpha", .size = 30, .color = {255, 60, 60, 160}}},
      {"outline",
       with(on_navy("Outline", 60),
            [](TextStyle& s) { s.outline = {.width = 4, .color = {200, 40, 40, 255}}; })},
      {"outline_see_through", with(on_navy("Glass", 60),
                                   [](TextStyle& s) {
                                     s.color.a = 0;
                                     s.outline = {.width = 2, .color = colors::white};
                                   })},
      {"shadow",
       {.text = "Shadow",
        .size = 60,
        .color = colors::orange,
        .shadow = {.dx = 4, .dy = 6, .blur = 8, .color = {0, 0, 0, 220}}}},
      {"shadow_sharp",
       with(on_navy("Sharp 🎈", 48),
            [](TextStyle& s) { s.shadow = {.dx = -3, .dy = 3, .color = {255, 0, 255, 255}}; }),
       "Noto Color Emoji"},
      {"rounded",
       {.text = "LIVE",
        .size = 28,
        .weight = 700,
        .background =
            {.color = {220, 20, 40, 255}, .padding_x = 16, .padding_y = 4, .radius = 100}},
       "Noto Sans Bold"},
      // lines
      {"align_start", wrapped(TextAlign::start)},
      {"align_center", wrapped(TextAlign::center)},
      {"align_right", wrapped(TextAlign::right)},
      {"align_end_arabic",
       with(on_navy("السلام عليكم\nمرحبا"), [](TextStyle& s) { s.align = TextAlign::end; }),
       "DejaVu Sans"},
      {"arabic_wrapped",
       with(on_navy("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق", 28),
            [](TextStyle& s) { s.wrap_width = 220; }),
       "DejaVu Sans"},
      {"newlines", on_navy("one\n\nthree", 24)},
      {"line_height", with(on_navy("far\napart", 24), [](TextStyle& s) { s.line_height = 2; })},
      {"word_too_long",
       with(on_navy("Donaudampfschifffahrt ja", 28), [](TextStyle& s) { s.wrap_width = 150; })},
      {"max_lines", with(on_navy(pangram, 24),
                         [](TextStyle& s) {
                           s.wrap_width = 200;
                           s.max_lines = 2;
                         })},
      {"ellipsis", with(on_navy(pangram, 24),
                        [](TextStyle& s) {
                          s.wrap_width = 200;
                          s.max_lines = 2;
                          s.ellipsis = true;
                        })},
      {"ellipsis_arabic",
       with(on_navy("السلام عليكم ورحمة الله وبركاته", 30),
            [](TextStyle& s) {
              s.wrap_width = 200;
              s.max_lines = 1;
              s.ellipsis = true;
            }),
       "DejaVu Sans"},
  };
}

fs::path golden_folder() { return dala::test::tests_folder() / "text/golden"; }

class TextPictures : public testing::TestWithParam<Golden> {};

TEST_P(TextPictures, AreAsTheyWere) {
  const Golden& golden = GetParam();
  if (const std::string why = lacks(golden.style, golden.font); !why.empty())
    GTEST_SKIP() << "skipped: " << why;
  const DrawnText drawn = must(draw_text(golden.style));
  expect_picture(golden_folder() / (std::string(golden.name) + ".png"), drawn.picture, 1);
}

INSTANTIATE_TEST_SUITE_P(Golden, TextPictures, testing::ValuesIn(goldens()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(TextGolden, EveryPictureOnDiskIsDrawn) { expect_only(golden_folder(), goldens()); }

}  // namespace
}  // namespace dala::test
