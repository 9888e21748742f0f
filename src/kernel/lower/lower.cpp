#include "kernel/lower/lower.hpp"

#include "kernel/lower/lowerer.hpp"
#include "kernel/lower/uniformity.hpp"

namespace dala::kernel {

std::shared_ptr<const ir::Module> lower(const Source& source, const syntax::Tree& tree,
                                        const CompileOptions& options, Diagnostics& diagnostics) {
  auto module = std::make_shared<ir::Module>();
  Lowerer(source, tree, options, diagnostics, *module).run();
  if (!diagnostics.any()) check_uniformity(*module, diagnostics);
  if (diagnostics.any()) return nullptr;
  return module;
}

}  // namespace dala::kernel
