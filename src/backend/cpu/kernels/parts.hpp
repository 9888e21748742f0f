// Lists that are parts of those in implementation.hpp, because their code is in a file of its own.
#pragma once

#include "backend/cpu/implementation.hpp"

namespace dala::backend::cpu {

void add_scaling(ImplementationList& list);         // scalar_mul and clamp
void add_matmul_packed(ImplementationList& list);   // floats
void add_matmul_narrow(ImplementationList& list);   // f32 and f64, up to 4 columns
void add_matmul_blocked(ImplementationList& list);  // for every dtype and machine
void add_matmul_integer(ImplementationList& list);  // the kernel matmul_integer

}  // namespace dala::backend::cpu
