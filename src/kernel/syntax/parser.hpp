// The parser's state, shared by the files that parse items, statements and expressions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/tree.hpp"

namespace dala::kernel::syntax {

class Parser {
 public:
  Parser(std::span<const Token> tokens, Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  Tree parse_source(std::span<const Token> prelude);

 private:
  // parse_item.cpp
  void parse_function();
  void parse_attribute(Function& function);
  void parse_cube(Function& function);
  bool parse_parameter(Function& function);
  TypeName parse_type();

  // parse_statement.cpp
  BlockId parse_block();
  void parse_statement(Block& block);
  void parse_let(Block& block);
  // What begins with `shared` or `tile`.
  void parse_held_together(Block& block, StmtKind kind);
  Stmt parse_constant();
  void parse_loop(Block& block, bool is_unrolled = false);
  void parse_unrolled(Block& block);
  [[nodiscard]] bool at_unroll() const;
  void parse_jump(Block& block);
  void parse_expression_statement(Block& block);
  void end_statement();
  void skip_to_next_statement();

  // parse_expression.cpp
  ExprId parse_expression();
  ExprId parse_binary(unsigned least);
  ExprId parse_cast();
  ExprId parse_unary();
  ExprId parse_postfix(ExprId operand);
  ExprId parse_index(ExprId operand);
  ExprId parse_member(ExprId operand);
  ExprId parse_primary();
  ExprId parse_name();
  ExprId parse_number();
  ExprId parse_conditional();
  ExprId parse_array();
  // The arguments up to `close`, which is taken.
  void parse_arguments(Expr& expr, TokenKind close, Span opened);

  // Tokens
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  Token take();
  bool accept(TokenKind kind);
  // Reports and begins recovery when the next token is another.
  bool expect(TokenKind kind, std::string_view where);
  bool expect_close(TokenKind kind, Span opened);
  void unexpected(std::string_view wanted);
  // A hint where what is here is how another language writes something.
  [[nodiscard]] std::string own_way() const;
  void fail(Code code, Span span, std::string message, std::string hint = {});

  ExprId add(Expr expr);
  StmtId add_statement(Stmt stmt);
  void add(Block& block, Stmt stmt);
  [[nodiscard]] Span previous() const { return previous_; }

  // Counts one level of nesting while it lives; `ok` is false when that is one too many.
  struct Level {
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    bool ok;

   private:
    Parser& parser_;
  };

  std::span<const Token> tokens_;
  Diagnostics& diagnostics_;
  Tree tree_;
  std::size_t next_ = 0;
  Span previous_;
  unsigned depth_ = 0;
  bool failed_ = false;    // a mistake was reported and its statement is not over
  bool hopeless_ = false;  // a limit was passed: no more parsing
};

}  // namespace dala::kernel::syntax
