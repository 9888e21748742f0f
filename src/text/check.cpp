#include "text/check.hpp"

#include "core/error.hpp"

namespace dala::text {

namespace {

constexpr double max_effect = 256;  // what is drawn around letters
constexpr double max_offset = 4096;
constexpr std::size_t max_name = 1024;

// Also rejects NaN.
Result<void> check_range(const char* field, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return fail(ErrorCode::invalid_argument, "{} is {}; it must be {} to {}", field, value, low,
              high);
}

Result<void> check_name(const char* field, const std::string& value) {
  if (value.size() <= max_name && value.find('\0') == std::string::npos) return {};
  return fail(ErrorCode::invalid_argument,
              "{} has {} bytes; it must have at most {}, and none that is zero", field,
              value.size(), max_name);
}

}  // namespace

Result<void> check(const TextStyle& style) {
  if (style.text.size() > max_text_bytes)
    return fail(ErrorCode::invalid_argument, "the text has {} bytes; at most {} are drawn",
                style.text.size(), max_text_bytes);
  DALA_TRY(check_range("size", style.size, 1, max_text_size));
  if (style.weight < 100 || style.weight > 900)
    return fail(ErrorCode::invalid_argument, "weight is {}; it must be 100 to 900", style.weight);
  DALA_TRY(check_range("outline.width", style.outline.width, 0, max_effect));
  DALA_TRY(check_range("shadow.dx", style.shadow.dx, -max_offset, max_offset));
  DALA_TRY(check_range("shadow.dy", style.shadow.dy, -max_offset, max_offset));
  DALA_TRY(check_range("shadow.blur", style.shadow.blur, 0, max_effect));
  DALA_TRY(check_range("background.radius", style.background.radius, 0, max_text_length));
  DALA_TRY(check_range("background.padding_x", style.background.padding_x, 0, max_offset));
  DALA_TRY(check_range("background.padding_y", style.background.padding_y, 0, max_offset));
  DALA_TRY(check_range("wrap_width", style.wrap_width, 0, max_text_length));
  DALA_TRY(check_range("line_height", style.line_height, 0, 10));
  if (style.max_lines < 0)
    return fail(ErrorCode::invalid_argument, "max_lines is {}; it must be 0 (no limit) or more",
                style.max_lines);
  if (style.align > TextAlign::right)
    return fail(ErrorCode::invalid_argument, "align is {}, which no TextAlign is",
                static_cast<int>(style.align));
  if (style.family.empty())
    return fail(ErrorCode::invalid_argument,
                R"(family is empty; name a font, or "sans-serif", "serif" or "monospace")");
  DALA_TRY(check_name("family", style.family));
  return check_name("language", style.language);
}

}  // namespace dala::text
