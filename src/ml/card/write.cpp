#include <dala/ml/card.hpp>

#include <nlohmann/json.hpp>

namespace dala::ml {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson input_json(const CardInput& input) {
  return {{"name", input.name},          {"shape", {1, 3, input.height, input.width}},
          {"fit", to_string(input.fit)}, {"share", input.share},
          {"fill", input.fill},          {"bgr", input.bgr},
          {"mean", input.mean},          {"deviation", input.deviation}};
}

OrderedJson decode_json(const CardDecode& decode) {
  OrderedJson json = {{"score", decode.score}, {"iou", decode.iou}, {"stride", decode.stride}};
  OrderedJson anchors = OrderedJson::array();
  for (const AnchorGrid& grid : decode.anchors)
    anchors.push_back({{"cells", grid.cells}, {"per_cell", grid.per_cell}});
  if (!anchors.empty()) json["anchors"] = anchors;
  if (!decode.edges.empty()) json["edges"] = decode.edges;
  return json;
}

}  // namespace

std::string to_json(const ModelCard& card) {
  OrderedJson json = {{"name", card.name}};
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
  };
  text("summary", card.summary);
  text("file", card.file);
  if (card.bytes > 0) json["bytes"] = card.bytes;
  text("sha256", card.sha256);
  text("url", card.url);
  text("licence", card.licence);
  json["task"] = to_string(card.task);
  if (card.input.width > 0) json["input"] = input_json(card.input);
  if (!card.outputs.empty()) {
    OrderedJson outputs = OrderedJson::object();
    for (const CardOutput& output : card.outputs) outputs[output.role] = output.name;
    json["outputs"] = outputs;
  }
  json["decode"] = decode_json(card.decode);
  if (!card.labels.empty())
    json["labels"] = card.labels;
  else
    text("labels", card.labels_file);
  // Texts of a card that was made by hand may hold anything; what is not UTF-8 is replaced.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace dala::ml
