// A scene file from disk.
#include <dala/scene_file.hpp>

#include "core/error.hpp"
#include "core/file.hpp"
#include "scene/file/values.hpp"

namespace dala::scene {

std::vector<std::filesystem::path> File::inputs() const {
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& one) {
    if (!one.empty()) files.emplace_back(one);
  };
  const auto add_source = [&](const std::string& source) {
    if (is_file_source(source)) add(source);
  };
  for (const FileNode& from : nodes) {
    const Content& content = from.node.content;
    if (const auto* video = std::get_if<Video>(&content)) add_source(video->source);
    if (const auto* image = std::get_if<Image>(&content)) add(image->file);
    if (const auto* text = std::get_if<Text>(&content);
        text != nullptr && text->style.family.find('/') != std::string::npos)
      add(text->style.family);
    if (const auto* person = std::get_if<VirtualBackground>(&content))
      add_source(person->video.source);
    for (const std::string& one : {from.picture, from.mask, from.background}) add(one);
    if (from.model.ends_with(".onnx")) add(from.model);
    if (const auto* effect = std::get_if<Effect>(&content))
      for (const media::Filter& filter : effect->filters)
        if (const ParamValue* table = filter.params.find("file"))
          if (const auto* one = table->get_if<std::string>()) add(*one);
  }
  return files;
}

Result<File> read_file(const std::filesystem::path& file, const SourcePolicy& sources) {
  DALA_ASSIGN(const std::vector<std::byte> bytes,
              dala::read_file(file, {.most = longest_scene_file, .sources = sources}));
  DALA_ASSIGN(File read, parse_file({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                    file.string(), file.parent_path()));
  // A name without a folder is one in the current folder.
  read.sources = SourcePolicy::in(file.has_parent_path() ? file.parent_path() : ".");
  return read;
}

}  // namespace dala::scene
