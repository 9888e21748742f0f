// dala models, classify, detect, faces, pose, segment and predict
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include <dala/media/still.hpp>
#include <dala/media/video.hpp>

#include "cli/cli_helper.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class ModelsCli : public CliTest {
 protected:
  static fs::path data() {
    if (const char* given = std::getenv("DALA_MODELS_TEST_DATA")) return given;
    return dala::test::tests_folder() / "../../shared/models";
  }
  static std::string photo(const std::string& name) { return (data() / "photos" / name).string(); }

  // With the weights, or with a store of the test's own.
  [[nodiscard]] Ended with_weights(const std::vector<std::string>& arguments) const {
    return dala(arguments, "DALA_MODELS='" + fs::weakly_canonical(data()).string() + "'");
  }
  [[nodiscard]] Ended alone(const std::vector<std::string>& arguments) const {
    return dala(arguments, "DALA_MODELS=store");
  }
};

#define NEEDS_WEIGHTS()                          \
  if (!fs::exists(data() / "mobilenet_v2.onnx")) \
  GTEST_SKIP() << "skipped: no weights at " << data().string()

TEST_F(ModelsCli, Lists) {
  const Ended ended = alone({"models"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* name : {"blazeface", "deeplab", "mobilenet_v2", "posenet", "yolo_v5"})
    EXPECT_NE(ended.out.find(name), std::string::npos) << name;
  EXPECT_NE(ended.out.find("not here"), std::string::npos);
  const Json json = Json::parse(alone({"models", "--json"}).out);
  EXPECT_EQ(json["folder"], "store");
  EXPECT_EQ(json["models"].size(), 6U);
}

TEST_F(ModelsCli, Quantizes) {
  NEEDS_WEIGHTS();
  fs::create_directories(path("photos"));
  fs::copy_file(photo("astronaut.jpg"), path("photos/astronaut.jpg"));
  const Ended ended = with_weights(
      {"models", "quantize", "blazeface", "-o", "small.onnx", "--calibrate", "photos"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find(" %  Conv"), std::string::npos);
  EXPECT_NE(ended.out.find("layers of integers"), std::string::npos);
  EXPECT_LT(read("small.onnx").size(), 250'000U);
  EXPECT_EQ(with_weights({"models", "bench", "small.onnx", "--runs", "1"}).exit_code, 0);
  expect_error(
      with_weights({"models", "quantize", "blazeface", "-o", "x.onnx", "--calibrate", "none"}), 1,
      "none");
  expect_error(with_weights({"models", "quantize", "blazeface", "--calibrate", "photos"}), 2,
               "--out");
}

TEST_F(ModelsCli, Adds) {
  write("net.onnx", "not really one");
  write("card.json", R"({"name": "x", "file": "x.onnx", "task": "segment",
                         "input": {"name": "i", "shape": [1, 3, 8, 8], "fit": "stretch"},
                         "outputs": {"logits": "o"}})");
  const Ended ended = alone({"models", "add", "net.onnx", "--name", "mine", "--card", "card.json"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read("store/mine.onnx"), "not really one");
  EXPECT_NE(alone({"models"}).out.find("mine"), std::string::npos);
  expect_error(alone({"models", "add", "net.onnx", "--name", "mine"}), 1, "already");
  expect_error(alone({"models", "add", "net.onnx"}), 2, "--name");
  write("bad.json", R"({"name": "x", "file": "x.onnx", "task": "dream"})");
  expect_error(alone({"models", "add", "net.onnx", "--name", "b", "--card", "bad.json"}), 1,
               "bad.json: task is \"dream\"");
}

TEST_F(ModelsCli, SaysWhatIsWrong) {
  write("in.png", "not a picture");
  expect_error(alone({"models", "pull", "mobilnet_v2"}), 1, "did you mean \"mobilenet_v2\"?");
  expect_error(alone({"models", "pull", "posenet"}), 1, "has no address");
  expect_error(alone({"models", "bench", "nobody"}), 1, "the known ones are blazeface");
  expect_error(alone({"classify", "in.png"}), 1, "put mobilenet_v2.onnx into store");
  expect_error(alone({"classify"}), 2, "PICTURES");
  expect_error(alone({"detect", "in.png", "-o", "out.gif"}), 2, ".webp");
  expect_error(alone({"detect", "store"}), 1, "");
  expect_error(alone({"predict", "nobody", "--in", "x.npy"}), 1, "the known ones");
  expect_error(alone({"predict", "nobody", "--in", "x.txt"}), 2, "x.txt");
}

TEST_F(ModelsCli, Classifies) {
  NEEDS_WEIGHTS();
  const Ended ended = with_weights({"classify", photo("coffee.png")});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("espresso"), std::string::npos) << ended.out;
  const Ended json = with_weights({"classify", photo("coffee.png"), "--json", "--top", "2"});
  const Json answer = Json::parse(json.out);
  EXPECT_EQ(answer["classes"].size(), 2U);
  EXPECT_EQ(answer["classes"][0]["id"], 967);
}

TEST_F(ModelsCli, Draws) {
  NEEDS_WEIGHTS();
  for (const char* task : {"classify", "detect", "faces", "pose", "segment"}) {
    const std::string file = std::string(task) + ".png";
    const Ended ended = with_weights({task, photo("astronaut.jpg"), "-o", file});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    const auto drawn = media::read_picture(path(file));
    ASSERT_TRUE(drawn) << drawn.error().message;
    EXPECT_EQ(drawn->width, 512U);
    const auto before = media::read_picture(photo("astronaut.jpg"));
    EXPECT_NE(drawn->rgba, before->rgba) << task;
  }
}

TEST_F(ModelsCli, ManyPictures) {
  NEEDS_WEIGHTS();
  fs::create_directories(path("in"));
  fs::copy_file(photo("chelsea.png"), path("in/a.png"));
  fs::copy_file(photo("coffee.png"), path("in/b.png"));
  write("in/notes.txt", "not a picture");
  const Ended ended = with_weights({"segment", "in", "--json", "-o", "out"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 2);
  EXPECT_TRUE(fs::exists(path("out/a.png")));
  EXPECT_TRUE(fs::exists(path("out/b.png")));
  // One that is broken does not stop the others.
  write("in/a.png", "broken");
  const Ended part = with_weights({"segment", "in"});
  EXPECT_EQ(part.exit_code, 1);
  EXPECT_NE(part.out.find("in/b.png"), std::string::npos);
  EXPECT_NE(part.err.find("1 of 2 pictures had no answer"), std::string::npos) << part.err;
  expect_error(with_weights({"segment", "in/b.png", "-o", "in/b.png"}), 2, "the input itself");
}

TEST_F(ModelsCli, PicturesOfOneNameStayApart) {
  NEEDS_WEIGHTS();
  fs::create_directories(path("a/deep"));
  fs::create_directories(path("b"));
  fs::copy_file(photo("chelsea.png"), path("a/deep/x.png"));
  fs::copy_file(photo("coffee.png"), path("b/x.png"));
  fs::copy_file(photo("coffee.png"), path("b/y.png"));
  const Ended ended =
      with_weights({"classify", "a/deep/x.png", "./b/x.png", "b/y.png", "-o", "out"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(fs::exists(path("out/a/deep/x.png")));
  EXPECT_TRUE(fs::exists(path("out/b/x.png")));
  EXPECT_TRUE(fs::exists(path("out/b/y.png")));
  EXPECT_NE(read("out/a/deep/x.png"), read("out/b/x.png"));
  // The names alone where they differ.
  EXPECT_EQ(with_weights({"classify", "a", "b/y.png", "a/deep", "-o", "flat"}).exit_code, 2);
  EXPECT_EQ(with_weights({"classify", "b/y.png", "a/deep", "-o", "flat"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(path("flat/x.png")));
  EXPECT_TRUE(fs::exists(path("flat/y.png")));
}

TEST_F(ModelsCli, AFileThatIsNotTheModelIsNotLoaded) {
  fs::create_directory(path("store"));
  write("store/mobilenet_v2.onnx", "something else");
  write_npy("x.npy", {1}, {1});
  expect_error(alone({"predict", "mobilenet_v2", "--in", "x.npy"}), 1,
               "and the card of mobilenet_v2 says");
  write("store/yolov5n.onnx", "of yolo_v5");
  expect_error(alone({"models", "add", "x.npy", "--name", "yolov5n"}), 1,
               "which is that of yolo_v5; give another name");
  EXPECT_EQ(read("store/yolov5n.onnx"), "of yolo_v5");
}

TEST_F(ModelsCli, Videos) {
  NEEDS_WEIGHTS();
  if (auto there = media::video_version(); !there)
    GTEST_SKIP() << "skipped: " << there.error().message;
  const auto still = media::read_picture(photo("dog1.jpg"));
  ASSERT_TRUE(still) << still.error().message;
  constexpr std::size_t frames = 5;
  const auto writer = media::VideoWriter::create(path("in.mp4"), {still->width, still->height},
                                                 {.preset = "ultrafast"});
  ASSERT_TRUE(writer) << writer.error().message;
  for (std::size_t i = 0; i < frames; ++i)
    ASSERT_TRUE(writer->write(still->rgba, std::chrono::milliseconds(40 * i)));
  ASSERT_TRUE(writer->finish());

  const Ended ended = with_weights({"detect", "in.mp4", "-o", "out.mp4", "--json", "--every", "2"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  std::istringstream lines(ended.out);
  std::vector<double> times;
  for (std::string line; std::getline(lines, line);) {
    const Json answer = Json::parse(line);
    times.push_back(answer["time"]);
    ASSERT_FALSE(answer["detections"].empty());
    EXPECT_EQ(answer["detections"][0]["label"], "dog");
  }
  EXPECT_EQ(times, (std::vector<double>{0, 0.08, 0.16}));

  // Every frame has the drawing, those that were not asked about too.
  const auto before = media::VideoReader::open(path("in.mp4").string());
  const auto after = media::VideoReader::open(path("out.mp4").string());
  ASSERT_TRUE(before && after);
  media::VideoFrame in;
  media::VideoFrame out;
  for (std::size_t i = 0; i < frames; ++i) {
    ASSERT_TRUE(before->read(in).value_or(false));
    ASSERT_TRUE(after->read(out).value_or(false));
    EXPECT_EQ(in.time, out.time);
    std::size_t changed = 0;
    for (std::size_t p = 0; p < in.picture.rgba.size(); ++p)
      if (std::abs(in.picture.rgba[p] - out.picture.rgba[p]) > 60) ++changed;
    EXPECT_GT(changed, 500U) << i;
  }
  EXPECT_FALSE(after->read(out).value_or(true));
  expect_error(with_weights({"detect", "in.mp4", "-o", "out.png"}), 2, ".mkv");
  expect_error(with_weights({"detect", "in.mp4", "-o", "in.mp4"}), 2, "the input itself");
  expect_error(with_weights({"detect", "nowhere.mp4"}), 1, "nowhere.mp4");
}

TEST_F(ModelsCli, Predicts) {
  NEEDS_WEIGHTS();
  const std::string input = (data() / "refs/blazeface/input.npy").string();
  const Ended ended = with_weights({"predict", "blazeface", "--in", "input=" + input, "--out",
                                    "classificators=scores.npy", "--out", "boxes.npy"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "wrote scores.npy: f32 {1, 896, 1}\nwrote boxes.npy: f32 {1, 896, 16}\n");
  const std::string file = (data() / "blazeface.onnx").string();
  EXPECT_EQ(with_weights({"predict", file, "--in", input, "--out", "b.npy"}).exit_code, 0);
  EXPECT_EQ(read("b.npy"), read("boxes.npy"));
  const auto bad = [&](const std::vector<std::string>& more, const std::string& part) {
    std::vector<std::string> all = {"predict", "blazeface"};
    all.insert(all.end(), more.begin(), more.end());
    expect_error(with_weights(all), 2, part);
  };
  bad({}, "takes input");
  bad({"--in", "nose=x.npy"}, "no tensor called 'nose'; there is input");
  bad({"--in", input, "--in", input}, "one more than the model has");
}

TEST_F(ModelsCli, Measures) {
  NEEDS_WEIGHTS();
  const std::vector<std::string> bench = {"models", "bench", "blazeface", "--device", "cpu"};
  const auto in = [&](const char* precision) {
    std::vector<std::string> words = bench;
    words.insert(words.end(), {"--runs", "1", "--precision", precision});
    return with_weights(words);
  };
  EXPECT_EQ(in("f32").exit_code, 0);
  expect_error(in("f16"), 1, "models run in f16 on CUDA only");
  expect_error(in("f8"), 2, "f8 not in {f32,tf32,f16}");
  const Ended ended = with_weights({"models", "bench", "blazeface", "--runs", "3", "--json"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["runs"], 3);
  EXPECT_GT(json["median_ms"].get<double>(), 0);
}

}  // namespace
}  // namespace dala::test
