// What products of tiles become: the operation of a target that has one, or sums that each unit
// makes of its own elements, with the factors in a shared array.
#pragma once

#include <cstdint>
#include <map>

#include "kernel/legalize/target_info.hpp"
#include "kernel/legalize/tile_builder.hpp"

namespace dala::kernel {

class TileProducts {
 public:
  // Adds to the open block of `to`. `module` still has its tiles.
  TileProducts(const TargetInfo& target, TileBuilder& to);

  [[nodiscard]] bool is_native(const ir::TileProduct& p) const;
  // Where it is native the forms are those of the roles.
  void multiply(const ir::TileProduct& p, const TileForm& sum, const TileForm& left,
                const TileForm& right);

 private:
  // Some columns of the left factor and rows of the right one.
  struct Slice {
    std::uint32_t array;
    ir::ExprId base;     // where the subgroup's part of the array begins
    std::uint32_t step;  // from one k to the next
    std::uint32_t begin;
    std::uint32_t end;
  };

  void multiply_packed(const ir::TileProduct& p, const TileForm& sum, const TileForm& left,
                       const TileForm& right);
  ir::ExprId packed(const TileForm& form, std::size_t first, ir::Type type);
  ir::ExprId packed_word(const TileForm& form, std::size_t first, ir::Scalar scalar);
  void share(const TileForm& form, const Slice& slice, bool is_left, std::uint32_t offset);
  void add_products(const TileForm& sum, const Slice& slice, std::uint32_t rows);
  ir::ExprId is_between(ir::ExprId value, std::int64_t begin, std::int64_t end);
  std::uint32_t scratch(ir::Scalar scalar);
  [[nodiscard]] std::uint32_t most_at_a_time() const;
  [[nodiscard]] std::uint32_t units() const;
  [[nodiscard]] std::uint32_t subgroups() const { return units() / ir::subgroup_units; }

  const TargetInfo& target_;
  TileBuilder& b_;
  ir::Module& module_;
  std::map<ir::Scalar, std::uint32_t> most_;     // rows and columns of products, by type of sums
  std::map<ir::Scalar, std::uint32_t> scratch_;  // shared arrays
  std::uint32_t at_a_time_;
};

}  // namespace dala::kernel
