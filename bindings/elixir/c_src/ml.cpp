// Models and questions about pictures.
#include <dala/ml/store.hpp>

#include "command.hpp"
#include "picture.hpp"
#include "scene_terms.hpp"

namespace dala::nif {

using ml::TaskModel;

namespace {

// A picture of the host, {width, height, rgba}, or a frame on the device.
struct Seen {
  media::Picture picture = {};
  Buffer frame = {};
  [[nodiscard]] ml::PictureRef ref() const {
    return frame ? ml::PictureRef(frame) : ml::PictureRef(picture);
  }
};

}  // namespace

template <>
struct Decode<Seen> {
  static Seen from(ErlNifEnv* env, ERL_NIF_TERM term) {
    if (enif_is_tuple(env, term) != 0) return {.picture = decode<media::Picture>(env, term)};
    return {.frame = decode<Buffer>(env, term)};
  }
};

template <>
struct Decode<ml::Precision> {
  static ml::Precision from(ErlNifEnv* env, ERL_NIF_TERM term) {
    const auto name = decode<std::string>(env, term);
    if (const auto precision = ml::precision_from_string(name)) return *precision;
    throw BadArgument("\"" + name + "\" is no precision; those are :f32, :tf32 and :f16");
  }
};

namespace {

Term describe(ErlNifEnv* env, const ml::Box& box) {
  return {tuple_of(env, box.x0, box.y0, box.x1, box.y1)};
}

std::vector<std::string> known_names(const std::vector<ml::StoredModel>& models) {
  std::vector<std::string> names;
  for (const ml::StoredModel& model : models)
    if (model.problem.empty()) names.push_back(model.card.name);
  return names;
}

Result<std::vector<std::string>> models(Env& env) {
  DALA_NIF_ASSIGN(store, ml::ModelStore::open(env.library.models_folder()));
  return known_names(store.models());
}

Result<TaskModel> model_load(Env& env, const std::string& name_or_path, ml::Precision precision) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  DALA_NIF_ASSIGN(store, ml::ModelStore::open(env.library.models_folder()));
  return ml::load_model(compute, store, name_or_path, precision);
}

Term model_info(Env& env, const TaskModel& model) {
  const auto tensors = [&](const std::vector<ml::ModelTensor>& all) {
    std::vector<Term> terms;
    for (const ml::ModelTensor& tensor : all) {
      Map map(env.raw);
      map.put("name", tensor.name).put("dtype", tensor.dtype).put("dims", tensor.dims);
      terms.push_back(map.term());
    }
    return terms;
  };
  const ml::ModelInfo& info = model.model().info();
  Map map(env.raw);
  map.put("name", info.name).put("task", Term{atom(env.raw, to_string(model.card().task))});
  map.put("inputs", tensors(info.inputs)).put("outputs", tensors(info.outputs));
  return map.put("parameters", info.parameters).term();
}

Result<std::vector<Term>> model_predict(Env& env, const TaskModel& model,
                                        const BufferList& inputs) {
  DALA_NIF_ASSIGN(outputs, model.model().predict(inputs));
  std::vector<Term> refs;
  for (Buffer& output : outputs) refs.push_back({encode(env.raw, std::move(output))});
  return refs;
}

Result<Buffer> model_preprocess(Env& /*env*/, const TaskModel& model, const Seen& picture) {
  return model.preprocess(picture.ref());
}

// --- questions ---

Result<std::vector<Term>> model_classify(Env& env, const TaskModel& model, const Seen& picture,
                                         std::uint32_t count) {
  DALA_NIF_ASSIGN(found, ml::classify(model, picture.ref(), count));
  std::vector<Term> all;
  for (const ml::ClassScore& score : found) {
    Map map(env.raw);
    map.put("id", score.id).put("label", score.label);
    all.push_back(map.put("score", score.score).term());
  }
  return all;
}

Result<std::vector<Term>> model_detect(Env& env, const TaskModel& model, const Seen& picture) {
  DALA_NIF_ASSIGN(found, ml::detect(model, picture.ref()));
  std::vector<Term> all;
  for (const ml::Detection& thing : found) {
    Map map(env.raw);
    map.put("id", thing.id).put("label", thing.label).put("score", thing.score);
    all.push_back(map.put("box", describe(env.raw, thing.box)).term());
  }
  return all;
}

Result<std::vector<Term>> model_faces(Env& env, const TaskModel& model, const Seen& picture) {
  DALA_NIF_ASSIGN(found, ml::faces(model, picture.ref()));
  std::vector<Term> all;
  for (const ml::Face& face : found) {
    std::vector<Term> points;
    for (const ml::Point& point : face.points)
      points.push_back({tuple_of(env.raw, point.x, point.y)});
    Map map(env.raw);
    map.put("score", face.score).put("box", describe(env.raw, face.box));
    all.push_back(map.put("points", points).term());
  }
  return all;
}

Result<Term> model_pose(Env& env, const TaskModel& model, const Seen& picture) {
  DALA_NIF_ASSIGN(pose, ml::pose(model, picture.ref()));
  std::vector<Term> points;
  for (const ml::KeyPoint& point : pose.points) {
    Map map(env.raw);
    map.put("id", point.id).put("label", point.label).put("score", point.score);
    points.push_back(map.put("at", Term{tuple_of(env.raw, point.at.x, point.at.y)}).term());
  }
  Map map(env.raw);
  return map.put("score", pose.score).put("points", points).term();
}

Result<Term> model_segment(Env& env, const TaskModel& model, const Seen& picture) {
  DALA_NIF_ASSIGN(found, ml::segment(model, picture.ref()));
  std::vector<Term> classes;
  for (const ml::SegmentClass& part : found.classes) {
    Map map(env.raw);
    map.put("id", part.id).put("label", part.label);
    classes.push_back(map.put("pixels", std::uint64_t{part.pixels}).term());
  }
  Map map(env.raw);
  map.put("width", found.width).put("height", found.height).put("classes", classes);
  return map.put("map", std::move(found.map)).term();
}

Result<Buffer> model_mask(Env& /*env*/, const TaskModel& model, const Seen& picture,
                          std::uint32_t id) {
  return ml::segment_mask(model, picture.ref(), id);
}

// --- answers that come from elsewhere ---

Result<std::vector<float>> floats_of(const Buffer& buffer) {
  DALA_NIF_ASSIGN(numbers, buffer.read_numbers());
  return std::vector<float>(numbers.begin(), numbers.end());
}

// [{index, value}]
Result<std::vector<Term>> top_k(Env& env, const Buffer& values, std::uint32_t count) {
  DALA_NIF_ASSIGN(numbers, floats_of(values));
  std::vector<Term> all;
  for (const ml::Ranked& ranked : ml::top_k(numbers, count))
    all.push_back({tuple_of(env.raw, std::uint64_t{ranked.id}, ranked.value)});
  return all;
}

constexpr ErlNifFunc functions[] = {
    nif<models>("models", Place::io_bound),
    nif<model_load>("model_load", Place::cpu_bound),
    nif<model_info>("model_info", Place::scheduler),
    nif<model_predict>("model_predict", Place::cpu_bound),
    nif<model_preprocess>("model_preprocess", Place::cpu_bound),
    nif<model_classify>("model_classify", Place::cpu_bound),
    nif<model_detect>("model_detect", Place::cpu_bound),
    nif<model_faces>("model_faces", Place::cpu_bound),
    nif<model_pose>("model_pose", Place::cpu_bound),
    nif<model_segment>("model_segment", Place::cpu_bound),
    nif<model_mask>("model_mask", Place::cpu_bound),
    nif<top_k>("top_k", Place::cpu_bound),
};

}  // namespace

Area ml_area() {
  return {functions, [](ErlNifEnv* env) { return Resource<TaskModel>::open(env); }};
}

}  // namespace dala::nif
