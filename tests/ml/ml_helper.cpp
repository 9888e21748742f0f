#include "ml/ml_helper.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/files/file.hpp"
#include "core/files/npy.hpp"

namespace dala::ml::test {

namespace fs = std::filesystem;

fs::path data_folder() {
  const fs::path folder = dala::test::models_folder();
  return fs::is_directory(folder / "refs") ? folder : fs::path();
}

Array read_reference(const std::string& file) {
  const auto bytes = must(read_file(data_folder() / "refs" / file));
  const NpyView view = must(parse_npy(bytes));
  Array array{{view.shape.dims().begin(), view.shape.dims().end()}, {}};
  std::vector<std::byte> data(view.data.size());
  copy_row_major(view, data);
  if (view.dtype == DType::f32) {
    array.values.resize(data.size() / sizeof(float));
    std::memcpy(array.values.data(), data.data(), data.size());
  } else {
    EXPECT_EQ(view.dtype, DType::u8);
    for (const std::byte value : data) array.values.push_back(std::to_integer<std::uint8_t>(value));
  }
  return array;
}

namespace {

nlohmann::json json_of(const fs::path& file) {
  const auto bytes = must(read_file(file));
  return nlohmann::json::parse(reinterpret_cast<const char*>(bytes.data()),
                               reinterpret_cast<const char*>(bytes.data()) + bytes.size());
}

}  // namespace

nlohmann::json read_json(const std::string& file) { return json_of(data_folder() / "refs" / file); }

media::FrameSize photo_size(const std::string& photo) {
  const auto size = json_of(data_folder() / "photos" / "photos.json")[photo]["size"];
  return {size[0].get<std::uint32_t>(), size[1].get<std::uint32_t>()};
}

ModelCard builtin_card(const std::string& name) {
  const auto found = std::ranges::find(builtin_cards(), name, &ModelCard::name);
  EXPECT_NE(found, builtin_cards().end()) << name;
  return found == builtin_cards().end() ? ModelCard{} : *found;
}

Box box_of(const nlohmann::json& xyxy) {
  return {xyxy[0].get<float>(), xyxy[1].get<float>(), xyxy[2].get<float>(), xyxy[3].get<float>()};
}

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "dala_ml_XXXXXX").string();
  path_ = mkdtemp(name.data());
}

Folder::~Folder() { fs::remove_all(path_); }

void Folder::write(const std::string& name, const std::string& text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const {
  std::ifstream stream(path_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool Folder::has(const std::string& name) const { return fs::exists(path_ / name); }

}  // namespace dala::ml::test
