// Any text as a filter: an error with a sentence, or a filter that means the same when its values
// are checked again.
#include <cstdint>
#include <string_view>

#include <dala/media/filter.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Pictures are read by their names, and a fuzzer has no business among the files.
  if (text.find("mask=") != text.npos || text.find("other=") != text.npos ||
      text.find("background=") != text.npos)
    return 0;
  const auto filter = dala::media::parse_filter(text);
  if (!filter) {
    if (filter.error().message.empty()) __builtin_trap();
    return 0;
  }
  const auto info = dala::media::filter_info(filter->name);
  if (!info || filter->params.size() > info->params.size()) __builtin_trap();
  return 0;
}
