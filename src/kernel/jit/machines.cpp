#include "kernel/jit/machines.hpp"

#include <mutex>
#include <vector>

#include <llvm/MC/TargetRegistry.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include "core/forever.hpp"

namespace dala::kernel::jit {

namespace {

struct Spare {
  std::mutex mutex;
  std::vector<std::unique_ptr<llvm::TargetMachine>> machines;
};

Spare& spare() {
  static const Forever<Spare> all;
  return *all;
}

Result<std::unique_ptr<llvm::TargetMachine>> make_machine() {
  const std::string triple = llvm::sys::getProcessTriple();
  std::string reason;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (target == nullptr) return std::unexpected(Error{ErrorCode::unsupported, reason});
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
  llvm::TargetOptions options;
  // A product and a sum are rounded one after the other, as everywhere else.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, llvm::sys::getHostCPUName(), features.getString(), options, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr)
    return std::unexpected(Error{ErrorCode::unsupported, "LLVM has no code for " + triple});
  return machine;
}

}  // namespace

void GiveBack::operator()(llvm::TargetMachine* machine) const {
  const std::lock_guard lock(spare().mutex);
  spare().machines.emplace_back(machine);
}

Result<Machine> borrow_machine() {
  {
    const std::lock_guard lock(spare().mutex);
    auto& machines = spare().machines;
    if (!machines.empty()) {
      Machine last(machines.back().release());
      machines.pop_back();
      return last;
    }
  }
  auto made = make_machine();
  if (!made) return std::unexpected(made.error());
  return Machine(made->release());
}

}  // namespace dala::kernel::jit
