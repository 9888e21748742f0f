// From IR to LLVM IR: what all parts of the generator share.
//
// A kernel becomes a few functions, and a plan by which they are run (plan.hpp). Vectors of the
// language are kept as separate scalars: LLVM turns loops over invocations into vector code, and
// vectors inside would be in its way.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "kernel/jit/inner_domain.hpp"
#include "kernel/jit/weights.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

using Lanes = std::array<llvm::Value*, 4>;

// What the generator has to know of the processor.
struct Target {
  bool has_masks = false;        // any lanes of a vector can be left out
  bool has_byte_tables = false;  // see byte_tables.hpp
  bool has_half = false;         // converts f16 to f32 and back by itself, as IEEE says
  // The size of the vectors in which kernels with loops run; 0: in none. See wide_choice.hpp.
  unsigned vector_bytes = 0;
};

// Whether it is a function of the C library or made of such functions, so results are not exact.
[[nodiscard]] bool is_inexact(ir::MathOp op);

// The C library's vector version of one of its functions, for vectors of so many bytes (the vector
// ABI for x86: `d` for AVX2, `e` for AVX-512). Null where it has none.
[[nodiscard]] llvm::Function* vector_form(llvm::Module& out, const std::string& name,
                                          llvm::Type* type, unsigned arguments, unsigned bytes);

// One kernel on its way to LLVM.
struct Codegen {
  Codegen(const ir::Module& from, const ChannelSpecialisation& made_for, const Options& with,
          const Target& processor, llvm::Module& to);

  const ir::Module& module;
  const ArgumentPlaces& places;
  const ChannelSpecialisation& specialisation;
  const Options& options;
  const Target target;
  llvm::Module& out;
  llvm::LLVMContext& context;
  IndexAnalysis analysis;
  Weights weights;
  bool writes_out;  // helpers where they are called
  BoundsConditions conditions;
  Granularity granularity;
  std::vector<bool> by_pixels;           // by tensor: written_by_pixels()
  std::vector<llvm::Function*> helpers;  // by the module's functions
  // By the same: how many expressions a function comes to, with the functions it calls inlined and
  // its loops unrolled.
  std::vector<std::int64_t> helper_sizes;
  // Whether what was emitted so far has loops besides those over invocations.
  bool has_loops = false;
  // Whether the inner part takes two rows at a time; row_pairs.hpp.
  bool takes_pairs = false;
  // Invocations that one vector holds where the kernel runs in those, else 0; wide_emitter.hpp.
  unsigned wide_lanes = 0;
  std::vector<llvm::Function*> wide_helpers;  // by the module's functions

  [[nodiscard]] llvm::Type* type_of(ir::Scalar scalar) const;
  [[nodiscard]] llvm::Type* index_type() const { return type_of(module.index); }
  // Eight bytes of zero.
  [[nodiscard]] llvm::Constant* zero() const;
  // Generates the whole kernel. When it is stopped at a checkpoint, the values that helpers return
  // are undefined, because nothing uses them any more.
  void emit();

 private:
  void emit_helper(std::uint32_t index);
};

// loops.cpp: how many expressions these statements come to; counted as in helper_sizes.
[[nodiscard]] std::int64_t written_size(const Codegen& codegen,
                                        const std::vector<ir::StmtId>& body);

// loops.cpp: how often the loop runs, where it is to be unrolled entirely.
[[nodiscard]] std::optional<std::int64_t> unrolled_rounds(const Codegen& codegen,
                                                          const ir::Stmt& loop,
                                                          bool conditions_hold);

// expressions.cpp: whether it is a comparison of an index with 0 or with a tensor's size that the
// bounds conditions make true.
[[nodiscard]] bool is_ensured(const Codegen& codegen, const ir::Expr& e);

// kernel_elements.cpp: kernels without cubes. kernel_cubes.cpp: those with.
void emit_element_kernel(Codegen& codegen);
void emit_cube_kernel(Codegen& codegen);

}  // namespace dala::kernel::jit
