#include "backend/cuda/driver/compile.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

// Destroys what it holds.
struct ProgramGuard {
  const Compiler* compiler;
  CompilerProgram program = nullptr;
  ~ProgramGuard() {
    if (program != nullptr) compiler->DestroyProgram(&program);
  }
};

// The newest that NVRTC knows and the device can run; PTX where it is not the device's own.
struct Target {
  int capability = 0;
  bool exact = false;
};

Result<Target> target_for(const Compiler& compiler, int capability) {
  int count = 0;
  if (compiler.GetNumSupportedArchs(&count) != 0 || count <= 0)
    return fail(ErrorCode::compile_failed, "NVRTC does not say which devices it compiles for");
  std::vector<int> known(static_cast<std::size_t>(count));
  compiler.GetSupportedArchs(known.data());
  int best = 0;
  for (const int one : known)
    if (one <= capability) best = std::max(best, one);
  if (best == 0)
    return fail(ErrorCode::compile_failed, "NVRTC compiles for {} and newer, not for {}",
                std::ranges::min(known), capability);
  return Target{best, best == capability};
}

std::string log_of(const Compiler& compiler, CompilerProgram program) {
  std::size_t bytes = 0;
  if (compiler.GetProgramLogSize(program, &bytes) != 0 || bytes == 0) return "no log";
  std::string log(bytes, '\0');
  compiler.GetProgramLog(program, log.data());
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

}  // namespace

Result<Code> compile_source(const Compiler& compiler, const std::string& text, int capability,
                            Rounding rounding, const kernel::DiskCache& cache) {
  int major = 0;
  int minor = 0;
  compiler.Version(&major, &minor);
  DALA_ASSIGN(const Target target, target_for(compiler, capability));
  const std::string arch =
      format("--gpu-architecture={}_{}", target.exact ? "sm" : "compute", target.capability);
  const char* const fmad = rounding == Rounding::fused ? "--fmad=true" : "--fmad=false";
  const auto options = std::to_array<const char*>({arch.c_str(), fmad, "--std=c++17"});
  const std::string key = format("cuda NVRTC {}.{} {} {} {}\n{}", major, minor, options[0],
                                 options[1], options[2], text);
  if (auto found = cache.find(key)) return Code{std::move(*found), true};

  ProgramGuard guard{&compiler};
  if (compiler.CreateProgram(&guard.program, text.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0)
    return fail(ErrorCode::compile_failed, "NVRTC did not take the source");
  if (compiler.CompileProgram(guard.program, static_cast<int>(options.size()), options.data()) != 0)
    return fail(ErrorCode::compile_failed, "NVRTC: {}", log_of(compiler, guard.program));
  std::size_t bytes = 0;
  if ((target.exact ? compiler.GetCUBINSize : compiler.GetPTXSize)(guard.program, &bytes) != 0 ||
      bytes == 0)
    return fail(ErrorCode::compile_failed, "NVRTC compiled the source but gave no code");
  Code code{std::vector<std::byte>(bytes)};
  (target.exact ? compiler.GetCUBIN : compiler.GetPTX)(guard.program,
                                                       reinterpret_cast<char*>(code.image.data()));
  cache.keep(key, code.image);
  return code;
}

}  // namespace dala::backend::cuda
