#include "core/text/json_fields.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/text/json_places.hpp"

namespace dala {

namespace {

constexpr std::size_t longest_text = 4096;

std::string joined(std::span<const std::string_view> words) {
  std::string out;
  for (const std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

// The parser's message without its own position; it may quote bytes of the file.
std::string reason(std::string_view what) {
  constexpr std::string_view place = ", column ";
  if (const std::size_t at = what.find(place); at != std::string_view::npos)
    what.remove_prefix(std::min(what.find(": ", at) + 2, what.size()));
  if (const std::size_t at = what.find(" - "); what.starts_with("syntax error") && at < what.size())
    what.remove_prefix(at + 3);
  std::string text(what.substr(0, 200));
  std::ranges::replace_if(text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

// A field that may have several forms is read more than once.
std::vector<std::string_view> each_once(std::span<const std::string_view> words) {
  std::vector<std::string_view> once;
  for (const std::string_view word : words)
    if (std::ranges::find(once, word) == once.end()) once.push_back(word);
  return once;
}

}  // namespace

Result<nlohmann::json> parse_json(std::string_view text, std::string_view name,
                                  std::size_t longest) {
  using Json = nlohmann::json;
  if (text.size() > longest)
    return fail(ErrorCode::bad_file, "{} is longer than {} bytes, the most for such a file", name,
                longest);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const TextPlace place = place_in(text, error.byte == 0 ? 0 : error.byte - 1);
    return fail(ErrorCode::bad_file, "{} is not JSON: there is a mistake at line {}, column {}: {}",
                name, place.line, place.column, reason(error.what()));
  } catch (const Json::exception&) {
    return fail(ErrorCode::bad_file, "{} is JSON with a number that does not fit", name);
  }
}

std::string shown(const nlohmann::json& value) {
  if (value.is_object()) return "{...}";
  // Elements may be objects of any depth.
  if (value.is_array() &&
      !std::ranges::all_of(value, [](const auto& e) { return e.is_primitive(); }))
    return "[...]";
  std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

bool is_file_name(std::string_view text) {
  return !text.empty() && text.size() <= 200 && text.front() != '.' &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

void Problems::add(const std::string& path, std::string_view sentence) {
  std::string line = format("{} {}", path, sentence);
  // A line end inside a name or value becomes a space, or the rest would look like another message.
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  keep(path, std::move(line));
}

void Problems::add_about(const std::string& path, std::string_view message) {
  keep(path, format("{}: {}", path, message));
}

void Problems::keep(const std::string& path, std::string sentence) {
  constexpr std::size_t most = 20;
  ++count_;
  if (sentences_.size() == (all_ ? most : 1)) return;
  paths_.push_back(path);
  sentences_.push_back(std::move(sentence));
}

std::unexpected<Error> Problems::error() const {
  if (!all_) return fail(ErrorCode::bad_file, "{}: {}", name_, sentences_.front());
  std::string lines;
  const std::vector<TextPlace> places = find_places(text_, paths_);
  std::vector<std::size_t> order(sentences_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::tuple(places[i].line, places[i].column, i); });
  for (const std::size_t i : order)
    lines += format("{}{}:{}:{}: {}", lines.empty() ? "" : "\n", name_, places[i].line,
                    places[i].column, sentences_[i]);
  if (count_ > sentences_.size())
    lines += format("\n{}: and {} mistakes more", name_, count_ - sentences_.size());
  return std::unexpected(Error{ErrorCode::bad_file, std::move(lines)});
}

Fields::Fields(Problems& problems, const Json& value, std::string path)
    : problems_(problems), path_(std::move(path)) {
  if (value.is_object())
    object_ = &value;
  else
    problems_.add(path_.empty() ? "the whole" : path_, "must be an object, as {...}");
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : format("{}.{}", path_, key);
}

const Fields::Json* Fields::take(const char* key, Need need) {
  known_.emplace_back(key);
  if (object_ == nullptr) return nullptr;
  const auto found = object_->find(key);
  if (found != object_->end()) return &*found;
  if (need == Need::yes) problem(key, "is missing");
  return nullptr;
}

void Fields::text(const char* key, std::string& out, Need need) {
  const Json* value = take(key, need);
  if (value == nullptr) return;
  if (!value->is_string()) return problem(key, format("must be text; it is {}", shown(*value)));
  const auto& text = value->get_ref<const std::string&>();
  if (text.size() > longest_text || (need == Need::yes && text.empty()))
    return problem(key, format("must have 1 to {} letters", longest_text));
  out = text;
}

void Fields::file_name(const char* key, std::string& out, Need need) {
  text(key, out, need);
  if (!out.empty() && !is_file_name(out))
    problem(key, format("is \"{}\"; it must be the name of a file, without a folder", out));
}

void Fields::number(const char* key, double& out, double min, double max, Need need) {
  const Json* value = take(key, need);
  if (value == nullptr) return;
  const double number = value->is_number() ? value->get<double>() : std::nan("");
  if (!(number >= min && number <= max))
    return problem(key,
                   format("must be a number from {} to {}; it is {}", min, max, shown(*value)));
  out = number;
}

void Fields::whole(const char* key, std::uint64_t& out, std::uint64_t min, std::uint64_t max,
                   Need need) {
  const Json* value = take(key, need);
  if (value == nullptr) return;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() < min ||
      value->get<std::uint64_t>() > max)
    return problem(
        key, format("must be a whole number from {} to {}; it is {}", min, max, shown(*value)));
  out = value->get<std::uint64_t>();
}

void Fields::flag(const char* key, bool& out) {
  const Json* value = take(key);
  if (value == nullptr) return;
  if (!value->is_boolean())
    return problem(key, format("must be true or false; it is {}", shown(*value)));
  out = value->get<bool>();
}

void Fields::word(const char* key, std::size_t& out, std::span<const std::string_view> words,
                  Need need) {
  std::string given;
  text(key, given, need);
  if (given.empty()) return;
  const auto found = std::ranges::find(words, given);
  if (found == words.end())
    return problem(key, format("is \"{}\"; it must be one of {}", given, joined(words)));
  out = static_cast<std::size_t>(found - words.begin());
}

void Fields::end() {
  if (object_ == nullptr) return;
  constexpr std::size_t enough = 100;  // nobody reads more
  for (const auto& [key, ignored] : object_->items()) {
    if (std::ranges::find(known_, std::string_view(key)) != known_.end()) continue;
    if (problems_.count() >= enough) return;
    const std::string_view near = nearest(key, known_);
    problem(std::string_view(key).substr(0, 80),
            near.empty() ? format("is not a field; here they are {}", joined(each_once(known_)))
                         : format("is not a field; did you mean \"{}\"?", near));
  }
}

}  // namespace dala
