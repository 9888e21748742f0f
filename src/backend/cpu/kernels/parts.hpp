// Lists that are parts of those in implementation.hpp, because their code is in a file of its own.
#pragma once

#include "backend/cpu/implementation.hpp"

namespace dala::backend::cpu {

void add_scaling(ImplementationList& list);         // scalar_mul and clamp
void add_matmul_onednn(ImplementationList& list);   // only with DALA_HAS_ONEDNN
void add_matmul_blocked(ImplementationList& list);  // for every dtype and machine

}  // namespace dala::backend::cpu
