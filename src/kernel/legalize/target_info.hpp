// What a target can do by itself. Legalisation makes IR of which every operation can be written
// down for the target as it is; a writer then only prints.
#pragma once

#include <string_view>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

struct TargetInfo {
  std::string_view name;  // as people call it
  bool (*has)(ir::Scalar scalar);

  // Whether these take vectors as they take scalars.
  bool (*vector_unary)(ir::UnaryOp op, ir::Type type);
  bool (*vector_binary)(ir::BinaryOp op, ir::Type type);
  bool (*vector_math)(ir::MathOp op, ir::Type type);
  bool (*vector_cast)(ir::Scalar from, ir::Scalar to);

  // Whether tensors can have such elements; smaller ones are read and written as parts of u32
  // words.
  bool (*stores)(ir::Scalar scalar) = [](ir::Scalar) { return true; };
  // Atomics of f32 on tensors, or on what a cube shares.
  bool (*has_float_atomic)(ir::AtomicOp op, bool on_shared) = [](ir::AtomicOp, bool) {
    return true;
  };
  // Its compilers reject a constant index outside an array, even in code that is never reached.
  bool rejects_constant_indices = false;

  // Comparisons with a NaN are false, also after its compiler has inverted the condition.
  bool orders_nan = true;
  // `%` of negative integers is what C says.
  bool signed_remainder = true;
  // An integer that becomes a float is rounded, even where it becomes an integer again.
  bool rounds_integers = true;
  // `min`, `max` and `abs` of integers.
  bool has_integer_math = false;
  // Division and `%` of f32 and functions such as `pow` are defined for all operands, `fma` rounds
  // once, and there is `mul_hi`.
  bool has_exact_math = true;
  // Quotients and square roots of f32 are the nearest there are, as IEEE asks and OpenGL ES does
  // not.
  bool rounds_to_nearest = true;
  // Units pass values to others of their subgroup by themselves: `shuffle`, `broadcast`, `ballot`.
  bool has_subgroups = false;
  // Whether subgroups have this product, of those that can be packed: TileOp::multiply_packed.
  bool (*has_product)(const ir::TileProduct&) = [](const ir::TileProduct&) { return false; };
};

}  // namespace dala::kernel
