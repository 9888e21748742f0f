// The names of operators, expanded from the tables.
#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

std::string_view to_string(UnaryOp op) {
  switch (op) {
#define UNARY(name, text) \
  case UnaryOp::name:     \
    return text;
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(BinaryOp op) {
  switch (op) {
#define BINARY(name, text) \
  case BinaryOp::name:     \
    return text;
#define COMPARE(name, text) BINARY(name, text)
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(Position position) {
  switch (position) {
#define POSITION(name) \
  case Position::name: \
    return #name;
#define GROUP_POSITION POSITION
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(AtomicOp op) {
  switch (op) {
#define LEGAL_ATOMIC ATOMIC
#define ATOMIC(name)      \
  case AtomicOp::name##_: \
    return "atomic_" #name;
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(SubgroupOp op) {
  switch (op) {
#define SUBGROUP(name, arguments) \
  case SubgroupOp::name:          \
    return "subgroup_" #name;
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(TileOp op) {
  switch (op) {
#define TILE(name)   \
  case TileOp::name: \
    return "tile_" #name;
#define TILE_OF_TARGET(name) TILE(name)
#include "kernel/ir/ops.inc"
  }
  return "";
}

std::string_view to_string(MathOp op) {
  switch (op) {
#define X(name, arguments, kind) \
  case MathOp::name:             \
    return #name;
#include "kernel/ir/math_ops.inc"
#undef X
  }
  return "";
}

std::optional<MathOp> math_op_from_name(std::string_view name) {
#define X(op, arguments, kind) \
  if (name == #op) return MathOp::op;
#include "kernel/ir/math_ops.inc"
#undef X
  return std::nullopt;
}

}  // namespace dala::kernel::ir
