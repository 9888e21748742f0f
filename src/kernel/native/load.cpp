// Finds and loads libdala-jit.so.
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "interface/jit.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

Result<Compiler*> compiler() {
  static const Forever<Result<Compiler*>> loaded(
      load_part<Compiler>("libdala-jit.so", "dala_jit_compiler", "the JIT", jit_interface_id));
  return *loaded;
}

}  // namespace dala::kernel::jit
