#include <dala/ml/card.hpp>

#include <algorithm>

#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/text/json_fields.hpp"
#include "ml/card/builtin_texts.hpp"

namespace dala::ml {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_card = std::size_t{1} << 20;
constexpr std::uint64_t largest_side = 8192;
constexpr std::size_t most_labels = 100000;
constexpr auto task_words =
    std::to_array<std::string_view>({"none", "classify", "detect", "faces", "pose", "segment"});
constexpr auto fit_words = std::to_array<std::string_view>({"crop", "letterbox", "stretch"});

// What the answers of a task are made of.
std::vector<const char*> roles(Task task) {
  switch (task) {
    case Task::none:
      return {};
    case Task::classify:
    case Task::segment:
      return {"logits"};
    case Task::detect:
      return {"rows"};
    case Task::faces:
      return {"boxes", "scores"};
    case Task::pose:
      return {"heatmaps", "offsets"};
  }
  std::unreachable();
}

void read_channels(Fields& input, const char* key, std::array<double, 3>& out, bool zero_is_bad) {
  const Json* value = input.take(key);
  if (value == nullptr) return;
  const auto good = [&](const Json& number) {
    return number.is_number() && std::abs(number.get<double>()) <= 1e6 &&
           !(zero_is_bad && std::abs(number.get<double>()) < 1e-6);
  };
  if (!value->is_array() || value->size() != out.size() || !std::ranges::all_of(*value, good))
    return input.problem(key, zero_is_bad ? "must be three numbers other than 0, as [1, 1, 1]"
                                          : "must be three numbers, as [0, 0, 0]");
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*value)[i].get<double>();
}

void read_input(Fields& input, Task task, CardInput& out) {
  input.text("name", out.name, Need::yes);
  if (const Json* shape = input.take("shape", Need::yes); shape != nullptr) {
    const auto side = [&](std::size_t i) {
      const Json& value = (*shape)[i];
      return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
    };
    if (!shape->is_array() || shape->size() != 4 || side(0) != 1 || side(1) != 3 || side(2) < 1 ||
        side(2) > largest_side || side(3) < 1 || side(3) > largest_side) {
      input.problem("shape",
                    format("must be [1, 3, height, width], each side from 1 to {}", largest_side));
    } else {
      out.height = static_cast<std::uint32_t>(side(2));
      out.width = static_cast<std::uint32_t>(side(3));
    }
  }
  auto fit = static_cast<std::size_t>(out.fit);
  input.word("fit", fit, fit_words, Need::yes);
  out.fit = static_cast<Fit>(fit);
  if (task == Task::segment && out.fit != Fit::stretch)
    input.problem("fit",
                  "must be stretch for a model that segments: its mask is that of all the "
                  "picture");
  input.number("share", out.share, 0.01, 1);
  std::uint64_t fill = out.fill;
  input.whole("fill", fill, 0, 255);
  out.fill = static_cast<std::uint8_t>(fill);
  input.flag("bgr", out.bgr);
  read_channels(input, "mean", out.mean, false);
  read_channels(input, "deviation", out.deviation, true);
  input.end();
}

void read_anchors(Problems& problems, Fields& decode, std::vector<AnchorGrid>& out) {
  const Json* list = decode.take("anchors");
  if (list == nullptr) return;
  if (!list->is_array() || list->size() > 16)
    return decode.problem("anchors", "must be a list of at most 16 grids");
  for (std::size_t i = 0; i < list->size(); ++i) {
    Fields grid(problems, (*list)[i], format("{}[{}]", decode.path_of("anchors"), i));
    std::uint64_t cells = 0;
    std::uint64_t per_cell = 0;
    grid.whole("cells", cells, 1, 1024, Need::yes);
    grid.whole("per_cell", per_cell, 1, 64, Need::yes);
    grid.end();
    out.push_back({static_cast<std::uint32_t>(cells), static_cast<std::uint32_t>(per_cell)});
  }
}

void read_edges(Fields& decode, CardDecode& out) {
  const Json* list = decode.take("edges");
  if (list == nullptr) return;
  const auto good = [](const Json& edge) {
    return edge.is_array() && edge.size() == 2 && std::ranges::all_of(edge, [](const Json& end) {
             return end.is_number_unsigned() && end.get<std::uint64_t>() < 1024;
           });
  };
  if (!list->is_array() || list->size() > 1024 || !std::ranges::all_of(*list, good))
    return decode.problem("edges", "must be a list of pairs of key points, as [[0, 1], [1, 3]]");
  for (const Json& edge : *list)
    out.edges.push_back({edge[0].get<std::uint32_t>(), edge[1].get<std::uint32_t>()});
}

void read_outputs(Problems& problems, Fields& card, ModelCard& out) {
  const Json* value = card.take("outputs", out.task == Task::none ? Need::no : Need::yes);
  if (value == nullptr) return;
  Fields outputs(problems, *value, "outputs");
  for (const char* role : roles(out.task)) {
    std::string name;
    outputs.text(role, name, Need::yes);
    out.outputs.push_back({role, std::move(name)});
  }
  outputs.end();
}

void read_labels(Fields& card, ModelCard& out) {
  const Json* value = card.take("labels");
  if (value == nullptr) return;
  if (value->is_string()) {
    card.file_name("labels", out.labels_file);
    return;
  }
  if (!value->is_array() || value->size() > most_labels ||
      !std::ranges::all_of(*value, [](const Json& label) { return label.is_string(); }))
    return card.problem("labels", "must be a list of names, or the name of a file in labels/");
  out.labels = value->get<std::vector<std::string>>();
}

bool is_hash(const std::string& text) {
  return text.size() == 64 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_model_name(const std::string& text) {
  return is_file_name(text) && std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
         });
}

void read_card(Problems& problems, const Json& json, ModelCard& out) {
  Fields card(problems, json, "");
  card.text("name", out.name, Need::yes);
  if (!is_model_name(out.name))
    card.problem("name", "must be of lower case letters, digits, _ and -");
  card.text("summary", out.summary);
  card.file_name("file", out.file, Need::yes);
  card.whole("bytes", out.bytes, 1, std::uint64_t{1} << 40);
  card.text("sha256", out.sha256);
  if (!out.sha256.empty() && !is_hash(out.sha256))
    card.problem("sha256", "must be 64 digits from 0 to 9 and a to f");
  card.text("url", out.url);
  card.text("licence", out.licence);
  auto task = static_cast<std::size_t>(out.task);
  card.word("task", task, task_words, Need::yes);
  out.task = static_cast<Task>(task);
  const Json* input = card.take("input", out.task == Task::none ? Need::no : Need::yes);
  if (input != nullptr) {
    Fields fields(problems, *input, "input");
    read_input(fields, out.task, out.input);
  }
  read_outputs(problems, card, out);
  if (out.task == Task::faces) out.decode.score = 0.5;
  if (const Json* value = card.take("decode"); value != nullptr) {
    Fields decode(problems, *value, "decode");
    decode.number("score", out.decode.score, 0, 1);
    decode.number("iou", out.decode.iou, 0, 1);
    std::uint64_t stride = out.decode.stride;
    decode.whole("stride", stride, 1, 1024);
    out.decode.stride = static_cast<std::uint32_t>(stride);
    read_anchors(problems, decode, out.decode.anchors);
    read_edges(decode, out.decode);
    decode.end();
  }
  if (out.task == Task::faces && out.decode.anchors.empty())
    card.problem("decode.anchors", "is missing, and a model for faces needs it");
  read_labels(card, out);
  card.end();
}

}  // namespace

std::string_view to_string(Task task) { return task_words[static_cast<std::size_t>(task)]; }

std::string_view to_string(Fit fit) { return fit_words[static_cast<std::size_t>(fit)]; }

Result<ModelCard> parse_card(std::string_view json, std::string_view name) {
  DALA_ASSIGN(const Json parsed, parse_json(json, name, longest_card));
  Problems problems(name);
  ModelCard card;
  read_card(problems, parsed, card);
  if (problems.found()) return problems.error();
  return card;
}

const std::vector<ModelCard>& builtin_cards() {
  static const Forever<std::vector<ModelCard>> cards([] {
    std::vector<ModelCard> all;
    // The tests read every one of them, so none is left out here.
    for (const std::string_view text : builtin_card_texts())
      if (auto card = parse_card(text)) all.push_back(std::move(*card));
    std::ranges::sort(all, {}, &ModelCard::name);
    return all;
  }());
  return *cards;
}

}  // namespace dala::ml
