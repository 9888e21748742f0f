// What the verifier of IR finds, and that what passes make is looked at.
#include "kernel/ir/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

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

TEST(IrVerifyDeathTest, AFaultEndsTheProgramAndSaysWhichPassMadeIt) {
  ASSERT_EQ(setenv("DALA_VERIFY_IR", "1", 1), 0);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto module = good();
  first(module, ir::ExprKind::binary).type = ir::s32_type;
  EXPECT_DEATH(ir::verify_after("fusion", module), "fusion made a kernel that is not valid");
}

}  // namespace
}  // namespace dala::kernel
