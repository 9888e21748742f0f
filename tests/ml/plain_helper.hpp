// A model run node by node with the reference implementations of its operators, which every plan is
// compared with.
#pragma once

#include <gtest/gtest.h>

#include <dala/core/kernel_info.hpp>

#include "ml/graph/graph.hpp"

namespace dala::test {

// Of a graph whose shapes are known and that no pass has touched. One tensor for each output.
[[nodiscard]] Result<std::vector<ml::Tensor>> run_plainly(const ml::Graph& graph,
                                                          const std::vector<ml::Tensor>& inputs);

// The tuned plan's answer to the same.
[[nodiscard]] Result<std::vector<ml::Tensor>> run_planned(const ml::Graph& graph,
                                                          const std::vector<ml::Tensor>& inputs,
                                                          const HostThreads& threads = {});

// Floats may differ by `apart` times the largest among them; everything else is equal.
[[nodiscard]] testing::AssertionResult same_answers(const std::vector<ml::Tensor>& got,
                                                    const std::vector<ml::Tensor>& expected,
                                                    float apart = 1e-5F);

}  // namespace dala::test
