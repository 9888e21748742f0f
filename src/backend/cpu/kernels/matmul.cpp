// The matrix product: which implementations there are, best first.
#include "backend/cpu/kernels/parts.hpp"

namespace dala::backend::cpu {

void add_matmul(ImplementationList& list) {
#ifdef DALA_HAS_ONEDNN
  add_matmul_onednn(list);
#endif
  add_matmul_blocked(list);
}

}  // namespace dala::backend::cpu
