// Makes expressions and statements of one function of a module. Lowering and every pass build with
// this. It gives each node the type its operands ask for and folds nothing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

class Builder {
 public:
  // Statements go to no block until one is opened with `nested`. Both must outlive this.
  Builder(Module& module, Function& function) : module_(module), function_(&function) {}

  [[nodiscard]] Module& module() const { return module_; }
  [[nodiscard]] Function& function() const { return *function_; }
  [[nodiscard]] Type type_of(ExprId id) const { return module_.exprs[id].type; }

  // --- expressions ---
  ExprId add(Expr expr);
  ExprId constant(Scalar scalar, std::uint64_t bits);
  ExprId whole(std::int64_t value, Scalar scalar = Scalar::s32);
  ExprId local(std::uint32_t index);
  ExprId param(std::uint32_t index);
  ExprId position(Position position);
  ExprId launch(std::size_t word);
  ExprId len(std::uint32_t tensor);
  ExprId size(std::uint32_t tensor, std::int64_t axis);
  ExprId load(std::uint32_t tensor, std::vector<ExprId> indices, Edge edge = Edge::zero);
  ExprId load_word(std::uint32_t tensor, ExprId at, Edge edge = Edge::zero);
  ExprId load_shared(std::uint32_t shared, ExprId at);
  ExprId unary(UnaryOp op, ExprId a);
  ExprId binary(BinaryOp op, ExprId a, ExprId b);
  ExprId cast(ExprId value, Type type);
  ExprId math(MathOp op, std::vector<ExprId> args);
  ExprId call(std::uint32_t function, std::vector<ExprId> args);
  ExprId splat(ExprId value, Type type);
  ExprId lane(ExprId vector, std::uint8_t lane);
  ExprId choose(ExprId condition, ExprId yes, ExprId no);
  // The same tree once more: trees are not shared.
  ExprId copy(ExprId root);
  // The value without the tree, kept in a local before what comes next where it needs one. Copies
  // of it are as good.
  ExprId leaf(ExprId value);

  // --- statements, at the end of the open block ---
  std::uint32_t new_local(Type type, std::string name = {});
  std::uint32_t message(Message message);
  StmtId add(Stmt stmt);
  // One that is there already.
  void append(StmtId id) { block_->push_back(id); }
  void store(std::uint32_t local, ExprId value);
  void store_tensor(std::uint32_t tensor, std::vector<ExprId> indices, ExprId value);
  void store_word(std::uint32_t tensor, ExprId at, ExprId value, Edge edge = Edge::zero);
  void store_shared(std::uint32_t shared, ExprId at, ExprId value);
  // The local `old` takes what the element was.
  void atomic_add(std::uint32_t tensor, ExprId at, ExprId value, std::uint32_t old);
  void branch(ExprId condition, std::vector<StmtId> body, std::vector<StmtId> other = {});
  void while_loop(ExprId condition, std::vector<StmtId> body);
  void sync();
  void return_value(ExprId value);

  // What `fill` adds, as statements of their own.
  template <typename Fill>
  [[nodiscard]] std::vector<StmtId> nested(Fill&& fill) {
    std::vector<StmtId> statements;
    into(statements, fill);
    return statements;
  }
  // The same at the end of statements that are there already.
  template <typename Fill>
  void into(std::vector<StmtId>& statements, Fill&& fill) {
    std::vector<StmtId>* outer = std::exchange(block_, &statements);
    fill();
    block_ = outer;
  }

  // Goes on with another function.
  void enter(Function& function) { function_ = &function; }

 protected:
  Module& module_;
  Function* function_;
  std::vector<StmtId>* block_ = nullptr;  // that statements are added to
};

}  // namespace dala::kernel::ir
