#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/syntax/parser.hpp"

namespace dala::kernel::syntax {

namespace {

bool is_assignment(TokenKind kind) {
  switch (kind) {
    case TokenKind::assign:
    case TokenKind::add_assign:
    case TokenKind::sub_assign:
    case TokenKind::mul_assign:
    case TokenKind::div_assign:
    case TokenKind::rem_assign:
    case TokenKind::and_assign:
    case TokenKind::or_assign:
    case TokenKind::xor_assign:
    case TokenKind::shl_assign:
    case TokenKind::shr_assign:
      return true;
    default:
      return false;
  }
}

bool begins_statement(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_const:
    case TokenKind::kw_let:
    case TokenKind::kw_shared:
    case TokenKind::kw_for:
    case TokenKind::kw_while:
    case TokenKind::kw_loop:
    case TokenKind::kw_break:
    case TokenKind::kw_continue:
    case TokenKind::kw_return:
      return true;
    default:
      return false;
  }
}

}  // namespace

BlockId Parser::parse_block() {
  const Level level(*this);
  Block block{.span = peek().span};
  const Span opened = peek().span;
  failed_ = failed_ && !at(TokenKind::open_brace);
  if (level.ok && expect(TokenKind::open_brace, "before the block")) {
    while (!at(TokenKind::close_brace) && !at(TokenKind::end) && !diagnostics_.full()) {
      // A function cannot stand here: the block before it was not closed.
      if (at(TokenKind::kw_fn)) {
        fail(Code::unclosed_delimiter, opened, "this is not closed before the next function",
             "add `}`");
        break;
      }
      parse_statement(block);
      if (failed_) skip_to_next_statement();
    }
    if (!failed_) expect_close(TokenKind::close_brace, opened);
  }
  if (block.tail != none) block.height = std::max(block.height, tree_.exprs[block.tail].height + 1);
  block.span = join(block.span, previous());
  tree_.blocks.push_back(std::move(block));
  return static_cast<BlockId>(tree_.blocks.size() - 1);
}

void Parser::skip_to_next_statement() {
  unsigned open = 0;
  while (!at(TokenKind::end)) {
    if (open == 0 && (at(TokenKind::close_brace) || begins_statement(peek().kind))) break;
    if (at(TokenKind::kw_fn)) break;
    const TokenKind kind = take().kind;
    if (kind == TokenKind::open_brace) ++open;
    if (kind == TokenKind::close_brace) --open;
    if (open == 0 && (kind == TokenKind::semicolon || kind == TokenKind::close_brace)) break;
  }
  // At the end of the source another report would only be a consequence.
  failed_ = hopeless_ || at(TokenKind::end);
}

void Parser::end_statement() {
  if (failed_ || accept(TokenKind::semicolon)) return;
  // Only where the next token can begin something new is the `;` what is missing.
  if (at(TokenKind::close_brace) || at(TokenKind::identifier) || at(TokenKind::kw_if) ||
      begins_statement(peek().kind)) {
    const Span after{previous().end, previous().end};
    diagnostics_.report(Code::missing_semicolon, after, "expected `;` at the end of the statement",
                        "add `;`");
    return;
  }
  unexpected("`;` or an operator");
}

void Parser::parse_statement(Block& block) {
  switch (peek().kind) {
    case TokenKind::semicolon:
      take();
      return;
    case TokenKind::kw_const: {
      const Stmt constant = parse_constant();
      if (!failed_) add(block, constant);
      return;
    }
    case TokenKind::kw_let:
      return parse_let(block);
    case TokenKind::kw_shared:
      return parse_held_together(block, StmtKind::shared);
    case TokenKind::kw_for:
    case TokenKind::kw_while:
    case TokenKind::kw_loop:
      return parse_loop(block);
    case TokenKind::hash:
      // Any other attribute belongs to a function, before which a block was not closed.
      return at_unroll() ? parse_unrolled(block) : parse_expression_statement(block);
    case TokenKind::kw_break:
    case TokenKind::kw_continue:
    case TokenKind::kw_return:
      return parse_jump(block);
    case TokenKind::open_brace: {
      Stmt stmt{.kind = StmtKind::block, .span = peek().span};
      stmt.body = parse_block();
      return add(block, stmt);
    }
    case TokenKind::identifier:
      // No keyword: it may be a name too.
      if (peek().text == "tile" && peek(1).kind == TokenKind::identifier)
        return parse_held_together(block, StmtKind::tile);
      return parse_expression_statement(block);
    default:
      return parse_expression_statement(block);
  }
}

void Parser::parse_let(Block& block) {
  Stmt stmt{.kind = StmtKind::let, .span = take().span};
  stmt.is_mutable = accept(TokenKind::kw_mut);
  stmt.name = peek().text;
  stmt.name_span = peek().span;
  if (!expect(TokenKind::identifier, "after `let`")) return;
  if (accept(TokenKind::colon)) stmt.type = parse_type();
  if (failed_) return;
  if (!at(TokenKind::assign)) {
    fail(Code::let_without_value, stmt.name_span,
         format("`{}` needs a value: variables always have one", stmt.name),
         format("write `let {} = ...;`", stmt.name));
    return;
  }
  take();
  stmt.value = parse_expression();
  end_statement();
  add(block, stmt);
}

void Parser::parse_held_together(Block& block, StmtKind kind) {
  const Token word = take();
  Stmt stmt{.kind = kind, .span = word.span};
  stmt.name = peek().text;
  stmt.name_span = peek().span;
  if (!expect(TokenKind::identifier, format("after `{}`", word.text))) return;
  if (!expect(TokenKind::colon, "and an array type after the name")) return;
  stmt.type = parse_type();
  end_statement();
  if (!failed_) add(block, stmt);
}

// The statement is not added to anything: a constant stands in blocks and beside functions.
Stmt Parser::parse_constant() {
  Stmt stmt{.kind = StmtKind::constant, .span = take().span};
  stmt.name = peek().text;
  stmt.name_span = peek().span;
  if (!expect(TokenKind::identifier, "after `const`")) return stmt;
  if (!expect(TokenKind::colon, "and a type after the constant's name")) return stmt;
  stmt.type = parse_type();
  if (failed_ || !expect(TokenKind::assign, "and a value after the constant's type")) return stmt;
  stmt.value = parse_expression();
  end_statement();
  return stmt;
}

bool Parser::at_unroll() const {
  return peek(1).kind == TokenKind::open_bracket && peek(2).text == "unroll";
}

void Parser::parse_unrolled(Block& block) {
  take();
  take();
  const Span attribute = take().span;
  if (!expect(TokenKind::close_bracket, "after the attribute")) return;
  if (at(TokenKind::kw_for)) return parse_loop(block, true);
  fail(Code::bad_attribute, attribute, "only a `for` can be unrolled",
       "write `#[unroll]` before `for`");
}

void Parser::parse_loop(Block& block, bool is_unrolled) {
  const Token keyword = take();
  Stmt stmt{.kind = StmtKind::loop, .span = keyword.span, .is_unrolled = is_unrolled};
  if (keyword.kind == TokenKind::kw_while) {
    stmt.kind = StmtKind::while_loop;
    stmt.value = parse_expression();
  } else if (keyword.kind == TokenKind::kw_for) {
    stmt.kind = StmtKind::for_range;
    stmt.name = peek().text;
    stmt.name_span = peek().span;
    if (!expect(TokenKind::identifier, "after `for`")) return;
    if (!expect(TokenKind::kw_in, "after the loop variable")) return;
    stmt.value = parse_expression();
    if (failed_ || !expect(TokenKind::dot_dot, "between the ends of the range")) return;
    stmt.end = parse_expression();
  }
  if (failed_) return;
  stmt.body = parse_block();
  add(block, stmt);
}

void Parser::parse_jump(Block& block) {
  const Token keyword = take();
  Stmt stmt{.kind = StmtKind::return_, .span = keyword.span};
  if (keyword.kind == TokenKind::kw_break) stmt.kind = StmtKind::break_;
  if (keyword.kind == TokenKind::kw_continue) stmt.kind = StmtKind::continue_;
  if (stmt.kind == StmtKind::return_ && !at(TokenKind::semicolon) && !at(TokenKind::close_brace))
    stmt.value = parse_expression();
  end_statement();
  add(block, stmt);
}

void Parser::parse_expression_statement(Block& block) {
  Stmt stmt{.kind = StmtKind::expression, .span = peek().span};
  const bool conditional = at(TokenKind::kw_if);
  // An `if` that begins a statement ends with its block, so `if a { } -b;` is two statements.
  const ExprId value = conditional ? parse_conditional() : parse_expression();
  if (failed_) return;
  if (is_assignment(peek().kind)) {
    stmt.kind = StmtKind::assign;
    stmt.op = take().kind;
    stmt.place = value;
    stmt.value = parse_expression();
    end_statement();
    return add(block, stmt);
  }
  if (at(TokenKind::close_brace)) {
    block.tail = value;
    return;
  }
  stmt.value = value;
  if (conditional)
    accept(TokenKind::semicolon);
  else
    end_statement();
  add(block, stmt);
}

}  // namespace dala::kernel::syntax
