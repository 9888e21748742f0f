// The fields of a JSON object from outside, each checked as it is taken.
//
//   Problems problems("mine.json");
//   Fields card(problems, json, "");
//   card.text("name", out.name, Need::yes);
//   card.end();                                  // what is left is not a field
//   if (problems.found()) return problems.error();
//
// Keys must live as long as the Fields. A problem names the field's path; what follows it may be
// left as it was.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>

namespace dala {

// The whole text, which is at most `longest` bytes; messages begin with `name`.
[[nodiscard]] Result<nlohmann::json> parse_json(std::string_view text, std::string_view name,
                                                std::size_t longest);

// A value as messages show it, shortened.
[[nodiscard]] std::string shown(const nlohmann::json& value);

class Problems {
 public:
  // The first one is kept.
  explicit Problems(std::string_view name) : name_(name) {}
  // Keeps all of them, a line each with its position in the text, which has to live as long as
  // this.
  Problems(std::string_view name, std::string_view text) : name_(name), text_(text), all_(true) {}

  // "mine.json: input.shape must be ...", or with the text "mine.json:3:14: input.shape must be
  // ..."
  void add(const std::string& path, std::string_view sentence);
  // A problem that another check found at a path: "mine.json: nodes[2]: ..."
  void add_about(const std::string& path, std::string_view message);
  [[nodiscard]] bool found() const { return count_ > 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::unexpected<Error> error() const;

 private:
  void keep(const std::string& path, std::string sentence);

  std::string name_;
  std::string_view text_;
  bool all_ = false;
  std::size_t count_ = 0;
  std::vector<std::string> paths_;  // of those that are kept
  std::vector<std::string> sentences_;
};

enum class Need : std::uint8_t { no, yes };

class Fields {
 public:
  using Json = nlohmann::json;

  Fields(Problems& problems, const Json& value, std::string path);

  [[nodiscard]] bool is_object() const { return object_ != nullptr; }
  // Null when it is not there.
  const Json* take(const char* key, Need need = Need::no);
  void text(const char* key, std::string& out, Need need = Need::no);
  // The name of a file without a folder, so that it cannot lead out of the folder it is looked up
  // in.
  void file_name(const char* key, std::string& out, Need need = Need::no);
  void number(const char* key, double& out, double min, double max, Need need = Need::no);
  void whole(const char* key, std::uint64_t& out, std::uint64_t min, std::uint64_t max,
             Need need = Need::no);
  void flag(const char* key, bool& out);
  // The position of the value among `words`; `out` stays when it is not there.
  void word(const char* key, std::size_t& out, std::span<const std::string_view> words,
            Need need = Need::no);
  // Reports every field that was not read.
  void end();

  [[nodiscard]] std::string path_of(std::string_view key) const;
  void problem(std::string_view key, std::string_view sentence) {
    problems_.add(path_of(key), sentence);
  }

 private:
  Problems& problems_;
  const Json* object_ = nullptr;  // null when the value is not an object
  std::string path_;
  std::vector<std::string_view> known_;
};

// Whether it is safe as a file name: letters, digits, '.', '_' and '-', and no '.' at the start.
[[nodiscard]] bool is_file_name(std::string_view text);

}  // namespace dala
