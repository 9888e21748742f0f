// Values that a kernel computes once, before everything else.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"

namespace dala::kernel {

class Top {
 public:
  explicit Top(ir::Builder& builder) : b_(builder) {}

  // The value that `key` stands for, in a local that is computed the first time it is asked for.
  // What `value` asks for itself comes before it.
  template <typename Value>
  [[nodiscard]] ir::ExprId kept(const std::string& key, const std::string& name,
                                const Value& value) {
    const auto known = locals_.find(key);
    if (known != locals_.end()) return b_.local(known->second);
    const ir::ExprId made = value();
    const std::uint32_t local = b_.new_local(b_.type_of(made), name);
    b_.into(statements_, [&] { b_.store(local, made); });
    locals_.emplace(key, local);
    return b_.local(local);
  }
  // A word of the launch that is a size or count.
  [[nodiscard]] ir::ExprId word(std::size_t word, const std::string& name) {
    return kept(std::to_string(word), name, [&] { return b_.cast(b_.launch(word), ir::s32_type); });
  }

  [[nodiscard]] std::vector<ir::StmtId> take() { return std::move(statements_); }

 private:
  ir::Builder& b_;
  std::map<std::string, std::uint32_t> locals_;
  std::vector<ir::StmtId> statements_;
};

}  // namespace dala::kernel
