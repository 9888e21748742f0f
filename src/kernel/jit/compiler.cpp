// The compiler behind kernel/native/jit.hpp, and what generated code may call.
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "core/process/build_id.hpp"
#include "core/process/optional_library.hpp"
#include "interface/jit.hpp"
#include "kernel/analysis/cost.hpp"
#include "kernel/interpret/math.hpp"
#include "kernel/jit/byte_tables.hpp"
#include "kernel/jit/codegen.hpp"
#include "kernel/jit/drive.hpp"
#include "kernel/jit/machines.hpp"
#include "kernel/jit/optimize.hpp"
#include "kernel/legalize/legalize_only.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

namespace {

// The interpreter's maths, for Options::exact_math.
std::uint64_t exact_math(std::int32_t op, std::int32_t scalar, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c) {
  const std::array<std::uint64_t, 3> args = {a, b, c};
  return apply(static_cast<ir::MathOp>(op), static_cast<ir::Scalar>(scalar), args);
}

// Memory for the locals of a cube's units, kept by the thread for the next cube. Null when there
// is none.
void* scratch(std::int64_t bytes) {
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size = 0;
  };
  static thread_local Block block;
  const auto wanted = static_cast<std::size_t>(bytes) + 64;
  if (block.size < wanted) {
    block.memory.reset(new (std::nothrow) std::byte[wanted]);
    block.size = block.memory == nullptr ? 0 : wanted;
  }
  void* start = block.memory.get();
  std::size_t space = block.size;
  return start == nullptr ? nullptr : std::align(64, static_cast<std::size_t>(bytes), start, space);
}

// Operations of an invocation from which on the widest vectors pay. Kernels with fewer wait for
// memory, and that is up to a tenth faster in smaller pieces: saxpy on data in the third-level
// cache.
constexpr std::int64_t worth_wide_vectors = 16;

// Code generation has a way for every operation but those of prints, tiles and subgroups: what is
// printed goes into a tensor, and a cube runs on one thread, so its units exchange values through
// memory.
ir::Module legal(const ir::Module& module) {
  TargetInfo target{};
  target.name = "LLVM";
  return legalize_only(
      module, target,
      {pass::prints, pass::tiles, pass::bool_elements, pass::small_floats, pass::subgroups});
}

Error error_from(llvm::Error error) {
  return {ErrorCode::compile_failed, "LLVM: " + llvm::toString(std::move(error))};
}

class LoadedCode final : public Code {
 public:
  LoadedCode(llvm::orc::LLJIT& jit, llvm::orc::JITDylib& library, const Plan& plan)
      : jit_(jit), library_(library), plan_(plan) {}
  ~LoadedCode() override {
    // Nothing can be done about memory that cannot be given back.
    llvm::consumeError(jit_.getExecutionSession().removeJITDylib(library_));
  }
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;
  [[nodiscard]] std::int32_t run(const Arguments<std::int32_t>& arguments, std::int64_t begin,
                                 std::int64_t end) const override {
    return drive(plan_, arguments, begin, end);
  }
  [[nodiscard]] std::int32_t run(const Arguments<std::int64_t>& arguments, std::int64_t begin,
                                 std::int64_t end) const override {
    return drive(plan_, arguments, begin, end);
  }
  [[nodiscard]] bool is_light() const override { return jit::is_light(plan_); }

 private:
  llvm::orc::LLJIT& jit_;
  llvm::orc::JITDylib& library_;
  const Plan& plan_;
};

class LlvmCompiler final : public Compiler {
 public:
  static Result<std::unique_ptr<LlvmCompiler>> create() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto machine = borrow_machine();
    if (!machine) return std::unexpected(machine.error());
    auto jit = llvm::orc::LLJITBuilder().create();
    if (!jit) return std::unexpected(error_from(jit.takeError()));
    return std::unique_ptr<LlvmCompiler>(new LlvmCompiler(**machine, std::move(*jit)));
  }

  [[nodiscard]] const std::string& target() const override { return target_; }

  [[nodiscard]] Result<std::vector<std::byte>> compile(const ir::Module& module,
                                                       const ChannelSpecialisation& specialisation,
                                                       const Options& options) override {
    auto file = make_file(module, specialisation, options, llvm::CodeGenFileType::ObjectFile);
    if (!file) return std::unexpected(file.error());
    std::vector<std::byte> bytes(file->size());
    std::memcpy(bytes.data(), file->data(), file->size());
    return bytes;
  }

  [[nodiscard]] Result<std::string> list(const ir::Module& module,
                                         const ChannelSpecialisation& specialisation,
                                         Listing form) override {
    const ChannelSpecialisation likely = likely_specialisation(module, specialisation);
    if (form == Listing::assembly)
      return make_file(module, likely, {}, llvm::CodeGenFileType::AssemblyFile);
    llvm::LLVMContext context;
    if (form == Listing::generated) {
      llvm::Module made(module.name, context);
      made.setDataLayout("e-i64:64-n8:16:32:64");  // of no processor in particular
      const ir::Module legalized = legal(module);
      Codegen(legalized, likely, {}, {}, made).emit();
      return print(made);
    }
    auto machine = borrow_machine();
    if (!machine) return std::unexpected(machine.error());
    return print(*build(module, likely, {}, context, **machine));
  }

  [[nodiscard]] Result<std::unique_ptr<Code>> load(std::span<const std::byte> object) override {
    const llvm::StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
    auto library = jit_->createJITDylib("kernel" + std::to_string(loaded_.fetch_add(1)));
    if (!library) return std::unexpected(error_from(library.takeError()));
    library->addToLinkOrder(runtime_);
    auto plan = add(*library, bytes);
    if (plan) return std::make_unique<LoadedCode>(*jit_, *library, *plan->toPtr<const Plan*>());
    llvm::consumeError(jit_->getExecutionSession().removeJITDylib(*library));
    return std::unexpected(error_from(plan.takeError()));
  }

 private:
  static std::string print(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    return text;
  }

  // A listing has no shapes to go by, but a kernel that uses its domain with two indices has no
  // channels.
  static ChannelSpecialisation likely_specialisation(const ir::Module& module,
                                                     ChannelSpecialisation specialisation) {
    const std::uint8_t rank = module.tensors[module.domain].rank;
    const bool flat_rows = module.pixels || rank == 1 || rank == 2;
    if (flat_rows && granularity_of(module) == Granularity::rows) specialisation.channels = 1;
    return specialisation;
  }

  LlvmCompiler(const llvm::TargetMachine& machine, std::unique_ptr<llvm::orc::LLJIT> jit)
      : target_(std::string("llvm ") + LLVM_VERSION_STRING + ", " +
                machine.getTargetTriple().str() + ", " + machine.getTargetCPU().str() + ", " +
                machine.getTargetFeatureString().str() + ", build " +
                build_id_of(reinterpret_cast<const void*>(&exact_math))),
        jit_(std::move(jit)),
        runtime_(jit_->getExecutionSession().createBareJITDylib("runtime")) {
    using llvm::orc::ExecutorAddr;
    using llvm::orc::ExecutorSymbolDef;
    const auto symbol = [&](const char* name, auto* function) {
      return std::pair{
          jit_->mangleAndIntern(name),
          ExecutorSymbolDef{ExecutorAddr::fromPtr(function),
                            llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable}};
    };
    llvm::orc::SymbolMap symbols;
    symbols.insert(symbol("dala_exact_math", &exact_math));
    symbols.insert(symbol("dala_scratch", &scratch));
    llvm::cantFail(runtime_.define(llvm::orc::absoluteSymbols(std::move(symbols))));
    // The C library: memset and its like, and maths with its vector forms.
    const char prefix = jit_->getDataLayout().getGlobalPrefix();
    runtime_.addGenerator(
        llvm::cantFail(llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix)));
    for (const char* name : {"libm.so.6", "libmvec.so.1"})
      if (auto found = llvm::orc::DynamicLibrarySearchGenerator::Load(name, prefix))
        runtime_.addGenerator(std::move(*found));
      else
        llvm::consumeError(found.takeError());
  }

  llvm::Expected<llvm::orc::ExecutorAddr> add(llvm::orc::JITDylib& library, llvm::StringRef bytes) {
    if (auto failed = jit_->addObjectFile(library, llvm::MemoryBuffer::getMemBufferCopy(bytes)))
      return failed;
    return jit_->lookup(library, plan_name);
  }

  static std::unique_ptr<llvm::Module> build(const ir::Module& from,
                                             const ChannelSpecialisation& specialisation,
                                             const Options& options, llvm::LLVMContext& context,
                                             llvm::TargetMachine& machine) {
    const ir::Module module = legal(from);
    // A loop that could not be unrolled is no news to anybody.
    context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr);
    auto out = std::make_unique<llvm::Module>(module.name, context);
    out->setDataLayout(machine.createDataLayout());
    out->setTargetTriple(machine.getTargetTriple().str());
    // All that have the one have the other.
    const bool has_wide = has_wide_vectors(machine);
    const Target target{.has_masks = has_wide,
                        .has_byte_tables = has_wide,
                        .has_half = converts_half(machine),
                        .vector_bytes = has_wide ? 64 : vector_bytes(machine)};
    Codegen codegen(module, specialisation, options, target, *out);
    codegen.emit();
    assert(!llvm::verifyModule(*out, &llvm::errs()));
    const bool gains = cost_of_kernel(module) >= worth_wide_vectors || has_byte_look_ups(*out) ||
                       codegen.wide_lanes != 0;
    optimize(*out, machine, {.wide = has_wide && gains, .has_loops = codegen.has_loops});
    return out;
  }

  static Result<std::string> make_file(const ir::Module& module,
                                       const ChannelSpecialisation& specialisation,
                                       const Options& options, llvm::CodeGenFileType type) {
    llvm::LLVMContext context;
    auto machine = borrow_machine();
    if (!machine) return std::unexpected(machine.error());
    const auto built = build(module, specialisation, options, context, **machine);
    return emit_file(*built, **machine, type);
  }

  std::string target_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  llvm::orc::JITDylib& runtime_;
  std::atomic<std::uint64_t> loaded_{0};
};

}  // namespace

}  // namespace dala::kernel::jit

// What kernel/native/load.cpp looks for. The compiler lives as long as the process.
extern "C" [[gnu::visibility("default")]] dala::kernel::jit::Compiler* dala_jit_compiler(
    std::uint64_t interface, dala::Error* error) {
  using namespace dala::kernel::jit;
  if (interface != dala::jit_interface_id) {
    *error = dala::part_of_another_build("libdala-jit.so");
    return nullptr;
  }
  auto created = LlvmCompiler::create();
  if (created) return created->release();
  *error = created.error();
  return nullptr;
}
