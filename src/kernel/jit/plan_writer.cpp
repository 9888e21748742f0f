#include "kernel/jit/plan_writer.hpp"

#include "kernel/jit/plan.hpp"

namespace dala::kernel::jit {

llvm::Constant* PlanWriter::number(std::int64_t value) const {
  return llvm::ConstantInt::getSigned(llvm::Type::getInt64Ty(codegen.context), value);
}

llvm::Constant* PlanWriter::table(const char* name,
                                  const std::vector<llvm::Constant*>& values) const {
  if (values.empty())
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(codegen.context, 0));
  auto* type = llvm::ArrayType::get(values.front()->getType(), values.size());
  return new llvm::GlobalVariable(codegen.out, type, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(type, values), name);
}

llvm::Constant* PlanWriter::tensors(const char* name, const std::vector<std::uint32_t>& all) const {
  std::vector<llvm::Constant*> values;
  for (const std::uint32_t tensor : all) values.push_back(number(tensor));
  return table(name, values);
}

void PlanWriter::write() const {
  const BoundsConditions& conditions = codegen.conditions;
  std::vector<llvm::Constant*> inside;
  for (const BoundsCondition& condition : conditions.inside)
    inside.push_back(llvm::ConstantStruct::getAnon(
        {number(condition.tensor), number(condition.axis),
         number(static_cast<std::int64_t>(condition.base)), number(condition.multiplier),
         number(condition.rest.low), number(condition.rest.high)}));
  const auto part = [&](llvm::Function* function) -> llvm::Constant* {
    if (function != nullptr) return function;
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(codegen.context, 0));
  };
  const auto count = [&](const auto& list) {
    return number(static_cast<std::int64_t>(list.size()));
  };
  llvm::Constant* plan = llvm::ConstantStruct::getAnon(
      {part(cubes), part(inner), part(edge),
       number(codegen.granularity == Granularity::rows ? 1 : 0),
       number(codegen.takes_pairs ? 1 : 0), number(codegen.specialisation.channels), number(weight),
       number(edge_weight), number(at_once), table("inside", inside), count(conditions.inside),
       tensors("same_channels", conditions.same_channels), count(conditions.same_channels),
       tensors("not_empty", conditions.not_empty), count(conditions.not_empty)});
  static_assert(sizeof(Plan) == 15 * sizeof(std::int64_t));
  static_assert(sizeof(Plan::BoundsCondition) == 6 * sizeof(std::int64_t));
  new llvm::GlobalVariable(codegen.out, plan->getType(), true, llvm::GlobalValue::ExternalLinkage,
                           plan, plan_name);
}

}  // namespace dala::kernel::jit
