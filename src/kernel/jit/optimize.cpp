#include "kernel/jit/optimize.hpp"

#include <algorithm>
#include <array>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include "core/forever.hpp"
#include "kernel/jit/byte_tables.hpp"

namespace dala::kernel::jit {

namespace {

// What kernels need of LLVM's passes, which is a small part of its standard ones: helper functions
// into their callers, locals into registers, then loops, of which the one over invocations is
// vectorised. Short loops were written out before (statements.cpp).
constexpr const char* helper_passes =
    "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>),cgscc(inline),globaldce";
constexpr const char* first_passes = "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>";
constexpr const char* loop_passes =
    "loop-simplify,lcssa,loop-mssa(loop-rotate,licm),loop-vectorize,"
    "early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm)";

// Passes of LLVM's code generation that take long and bring kernels nothing.
class Gate final : public llvm::OptPassGate {
 public:
  explicit Gate(bool has_loops) : has_loops_(has_loops) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef on) override {
    // In the loop over invocations every address grows by a constant, so there is nothing to search
    // for.
    if (pass == "Loop Strength Reduction") return has_loops_;
    // Moves values between mask and general registers; the generated vector code has them where
    // they belong already.
    if (pass == "X86 Domain Reassignment Pass") return false;
    // Code for the edges of a domain runs for few invocations, so it is not worth scheduling.
    const bool schedules = pass == "Machine Instruction Scheduler" ||
                           pass == "Post RA top-down list latency scheduler";
    return !schedules || !on.contains("(edge)");
  }

 private:
  const bool has_loops_;  // other than the one over invocations
};

}  // namespace

// LLVM does not use them unasked, because the first processors that had them slowed down for it.
bool has_wide_vectors(const llvm::TargetMachine& machine) {
  const llvm::StringRef features = machine.getTargetFeatureString();
  return features.contains("+avx512vbmi2") && features.contains("+avx512vl");
}

bool converts_half(const llvm::TargetMachine& machine) {
  return machine.getTargetTriple().isAArch64() ||
         machine.getTargetFeatureString().contains("+f16c");
}

unsigned vector_bytes(const llvm::TargetMachine& machine) {
  return machine.getTargetFeatureString().contains("+avx2") ? 32 : 0;
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine, const Style& style) {
  static const Forever<std::array<Gate, 2>> gates(std::array{Gate(false), Gate(true)});
  module.getContext().setOptPassGate((*gates)[style.has_loops ? 1 : 0]);
  if (style.wide) {
    for (llvm::Function& f : module) {
      if (f.isDeclaration()) continue;
      f.addFnAttr("prefer-vector-width", "512");
      f.addFnAttr("min-legal-vector-width", "512");
    }
  }
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
  const auto is_helper = [](const llvm::Function& f) { return f.getName().starts_with("helper_"); };
  if (std::ranges::any_of(module, is_helper)) {
    llvm::ModulePassManager passes;
    llvm::cantFail(builder.parsePassPipeline(passes, helper_passes));
    passes.run(module, modules);
  }
  llvm::FunctionPassManager first;
  llvm::cantFail(builder.parsePassPipeline(first, first_passes));
  llvm::FunctionPassManager second;
  llvm::cantFail(builder.parsePassPipeline(second, loop_passes));
  for (llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    const auto run = [&](llvm::FunctionPassManager& passes) {
      functions.invalidate(f, passes.run(f, functions));
    };
    run(first);
    if (!functions.getResult<llvm::LoopAnalysis>(f).empty()) run(second);
  }
  settle_byte_look_ups(module);
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
