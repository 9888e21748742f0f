// What the steps of the demo share: what they are given, and what they hand back to be shown.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <dala/core/picture.hpp>
#include <dala/dala.hpp>
#include <dala/media/filter.hpp>

namespace demo {

struct Demo {
  dala::Compute compute;
  std::filesystem::path folder;    // where everything goes
  std::filesystem::path examples;  // where kernels and scenes are
  dala::media::Picture photo = {};
};

// A file that the page shows. Names are relative to the folder.
struct Figure {
  std::string file = {};
  std::string caption = {};
  std::string poster = {};  // of a video
};

struct Code {
  std::string title = {};
  std::string text = {};
  bool folded = true;
  std::string file = {};  // that has all of it
};

struct Table {
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
};

// One step, as the page shows it.
struct Section {
  std::string title = {};
  std::string about = {};
  std::vector<Figure> figures = {};
  bool compare = false;  // the two figures are one picture before and after
  std::vector<Code> code = {};
  Table table = {};
  std::vector<std::string> files = {};  // what was written
  std::string found = {};               // instead of files: what came out
};

// --- the steps, in the order they are shown ---
dala::Result<Section> live_show(Demo& demo);
dala::Result<Section> filter_photo(Demo& demo);
dala::Result<Section> own_kernel(Demo& demo);
dala::Result<Section> filter_video(Demo& demo);
dala::Result<Section> four_scripts(Demo& demo);
dala::Result<Section> ask_model(Demo& demo);
dala::Result<Section> what_ran_where(Demo& demo);
dala::Result<Section> beside_plain_loops(Demo& demo);

// --- shared by several of them ---
const std::vector<dala::media::Filter>& photo_filters();
// The command that does the same: "dala filter in.jpg out.jpg -f denoise:radius=2 ..."
std::string filter_command(const std::string& in, const std::string& out,
                           const std::vector<dala::media::Filter>& filters);
// The example of this name, registered under it.
dala::Result<void> register_example(const Demo& demo, const std::string& kernel);
dala::Result<std::string> read_text(const std::filesystem::path& file);
dala::Result<void> write_text(const std::filesystem::path& file, const std::string& text);
std::string number_text(double value, int digits);
// "2.35 ms", which no line is broken in.
std::string milliseconds_text(double value);

// The page with all of it, which names nothing outside its folder.
dala::Result<void> write_page(const std::filesystem::path& file, const std::string& device,
                              const std::vector<Section>& sections,
                              const std::vector<std::pair<std::string, std::string>>& next);

}  // namespace demo
