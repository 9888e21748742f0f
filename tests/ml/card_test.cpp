// Cards: those of the library, good ones of others, and every kind of bad one.
#include <set>

#include "ml/card/builtin_texts.hpp"
#include "ml/ml_helper.hpp"

namespace dala::ml::test {
namespace {

using Json = nlohmann::json;

Json good() {
  return Json::parse(R"({
    "name": "mine", "file": "mine.onnx", "task": "faces",
    "input": {"name": "x", "shape": [1, 3, 48, 64], "fit": "letterbox", "fill": 7, "bgr": true,
              "mean": [0.1, 0.2, 0.3], "deviation": [1, 2, 4]},
    "outputs": {"boxes": "b", "scores": "s"},
    "decode": {"score": 0.6, "iou": 0.2, "anchors": [{"cells": 4, "per_cell": 2}]},
    "labels": ["one", "two"]})");
}

void expect_bad(const char* pointer, const Json& value, const std::string& mentions) {
  Json card = good();
  card[Json::json_pointer(pointer)] = value;
  expect_error(parse_card(card.dump(), "mine.json"), ErrorCode::bad_file, "mine.json: " + mentions);
}

TEST(Card, OfTheLibrary) {
  for (const std::string_view text : builtin_card_texts()) must(parse_card(text));
  std::set<std::string> names;
  for (const ModelCard& card : builtin_cards()) {
    names.insert(card.name);
    EXPECT_EQ(card.sha256.size(), 64) << card.name;
    EXPECT_GT(card.bytes, 0U) << card.name;
    EXPECT_FALSE(card.licence.empty()) << card.name;
    EXPECT_GT(card.input.width, 0U) << card.name;
  }
  EXPECT_EQ(names, (std::set<std::string>{"blazeface", "deeplab", "deeplab_513", "mobilenet_v2",
                                          "posenet", "yolo_v5"}));
}

TEST(Card, Fields) {
  const ModelCard card = must(parse_card(good().dump()));
  EXPECT_EQ(card.task, Task::faces);
  EXPECT_EQ(card.input.width, 64U);
  EXPECT_EQ(card.input.height, 48U);
  EXPECT_EQ(card.input.fit, Fit::letterbox);
  EXPECT_EQ(card.input.fill, 7);
  EXPECT_TRUE(card.input.bgr);
  EXPECT_EQ(card.input.deviation[2], 4);
  ASSERT_EQ(card.outputs.size(), 2U);
  EXPECT_EQ(card.outputs[1].role, "scores");
  EXPECT_EQ(card.outputs[1].name, "s");
  EXPECT_EQ(card.decode.anchors[0].per_cell, 2U);
  EXPECT_EQ(card.labels[1], "two");
}

TEST(Card, WrittenAndReadAgain) {
  for (const ModelCard& card : builtin_cards())
    EXPECT_EQ(to_json(must(parse_card(to_json(card)))), to_json(card)) << card.name;
  const ModelCard mine = must(parse_card(good().dump()));
  EXPECT_EQ(to_json(must(parse_card(to_json(mine)))), to_json(mine));
}

TEST(Card, NamesTheFieldThatIsWrong) {
  expect_bad("/name", "My Model", "name must be");
  expect_bad("/name", 3, "name must be text");
  expect_bad("/file", "../../etc/passwd", "file is \"../../etc/passwd\"");
  expect_bad("/labels", "a/b.txt", "labels is");
  expect_bad("/labels", 4, "labels must be");
  expect_bad("/bytes", -1, "bytes must be a whole number");
  expect_bad("/sha256", "abc", "sha256 must be 64");
  expect_bad("/task", "sing", "task is \"sing\"; it must be one of none, classify");
  expect_bad("/input", "prose", "input must be an object");
  expect_bad("/input/shape", Json::array({1, 3, 48}), "input.shape must be [1, 3,");
  expect_bad("/input/shape", Json::array({1, 3, 48, 1000000000}), "input.shape must be");
  expect_bad("/input/shape", Json::array({1, 3, 48, -4}), "input.shape must be");
  expect_bad("/input/fit", "Letterbox to n x n", "input.fit is");
  expect_bad("/input/fill", 256, "input.fill must be a whole number from 0 to 255");
  expect_bad("/input/share", 0, "input.share must be a number from 0.01 to 1");
  expect_bad("/input/mean", Json::array({1, 2}), "input.mean must be three numbers");
  expect_bad("/input/deviation", Json::array({1, 0, 1}), "input.deviation must be three numbers");
  expect_bad("/input/normalisation", "pixel/255", "input.normalisation is not a field");
  expect_bad("/outputs", Json::object({{"boxes", "b"}}), "outputs.scores is missing");
  expect_bad("/outputs/more", "c", "outputs.more is not a field");
  expect_bad("/decode/score", "high", "decode.score must be a number");
  expect_bad("/decode/anchors/0/cells", 0, "decode.anchors[0].cells must be");
  expect_bad("/decode/anchors", Json::array(), "decode.anchors is missing");
  expect_bad("/decode/edges", Json::array({Json::array({0, -1})}), "decode.edges must be");
  expect_bad("/extra", 1, "extra is not a field");
}

TEST(Card, NotACard) {
  expect_error(parse_card("{", "x"), ErrorCode::bad_file, "x is not JSON: there is a mistake at");
  expect_error(parse_card("[]", "x"), ErrorCode::bad_file, "x: the whole must be an object");
  expect_error(parse_card("", "x"), ErrorCode::bad_file, "not JSON");
  expect_error(parse_card("{\"bytes\": 1e999}", "x"), ErrorCode::bad_file, "x is JSON with");
  expect_error(parse_card(std::string(3 << 20, ' '), "x"), ErrorCode::bad_file, "longer than");
  expect_error(parse_card(std::string(100000, '['), "x"), ErrorCode::bad_file);
  // A mask over a part of the picture would lie elsewhere on it.
  Json card = good();
  card["task"] = "segment";
  card["outputs"] = {{"logits", "l"}};
  expect_error(parse_card(card.dump(), "x"), ErrorCode::bad_file, "input.fit must be stretch");
}

}  // namespace
}  // namespace dala::ml::test
