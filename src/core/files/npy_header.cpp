#include "core/files/npy_header.hpp"

#include <algorithm>
#include <charconv>

#include "core/error.hpp"

namespace dala {
namespace {

class Parser {
 public:
  Parser(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  Result<NpyHeader> dict() {
    DALA_TRY(expect('{', "the start of the header"));
    while (!accept('}')) {
      DALA_TRY(entry());
      if (accept(',')) continue;
      DALA_TRY(expect('}', "after a value"));
      break;
    }
    skip_space();
    if (at_ < text_.size()) return error("text after the closing '}'");
    if (!has_descr_) return missing("descr");
    if (!has_order_) return missing("fortran_order");
    if (!has_shape_) return missing("shape");
    return std::move(header_);
  }

 private:
  Result<void> entry() {
    DALA_ASSIGN(const std::string_view key, quoted("a quoted key"));
    DALA_TRY(expect(':', "after a key"));
    if (key == "descr") {
      DALA_TRY(once(has_descr_, key));
      if (peek() == '[')
        return error("field 'descr' is a record of several fields, which is not supported");
      DALA_ASSIGN(header_.descr, quoted("field 'descr' as quoted text"));
      return {};
    }
    if (key == "fortran_order") {
      DALA_TRY(once(has_order_, key));
      return boolean();
    }
    if (key == "shape") {
      DALA_TRY(once(has_shape_, key));
      return shape();
    }
    return error("unknown field '{}'; a header has descr, fortran_order and shape", printable(key));
  }

  Result<std::string_view> quoted(const char* what) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return error("expected {}", what);
    const std::size_t start = ++at_;
    const std::size_t end = text_.find(quote, start);
    if (end == std::string_view::npos) return error("quoted text without an end");
    at_ = end + 1;
    return text_.substr(start, end - start);
  }

  Result<void> boolean() {
    skip_space();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      header_.fortran_order = value;
      return {};
    }
    return error("field 'fortran_order' is neither True nor False");
  }

  Result<void> shape() {
    DALA_TRY(expect('(', "to start field 'shape'"));
    bool comma = false;
    while (!accept(')')) {
      if (!header_.shape.empty() && !comma) return error("expected ',' or ')' in field 'shape'");
      DALA_ASSIGN(const std::int64_t dim, dimension());
      header_.shape.push_back(dim);
      comma = accept(',');
    }
    if (header_.shape.size() == 1 && !comma)
      return error("field 'shape' is a number in brackets; one dimension is written ({},)",
                   header_.shape[0]);
    return {};
  }

  Result<std::int64_t> dimension() {
    skip_space();
    std::int64_t value = 0;
    const char* const first = text_.data() + at_;
    const auto [end, status] = std::from_chars(first, text_.data() + text_.size(), value);
    if (status == std::errc::result_out_of_range)
      return error("a dimension in field 'shape' does not fit in 64 bits");
    if (status != std::errc{}) return error("expected a whole number in field 'shape'");
    at_ += static_cast<std::size_t>(end - first);
    // Python 2 wrote long integers as 3L.
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;
    return value;
  }

  Result<void> once(bool& seen, std::string_view key) {
    if (seen) return error("field '{}' is there twice", key);
    seen = true;
    return {};
  }

  Result<void> expect(char wanted, const char* where) {
    if (accept(wanted)) return {};
    return error("expected '{}' {}", wanted, where);
  }

  bool accept(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  // The next character that is not space, or '\0' at the end.
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").contains(text_[at_])) ++at_;
  }

  template <typename... Args>
  std::unexpected<Error> error(const char* text, const Args&... args) const {
    return fail(ErrorCode::bad_file, "the .npy header is malformed at byte {}: {}", offset_ + at_,
                fail(ErrorCode::bad_file, text, args...).error().message);
  }

  static std::unexpected<Error> missing(std::string_view field) {
    return fail(ErrorCode::bad_file, "the .npy header has no field '{}'", field);
  }

  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool has_descr_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text, std::size_t offset) {
  return Parser(text, offset).dict();
}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  std::ranges::replace_if(shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > longest ? shown + "..." : shown;
}

}  // namespace dala
