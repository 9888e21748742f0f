#include "kernel/prelude/prelude.hpp"

#include <algorithm>
#include <ranges>
#include <string>

#include "core/forever.hpp"
#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/lexer.hpp"

namespace dala::kernel::prelude {

namespace {

using syntax::Token;
using syntax::TokenKind;

struct Function {
  std::string_view name;
  std::vector<Token> tokens;
};

struct Library {
  Source source{"prelude", std::string(text())};
  std::vector<Function> functions;

  Library() {
    Diagnostics none;
    for (Token& token : syntax::lex(source, none)) {
      token.span = {};
      const bool names_it = !functions.empty() && functions.back().tokens.size() == 1;
      if (token.kind == TokenKind::end) break;
      if (token.kind == TokenKind::kw_fn) functions.emplace_back();
      if (names_it) functions.back().name = token.text;
      functions.back().tokens.push_back(token);
    }
  }
};

const std::vector<Function>& functions() {
  static Forever<Library> library;
  return library->functions;
}

bool calls(std::span<const Token> tokens, std::string_view function) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].text == function && tokens[i + 1].kind == TokenKind::open_paren) return true;
  return false;
}

}  // namespace

std::vector<std::string_view> names() {
  std::vector<std::string_view> out;
  for (const Function& f : functions()) out.push_back(f.name);
  return out;
}

bool has(std::string_view function) {
  return std::ranges::find(functions(), function, &Function::name) != functions().end();
}

std::vector<Token> called_by(std::span<const Token> tokens) {
  std::vector<Token> out;
  // In the prelude a function stands behind those it calls, so one pass from the end finds all that
  // are needed.
  for (const Function& f : functions() | std::views::reverse)
    if (calls(tokens, f.name) || calls(out, f.name))
      out.insert(out.end(), f.tokens.begin(), f.tokens.end());
  if (!out.empty()) out.push_back({});
  return out;
}

}  // namespace dala::kernel::prelude
