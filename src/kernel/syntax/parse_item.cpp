// Functions, their headers and attributes, constants beside them, and types.
#include <utility>

#include "core/format.hpp"
#include "kernel/syntax/parser.hpp"

namespace dala::kernel::syntax {

Tree Parser::parse_source(std::span<const Token> prelude) {
  while (!at(TokenKind::end) && !diagnostics_.full()) {
    failed_ = false;
    if (at(TokenKind::kw_fn) || at(TokenKind::hash)) {
      parse_function();
      continue;
    }
    if (at(TokenKind::kw_const)) {
      const Stmt constant = parse_constant();
      if (!failed_) tree_.constants.push_back(add_statement(constant));
    } else {
      unexpected("`fn`");
    }
    while (failed_ && !at(TokenKind::end) && !at(TokenKind::kw_fn) && !at(TokenKind::hash) &&
           !at(TokenKind::kw_const))
      take();
  }
  tree_.own_functions = tree_.functions.size();
  if (prelude.empty() || diagnostics_.any()) return std::move(tree_);
  tokens_ = prelude;
  next_ = 0;
  while (!at(TokenKind::end)) parse_function();
  return std::move(tree_);
}

void Parser::parse_function() {
  Function function;
  function.first_expr = static_cast<ExprId>(tree_.exprs.size());
  while (at(TokenKind::hash) && !failed_) parse_attribute(function);
  if (failed_) {
    // Skips the broken attribute; the function itself is still parsed.
    while (!at(TokenKind::end) && !at(TokenKind::kw_fn)) take();
    failed_ = false;
  }
  expect(TokenKind::kw_fn, "after the attribute");
  function.name_span = peek().span;
  // `fn input: Tensor<f32>, ... {` has no name and no parentheses.
  if (at(TokenKind::identifier) && peek(1).kind == TokenKind::colon) {
    function.has_name = false;
    do {
      if (!parse_parameter(function)) break;
    } while (accept(TokenKind::comma) && !at(TokenKind::open_brace));
  } else {
    function.name = peek().text;
    const bool named = expect(TokenKind::identifier, "after `fn`");
    const Span opened = peek().span;
    if (named && expect(TokenKind::open_paren, "after the function's name")) {
      while (!at(TokenKind::close_paren) && !failed_)
        if (!parse_parameter(function) || !accept(TokenKind::comma)) break;
      if (!failed_) expect_close(TokenKind::close_paren, opened);
    }
    if (!failed_ && accept(TokenKind::arrow)) function.result = parse_type();
  }
  // The body is parsed even if the header is broken.
  if (failed_)
    while (!at(TokenKind::end) && !at(TokenKind::open_brace) && !at(TokenKind::kw_fn)) take();
  if (at(TokenKind::open_brace))
    function.body = parse_block();
  else
    unexpected("`{` before the function's body");
  function.end_expr = static_cast<ExprId>(tree_.exprs.size());
  if (function.body != none) tree_.functions.push_back(std::move(function));
}

void Parser::parse_attribute(Function& function) {
  take();
  if (!expect(TokenKind::open_bracket, "after `#`")) return;
  const Token name = peek();
  if (!expect(TokenKind::identifier, "of an attribute")) return;
  if (name.text == "cube") {
    function.cube_span = name.span;
    parse_cube(function);
  } else if (name.text == "over") {
    if (!expect(TokenKind::open_paren, "after `over`")) return;
    function.over = peek().text;
    function.over_span = peek().span;
    if (expect(TokenKind::identifier, "of a tensor"))
      expect(TokenKind::close_paren, "after the name");
  } else if (name.text == "pixels") {
    function.pixels = true;
  } else {
    fail(Code::bad_attribute, name.span, format("there is no attribute `{}`", name.text),
         "attributes are `#[cube(x, y, z)]`, `#[over(tensor)]` and `#[pixels]`");
  }
  if (!failed_) expect(TokenKind::close_bracket, "after the attribute");
}

void Parser::parse_cube(Function& function) {
  if (!expect(TokenKind::open_paren, "after `cube`")) return;
  do {
    function.cube.push_back(parse_expression());
  } while (!failed_ && accept(TokenKind::comma));
  if (!failed_) expect(TokenKind::close_paren, "after the sizes");
}

bool Parser::parse_parameter(Function& function) {
  Parameter parameter{.name = peek().text, .span = peek().span, .type = {}};
  if (!expect(TokenKind::identifier, "of a parameter")) return false;
  if (!expect(TokenKind::colon, "and a type after the parameter's name")) return false;
  if (accept(TokenKind::bit_and)) {
    parameter.is_output = true;
    if (!expect(TokenKind::kw_mut, "after `&`")) return false;
  }
  parameter.type = parse_type();
  function.parameters.push_back(parameter);
  return !failed_;
}

TypeName Parser::parse_type() {
  TypeName type{.kind = TypeName::Kind::simple, .span = peek().span};
  if (accept(TokenKind::open_bracket)) {
    const Span opened = type.span;
    type.kind = TypeName::Kind::array;
    type.name = peek().text;
    type.name_span = peek().span;
    if (expect(TokenKind::identifier, "of the element's type") &&
        expect(TokenKind::semicolon, "and a length after the element's type")) {
      type.length = parse_expression();
      if (!failed_ && accept(TokenKind::comma)) type.columns = parse_expression();
      expect_close(TokenKind::close_bracket, opened);
    }
  } else {
    type.name = peek().text;
    type.name_span = peek().span;
    expect(TokenKind::identifier, "of a type");
    if (type.name == "Tensor" && !failed_) {
      type.kind = TypeName::Kind::tensor;
      if (expect(TokenKind::less, "after `Tensor`")) {
        type.name = peek().text;
        type.name_span = peek().span;
        if (expect(TokenKind::identifier, "of the element's type"))
          expect(TokenKind::greater, "after the element's type");
      }
    }
  }
  type.span = join(type.span, previous());
  if (failed_) type.kind = TypeName::Kind::error;
  return type;
}

}  // namespace dala::kernel::syntax
