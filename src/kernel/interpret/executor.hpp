// Executes a module's statements; see interpret.hpp for how units run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>

#include "kernel/interpret/memory.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/launch/grid.hpp"
#include "kernel/launch/host_launch.hpp"

namespace dala::kernel {

using Value = std::array<std::uint64_t, 4>;  // by lane; see ir/scalar_ops.hpp

// One invocation of the kernel, or one call of a helper.
struct Unit {
  Positions positions{};
  const std::vector<std::uint32_t>* offsets = nullptr;  // where each local begins in `words`
  std::vector<std::uint64_t> words = {};
  Value result{};
};

class Executor {
 public:
  Executor(const ir::Module& module, std::vector<TensorView> tensors,
           std::vector<std::uint64_t> params, std::vector<std::uint32_t> words, const Grid& grid,
           const HostLaunch& launch);

  Result<void> run();

 private:
  using Active = std::vector<Unit*>;                // in the order of their numbers
  using TileElements = std::vector<std::uint64_t>;  // row by row
  // Units that left the innermost loop, or its current round.
  struct Loop {
    Active left = {};
    Active next = {};
  };
  // The locals of one function, laid out one after the other.
  struct Layout {
    std::vector<std::uint32_t> offsets = {};
    std::uint32_t words = 0;
  };

  static Layout lay_out(const ir::Function& function);
  void run_cubes();
  void run_groups();
  void begin(Unit& unit) const;
  void run_group(std::vector<Unit>& units, std::size_t count);

  // execute.cpp: after it `active` holds those units that go on to the next statement.
  void run_block(std::span<const ir::StmtId> statements, Active& active, Loop* loop);
  void run_statement(const ir::Stmt& s, Active& active, Loop* loop);
  void run_effect(const ir::Stmt& s, Unit& unit);
  void run_atomic(const ir::Stmt& s, Unit& unit);
  void check_all_here(const Active& active, std::string_view name);
  void run_subgroup(const ir::Stmt& s, const Active& active);
  std::uint64_t combined(ir::SubgroupOp op, ir::Scalar scalar,
                         std::array<std::uint64_t, ir::subgroup_units> values);
  void run_branch(const ir::Stmt& s, Active& active, Loop* loop);
  void run_for(const ir::Stmt& s, Active& active);
  void run_while(const ir::Stmt& s, Active& active);
  bool count_steps(std::size_t steps);

  // prints.cpp
  void run_print(const ir::Stmt& s, Unit& unit);
  [[nodiscard]] std::uint64_t number_of(const Unit& unit) const;

  // tiles.cpp
  void clear_tiles(std::size_t units);
  void run_tile(const ir::Stmt& s, const Active& active);
  void move_tile(const ir::Stmt& s, std::size_t subgroup, std::span<Unit* const> units);
  void move_element(const ir::Stmt& s, std::span<const std::int64_t> at, std::uint64_t& element);
  void multiply_tiles(const ir::Stmt& s, std::size_t subgroup);
  void multiply_packed(const ir::Stmt& s, std::span<Unit* const> units);
  std::uint64_t common_value(ir::ExprId id, std::span<Unit* const> units);
  std::uint64_t calculate(ir::BinaryOp op, ir::Scalar scalar, std::uint64_t a, std::uint64_t b);

  // evaluate.cpp
  Value evaluate(ir::ExprId id, Unit& unit);
  Value noted(ir::Type type, const Value& value);
  Value with_denormals_noted(ir::Type type, const Value& value);
  Value evaluate_load(const ir::Expr& e, Unit& unit);
  Value evaluate_query(const ir::Expr& e, Unit& unit);
  Value evaluate_binary(const ir::Expr& e, Unit& unit);
  Value evaluate_math(const ir::Expr& e, Unit& unit);
  Value evaluate_call(const ir::Expr& e, Unit& unit);
  Value evaluate_construct(const ir::Expr& e, Unit& unit);
  [[nodiscard]] std::int64_t evaluate_index(ir::ExprId id, Unit& unit);

  // An element or a word of a tensor that is there.
  struct Place {
    const TensorView& tensor;
    std::int64_t at;
    bool is_word;
    [[nodiscard]] std::uint64_t load() const {
      return is_word ? tensor.load_word(at) : tensor.load(at);
    }
    void store(std::uint64_t bits) const {
      is_word ? tensor.store_word(at, bits) : tensor.store(at, bits);
    }
  };
  [[nodiscard]] std::optional<Place> locate(std::uint32_t tensor, ir::Type accessed,
                                            std::span<const ir::ExprId> indices, ir::Edge edge,
                                            Unit& unit);
  // Where an array of `length` has the element, or nothing when it is outside.
  [[nodiscard]] std::optional<std::size_t> locate(std::size_t length, ir::ExprId index,
                                                  ir::Edge edge, Unit& unit);
  [[nodiscard]] std::size_t length_of(std::uint32_t array, std::size_t lanes,
                                      const Unit& unit) const;
  // Of an access that was known to be inside and is not; a fault of ours.
  void note_outside(ir::Edge edge);

  const ir::Module& module_;
  std::vector<TensorView> tensors_;
  std::vector<std::uint64_t> params_;
  std::vector<std::uint32_t> words_;  // of the launch
  const Grid& grid_;
  const HostLaunch& launch_;
  Clock::time_point deadline_;
  std::uint64_t steps_left_;
  std::uint64_t next_look_;  // at the clock, when so many steps are left
  std::optional<Error> error_;
  Layout kernel_layout_;
  std::vector<Layout> function_layouts_;
  std::vector<std::vector<std::uint64_t>> shared_;
  std::vector<std::vector<TileElements>> tiles_;  // by tile and subgroup
  std::size_t group_size_ = 0;
};

}  // namespace dala::kernel
