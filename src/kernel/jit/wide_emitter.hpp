// Emits a function for a vector of invocations that run side by side, as a GPU runs them.
//
// A value is a vector with a lane for each invocation, or a number where it is the same for all
// (wide_spread.hpp). A mask says which invocations run at the moment: a branch runs both of its
// sides, each with the mask of those that take it; a loop goes on until none is left in it; break,
// continue and return take invocations out of the mask, until the end of the loop, of the round or
// of the function. What the others compute meanwhile is thrown away, and they touch no memory.
//
// LLVM vectorises loops over invocations itself, and better, where their bodies hold no other loop.
#pragma once

#include <functional>

#include "kernel/jit/function_emitter.hpp"
#include "kernel/jit/wide_spread.hpp"

namespace dala::kernel::jit {

class WideEmitter final : public FunctionEmitter {
 public:
  WideEmitter(Codegen& of, const ir::Function& from, llvm::Function* to,
              llvm::Value* launch_arguments, llvm::Value* fuel_pointer);

  // --- wide_emitter.cpp ---
  // Begins with those invocations: nothing has been written or left yet.
  void begin(llvm::Value* active);
  // Of a helper, before it begins.
  void make_result();
  // The function's arguments are the first locals.
  void set_argument(std::uint32_t local, const Lanes& given);
  [[nodiscard]] Lanes result();
  Lanes local(std::uint32_t index) override;

  // --- wide_statements.cpp ---
  void block(const std::vector<ir::StmtId>& statements) override;

  // --- wide_memory.cpp ---
  Lanes load_tensor(const ir::Expr& e) override;
  void store_tensor(const ir::Stmt& s) override;
  void atomic(const ir::Stmt& s) override;
  Lanes load_element(const Lanes& array, ir::Type type, llvm::Value* index) override;
  void store_element(const Lanes& array, ir::Type type, llvm::Value* index,
                     const Lanes& value) override;

 protected:
  void statement(const ir::Stmt& s) override;
  Lanes read_local(std::uint32_t index) override;

  // wide_calls.cpp
  Lanes choose(const ir::Expr& e) override;
  llvm::Value* logical(const ir::Expr& e) override;
  Lanes call(const ir::Expr& e) override;
  llvm::Value* library_math(const std::string& name, const Lanes& x, unsigned count) override;
  llvm::Value* exact_math(ir::MathOp op, ir::Scalar kind, const Lanes& x, unsigned count) override;

 private:
  // wide_emitter.cpp
  [[nodiscard]] llvm::Value* wide(llvm::Value* v);         // as a vector
  [[nodiscard]] llvm::Type* wide(llvm::Type* type) const;  // of such
  [[nodiscard]] llvm::Value* none_of_them();
  // Masks and booleans have another form in slots where the processor has no masks.
  [[nodiscard]] llvm::Type* slot_type(ir::Scalar kind) const;
  llvm::Value* load_slot(ir::Scalar kind, llvm::Value* slot);
  void store_slot(llvm::Value* v, llvm::Value* slot);
  llvm::AllocaInst* mask_slot(const llvm::Twine& name);
  llvm::Value* active();
  void set_active(llvm::Value* mask);
  llvm::Value* any(llvm::Value* mask);
  llvm::Value* both_masks(llvm::Value* mask, llvm::Value* condition);
  // In all lanes, or only for those that run.
  void write(const Lanes& slots, ir::Type type, const Lanes& stored, bool in_all);

  // wide_statements.cpp
  void effect(const ir::Stmt& s);
  void store(const ir::Stmt& s);
  void fill(const ir::Stmt& s);
  void masked_branch(const ir::Stmt& s, llvm::Value* condition);
  void side(const std::vector<ir::StmtId>& body, llvm::Value* mask);
  void leave(const ir::Stmt& s);

  // wide_loops.cpp
  // What a loop has to know for those that leave it or its round.
  struct WideLoop {
    llvm::AllocaInst* continued = nullptr;  // the mask of those; null: there is no `continue`
  };
  void for_range(const ir::Stmt& s);
  void unrolled_for(const ir::Stmt& s, std::int64_t rounds);
  void while_loop(const ir::Stmt& s);
  void begin_loop(const ir::Stmt& s);
  void round(const ir::Stmt& s, bool apart);
  void end_loop(const ir::Stmt& s, llvm::Value* entered, bool apart);
  void go_on_while(const ir::Stmt& s, llvm::Value* condition, llvm::BasicBlock* again,
                   llvm::BasicBlock* after);

  // wide_memory.cpp
  [[nodiscard]] bool is_row(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                            ir::Edge edge) const;
  llvm::Value* first_of(llvm::Value* v);
  [[nodiscard]] llvm::Type* array_element(ir::Type type) const;
  llvm::Value* array_pointer(llvm::Value* array, ir::Type type, llvm::Value* index);

  // wide_calls.cpp
  Lanes value_under(ir::ExprId id, llvm::Value* mask);
  using OneResult = std::function<llvm::Value*(const Lanes& arguments)>;
  llvm::Value* one_by_one(const Lanes& x, unsigned count, const OneResult& compute);

  const unsigned lanes_;
  Spreads spreads_;
  std::vector<Lanes> slots_;
  llvm::AllocaInst* active_ = nullptr;
  llvm::AllocaInst* returned_ = nullptr;
  std::vector<WideLoop> open_loops_;
  // Only some of the invocations that will go on are here, so the others' locals must be kept.
  bool divergent_ = false;
  llvm::BasicBlock* skip_ = nullptr;  // the end of the block, where none is left to run it
};

// wide_kernel.cpp: emit_inner (domain_parts.hpp) and Codegen::helpers for vectors of invocations.
[[nodiscard]] llvm::Function* emit_wide_inner(Codegen& codegen);
void emit_wide_helpers(Codegen& codegen);

}  // namespace dala::kernel::jit
