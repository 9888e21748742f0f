// Which parts of the language a set of programs uses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::fuzz {

class Coverage {
 public:
  Coverage();

  // Counts what the kernel and the helpers that stand in it can execute.
  void add(const kernel::ir::Module& module);
  [[nodiscard]] std::vector<std::string> missing() const;
  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

 private:
  void add_statements(const kernel::ir::Module& module,
                      const std::vector<kernel::ir::StmtId>& statements);
  void add_expression(const kernel::ir::Module& module, kernel::ir::ExprId id);

  std::map<std::string, std::uint64_t> counts_;  // begins with a zero for all there is
};

}  // namespace dala::fuzz
