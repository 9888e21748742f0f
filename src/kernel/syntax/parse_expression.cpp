#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/syntax/parser.hpp"

namespace dala::kernel::syntax {

namespace {

constexpr unsigned comparison = 3;

// How strongly a binary operator binds, as in Rust; 0 for all other tokens.
unsigned strength(TokenKind kind) {
  switch (kind) {
    case TokenKind::or_or:
      return 1;
    case TokenKind::and_and:
      return 2;
    case TokenKind::equal:
    case TokenKind::not_equal:
    case TokenKind::less:
    case TokenKind::greater:
    case TokenKind::less_equal:
    case TokenKind::greater_equal:
      return comparison;
    case TokenKind::bit_or:
      return 4;
    case TokenKind::bit_xor:
      return 5;
    case TokenKind::bit_and:
      return 6;
    case TokenKind::shl:
    case TokenKind::shr:
      return 7;
    case TokenKind::plus:
    case TokenKind::minus:
      return 8;
    case TokenKind::star:
    case TokenKind::slash:
    case TokenKind::percent:
      return 9;
    default:
      return 0;
  }
}

Literal combine(const Expr& left, const Expr& right, unsigned operator_strength) {
  if (operator_strength <= comparison) return Literal::no;
  if (left.literal == Literal::no || right.literal == Literal::no) return Literal::no;
  return std::max(left.literal, right.literal);
}

}  // namespace

ExprId Parser::parse_expression() {
  const Level level(*this);
  if (!level.ok || failed_) return add({});
  return parse_binary(1);
}

ExprId Parser::parse_binary(unsigned least) {
  ExprId left = parse_cast();
  bool compared = false;
  while (!failed_) {
    const Token op = peek();
    const unsigned binds = strength(op.kind);
    if (binds < least || binds == 0) break;
    if (binds == comparison && compared) {
      fail(Code::chained_comparison, op.span, "comparison operators do not chain",
           "write `a < b && b < c`");
      break;
    }
    compared = binds == comparison;
    take();
    // One level at most for each strength, so the recursion here is bounded.
    const ExprId right = parse_binary(binds + 1);
    const Expr& l = tree_.exprs[left];
    const Expr& r = tree_.exprs[right];
    left = add({.kind = ExprKind::binary,
                .span = join(l.span, r.span),
                .text = op.text,
                .text_span = op.span,
                .op = op.kind,
                .literal = combine(l, r, binds),
                .args = {left, right}});
  }
  return left;
}

// `as` binds less than a sign: -x as f32 is (-x) as f32.
ExprId Parser::parse_cast() {
  ExprId operand = parse_unary();
  while (!failed_ && accept(TokenKind::kw_as)) {
    const TypeName type = parse_type();
    const Span span = join(tree_.exprs[operand].span, previous());
    operand = add({.kind = ExprKind::cast, .span = span, .args = {operand}, .type = type});
  }
  return operand;
}

ExprId Parser::parse_unary() {
  if (!at(TokenKind::minus) && !at(TokenKind::not_)) return parse_postfix(parse_primary());
  const Level level(*this);
  if (!level.ok) return add({});
  const Token op = take();
  const ExprId operand = parse_unary();
  const Expr& inner = tree_.exprs[operand];
  return add({.kind = ExprKind::unary,
              .span = join(op.span, inner.span),
              .text = op.text,
              .text_span = op.span,
              .op = op.kind,
              .literal = inner.literal,
              .args = {operand}});
}

ExprId Parser::parse_postfix(ExprId operand) {
  while (!failed_) {
    if (at(TokenKind::open_bracket))
      operand = parse_index(operand);
    else if (at(TokenKind::dot))
      operand = parse_member(operand);
    else
      break;
  }
  return operand;
}

ExprId Parser::parse_index(ExprId operand) {
  Expr expr{.kind = ExprKind::index, .span = tree_.exprs[operand].span, .args = {operand}};
  const Span opened = take().span;
  parse_arguments(expr, TokenKind::close_bracket, opened);
  return add(std::move(expr));
}

ExprId Parser::parse_member(ExprId operand) {
  take();
  Expr expr{.kind = ExprKind::field,
            .span = tree_.exprs[operand].span,
            .text = peek().text,
            .text_span = peek().span,
            .args = {operand}};
  if (!expect(TokenKind::identifier, "after `.`")) return operand;
  expr.span = join(expr.span, previous());
  if (at(TokenKind::open_paren)) {
    expr.kind = ExprKind::method;
    const Span opened = take().span;
    parse_arguments(expr, TokenKind::close_paren, opened);
  }
  return add(std::move(expr));
}

void Parser::parse_arguments(Expr& expr, TokenKind close, Span opened) {
  while (!at(close) && !failed_) {
    expr.args.push_back(parse_expression());
    if (!accept(TokenKind::comma)) break;
  }
  if (!failed_) expect_close(close, opened);
  expr.span = join(expr.span, previous());
}

ExprId Parser::parse_primary() {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::integer:
    case TokenKind::real:
      return parse_number();
    case TokenKind::kw_true:
    case TokenKind::kw_false:
      take();
      return add({.kind = ExprKind::boolean,
                  .span = token.span,
                  .integer = token.kind == TokenKind::kw_true ? 1U : 0U});
    case TokenKind::text:
      take();
      return add({.kind = ExprKind::text, .span = token.span, .text = token.text});
    case TokenKind::identifier:
      return parse_name();
    case TokenKind::kw_if:
      return parse_conditional();
    case TokenKind::open_bracket:
      return parse_array();
    case TokenKind::open_brace: {
      const Span start = token.span;
      const BlockId block = parse_block();
      return add({.kind = ExprKind::block, .span = join(start, previous()), .block = block});
    }
    case TokenKind::open_paren: {
      const Span opened = take().span;
      const ExprId inner = parse_expression();
      if (!failed_) expect_close(TokenKind::close_paren, opened);
      // The parentheses belong to the place that messages point at.
      tree_.exprs[inner].span = join(opened, previous());
      return inner;
    }
    default:
      unexpected("an expression");
      return add({.span = token.span});
  }
}

ExprId Parser::parse_number() {
  const Token token = take();
  const bool real = token.kind == TokenKind::real;
  Literal literal = real ? Literal::real : Literal::integer;
  if (!token.suffix.empty()) literal = Literal::no;
  return add({.kind = real ? ExprKind::real : ExprKind::integer,
              .span = token.span,
              .text = token.suffix,
              .literal = literal,
              .integer = token.integer,
              .real = token.real});
}

ExprId Parser::parse_name() {
  const Token token = take();
  Expr expr{
      .kind = ExprKind::name, .span = token.span, .text = token.text, .text_span = token.span};
  if (at(TokenKind::open_paren)) {
    expr.kind = ExprKind::call;
    const Span opened = take().span;
    parse_arguments(expr, TokenKind::close_paren, opened);
  }
  return add(std::move(expr));
}

ExprId Parser::parse_conditional() {
  const Level level(*this);
  if (!level.ok) return add({});
  const Span start = take().span;
  Expr expr{.kind = ExprKind::conditional, .span = start, .text_span = start};
  expr.args.push_back(parse_expression());
  if (failed_) return add(std::move(expr));
  expr.block = parse_block();
  if (!failed_ && accept(TokenKind::kw_else)) {
    if (at(TokenKind::kw_if)) {
      Block other{.span = peek().span};
      other.tail = parse_conditional();
      other.span = join(other.span, previous());
      other.height = tree_.exprs[other.tail].height;
      tree_.blocks.push_back(std::move(other));
      expr.other = static_cast<BlockId>(tree_.blocks.size() - 1);
    } else {
      expr.other = parse_block();
    }
  }
  expr.span = join(start, previous());
  return add(std::move(expr));
}

ExprId Parser::parse_array() {
  const Span opened = take().span;
  Expr expr{.kind = ExprKind::array_list, .span = opened};
  if (at(TokenKind::close_bracket)) {
    unexpected("the elements of the array");
    return add(std::move(expr));
  }
  expr.args.push_back(parse_expression());
  if (!failed_ && accept(TokenKind::semicolon)) {
    expr.kind = ExprKind::array_repeat;
    expr.args.push_back(parse_expression());
    if (!failed_) expect_close(TokenKind::close_bracket, opened);
  } else if (!failed_ && accept(TokenKind::comma)) {
    parse_arguments(expr, TokenKind::close_bracket, opened);
  } else if (!failed_) {
    expect_close(TokenKind::close_bracket, opened);
  }
  expr.span = join(opened, previous());
  return add(std::move(expr));
}

}  // namespace dala::kernel::syntax
