// The model store: what is known, added and downloaded.
#include <dala/ml/store.hpp>

#include <sys/stat.h>

#include <cstdlib>

#include "ml/http_server_helper.hpp"
#include "ml/ml_helper.hpp"
#include "ml/onnx_builder_helper.hpp"
#include "ml/store/sha256.hpp"

namespace dala::ml::test {
namespace {

std::string hash_of(std::string_view text) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  return hash.digits();
}

TEST(Sha256, OfTheStandard) {
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, InAnyParts) {
  const std::string text(300, 'x');
  for (const std::size_t part : {1, 55, 56, 63, 64, 65, 130}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += part)
      hash.add(std::as_bytes(std::span(text).subspan(at, std::min(part, text.size() - at))));
    EXPECT_EQ(hash.digits(), hash_of(text)) << part;
  }
}

// A model, as a file.
std::string one_relu() {
  const auto bytes =
      dala::test::OnnxBuilder(13).input("x", {4}).output("y").node("Relu", {"x"}, {"y"}).bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Store : public testing::Test {
 protected:
  Folder folder;
  ModelStore store = must_open(folder.path());
  const std::string body = long_text();

  static std::string long_text() {
    std::string text(200000, 'm');
    text.back() = '.';
    return text;
  }

  static ModelStore must_open(const std::filesystem::path& path) {
    return ModelStore::open(path).value();
  }
  // A card as a file of the store, without the model.
  void know(const std::string& url, const std::string& sha256, std::uint64_t bytes = 0) const {
    ModelCard card;
    card.name = "remote";
    card.file = "remote.onnx";
    card.url = url;
    card.sha256 = sha256;
    card.bytes = bytes;
    folder.write("remote.card.json", to_json(card));
  }
};

TEST_F(Store, KnowsTheBuiltInModels) {
  folder.write("mobilenet_v2.onnx", "there");
  const StoredModel model = must(store.find("mobilenet_v2"));
  EXPECT_TRUE(model.present);
  EXPECT_TRUE(model.builtin);
  EXPECT_FALSE(must(store.find("posenet")).present);
  EXPECT_EQ(store.models().size(), builtin_cards().size());
}

TEST_F(Store, AnUnknownNameListsTheKnownOnes) {
  expect_error(store.find("mobilnet_v2"), ErrorCode::invalid_argument,
               "did you mean \"mobilenet_v2\"?");
  expect_error(
      store.find("x"), ErrorCode::invalid_argument,
      "the known ones are blazeface, deeplab, deeplab_513, mobilenet_v2, posenet, yolo_v5");
}

TEST_F(Store, Adds) {
  folder.write("elsewhere/file.onnx", "weights");
  ModelCard card = builtin_card("deeplab");
  card.sha256.clear();
  const StoredModel added = must(store.add(folder.path() / "elsewhere/file.onnx", "mine", card));
  EXPECT_EQ(added.card.sha256, hash_of("weights"));
  EXPECT_EQ(folder.read("mine.onnx"), "weights");
  const StoredModel found = must(store.find("mine"));
  EXPECT_TRUE(found.present);
  EXPECT_FALSE(found.builtin);
  EXPECT_EQ(found.card.task, Task::segment);
  EXPECT_EQ(found.card.bytes, 7U);
  EXPECT_EQ(store.models().size(), builtin_cards().size() + 1);
  // Without a card it takes tensors.
  EXPECT_EQ(must(store.add(folder.path() / "mine.onnx", "bare")).card.task, Task::none);
}

TEST_F(Store, AddsNothingThatIsWrong) {
  folder.write("file.onnx", "weights");
  const auto file = folder.path() / "file.onnx";
  expect_error(store.add(file, "posenet"), ErrorCode::already_exists, "posenet");
  expect_error(store.add(file, "../up"), ErrorCode::bad_file, "name must be");
  expect_error(store.add(file, ""), ErrorCode::bad_file, "name");
  expect_error(store.add(folder.path() / "none.onnx", "mine"), ErrorCode::io, "none.onnx");
  expect_error(store.add(file, "mine", builtin_card("posenet")), ErrorCode::bad_file, "sha256");
  EXPECT_FALSE(folder.has("mine.onnx"));
  EXPECT_FALSE(folder.has("mine.card.json"));
  // Its file would take the place of another model's.
  folder.write("yolov5n.onnx", "of yolo_v5");
  expect_error(store.add(file, "yolov5n"), ErrorCode::already_exists,
               "would be yolov5n.onnx, which is that of yolo_v5; give another name");
  EXPECT_EQ(folder.read("yolov5n.onnx"), "of yolo_v5");
  EXPECT_FALSE(folder.has("yolov5n.card.json"));
  // A file that belongs to nobody stays, unless it is this one.
  folder.write("mine.onnx", "something else");
  expect_error(store.add(file, "mine"), ErrorCode::already_exists, "belongs to no model");
  EXPECT_EQ(folder.read("mine.onnx"), "something else");
  folder.write("mine.onnx", "weights");
  must(store.add(file, "mine"));
  std::size_t parts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().extension() == ".dala-part") ++parts;
  EXPECT_EQ(parts, 0U);
}

TEST_F(Store, ChecksWhatItLoads) {
  const Compute compute = Compute::create({.device = "cpu"}).value();
  folder.write("net.onnx", one_relu());
  must(store.add(folder.path() / "net.onnx", "mine"));
  EXPECT_TRUE(load_model(compute, store, "mine"));
  // The file is another one now, as long as the first.
  std::string other = one_relu();
  other.back() = static_cast<char>(other.back() + 1);
  folder.write("mine.onnx", other);
  expect_error(load_model(compute, store, "mine"), ErrorCode::bad_file, "the card of mine says");
  expect_error(load_model(compute, store, (folder.path() / "mine.onnx").string()),
               ErrorCode::bad_file, "has the sha256 " + hash_of(other));
  folder.write("mine.onnx", one_relu());
  EXPECT_TRUE(load_model(compute, store, "mine"));
  // A path elsewhere is what its caller means, also where it has the name of a known model.
  std::filesystem::create_directory(folder.path() / "trained");
  folder.write("trained/mobilenet_v2.onnx", one_relu());
  const auto loaded =
      load_model(compute, store, (folder.path() / "trained/mobilenet_v2.onnx").string());
  EXPECT_TRUE(loaded || loaded.error().message.find("sha256") == std::string::npos);
}

TEST_F(Store, ABadCardIsShownAndDoesNotHideOthers) {
  folder.write("broken.card.json", "{");
  folder.write("other.card.json", R"({"name": "third", "file": "f.onnx", "task": "none"})");
  for (const StoredModel& model : store.models())
    EXPECT_EQ(model.problem.empty(), model.builtin) << model.card.name;
  expect_error(store.find("broken"), ErrorCode::bad_file, "broken.card.json is not JSON");
  expect_error(store.find("other"), ErrorCode::bad_file, "the card of third");
  must(store.find("posenet"));
}

TEST_F(Store, Labels) {
  const ModelCard card = builtin_card("yolo_v5");
  EXPECT_TRUE(store.labels(card).empty());
  folder.write("labels/coco80.txt", "person\r\nbicycle\n");
  EXPECT_EQ(store.labels(card), (std::vector<std::string>{"person", "bicycle"}));
  EXPECT_EQ(store.labels(builtin_card("posenet")).size(), 17U);
}

TEST_F(Store, Folders) {
  ::setenv("DALA_MODELS", "here", 1);
  EXPECT_EQ(must_open({}).folder(), "here");
  ::unsetenv("DALA_MODELS");
  const char* before = std::getenv("XDG_DATA_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  EXPECT_EQ(must_open({}).folder(), folder.path() / "dala/models");
  ::setenv("XDG_DATA_HOME", "not/absolute", 1);
  EXPECT_NE(must_open({}).folder(), "not/absolute/dala/models");
  if (before == nullptr)
    ::unsetenv("XDG_DATA_HOME");
  else
    ::setenv("XDG_DATA_HOME", kept.c_str(), 1);
}

TEST_F(Store, ModelsThatAreNotThere) {
  const Compute compute = Compute::create({.device = "cpu"}).value();
  expect_error(load_model(compute, store, "posenet"), ErrorCode::io,
               "put posenet_mv1_075_257.onnx into " + folder.path().string());
  expect_error(load_model(compute, store, "nobody"), ErrorCode::invalid_argument, "the known ones");
}

TEST_F(Store, Pulls) {
  HttpServer server(body, {});
  know(server.url(), hash_of(body), body.size());
  std::uint64_t last = 0;
  std::uint64_t all = 0;
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_GE(done, last);
    last = done;
    all = total;
    return true;
  };
  const StoredModel model = must(store.pull("remote", {.progress = progress}));
  EXPECT_TRUE(model.present);
  EXPECT_EQ(folder.read("remote.onnx"), body);
  EXPECT_EQ(last, body.size());
  EXPECT_EQ(all, body.size());
  EXPECT_FALSE(folder.has("remote.onnx.part"));
  must(store.pull("remote"));
  EXPECT_EQ(server.requests().size(), 1U);  // what is there is not asked for again
}

TEST_F(Store, GoesOnFromAPart) {
  HttpServer server(body, {});
  know(server.url(), hash_of(body));
  folder.write("remote.onnx.part", body.substr(0, 150000));
  must(store.pull("remote"));
  EXPECT_EQ(folder.read("remote.onnx"), body);
  ASSERT_EQ(server.requests().size(), 1U);
  EXPECT_NE(server.requests()[0].find("Range: bytes=150000-"), std::string::npos);
}

TEST_F(Store, AServerWithoutParts) {
  HttpServer server(body, {.ranges = false});
  know(server.url(), hash_of(body));
  folder.write("remote.onnx.part", "something else");
  must(store.pull("remote"));
  EXPECT_EQ(folder.read("remote.onnx"), body);
}

TEST_F(Store, APartThatIsNotItsBeginning) {
  HttpServer server(body, {});
  know(server.url(), hash_of(body));
  folder.write("remote.onnx.part", std::string(150000, 'x'));
  must(store.pull("remote"));
  EXPECT_EQ(folder.read("remote.onnx"), body);
  // And one that is longer than the file.
  std::filesystem::remove(folder.path() / "remote.onnx");
  folder.write("remote.onnx.part", body + body);
  must(store.pull("remote"));
  EXPECT_EQ(folder.read("remote.onnx"), body);
}

// A folder of models may be one that others write to.
TEST_F(Store, APartThatIsNoPart) {
  namespace fs = std::filesystem;
  HttpServer server(body, {});
  know(server.url(), hash_of(body), body.size());
  const fs::path part = folder.path() / "remote.onnx.part";
  const auto refused = [&] {
    expect_error(store.pull("remote"), ErrorCode::io, "not the part of a download");
    fs::remove_all(part);
    EXPECT_FALSE(fs::exists(folder.path() / "remote.onnx"));
  };
  // Longer than the model, which would be emptied, and shorter, which would be written to.
  for (const std::size_t length : {body.size() + 1, std::size_t{3}}) {
    const std::string precious(length, 'p');
    folder.write("precious", precious);
    fs::create_symlink(folder.path() / "precious", part);
    refused();
    fs::create_hard_link(folder.path() / "precious", part);
    refused();
    EXPECT_EQ(folder.read("precious"), precious);
  }
  fs::create_symlink(folder.path() / "new", part);
  refused();
  EXPECT_FALSE(fs::exists(folder.path() / "new"));
  ASSERT_EQ(mkfifo(part.c_str(), 0600), 0);
  refused();
  EXPECT_EQ(must(store.pull("remote")).present, true);
}

TEST_F(Store, TheServerGoesAway) {
  std::string address;
  {
    HttpServer server(body, {.cut_after = 100000});
    know(server.url(), hash_of(body));
    expect_error(store.pull("remote"), ErrorCode::io, "100000 bytes are kept");
    EXPECT_FALSE(folder.has("remote.onnx"));
  }
  know(dead_url(), hash_of(body));
  expect_error(store.pull("remote"), ErrorCode::io, "could not download http://127.0.0.1");
  EXPECT_EQ(folder.read("remote.onnx.part").size(), 100000U);
  HttpServer server(body, {});
  must(store.pull("remote", {.url = server.url()}));
  EXPECT_EQ(folder.read("remote.onnx"), body);
  EXPECT_NE(server.requests()[0].find("Range: bytes=100000-"), std::string::npos);
}

TEST_F(Store, AWrongHash) {
  HttpServer server(body, {});
  know(server.url(), hash_of("another file"));
  expect_error(store.pull("remote"), ErrorCode::bad_file, hash_of(body));
  EXPECT_FALSE(folder.has("remote.onnx"));
  EXPECT_FALSE(folder.has("remote.onnx.part"));
}

TEST_F(Store, MoreThanTheCardSays) {
  HttpServer server(body, {});
  know(server.url(), hash_of(body), 1000);
  expect_error(store.pull("remote"), ErrorCode::io, "longer than the 1000 bytes");
}

TEST_F(Store, BadAnswersAndAddresses) {
  HttpServer server(body, {.status = 404});
  know(server.url(), hash_of(body));
  expect_error(store.pull("remote"), ErrorCode::io, "404");
  expect_error(store.pull("remote", {.url = "file:///etc/passwd"}), ErrorCode::io, "file");
  HttpServer elsewhere(body, {.redirect = "file:///etc/passwd"});
  expect_error(store.pull("remote", {.url = elsewhere.url()}), ErrorCode::io);
  HttpServer good(body, {});
  HttpServer moved(body, {.redirect = good.url()});
  must(store.pull("remote", {.url = moved.url()}));
}

TEST_F(Store, TheCallerEndsIt) {
  HttpServer server(body, {});
  know(server.url(), hash_of(body));
  expect_error(store.pull("remote", {.progress = [](auto, auto) { return false; }}), ErrorCode::io,
               "ended by the caller");
}

TEST_F(Store, WhatCannotBePulled) {
  expect_error(store.pull("posenet"), ErrorCode::invalid_argument, "no address");
  expect_error(store.pull("nobody"), ErrorCode::invalid_argument, "the known ones are");
  know("http://127.0.0.1/x", "");
  expect_error(store.pull("remote"), ErrorCode::bad_file, "no sha256");
}

}  // namespace
}  // namespace dala::ml::test
