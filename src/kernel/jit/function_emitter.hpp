// Emits the statements and expressions of one function: a helper, or the kernel's body for one
// invocation.
//
// What computes a value from others (operators, casts, maths, indices) takes vectors over several
// invocations as well, and numbers beside them for what these have in common: wide_emitter.hpp
// builds on that.
#pragma once

#include <map>
#include <optional>

#include "kernel/jit/codegen.hpp"

namespace dala::kernel::jit {

class FunctionEmitter {
 public:
  // `function` gets an entry block for what is needed once: locals, sizes of tensors.
  FunctionEmitter(Codegen& of, const ir::Function& from, llvm::Function* to,
                  llvm::Value* launch_arguments, llvm::Value* fuel_pointer);

  // Where the invocation is. `base` holds the positions that indices follow, as i64.
  struct Place {
    std::array<llvm::Value*, 20> positions = {};  // by ir::Position, of its type; null: not used
    std::array<llvm::Value*, 5> base = {};        // i64, by Base
    llvm::Value* row_element = nullptr;  // i64: x * channels + z, where a kernel runs along rows
    bool inner = false;                  // all bounds conditions hold here
    // Below the row that base[Base::y] is: 1 for the second row of a pair. Kept apart from it, so
    // that what both rows read has the same address to LLVM.
    std::int64_t rows_below = 0;
  };

  // --- statements.cpp ---
  virtual void block(const std::vector<ir::StmtId>& statements);
  // Where `return` goes (and, in a helper, where its value is put).
  llvm::BasicBlock* return_block = nullptr;
  Lanes result_slots = {};
  // Where a loop goes when the kernel has to stop.
  llvm::BasicBlock* stop_block = nullptr;

  struct Loop {
    llvm::BasicBlock* on_break;
    llvm::BasicBlock* on_continue;
  };
  std::vector<Loop> loops;

  // --- expressions.cpp ---
  Lanes value(ir::ExprId id);
  llvm::Value* scalar(ir::ExprId id) { return value(id)[0]; }

  // --- operators.cpp ---
  llvm::Value* unary(ir::UnaryOp op, ir::Scalar type, llvm::Value* a);
  llvm::Value* binary(ir::BinaryOp op, ir::Scalar type, llvm::Value* a, llvm::Value* c);
  llvm::Value* cast(ir::Scalar from, ir::Scalar to, llvm::Value* a);
  llvm::Value* pick(llvm::Value* condition, llvm::Value* yes, llvm::Value* no);

  // --- math.cpp ---
  Lanes math(const ir::Expr& e);

  // --- locate.cpp ---
  llvm::Value* query(const ir::Expr& e);
  llvm::Value* shape(std::uint32_t tensor, std::uint32_t axis);  // i64
  llvm::Value* len(std::uint32_t tensor);                        // i64
  llvm::Value* has_elements(std::uint32_t tensor);               // i1

  // --- memory.cpp ---
  virtual Lanes load_tensor(const ir::Expr& e);
  virtual void store_tensor(const ir::Stmt& s);
  virtual void atomic(const ir::Stmt& s);
  // Of a local or shared array.
  virtual Lanes load_element(const Lanes& array, ir::Type type, llvm::Value* index);
  virtual void store_element(const Lanes& array, ir::Type type, llvm::Value* index,
                             const Lanes& value);

  // --- loops.cpp ---
  // Spends fuel and, when that is used up, asks whether to go on; see weights.hpp.
  void checkpoint(llvm::Value* weight);  // i64
  void checkpoint(std::int64_t weight) { checkpoint(i64(weight)); }
  // How many, where the loop is to be written out round by round.
  [[nodiscard]] std::optional<std::int64_t> unrolled_rounds(const ir::Stmt& loop) const;

  // --- function_emitter.cpp ---
  // `v` for each invocation where `other` is a vector of them.
  llvm::Value* like(const llvm::Value* other, llvm::Value* v);
  // Makes both vectors where one is.
  void match(llvm::Value*& a, llvm::Value*& c);
  // A type for each invocation where `other` is a vector of them.
  static llvm::Type* type_like(const llvm::Value* other, llvm::Type* type);

  // Pointers to the lanes of a local.
  virtual Lanes local(std::uint32_t index);
  virtual ~FunctionEmitter() = default;
  FunctionEmitter(const FunctionEmitter&) = delete;
  FunctionEmitter& operator=(const FunctionEmitter&) = delete;

  llvm::AllocaInst* slot(llvm::Type* type, const llvm::Twine& name);
  llvm::Value* argument(std::size_t offset, llvm::Type* type, const llvm::Twine& name);
  llvm::Value* constant(ir::Scalar kind, std::uint64_t bits) const;
  llvm::Value* i32(std::int64_t v) { return b.getInt32(static_cast<std::uint32_t>(v)); }
  llvm::Value* index_number(std::int64_t v) {
    return constant(module.index, static_cast<std::uint64_t>(v));
  }
  llvm::Value* i64(std::int64_t v) { return b.getInt64(static_cast<std::uint64_t>(v)); }
  llvm::BasicBlock* new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(codegen.context, name, function);
  }
  // Continues in `next`, which the current block falls into unless it already ended.
  void fall_into(llvm::BasicBlock* next);
  [[nodiscard]] bool ended() { return b.GetInsertBlock()->getTerminator() != nullptr; }
  // Ends the entry block with a jump to `first` once everything that goes there is known.
  void close_entry(llvm::BasicBlock* first);

  Codegen& codegen;
  const ir::Module& module;
  const ir::Function& source;
  llvm::Function* function;
  llvm::Value* arguments;
  llvm::Value* fuel;  // pointer to i64
  llvm::IRBuilder<> b;
  llvm::IRBuilder<> entry;  // at the end of the entry block
  Place place;
  bool uses_pixels = true;               // four bytes as a word: see locate_in_pixel()
  std::vector<Lanes> shared;             // of a cube: pointers
  llvm::MDNode* access_group = nullptr;  // of the loop over invocations, which are independent

 protected:
  // statements.cpp
  virtual void statement(const ir::Stmt& s);
  void branch(const ir::Stmt& s, llvm::Value* condition);

  // expressions.cpp
  virtual Lanes read_local(std::uint32_t index);
  virtual Lanes choose(const ir::Expr& e);
  virtual llvm::Value* logical(const ir::Expr& e);
  virtual Lanes call(const ir::Expr& e);
  [[nodiscard]] bool has_call(ir::ExprId id) const;

  // locate.cpp
  struct Location {
    llvm::Value* flat;    // i64
    llvm::Value* inside;  // null: always
    // Set where it is a byte of a pixel that can be used as a whole: `flat` is the pixel's first.
    std::optional<unsigned> byte = std::nullopt;
  };
  Location locate_on_axis(std::uint32_t tensor, std::uint32_t axis, ir::ExprId index,
                          ir::Edge edge);
  std::optional<Location> locate_in_pixel(std::uint32_t tensor,
                                          const std::vector<ir::ExprId>& indices, ir::Edge edge);
  Location locate(std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge);
  llvm::Value* both(llvm::Value* a, llvm::Value* c);  // null: always true
  llvm::Value* sum(llvm::Value* a, llvm::Value* c);
  llvm::Value* product(llvm::Value* a, llvm::Value* c);
  llvm::Value* affine_index(const Affine& a, bool with_base);
  llvm::Value* to_inside(llvm::Value* at, llvm::Value* size, ir::Edge edge);
  llvm::Value* index64(ir::ExprId id);
  llvm::Value* from_axis(std::uint32_t tensor, std::uint32_t axis, ir::ExprId index,
                         const Location& at);
  llvm::Value* element_pointer(std::uint32_t tensor, llvm::Value* flat);
  llvm::Value* tensor_field(std::uint32_t tensor, std::size_t offset, llvm::Type* type,
                            const llvm::Twine& name);
  llvm::Value* stride(std::uint32_t tensor, std::uint32_t axis);  // i64
  llvm::Value* load_each(llvm::Type* type, llvm::Value* pointer);

  // math.cpp
  // One function of the C library, or its exact counterpart.
  virtual llvm::Value* library_math(const std::string& name, const Lanes& x, unsigned count);
  virtual llvm::Value* exact_math(ir::MathOp op, ir::Scalar kind, const Lanes& x, unsigned count);

  // small_floats.cpp: of f16 or bf16 as their bits.
  llvm::Value* widen_float(ir::Scalar from, llvm::Value* bits);
  llvm::Value* narrow_float(ir::Scalar to, llvm::Value* a);
  llvm::Value* beyond_half(llvm::Value* a);

  // memory.cpp
  llvm::Value* read_place(const ir::Expr& e, const Location& at);
  // An atomic's effect, which gives the old value.
  llvm::Value* exchange(const ir::Stmt& s, llvm::Value* pointer, llvm::Value* operand);

  // Values of the variables of loops that are being written out, by local; nothing else assigns
  // them.
  std::vector<llvm::Value*> known_;

 private:
  // statements.cpp
  void for_range(const ir::Stmt& s);
  void unrolled_for(const ir::Stmt& s, std::int64_t rounds);
  void while_loop(const ir::Stmt& s);
  void fill(const ir::Stmt& s);

  // expressions.cpp
  [[nodiscard]] bool is_ensured(const ir::Expr& e) const;

  // memory.cpp
  // Null where it is not one of 256 bytes, or the processor has nothing for that.
  [[nodiscard]] llvm::Value* from_byte_table(const ir::Expr& e);
  llvm::Value* load_from(llvm::Value* pointer, llvm::Type* type, const Location& at);
  llvm::Value* pointer_inside(std::uint32_t tensor, llvm::Value* flat);
  void store_in_pixel(std::uint32_t tensor, const Location& at, llvm::Value* stored);
  void in_group(llvm::Instruction* access);

  // math.cpp
  llvm::Value* real_math(ir::MathOp op, const Lanes& x);
  llvm::Value* integer_math(ir::MathOp op, ir::Scalar kind, const Lanes& x);
  llvm::Value* function_math(ir::MathOp op, ir::Scalar kind, const Lanes& x, unsigned count);
  llvm::Value* smaller(llvm::Value* a, llvm::Value* b);
  llvm::Value* larger(llvm::Value* a, llvm::Value* b);
  llvm::Value* dot(const Lanes& a, const Lanes& c, unsigned lanes);

  std::vector<Lanes> locals_;
  std::vector<std::pair<std::size_t, llvm::Value*>> loaded_;  // arguments by offset
  // A pixel of which some bytes are known, by tensor.
  struct Pixel {
    unsigned bytes = 0;
    llvm::Value* bits = nullptr;
  };
  std::map<std::uint32_t, Pixel> pixels_;
};

}  // namespace dala::kernel::jit
