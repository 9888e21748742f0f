// Finds and loads libdala-jit.so.
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

Result<Compiler*> compiler() {
  static const Forever<Result<Compiler*>> loaded(
      load_part<Compiler>("libdala-jit.so", "dala_jit_compiler", "the JIT", interface_version));
  return *loaded;
}

}  // namespace dala::kernel::jit
