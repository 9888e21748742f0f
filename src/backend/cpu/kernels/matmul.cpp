// Matrix products: which implementations there are, best first.
#include "backend/cpu/kernels/parts.hpp"

namespace dala::backend::cpu {

void add_matmul(ImplementationList& list) {
  add_matmul_narrow(list);
  add_matmul_packed(list);
  add_matmul_blocked(list);
  add_matmul_integer(list);
}

}  // namespace dala::backend::cpu
