#include "kernel/native/compiled.hpp"

#include <string>

#include "core/error.hpp"
#include "core/text/log.hpp"
#include "kernel/ir/print.hpp"

namespace dala::kernel {

namespace {

std::string key_of(const jit::Compiler& compiler, const ir::Module& module,
                   const jit::ChannelSpecialisation& specialisation) {
  std::string key = format("cpu code\n{}\nchannels {}", compiler.target(), specialisation.channels);
  for (const std::uint8_t channels : specialisation.tensor_channels) key += format(" {}", channels);
  return key + "\n" + ir::print(module);
}

}  // namespace

Result<CompiledKernel> compile_native(jit::Compiler& compiler, const ir::Module& module,
                                      const jit::ChannelSpecialisation& specialisation,
                                      const DiskCache& cache) {
  const std::string key = cache.is_on() ? key_of(compiler, module, specialisation) : std::string();
  if (const auto kept = cache.find(key)) {
    if (auto code = compiler.load(*kept)) return CompiledKernel{std::move(*code), true};
    log_line(format("the kept code of kernel {} cannot be loaded; making it anew", module.name));
  }
  DALA_ASSIGN(const std::vector<std::byte> object, compiler.compile(module, specialisation, {}));
  cache.keep(key, object);
  DALA_ASSIGN(auto code, compiler.load(object));
  return CompiledKernel{std::move(code), false};
}

}  // namespace dala::kernel
