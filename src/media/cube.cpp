#include "media/cube.hpp"

#include <charconv>
#include <cmath>
#include <list>
#include <mutex>

#include "core/error.hpp"
#include "core/files/source.hpp"
#include "core/forever.hpp"

namespace dala::media {

namespace {

constexpr std::size_t max_size_3d = 129;
constexpr std::size_t max_size_1d = 65536;
constexpr std::uintmax_t max_file = std::uintmax_t{1} << 28;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Cube> parse() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      ++number_;
      words(line.substr(0, line.find('#')));
      if (!words_.empty()) DALA_TRY(one_line());
    }
    if (cube_.size == 0) return error("the file has no LUT_3D_SIZE or LUT_1D_SIZE");
    if (cube_.entries.size() != expected())
      return error(
          format("the table ends after {} entries of {}", cube_.entries.size(), expected()));
    return std::move(cube_);
  }

 private:
  std::unexpected<Error> error(const std::string& what) const {
    return fail(ErrorCode::bad_file, "line {}: {}", number_, what);
  }

  [[nodiscard]] std::size_t expected() const {
    return cube_.is_3d ? cube_.size * cube_.size * cube_.size : cube_.size;
  }

  void words(std::string_view line) {
    constexpr std::string_view space = " \t\r";
    words_.clear();
    while (true) {
      const std::size_t begin = line.find_first_not_of(space);
      if (begin == std::string_view::npos) return;
      line.remove_prefix(begin);
      const std::size_t end = std::min(line.find_first_of(space), line.size());
      words_.push_back(line.substr(0, end));
      line.remove_prefix(end);
    }
  }

  Result<void> one_line() {
    const std::string_view key = words_[0];
    if (key == "TITLE") return {};
    if (key == "LUT_3D_SIZE") return size(true, max_size_3d);
    if (key == "LUT_1D_SIZE") return size(false, max_size_1d);
    if (key == "DOMAIN_MIN") return triple(1, cube_.low);
    if (key == "DOMAIN_MAX") return triple(1, cube_.high);
    if (key == "LUT_3D_INPUT_RANGE" || key == "LUT_1D_INPUT_RANGE") return range();
    const char first = key[0];
    if ((first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z'))
      return error(format("\"{}\" is not a keyword of .cube files", key.substr(0, 40)));
    return entry();
  }

  Result<void> size(bool is_3d, std::size_t most) {
    if (cube_.size != 0) return error("the size stands there twice");
    std::size_t size = 0;
    if (words_.size() != 2 || !whole(words_[1], size) || size < 2 || size > most)
      return error(format("the size must be a whole number from 2 to {}", most));
    cube_.size = size;
    cube_.is_3d = is_3d;
    return {};
  }

  static bool whole(std::string_view word, std::size_t& value) {
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    return status == std::errc{} && end == word.data() + word.size();
  }

  template <typename T>
  Result<void> triple(std::size_t first, std::array<T, 3>& out) {
    if (words_.size() != first + 3)
      return error(format("three numbers must stand here, not {}", words_.size() - first));
    for (std::size_t i = 0; i < 3; ++i) DALA_TRY(number(words_[first + i], out[i]));
    return {};
  }

  template <typename T>
  Result<void> number(std::string_view word, T& out) {
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), out);
    if (status != std::errc{} || end != word.data() + word.size() || !std::isfinite(out))
      return error(format("\"{}\" is not a number", word.substr(0, 40)));
    return {};
  }

  Result<void> range() {
    if (words_.size() != 3) return error("two numbers must stand here");
    DALA_TRY(number(words_[1], cube_.low[0]));
    DALA_TRY(number(words_[2], cube_.high[0]));
    cube_.low.fill(cube_.low[0]);
    cube_.high.fill(cube_.high[0]);
    return {};
  }

  Result<void> entry() {
    if (cube_.size == 0) return error("LUT_3D_SIZE or LUT_1D_SIZE must come before the table");
    for (std::size_t i = 0; i < 3; ++i)
      if (!(cube_.low[i] < cube_.high[i])) return error("DOMAIN_MIN must be below DOMAIN_MAX");
    if (cube_.entries.size() == expected())
      return error(format("the table has more than its {} entries", expected()));
    std::array<float, 3> values{};
    DALA_TRY(triple(0, values));
    cube_.entries.push_back(values);
    return {};
  }

  std::string_view text_;
  std::size_t number_ = 0;
  std::vector<std::string_view> words_;
  Cube cube_;
};

}  // namespace

Result<Cube> parse_cube(std::string_view text) { return Parser(text).parse(); }

Result<std::shared_ptr<const Cube>> read_cube(const std::filesystem::path& file,
                                              const SourcePolicy& sources) {
  struct Known {
    std::filesystem::path file;
    std::string identity;
    std::shared_ptr<const Cube> cube;
  };
  static std::mutex mutex;
  static const Forever<std::list<Known>> kept;
  std::list<Known>& known = *kept;
  constexpr std::size_t most = 8;
  DALA_ASSIGN(const SourceFile opened, open_source(file, sources));
  const std::lock_guard lock(mutex);
  for (const Known& k : known)
    if (opened.plain && k.identity == opened.identity) return k.cube;
  DALA_ASSIGN(const auto bytes, read_source(opened, file, max_file));
  auto cube = parse_cube({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!cube) return fail(cube.error().code, "{}, {}", file.string(), cube.error().message);
  known.remove_if([&](const Known& k) { return k.file == file; });
  if (known.size() == most) known.pop_back();
  known.push_front({file, opened.identity, std::make_shared<const Cube>(std::move(*cube))});
  return known.front().cube;
}

}  // namespace dala::media
