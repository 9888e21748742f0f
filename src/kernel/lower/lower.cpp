#include "kernel/lower/lower.hpp"

#include "kernel/lower/lowerer.hpp"
#include "kernel/lower/uniformity.hpp"

namespace dala::kernel {

std::shared_ptr<const ir::Module> lower(const Source& source, const syntax::Tree& tree,
                                        const CompileOptions& options, Diagnostics& diagnostics) {
  IndexVariables index_variables;
  while (true) {
    auto module = std::make_shared<ir::Module>();
    Diagnostics found;
    const std::size_t known = index_variables.size();
    Lowerer(source, tree, options, found, *module, index_variables).run();
    if (index_variables.size() > known) continue;
    if (!found.any()) check_uniformity(*module, found);
    const bool good = !found.any();
    diagnostics = std::move(found);
    return good ? module : nullptr;
  }
}

}  // namespace dala::kernel
