// The weights, photographs and reference answers that tests compare with; they lie beside the
// project and are not part of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <dala/media/pipeline.hpp>
#include <dala/ml/card.hpp>
#include <dala/ml/tasks.hpp>

#include "ml/models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml::test {

// The folder of models_helper.hpp; empty when it is not there.
[[nodiscard]] std::filesystem::path data_folder();

// A test that needs them says that it did not run.
#define DALA_NEEDS_MODEL_DATA()              \
  if (dala::ml::test::data_folder().empty()) \
  GTEST_SKIP() << "skipped: no weights at " << dala::test::models_folder().string()

struct Array {
  std::vector<std::int64_t> dims;
  std::vector<float> values;
};
// refs/FILE, of f32 or u8.
[[nodiscard]] Array read_reference(const std::string& file);
[[nodiscard]] nlohmann::json read_json(const std::string& file);
// Width and height of a photograph.
[[nodiscard]] media::FrameSize photo_size(const std::string& photo);

// The card of this name that comes with the library.
[[nodiscard]] ModelCard builtin_card(const std::string& name);

[[nodiscard]] Box box_of(const nlohmann::json& xyxy);

// A folder of the test's own, which goes when the test ends.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

}  // namespace dala::ml::test
