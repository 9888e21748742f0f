// Copies a function's body into the function that a Builder fills, changed where a pass says so.
// A pass overrides `expr` and `stmt` for the nodes it is about and the numbers of what lies
// elsewhere in the new module; everything else is copied as it is.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/builder.hpp"

namespace dala::kernel::ir {

class Rewriter {
 public:
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

 protected:
  Rewriter(const Module& from, Builder& to) : from_(&from), b_(to) {}
  virtual ~Rewriter() = default;

  // The copy of an expression.
  virtual ExprId expr(ExprId id) { return copy_expr(id); }
  // Adds the copy of a statement, or what takes its place, to the builder's open block.
  virtual void stmt(StmtId id) { copy_stmt(id); }

  // What these numbers of the old module are in the new one.
  virtual std::uint32_t local(std::uint32_t index) { return index; }
  virtual std::uint32_t tensor(std::uint32_t index) { return index; }
  virtual std::uint32_t shared(std::uint32_t index) { return index; }
  virtual std::uint32_t param(std::uint32_t index) { return index; }
  virtual std::uint32_t function(std::uint32_t index) { return index; }

  ExprId copy_expr(ExprId id);
  void copy_stmt(StmtId id);
  void statements(const std::vector<StmtId>& body);
  [[nodiscard]] std::vector<StmtId> block(const std::vector<StmtId>& body);

  [[nodiscard]] const Module& from() const { return *from_; }
  void read_from(const Module& from) { from_ = &from; }

 private:
  const Module* from_;

 protected:
  Builder& b_;
};

}  // namespace dala::kernel::ir
