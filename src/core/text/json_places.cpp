#include "core/text/json_places.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace dala {

namespace {

// "a.b[3]" to "a.b" to "a" to "".
std::string without_last(const std::string& path) {
  const std::size_t end = path.find_last_of(".[");
  return end == std::string::npos ? std::string{} : path.substr(0, end);
}

// Goes once through the text. Nesting is as deep as the file likes, so there is no recursion.
class Walk {
 public:
  Walk(std::string_view text, std::span<const std::string> paths) : text_(text) {
    for (const std::string& path : paths)
      for (std::string at = path;; at = without_last(at)) {
        longest_ = std::max(longest_, at.size());
        wanted_.emplace(at, nowhere);
        if (at.empty()) break;
      }
  }

  void run() {
    while (skip_to_next()) {
      const char c = text_[at_];
      if (c == '}' || c == ']') {
        ++at_;
        if (!open_.empty()) open_.pop_back();
      } else if (!open_.empty() && open_.back().is_object && open_.back().wants_key) {
        key();
      } else {
        value(c);
      }
    }
  }

  [[nodiscard]] std::size_t offset_of(const std::string& path) const {
    for (std::string at = path;; at = without_last(at)) {
      const auto found = wanted_.find(at);
      if (found != wanted_.end() && found->second != nowhere) return found->second;
      if (at.empty()) return 0;
    }
  }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  struct Open {
    bool is_object = false;
    bool wants_key = true;
    std::size_t index = 0;   // of the next element
    std::size_t length = 0;  // of its own path
  };

  bool skip_to_next() {
    at_ = text_.find_first_not_of(" \t\r\n,:", at_);
    return at_ != std::string_view::npos;
  }

  void note(std::size_t offset) {
    if (path_.size() > longest_) return;
    if (const auto found = wanted_.find(path_); found != wanted_.end()) found->second = offset;
  }

  // The text between the quotes, or up to the end.
  std::string_view quoted() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(begin, at_ - begin);
  }

  void key() {
    const std::size_t begin = at_;
    const std::string_view token = quoted();
    path_.resize(open_.back().length);
    if (!path_.empty()) path_ += '.';
    if (token.find('\\') == std::string_view::npos) {
      path_ += token.substr(1, token.size() < 2 ? 0 : token.size() - 2);
    } else {
      const auto parsed = nlohmann::json::parse(token, nullptr, false);
      if (parsed.is_string()) path_ += parsed.get_ref<const std::string&>();
    }
    note(begin);
    open_.back().wants_key = false;
  }

  void value(char c) {
    if (!open_.empty() && !open_.back().is_object) {
      path_.resize(open_.back().length);
      path_ += '[' + std::to_string(open_.back().index++) + ']';
    }
    if (open_.empty() || !open_.back().is_object) note(at_);
    if (!open_.empty()) open_.back().wants_key = true;
    if (c == '{' || c == '[') {
      open_.push_back({.is_object = c == '{', .length = path_.size()});
      ++at_;
    } else if (c == '"') {
      quoted();
    } else {
      at_ = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string path_;
  std::vector<Open> open_;
  std::size_t longest_ = 0;
  std::unordered_map<std::string, std::size_t> wanted_;
};

}  // namespace

TextPlace place_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line = before.find_last_of('\n');
  const std::string_view own = line == std::string_view::npos ? before : before.substr(line + 1);
  // Bytes that go on with a letter of UTF-8 are 10xxxxxx.
  const auto letters = std::ranges::count_if(
      own, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return {.line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          .column = static_cast<std::size_t>(letters) + 1};
}

std::vector<TextPlace> find_places(std::string_view text, std::span<const std::string> paths) {
  Walk walk(text, paths);
  walk.run();
  std::vector<TextPlace> places;
  for (const std::string& path : paths) places.push_back(place_in(text, walk.offset_of(path)));
  return places;
}

}  // namespace dala
