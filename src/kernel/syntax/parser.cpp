#include "kernel/syntax/parser.hpp"

#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/syntax/parse.hpp"

namespace dala::kernel::syntax {

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[hopeless_ ? tokens_.size() - 1 : std::min(next_ + ahead, tokens_.size() - 1)];
}

Token Parser::take() {
  const Token& token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  previous_ = token.span;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::fail(Code code, Span span, std::string message, std::string hint) {
  if (!failed_) diagnostics_.report(code, span, std::move(message), std::move(hint));
  failed_ = true;
}

void Parser::unexpected(std::string_view wanted) {
  // The lexer has reported it.
  if (at(TokenKind::error)) {
    failed_ = true;
    return;
  }
  const Token& found = peek();
  const bool word = found.kind == TokenKind::identifier || found.kind == TokenKind::integer ||
                    found.kind == TokenKind::real;
  fail(Code::unexpected_token, found.span,
       word ? format("expected {}, found `{}`", wanted, found.text)
            : format("expected {}, found {}", wanted, describe(found.kind)),
       own_way());
}

// Operators of other languages have two characters; the parser is at the second one or just behind
// it.
std::string Parser::own_way() const {
  const auto token = [&](std::ptrdiff_t from_here) -> const Token& {
    const auto at = static_cast<std::ptrdiff_t>(next_) + from_here;
    return tokens_[static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(tokens_.size()) - 1))];
  };
  const auto are = [&](std::ptrdiff_t first, TokenKind one, TokenKind two) {
    return token(first).kind == one && token(first + 1).kind == two &&
           token(first).span.end == token(first + 1).span.begin;
  };
  const auto name = [&](std::ptrdiff_t first) -> std::string_view {
    const std::ptrdiff_t beside = token(first - 1).kind == TokenKind::identifier ? -1 : 2;
    const Token& named = token(first + beside);
    return named.kind == TokenKind::identifier ? named.text : "x";
  };
  using enum TokenKind;
  if (token(-1).kind == identifier && token(0).kind == not_ && token(1).kind == open_paren)
    return format("functions are called without `!`: write `{}(...)`",
                  token(-1).text == "println" ? "print" : token(-1).text);
  if (are(-1, dot_dot, assign)) return "a range ends before its end: write `0..n + 1` for `0..=n`";
  for (const std::ptrdiff_t first : {-1, 0})
    if (are(first, plus, plus)) return format("write `{} += 1;`", name(first));
  for (const std::ptrdiff_t first : {-2, -1})
    if (are(first, minus, minus)) return format("write `{} -= 1;`", name(first));
  return {};
}

bool Parser::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) return true;
  unexpected(format("{} {}", describe(kind), where));
  return false;
}

bool Parser::expect_close(TokenKind kind, Span opened) {
  if (accept(kind)) return true;
  if (at(TokenKind::end)) {
    fail(Code::unclosed_delimiter, opened, "this is not closed before the end of the source",
         format("add {}", describe(kind)));
  } else {
    unexpected(format("{} to close what was opened before", describe(kind)));
  }
  return false;
}

ExprId Parser::add(Expr expr) {
  for (ExprId arg : expr.args) expr.height = std::max(expr.height, tree_.exprs[arg].height + 1);
  for (BlockId block : {expr.block, expr.other})
    if (block != none) expr.height = std::max(expr.height, tree_.blocks[block].height + 1);
  if (expr.height > max_height && !hopeless_) {
    fail(Code::nesting_too_deep, expr.span,
         format("this expression has more than {} operators within each other", max_height),
         "give a part of it a name with `let`");
    hopeless_ = true;
  }
  if (tree_.exprs.size() >= max_expressions && !hopeless_) {
    fail(Code::program_too_large, expr.span,
         format("the kernel has more than {} expressions", max_expressions),
         "use loops and helper functions");
    hopeless_ = true;
  }
  tree_.exprs.push_back(std::move(expr));
  return static_cast<ExprId>(tree_.exprs.size() - 1);
}

StmtId Parser::add_statement(Stmt stmt) {
  stmt.span = join(stmt.span, previous());
  tree_.stmts.push_back(stmt);
  return static_cast<StmtId>(tree_.stmts.size() - 1);
}

void Parser::add(Block& block, Stmt stmt) {
  for (ExprId expr : {stmt.place, stmt.value, stmt.end})
    if (expr != none) block.height = std::max(block.height, tree_.exprs[expr].height + 1);
  if (stmt.body != none) block.height = std::max(block.height, tree_.blocks[stmt.body].height + 1);
  block.statements.push_back(add_statement(stmt));
}

Parser::Level::Level(Parser& parser) : ok(++parser.depth_ <= max_nesting), parser_(parser) {
  if (ok || parser.hopeless_) return;
  parser.fail(Code::nesting_too_deep, parser.peek().span,
              format("brackets and blocks are nested deeper than {}", max_nesting),
              "move a part of it to a helper function");
  parser.hopeless_ = true;
}

Tree parse(std::span<const Token> tokens, Diagnostics& diagnostics,
           std::span<const Token> prelude) {
  return Parser(tokens, diagnostics).parse_source(prelude);
}

}  // namespace dala::kernel::syntax
