// What several steps need.
#include <fstream>
#include <iterator>
#include <sstream>

#include <dala/core/files.hpp>

#include "demo.hpp"

namespace demo {

const std::vector<dala::media::Filter>& photo_filters() {
  static const std::vector<dala::media::Filter> filters = {
      {"denoise", {{"radius", 2}}},
      {"white_balance", {{"temperature", 0.3}}},
      {"saturation", {{"value", 0.45}}},
      {"contrast", {{"value", 0.2}}},
      {"vignette", {{"strength", 0.45}}}};
  return filters;
}

std::string filter_command(const std::string& in, const std::string& out,
                           const std::vector<dala::media::Filter>& filters) {
  std::string text = "dala filter " + in + " " + out;
  for (const auto& filter : filters) {
    text += " \\\n    -f " + filter.name;
    const char* before = ":";
    for (const auto& [name, value] : filter.params) {
      text += before + name + "=" + to_string(value);
      before = ",";
    }
  }
  return text;
}

dala::Result<void> register_example(const Demo& demo, const std::string& kernel) {
  const auto text = read_text(demo.examples / "kernels" / (kernel + ".dk"));
  if (!text) return std::unexpected(text.error());
  return demo.compute.replace_kernel(kernel, {.text = *text});
}

dala::Result<std::string> read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return std::unexpected(dala::Error{dala::ErrorCode::bad_file,
                                       file.string() + " cannot be read; run the demo where " +
                                           "`examples` is, or name that folder after the output"});
  return std::string(std::istreambuf_iterator<char>(in), {});
}

dala::Result<void> write_text(const std::filesystem::path& file, const std::string& text) {
  return dala::write_file(file, std::as_bytes(std::span(text)));
}

std::string number_text(double value, int digits) {
  std::ostringstream text;
  text.precision(digits);
  text << std::fixed << value;
  return text.str();
}

std::string milliseconds_text(double value) {
  return number_text(value, value < 10 ? 2 : 1) + "\u00a0ms";
}

}  // namespace demo
