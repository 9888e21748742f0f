#include "kernel/jit/optimize.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

namespace dala::kernel::jit {

namespace {

// What kernels need of LLVM's passes, which is about two thirds of the time of its standard ones:
// locals into registers, helper functions into their callers, short loops unrolled, then the loop
// over invocations vectorised.
constexpr const char* kernel_passes =
    "function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>),"
    "cgscc(inline),"
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-simplify,lcssa,loop-mssa(loop-rotate,licm),loop(indvars,loop-unroll-full),"
    "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-simplify,lcssa,loop-mssa(licm),loop-vectorize,"
    "early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm),adce),"
    "globaldce";

}  // namespace

Result<std::unique_ptr<llvm::TargetMachine>> make_target_machine() {
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
      std::nullopt, llvm::CodeGenOptLevel::Default, true));
  if (machine == nullptr)
    return std::unexpected(Error{ErrorCode::unsupported, "LLVM has no code for " + triple});
  return machine;
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  llvm::ModulePassManager pipeline;
  llvm::cantFail(builder.parsePassPipeline(pipeline, kernel_passes));
  pipeline.run(module, modules);
}

Result<std::string> emit_file(llvm::Module& module, llvm::TargetMachine& machine,
                              llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return std::unexpected(Error{ErrorCode::internal, "LLVM cannot write this kind of file"});
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace dala::kernel::jit
