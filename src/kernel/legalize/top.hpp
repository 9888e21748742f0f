// Values that a kernel computes once, before everything else.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/launch/launch_words.hpp"

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
  // A number of the launch (launch/launch_words.hpp) that is a size or count, of the type that
  // positions have, or s32 where that is always enough.
  [[nodiscard]] ir::ExprId number(std::size_t number, const std::string& name) {
    return kept(std::to_string(number), name,
                [&] { return b_.cast(count(number), {b_.module().index}); });
  }
  [[nodiscard]] ir::ExprId small_number(std::size_t number, const std::string& name) {
    return kept(std::to_string(number), name,
                [&] { return b_.cast(b_.launch(first_word(number)), ir::s32_type); });
  }

  // What groups and invocations are counted in. Without a sign divisions are faster, but of 64 bits
  // there is no such type.
  [[nodiscard]] ir::Type counter() const {
    return b_.module().index == ir::Scalar::s64 ? ir::s64_type : ir::u32_type;
  }
  // The same number as a counter, where it is used.
  [[nodiscard]] ir::ExprId count(std::size_t number) {
    const std::size_t word = first_word(number);
    return counter() == ir::s64_type ? both(word) : b_.launch(word);
  }
  // 64 bits from a word of the launch and the next, the lower half first.
  [[nodiscard]] ir::ExprId both(std::size_t word) {
    const auto wide = [&](std::size_t half) { return b_.cast(b_.launch(half), ir::s64_type); };
    const ir::ExprId high =
        b_.binary(ir::BinaryOp::shl, wide(word + 1), b_.whole(32, ir::Scalar::s64));
    return b_.binary(ir::BinaryOp::bit_or, high, wide(word));
  }

  [[nodiscard]] std::vector<ir::StmtId> take() { return std::move(statements_); }

 private:
  [[nodiscard]] std::size_t first_word(std::size_t number) const {
    return number * launch::words_each(b_.module().index);
  }

  ir::Builder& b_;
  std::map<std::string, std::uint32_t> locals_;
  std::vector<ir::StmtId> statements_;
};

}  // namespace dala::kernel
