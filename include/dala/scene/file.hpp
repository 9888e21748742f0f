// Scenes as JSON files.
//
//   auto file = dala::scene::read_file("show.json");      // mistakes are told with their path:
//                                                         // "show.json: nodes[3].size must be ..."
//   auto scene = dala::scene::make_scene(*file);
//   scene->render(2s);
//   auto text = dala::scene::to_json(*dala::scene::to_file(*scene));   // and back
//
// docs/scene.md lists every field. Reading a file looks at nothing but its text; making the scene
// opens what it names: plain files in its folder and below, and more only where the caller's
// options allow it, since a scene file may come from anywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/scene.hpp>

namespace dala::scene {

// A node of a file, with where it stands there. Ids (parent, mask, target) are places in the list
// of the file's nodes, from 1; 0 is none.
struct FileNode {
  std::string path = {};  // "nodes[3].nodes[0]"
  Node node = {};
  // What fields name that is found when the scene is made, by the names of these fields: files of
  // pictures, a model by its name or file, the label of its foreground.
  std::map<std::string, std::string, std::less<>> names = {};
};

struct File {
  std::string name = {};  // for messages
  std::uint32_t width = 1920;
  std::uint32_t height = 1080;
  double fps = 30;
  Rgba background = colors::black;
  std::optional<Time> duration = {};  // how long it is meant to be
  SourcePolicy sources = {};          // what its names may lead to, unless Options say
  std::vector<FileNode> nodes = {};   // groups before what is in them

  // Everything on disk that the scene is made of: pictures, videos, fonts, models.
  [[nodiscard]] DALA_API std::vector<std::filesystem::path> inputs() const;
};

// Names of files in it are relative to `folder`, and only files in there may be opened; without a
// folder, none. Messages begin with `name`. Any text is a scene or the error `bad_file`.
[[nodiscard]] DALA_API Result<File> parse_file(std::string_view json, std::string_view name,
                                               const std::filesystem::path& folder = {});

// Names of files in it are relative to its folder, and only files in there may be opened. `sources`
// is for the file itself.
[[nodiscard]] DALA_API Result<File> read_file(const std::filesystem::path& file,
                                              const SourcePolicy& sources = SourcePolicy::files());

// Background and rate are the file's.
[[nodiscard]] DALA_API Result<Scene> make_scene(const File& file, Options options = {});

// The text of a file in `folder` that parse_file makes the same scene of: effects and animations
// stand beside their nodes, and nodes that others refer to have ids. What no file can hold (frames
// of the program, pictures and models in memory) is the error `invalid_argument` with the node's
// path.
[[nodiscard]] DALA_API Result<std::string> to_json(const File& file,
                                                   const std::filesystem::path& folder = {});

// What was said of a scene up to now, as to_json writes it.
[[nodiscard]] DALA_API Result<File> to_file(const Scene& scene);

}  // namespace dala::scene
