#include "check/shrink.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace dala::fuzz {

namespace {

using Lines = std::vector<std::string>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

// One past the statement that begins at `first`: its line, or all lines up to the closing brace.
// The same as `first` where none begins.
std::size_t end_of_statement(const Lines& lines, std::size_t first) {
  int depth = 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    // Without a sync the program could have a race, and differ for that reason alone.
    if (lines[i].find("sync_cube") != std::string::npos) return first;
    for (char c : lines[i]) {
      if (c == '{') ++depth;
      if (c == '}' && --depth < 0) return first;
    }
    if (depth == 0) return i + 1;
  }
  return first;
}

// The end of the bracket that opens at `open`.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

class Shrinker {
 public:
  Shrinker(Program program, const Target& target, Failure::Kind kind)
      : program_(std::move(program)), target_(target), kind_(kind) {}

  Program run() {
    bool smaller = true;
    while (smaller) {
      smaller = drop_statements();
      smaller = drop_inner_statements() || smaller;
      smaller = simplify_brackets() || smaller;
      smaller = drop_operands() || smaller;
    }
    return std::move(program_);
  }

 private:
  // Takes the text when the program still fails the same way. Whatever else went wrong with it (it
  // does not compile, it does not end) is another failure.
  bool try_text(std::string text) {
    Program candidate = program_;
    candidate.source = std::move(text);
    const auto failure = check(candidate, target_);
    if (!failure || failure->kind != kind_) return false;
    program_ = std::move(candidate);
    return true;
  }

  // From the end, because what comes later uses what comes before.
  bool drop_statements() {
    bool any = false;
    for (std::size_t i = split(program_.source).size(); i-- > 0;) {
      Lines lines = split(program_.source);
      if (i >= lines.size()) continue;
      const std::size_t end = end_of_statement(lines, i);
      if (end == i) continue;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i),
                  lines.begin() + static_cast<std::ptrdiff_t>(end));
      any = try_text(join(lines)) || any;
    }
    return any;
  }

  // The statements of a block that stands inside a line.
  bool drop_inner_statements() {
    bool any = false;
    for (std::size_t i = program_.source.size(); i-- > 0;) {
      const std::string& text = program_.source;
      if (i + 1 >= text.size() || text[i] != ';' || text[i + 1] != ' ') continue;
      std::size_t first = i;
      for (int depth = 0; first > 0 && text[first - 1] != '\n'; --first) {
        const char c = text[first - 1];
        if (c == '}' || c == ')' || c == ']') ++depth;
        if (depth == 0 && (c == '{' || c == ';')) break;
        if (c == '{' || c == '(' || c == '[') --depth;
      }
      std::string shorter = text;
      shorter.erase(first, i + 1 - first);
      any = try_text(std::move(shorter)) || any;
    }
    return any;
  }

  // (...) with anything in it becomes (1) and the like. Not inside an index: who owns which element
  // must stay as it is.
  bool simplify_brackets() {
    constexpr std::array<std::string_view, 4> simple = {"1", "1.5", "true", "1u32"};
    bool any = false;
    for (std::size_t i = 0; i < program_.source.size(); ++i) {
      const std::string& text = program_.source;
      if (text[i] != '(' || inside_index(i)) continue;
      const std::size_t end = closing(text, i);
      if (end == std::string::npos || end - i <= 5) continue;
      for (std::string_view value : simple) {
        std::string shorter = text;
        shorter.replace(i + 1, end - i - 1, value);
        if (!try_text(std::move(shorter))) continue;
        any = true;
        break;
      }
    }
    return any;
  }

  // `a + b` becomes `a` or `b`, for the part up to the end of the line, the bracket or the comma.
  bool drop_operands() {
    bool any = false;
    for (std::size_t i = 1; i + 1 < program_.source.size(); ++i) {
      const std::string& text = program_.source;
      if (text[i] != ' ' || inside_index(i)) continue;
      const std::size_t next = text.find(' ', i + 1);
      if (next == std::string::npos || text.find('\n', i) < next) continue;
      if (std::string_view("+-*/%&|^<>=!").find(text[i + 1]) == std::string_view::npos) continue;
      if (text[next - 1] == '=' && next - i == 2) continue;  // an assignment
      std::size_t end = next;
      int depth = 0;
      while (end < text.size() && depth >= 0 && text[end] != ';' && text[end] != '\n' &&
             text[end] != '{' && (depth > 0 || text[end] != ',')) {
        if (text[end] == '(' || text[end] == '[') ++depth;
        if (text[end] == ')' || text[end] == ']') --depth;
        if (depth >= 0) ++end;
      }
      std::string shorter = text;
      shorter.erase(i, end - i);
      any = try_text(std::move(shorter)) || any;
    }
    return any;
  }

  [[nodiscard]] bool inside_index(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at; i-- > 0 && program_.source[i] != '\n';) {
      if (program_.source[i] == ']') ++depth;
      if (program_.source[i] == '[' && --depth < 0) return true;
    }
    return false;
  }

  Program program_;
  const Target& target_;
  Failure::Kind kind_;
};

}  // namespace

Program shrink(Program program, const Target& target, Failure::Kind kind) {
  return Shrinker(std::move(program), target, kind).run();
}

}  // namespace dala::fuzz
