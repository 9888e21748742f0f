// Statements that become others where they stand.
#pragma once

#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"

namespace dala::kernel {

// Calls `change(id)` for every statement of `body` and those inside them, the inner ones first; it
// adds the statement to the builder again (Builder::append), or others in its place.
template <typename Change>
void change_statements(ir::Builder& b, std::vector<ir::StmtId>& body, const Change& change) {
  const std::vector<ir::StmtId> before = std::exchange(body, {});
  std::vector<ir::StmtId> after = b.nested([&] {
    for (const ir::StmtId id : before) {
      // Statements may move in memory meanwhile.
      for (const auto inner : {&ir::Stmt::body, &ir::Stmt::other}) {
        std::vector<ir::StmtId> block = std::move(b.module().stmts[id].*inner);
        change_statements(b, block, change);
        b.module().stmts[id].*inner = std::move(block);
      }
      change(id);
    }
  });
  body = std::move(after);
}

}  // namespace dala::kernel
