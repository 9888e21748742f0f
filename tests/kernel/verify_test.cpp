// What the verifier of IR finds, and that what passes make is looked at.
#include "kernel/ir/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernel/emit/emit.hpp"
#include "kernel/legalize/legalize.hpp"
#include "kernel/run_helper.hpp"

namespace dala::kernel {
namespace {

ir::Module good() {
  const auto module = compiled(
      "fn twice(a: Tensor<f32>, o: &mut Tensor<f32>) {\n"
      "  o[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2.0 + a[ABSOLUTE_POS];\n}");
  EXPECT_NE(module, nullptr);
  return module != nullptr ? *module : ir::Module{};
}

// The first expression of a kind.
ir::Expr& first(ir::Module& module, ir::ExprKind kind) {
  const auto found = std::ranges::find(module.exprs, kind, &ir::Expr::kind);
  EXPECT_NE(found, module.exprs.end());
  return *found;
}

void expect_fault(const ir::Module& module, std::string_view mentions) {
  const auto fault = ir::find_fault(module);
  ASSERT_TRUE(fault) << mentions;
  EXPECT_NE(fault->find(mentions), std::string::npos) << *fault;
}

TEST(IrVerify, FindsEachKindOfFault) {
  EXPECT_EQ(ir::find_fault(good()), std::nullopt);
  auto module = good();
  first(module, ir::ExprKind::binary).args[0] = 9999;
  expect_fault(module, "an expression out of range");
  module = good();
  first(module, ir::ExprKind::load_tensor).index = 7;
  expect_fault(module, "a tensor out of range");
  module = good();
  first(module, ir::ExprKind::binary).type = ir::s32_type;
  expect_fault(module, "an expression's operands");
  module = good();
  const auto sum = std::ranges::find(module.exprs, ir::ExprKind::binary, &ir::Expr::kind);
  sum->args[0] = static_cast<ir::ExprId>(sum - module.exprs.begin());
  expect_fault(module, "its own operand");
  module = good();
  for (ir::Stmt& s : module.stmts)
    if (s.kind == ir::StmtKind::store_tensor) s.target = 0;
  expect_fault(module, "a store to an input");
  module = good();
  module.kernel.body.push_back(static_cast<ir::StmtId>(module.stmts.size()));
  module.stmts.push_back({.kind = ir::StmtKind::break_});
  expect_fault(module, "outside a loop");
}

TEST(IrVerify, FindsFaultsOfTiles) {
  const auto module = compiled(
      "#[cube(32)] fn k(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  tile x: [f32; 16, 16]; tile y: [f32; 16, 16];"
      "  tile_load(x, a[0], 16); tile_multiply_add(y, x, x); tile_store(y, o[1, 2]); }");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(ir::find_fault(*module), std::nullopt);
  const auto with = [&](ir::TileOp op, auto change) {
    ir::Module changed = *module;
    for (ir::Stmt& s : changed.stmts)
      if (s.kind == ir::StmtKind::tile && s.tile == op) change(s);
    return changed;
  };
  using ir::TileOp;
  expect_fault(with(TileOp::load, [](ir::Stmt& s) { s.tiles[0] = 2; }), "a tile out of range");
  expect_fault(with(TileOp::load, [](ir::Stmt& s) { s.end = ir::none; }), "a tile's stride");
  expect_fault(with(TileOp::store, [](ir::Stmt& s) { s.indices.push_back(s.indices[0]); }),
               "a rank");
  expect_fault(with(TileOp::store, [](ir::Stmt& s) { s.target = 0; }), "a tile stored to an input");
  expect_fault(with(TileOp::load, [](ir::Stmt& s) { s.tile = TileOp::store; }),
               "a tile stored to an input");
  expect_fault(with(TileOp::multiply_add, [](ir::Stmt& s) { s.tiles[2] = s.tiles[0]; }),
               "a product of tiles");
  ir::Module smaller = *module;
  smaller.tiles[0].rows = 8;
  expect_fault(smaller, "a product of tiles");
  ir::Module halved = *module;
  halved.cube[0] = 16;
  expect_fault(halved, "a subgroup's cube");
}

TEST(IrVerify, FindsFaultsOfPackedProducts) {
  const auto module = compiled(
      "#[cube(32)] fn k(a: Tensor<u8>, o: &mut Tensor<s32>) {"
      "  tile x: [u8; 16, 16]; tile y: [s32; 16, 16];"
      "  tile_load(x, a[0], 16); tile_multiply_add(y, x, x); tile_store(y, o[0], 16); }");
  ASSERT_NE(module, nullptr);
  const ir::Module legal = legalize(*module, target_info(Language::cuda));
  EXPECT_EQ(ir::find_fault(legal), std::nullopt);
  const auto with = [&](auto change) {
    ir::Module changed = legal;
    for (ir::Stmt& s : changed.stmts)
      if (s.kind == ir::StmtKind::tile && s.tile == ir::TileOp::multiply_packed) change(s);
    return changed;
  };
  expect_fault(with([](ir::Stmt& s) { s.target = 0; }), "a product that cannot be packed");
  expect_fault(with([](ir::Stmt& s) { s.target = ir::none; }), "a product that cannot be packed");
  expect_fault(with([](ir::Stmt& s) { s.result = ir::none; }), "a product's result");
  expect_fault(with([](ir::Stmt& s) { std::swap(s.indices[0], s.indices[1]); }),
               "a product's operands");
  expect_fault(with([](ir::Stmt& s) { s.tiles[0] = 0; }), "a tile out of range");
}

TEST(IrVerifyDeathTest, AFaultEndsTheProgramAndSaysWhichPassMadeIt) {
  ASSERT_EQ(setenv("DALA_VERIFY_IR", "1", 1), 0);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto module = good();
  first(module, ir::ExprKind::binary).type = ir::s32_type;
  EXPECT_DEATH(ir::verify_after("fusion", module), "fusion made a kernel that is not valid");
}

}  // namespace
}  // namespace dala::kernel
