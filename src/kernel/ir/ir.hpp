// The typed form of a kernel that everything after the front end works on.
//
// It is structured: statements with blocks inside them, no jumps but break, continue and return,
// so that targets with and without control flow graphs can be written from it.
//
// Expressions are pure trees: evaluating one writes nothing. An expression is evaluated when the
// statement that holds it is executed, in full and once, before that statement's effect:
//   - `store`, `store_element`, `store_tensor`, `store_shared`, `fill`: indices and value, then the
//     write. `atomic`: indices and value, then the exchange, then the result's local is written.
//     `subgroup`: value and unit in all units, then the result's local in each of them.
//     `tile`: indices, value and end in all units, then what is done with the tile.
//     `print`: the arguments, then the line.
//   - `branch`: the condition once. `for_range`: both ends once, before the first round.
//     `while_loop`: the condition before every round.
// Loads inside it see memory as it is at that moment. The order inside one expression cannot be
// observed, as nothing in it writes. Two things are evaluated only where they are needed: the right
// side of `logical_and` and `logical_or`, and the arm of `choose`. That can be observed only
// through a call that does not end, so a target may compute both where they hold no call.
//
// Source expressions that do write (atomics, blocks) have become statements before the one that
// uses their value, with what was read earlier kept in locals, so the order of the source holds.
// Constants, params, positions and locals may be shared by several trees; nothing else is. Where in
// `exprs` an expression stands says nothing: passes replace one where it is and add its operands
// behind it.
//
// A Module is valid by construction: every handle in it is in range, every type fits, locals are
// written before they are read, functions call only functions before them, `sync`, `subgroup` and
// `tile` stand where all units of a cube arrive together, and the indices, value and end of a
// `tile` are the same for all units of a subgroup.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/ir/tile.hpp"
#include "kernel/ir/type.hpp"
#include "kernel/source/source.hpp"

namespace dala::kernel::ir {

// What one kernel may use; the smallest of what the targets offer.
inline constexpr std::size_t max_array_words = 1024;  // local arrays of one function, in scalars
inline constexpr std::size_t max_shared_bytes = std::size_t{16} * 1024;  // all shared arrays
inline constexpr std::size_t max_locals = 1024;  // of one function, temporaries included
inline constexpr std::size_t max_tensors = 16;
inline constexpr std::size_t max_params = 64;
inline constexpr std::size_t max_functions = 64;
inline constexpr std::size_t max_call_depth = 16;
inline constexpr std::size_t max_print_arguments = 16;  // of one message

// Units of a cube that exchange values, those with neighbouring numbers. It is part of what a
// kernel means, so it is the same on every device.
inline constexpr std::uint32_t subgroup_units = 32;

enum class UnaryOp : std::uint8_t {
#define UNARY(name, text) name,
#include "kernel/ir/ops.inc"
};

enum class BinaryOp : std::uint8_t {
#define BINARY(name, text) name,
#define COMPARE(name, text) name,
#include "kernel/ir/ops.inc"
};

enum class Position : std::uint8_t {
#define POSITION(name) name,
#define GROUP_POSITION POSITION
#include "kernel/ir/ops.inc"
};

enum class AtomicOp : std::uint8_t {
#define ATOMIC(name) name##_,
#define LEGAL_ATOMIC ATOMIC
#include "kernel/ir/ops.inc"
};

enum class SubgroupOp : std::uint8_t {
#define SUBGROUP(name, arguments) name,
#include "kernel/ir/ops.inc"
};

enum class MathOp : std::uint8_t {
#define X(name, arguments, kind) name,
#include "kernel/ir/math_ops.inc"
#undef X
};

enum class Query : std::uint8_t { len, rank, shape, stride };
// What an access does with an index outside: it loads zero and stores nothing, or, in loads of
// tensors, takes the nearest index inside or reflects it at the edges without repeating them. Legal
// IR has accesses that are known to be inside as well.
enum class Edge : std::uint8_t { zero, clamped, mirrored, inside };

[[nodiscard]] std::string_view to_string(UnaryOp op);
[[nodiscard]] std::string_view to_string(BinaryOp op);
[[nodiscard]] std::string_view to_string(Position position);
[[nodiscard]] std::string_view to_string(AtomicOp op);
[[nodiscard]] std::string_view to_string(SubgroupOp op);
[[nodiscard]] std::string_view to_string(MathOp op);

[[nodiscard]] std::optional<MathOp> math_op_from_name(std::string_view name);

// Whether the atomic works on elements of this type.
[[nodiscard]] constexpr bool takes(AtomicOp op, Type type) {
  if (op == AtomicOp::compare_exchange_) return type == u32_type;
  if (type == s32_type || type == u32_type) return true;
  return type == f32_type && (op == AtomicOp::add_ || op == AtomicOp::exchange_);
}

[[nodiscard]] constexpr std::size_t arguments_of(SubgroupOp op) {
  return op == SubgroupOp::broadcast || op == SubgroupOp::shuffle ? 2 : 1;
}
// Whether units exchange values of this type.
[[nodiscard]] constexpr bool takes(SubgroupOp op, Type type) {
  if (op == SubgroupOp::ballot) return type == bool_type;
  return type.is_scalar() && type != bool_type && bits_of(type.scalar) >= 32;
}
[[nodiscard]] constexpr Type result_of(SubgroupOp op, Type type) {
  return op == SubgroupOp::ballot ? Type{Scalar::u32} : type;
}

[[nodiscard]] constexpr bool is_of_group(Position position) {
  return position >= Position::GROUP_X;
}
// The type of a position, where indices are `index`: u32 for those of groups. Units of a cube are
// few: to count them s32 is always enough.
[[nodiscard]] constexpr Type type_of(Position position, Scalar index) {
  if (is_of_group(position)) return u32_type;
  const bool in_cube = (position >= Position::CUBE_DIM && position <= Position::CUBE_DIM_Z) ||
                       position >= Position::UNIT_POS;
  return {in_cube ? Scalar::s32 : index};
}
// The same of what is asked about a tensor.
[[nodiscard]] constexpr Type type_of(Query query, Scalar index) {
  return {query == Query::rank ? Scalar::s32 : index};
}

[[nodiscard]] constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::equal; }

using ExprId = std::uint32_t;
using StmtId = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

enum class ExprKind : std::uint8_t {
  constant,     // bits (scalars only)
  local,        // locals[index]
  element,      // locals[index][args[0]]
  load_tensor,  // tensors[index][args...] with `edge`; one argument is the flat index. Of type u32
                // where it is to a word (Tensor::in_words)
  load_shared,  // shared[index][args[0]]
  param,        // params[index]
  position,     // position: as type_of() says
  query,        // tensors[index]: `query`, args[0] the axis of shape and stride: as type_of() says
  unary,        // unary args[0]
  binary,       // args[0] binary args[1]
  cast,         // args[0] as type, with Rust's meaning; same number of lanes
  math,         // math(args...)
  call,         // functions[index](args...)
  construct,    // a vector of its lanes: as many scalars as lanes, or one for all
  swizzle,      // args[0]'s lanes named by `lanes`, as many as the type has
  choose,       // args[0] ? args[1] : args[2]
  launch,       // word `index` of what a launch tells the kernel, in legal IR: u32
};

// Indices into tensors and arrays are s32 or s64.
struct Expr {
  ExprKind kind = ExprKind::constant;
  Type type;
  UnaryOp unary = UnaryOp::negate;
  BinaryOp binary = BinaryOp::add;
  MathOp math = MathOp::min;
  Position position = Position::ABSOLUTE_POS;
  Query query = Query::len;
  Edge edge = Edge::zero;
  std::array<std::uint8_t, 4> lanes = {};
  std::uint32_t index = 0;
  std::uint64_t bits = 0;  // see scalar_ops.hpp
  std::vector<ExprId> args = {};
};

enum class StmtKind : std::uint8_t {
  store,          // locals[target] = value
  store_element,  // locals[target][indices[0]] = value
  store_tensor,   // tensors[target][indices...] = value; nothing when an index is outside. A value
                  // of u32 may be for a word (Tensor::in_words)
  store_shared,   // shared[target][indices[0]] = value
  fill,           // every element of locals[target] = value
  atomic,         // result = old value of the tensor's or shared element; see `on_shared`
  subgroup,       // result = what `subgroup` makes of the units' values; `end`: the unit asked for
  tile,           // see TileOp, in tile.hpp
  print,          // a line for who debugs: messages[target], with `indices` as its arguments
  branch,         // if value body else other
  for_range,      // for locals[target] from value up to but without end: body
  while_loop,     // while value: body
  break_,
  continue_,
  return_,  // value: none in a kernel
  sync,     // all units of the cube, and all their writes to shared arrays, arrive here
};

struct Stmt {
  StmtKind kind = StmtKind::store;
  Span span = {};
  AtomicOp atomic = AtomicOp::add_;
  SubgroupOp subgroup = SubgroupOp::sum;
  TileOp tile = TileOp::fill;
  bool on_shared = false;
  Edge edge = Edge::zero;
  std::uint32_t target = 0;
  std::uint32_t result = none;  // the local that takes what an `atomic` or the like gives back
  std::array<std::uint32_t, 3> tiles = {none, none, none};
  std::vector<ExprId> indices = {};
  ExprId value = none;
  ExprId end = none;
  std::vector<StmtId> body = {};
  std::vector<StmtId> other = {};
};

struct Local {
  std::string name;  // empty for temporaries
  Type type;
};

// The first `arguments` locals are the parameters.
struct Function {
  std::string name;
  std::uint32_t arguments = 0;
  Type result;
  std::vector<Local> locals = {};
  std::vector<StmtId> body = {};
  bool is_runtime = false;  // added by a pass, under a name that no source can have
};

struct Tensor {
  std::string name;
  Scalar scalar = Scalar::f32;
  bool is_output = false;
  std::uint8_t rank = 0;  // that its indices need; 0: any
  // Made so by a pass: memory is words of u32, each with as many elements as fit, the first in the
  // lowest bits. Accesses of type u32 are to words, which their flat index counts.
  bool in_words = false;
  bool is_runtime = false;  // added by a pass: what the kernel prints goes there
};

// Whether what is read or written is a word of the tensor, not an element.
[[nodiscard]] constexpr bool is_word(const Tensor& tensor, Type accessed) {
  return tensor.in_words && accessed == u32_type;
}

struct Param {
  std::string name;
  Scalar scalar = Scalar::f32;
  bool is_index = false;  // declared as such: the scalar is Module::index
};

struct Shared {
  std::string name;
  Type type;
  bool is_runtime = false;  // added by a pass: written before it is read, so it need not begin at 0
};

// What a `print` writes: the texts before, between and behind its arguments.
struct Message {
  std::vector<std::string> texts;
  std::vector<Type> types;  // of the arguments: scalars and vectors
};

// How the invocations of legal IR are counted.
struct Groups {
  bool in_rows = false;        // a group is part of a row of the domain; else all follow each other
  std::uint32_t elements = 1;  // of the domain that an invocation takes

  friend bool operator==(const Groups&, const Groups&) = default;
};

struct Module {
  std::string name;
  Scalar index = Scalar::s32;  // what positions and sizes are; s64 where tensors are too large
  std::vector<Tensor> tensors;
  std::vector<Param> params;
  std::vector<Shared> shared;
  std::vector<Message> messages;
  std::vector<Tile> tiles;
  bool has_cube = false;
  std::array<std::uint32_t, 3> cube = {1, 1, 1};  // x, y, z
  std::uint32_t domain = 0;                       // the tensor whose elements the invocations cover
  bool pixels = false;                            // all axes of it but the last
  std::optional<Groups> groups;                   // where positions are those of groups
  std::vector<Function> functions;
  Function kernel;
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
};

// Of a `multiply_add`.
[[nodiscard]] inline const TileProduct& product_of(const Module& module, const Stmt& s) {
  return *product_of(module.tiles[s.tiles[0]], module.tiles[s.tiles[1]], module.tiles[s.tiles[2]]);
}

}  // namespace dala::kernel::ir
