#include "kernel/source/source.hpp"

#include <algorithm>

namespace dala::kernel {

std::string_view Source::text(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

Position Source::position(std::uint32_t offset) const {
  const std::string_view before = text({0, offset});
  const std::size_t line_break = before.rfind('\n');
  const std::size_t line_start = line_break == std::string_view::npos ? 0 : line_break + 1;
  return {.line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          .column = before.size() - line_start + 1};
}

std::string_view Source::line_at(std::uint32_t offset) const {
  const std::size_t column = position(offset).column;
  const std::string_view all = text_;
  const std::size_t start = std::min<std::size_t>(offset, all.size()) - (column - 1);
  std::string_view line = all.substr(start, all.substr(start).find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace dala::kernel
