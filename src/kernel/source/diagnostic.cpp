#include "kernel/source/diagnostic.hpp"

#include <algorithm>

#include "core/format.hpp"
#include "core/text/shown_text.hpp"

namespace dala::kernel {

std::string to_string(Code code) { return format("K{:03}", static_cast<unsigned>(code)); }

std::string_view title(Code code) {
  switch (code) {
#define X(number, name, title) \
  case Code::name:             \
    return title;
#include "kernel/source/diagnostic_codes.inc"
#undef X
  }
  return "";
}

void Diagnostics::report(Code code, Span span, std::string message, std::string hint) {
  if (full()) return;
  for (const Diagnostic& earlier : list_)
    if (earlier.span == span) return;
  list_.push_back({code, span, std::move(message), std::move(hint)});
}

std::vector<Diagnostic> Diagnostics::take() {
  std::ranges::sort(list_, {}, [](const Diagnostic& d) {
    return std::pair(d.span.begin, d.span.end);  // no two have the same span
  });
  return std::move(list_);
}

namespace {

constexpr std::size_t max_line = 160;  // a source may be one line of 64 KiB

// The part of the line that is shown, and the position in it, in bytes.
struct Window {
  std::string_view line;
  std::size_t column;
  std::size_t width;
};

bool is_inside_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// A window around the position where the line is too long to show; characters are not cut in half.
Window window_of(std::string_view line, std::size_t column, std::size_t width) {
  if (line.size() > max_line) {
    std::size_t start = column > max_line / 2 ? column - max_line / 2 : 0;
    while (start < column && is_inside_letter(line[start])) ++start;
    std::size_t end = std::min(line.size(), start + max_line);
    while (end > column + 1 && end < line.size() && is_inside_letter(line[end])) --end;
    line = line.substr(start, end - start);
    column -= start;
  }
  return {line, column, std::min(width, std::max<std::size_t>(1, line.size() - column))};
}

void render_one(std::string& out, const Source& source, const Diagnostic& d) {
  const Position at = source.position(d.span.begin);
  const std::string_view line = source.line_at(d.span.begin);
  const std::size_t column = std::min(at.column - 1, line.size());
  const std::size_t width = std::max<std::size_t>(1, d.span.end - d.span.begin);
  const Window window = window_of(line, column, width);
  const std::string number = format("{}", at.line);
  const std::string margin(number.size(), ' ');
  out += format("error[{}]: {}\n", to_string(d.code), d.message);
  out += format("{}--> {}:{}:{}\n", margin, source.name(), at.line, at.column);
  out += format("{} |\n", margin);
  const std::string text = shown_text(window.line).text;
  const std::size_t before = shown_text(window.line.substr(0, window.column)).columns;
  const std::size_t below = shown_text(window.line.substr(window.column, window.width)).columns;
  out += format("{} |{}{}\n", number, text.empty() ? "" : " ", text);
  out += format("{} | {}{}\n", margin, std::string(before, ' '),
                std::string(std::max<std::size_t>(1, below), '^'));
  if (!d.hint.empty()) out += format("{} = hint: {}\n", margin, d.hint);
}

}  // namespace

std::string render(const Source& source, std::span<const Diagnostic> diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) {
    if (!out.empty()) out += '\n';
    render_one(out, source, d);
  }
  return out;
}

}  // namespace dala::kernel
