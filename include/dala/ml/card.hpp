// What is known of a model beside its file: what it wants to see and what its answers mean.
//
//   auto card = dala::ml::parse_card(json, "mine.json");      // the form is in docs/models.md
//   card->input.width;                                         // 224
//   for (const auto& known : dala::ml::builtin_cards()) std::cout << known.name << '\n';
//
// Cards come from anywhere: a bad one is the error `bad_file` with the path of the field.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala::ml {

// What a model's answer is about. `none`: tensors in, tensors out, and nothing more is known.
enum class Task : std::uint8_t { none, classify, detect, faces, pose, segment };

// "none", "classify", ...
[[nodiscard]] DALA_API std::string_view to_string(Task task);

// How a picture of any size becomes the model's.
enum class Fit : std::uint8_t {
  crop,       // the square in the middle; `share` of the shorter side
  letterbox,  // all of it, as large as fits, in the middle; the rest is `fill`
  stretch,    // all of it, whatever becomes of its form
};

[[nodiscard]] DALA_API std::string_view to_string(Fit fit);

// Pictures go to the model as f32 {1, 3, height, width}, with (channel / 255 - mean) / deviation.
struct CardInput {
  std::string name = {};  // of the model's input
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Fit fit = Fit::stretch;
  double share = 1;       // of Fit::crop
  std::uint8_t fill = 0;  // of Fit::letterbox: the level of all channels
  bool bgr = false;       // blue first
  std::array<double, 3> mean = {0, 0, 0};
  std::array<double, 3> deviation = {1, 1, 1};
};

// Which of the model's outputs is what the task calls `role`.
struct CardOutput {
  std::string role = {};
  std::string name = {};
};

// Of models that look for things from places laid out in squares of cells.
struct AnchorGrid {
  std::uint32_t cells = 0;     // in a row, and rows
  std::uint32_t per_cell = 0;  // anchors in each
};

struct CardDecode {
  double score = 0.25;                   // what is not above it is left out
  double iou = 0.45;                     // of two that overlap by more, the better one stays
  std::uint32_t stride = 16;             // pose: input pixels from cell to cell
  std::vector<AnchorGrid> anchors = {};  // faces
  std::vector<std::array<std::uint32_t, 2>> edges = {};  // pose: points that a line joins
};

struct ModelCard {
  std::string name = {};     // lower case letters, digits, _ and -
  std::string summary = {};  // one sentence
  std::string file = {};     // its name in the model store
  std::uint64_t bytes = 0;   // 0: not known
  std::string sha256 = {};   // 64 digits; empty: not known
  std::string url = {};      // where it can be had
  std::string licence = {};
  Task task = Task::none;
  CardInput input = {};
  std::vector<CardOutput> outputs = {};
  CardDecode decode = {};
  std::vector<std::string> labels = {};  // of classes or key points, in order
  std::string labels_file = {};          // the same as a file: labels/FILE beside the models
};

// `name` is what messages call the text.
[[nodiscard]] DALA_API Result<ModelCard> parse_card(std::string_view json,
                                                    std::string_view name = "the card");
// The same as text that parse_card reads.
[[nodiscard]] DALA_API std::string to_json(const ModelCard& card);

// Those of the models this library knows by itself, by name.
[[nodiscard]] DALA_API const std::vector<ModelCard>& builtin_cards();

}  // namespace dala::ml
