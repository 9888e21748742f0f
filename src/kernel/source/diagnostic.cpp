#include "kernel/source/diagnostic.hpp"

#include <algorithm>

#include "core/format.hpp"

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

// One column for every byte, so that the caret stays below its place, and nothing but ASCII: the
// text may be broken UTF-8 and the message goes to hosts that refuse that.
std::string printable(std::string_view text) {
  std::string out;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += c == '\t' ? ' ' : (byte < 0x20 || byte >= 0x7F ? '?' : c);
  }
  return out;
}

void render_one(std::string& out, const Source& source, const Diagnostic& d) {
  const Position at = source.position(d.span.begin);
  std::string_view line = source.line_at(d.span.begin);
  std::size_t column = std::min(at.column - 1, line.size());
  std::size_t width = std::max<std::size_t>(1, d.span.end - d.span.begin);
  width = std::min(width, std::max<std::size_t>(1, line.size() - column));
  // A window around the place where the line is too long to show.
  if (line.size() > max_line) {
    const std::size_t start = column > max_line / 2 ? column - max_line / 2 : 0;
    line = line.substr(start, max_line);
    column -= start;
    width = std::min(width, std::max<std::size_t>(1, line.size() - column));
  }
  const std::string number = format("{}", at.line);
  const std::string margin(number.size(), ' ');
  out += format("error[{}]: {}\n", to_string(d.code), d.message);
  out += format("{}--> {}:{}:{}\n", margin, source.name(), at.line, at.column);
  out += format("{} |\n", margin);
  const std::string shown = printable(line);
  out += format("{} |{}{}\n", number, shown.empty() ? "" : " ", shown);
  out += format("{} | {}{}\n", margin, std::string(column, ' '), std::string(width, '^'));
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
