// A kernel's source with a name, and positions in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace dala::kernel {

// Longer sources are rejected before they are read.
inline constexpr std::size_t max_source_bytes = std::size_t{64} * 1024;

// Bytes [begin, end) of a source.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend constexpr bool operator==(Span, Span) = default;
};

// From the start of one to the end of the other.
[[nodiscard]] constexpr Span join(Span a, Span b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

// Both count from 1, columns in bytes.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

class Source {
 public:
  Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Position position(std::uint32_t offset) const;
  // The line that holds `offset`, without its line break.
  [[nodiscard]] std::string_view line_at(std::uint32_t offset) const;

 private:
  std::string name_;
  std::string text_;
};

}  // namespace dala::kernel
