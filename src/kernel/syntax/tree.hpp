// The syntax tree: what was written, before any name or type has a meaning.
//
// Nodes lie in vectors and refer to each other by index, so a tree of any form is freed without
// recursion. Names point into the Source, which must outlive the tree.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/syntax/token.hpp"

namespace dala::kernel::syntax {

// Brackets and blocks within each other; also bounds the recursion of the parser.
inline constexpr unsigned max_nesting = 64;
// Operators within each other, as in a long sum; bounds the recursion of all that walk expressions.
inline constexpr unsigned max_height = 128;
inline constexpr std::size_t max_expressions = 16'384;

using ExprId = std::uint32_t;
using StmtId = std::uint32_t;
using BlockId = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

struct TypeName {
  enum class Kind : std::uint8_t { error, simple, array, tensor };
  Kind kind = Kind::error;
  Span span;
  std::string_view name = {};  // of the type, the array's element or the tensor's element
  Span name_span = {};
  ExprId length = none;   // of an array
  ExprId columns = none;  // of a tile, whose rows are `length`
};

enum class ExprKind : std::uint8_t {
  error,         // already reported
  integer,       // integer, suffix in `text`
  real,          // real, suffix in `text`
  boolean,       // integer: 0 or 1
  name,          // text
  text,          // text, as it is written in quotes
  unary,         // op args[0]
  binary,        // args[0] op args[1]
  cast,          // args[0] as type
  call,          // text(args...)
  method,        // args[0].text(args[1]...)
  index,         // args[0][args[1], ...]
  field,         // args[0].text
  conditional,   // if args[0] block else other (other: none without else)
  block,         // block
  array_list,    // [args...]
  array_repeat,  // [args[0]; args[1]]
};

// Whether an expression is made of literals without suffix only, which take the type that the place
// they stand in wants.
enum class Literal : std::uint8_t { no, integer, real };

struct Expr {
  ExprKind kind = ExprKind::error;
  Span span;
  std::string_view text = {};
  Span text_span = {};
  TokenKind op = TokenKind::error;
  Literal literal = Literal::no;
  unsigned height = 1;
  std::uint64_t integer = 0;
  double real = 0;
  std::vector<ExprId> args = {};
  TypeName type = {};
  BlockId block = none;
  BlockId other = none;
};

enum class StmtKind : std::uint8_t {
  let,         // let [mut] name[: type] = value;
  assign,      // place op value;
  expression,  // value;
  for_range,   // for name in value..end body
  while_loop,  // while value body
  loop,        // loop body
  block,       // body
  break_,
  continue_,
  return_,   // return [value];
  shared,    // shared name: type;
  tile,      // tile name: type;
  constant,  // const name: type = value;
};

struct Stmt {
  StmtKind kind = StmtKind::expression;
  Span span;
  std::string_view name = {};
  Span name_span = {};
  bool is_mutable = false;
  bool is_unrolled = false;  // #[unroll] for
  std::optional<TypeName> type = {};
  TokenKind op = TokenKind::assign;
  ExprId place = none;
  ExprId value = none;
  ExprId end = none;
  BlockId body = none;
};

struct Block {
  Span span;
  std::vector<StmtId> statements = {};
  ExprId tail = none;  // the value: a last expression without `;`
  unsigned height = 1;
};

struct Parameter {
  std::string_view name;
  Span span;
  TypeName type;
  bool is_output = false;  // &mut
};

struct Function {
  std::string_view name = {};  // empty in the header form without a name
  Span name_span = {};
  bool has_name = true;
  std::vector<Parameter> parameters = {};
  std::optional<TypeName> result = {};
  BlockId body = none;
  ExprId first_expr = 0;  // its expressions are [first_expr, end_expr) of the tree's
  ExprId end_expr = 0;
  std::optional<Span> cube_span = {};
  std::vector<ExprId> cube = {};  // #[cube(x, y, z)]
  bool pixels = false;            // #[pixels]
  std::string_view over = {};     // #[over(tensor)]
  Span over_span = {};
};

struct Tree {
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Block> blocks;
  std::vector<Function> functions;
  std::size_t own_functions = 0;  // those of the source; the prelude's follow
  std::vector<StmtId> constants;  // those beside functions, in the order of the text
};

}  // namespace dala::kernel::syntax
