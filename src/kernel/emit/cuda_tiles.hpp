// Products of tiles in CUDA C++: the instructions of tensor cores.
#pragma once

#include <functional>
#include <string>

#include "kernel/ir/tile.hpp"

namespace dala::kernel {

// Whether tensor cores multiply packed tiles of these types.
[[nodiscard]] bool cuda_has_product(const ir::TileProduct& p);

// How the sum of two numbers of the sums' type is spelled.
using SumText = std::function<std::string(const std::string& a, const std::string& b)>;

// The body of a function of the operands a, b and c of `multiply_packed`, which returns its result.
[[nodiscard]] std::string packed_product_text(const ir::TileProduct& p, const SumText& sum);

}  // namespace dala::kernel
