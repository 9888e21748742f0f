// Stages of a plan one after the other, each of which reads what the one before it writes and
// nobody else does: what can become one stage.
#pragma once

#include <string>

#include "media/stages.hpp"

namespace dala::media {

// Whether a stage reads the frame that the stage before it writes, and nobody else does.
[[nodiscard]] bool follows(const ChainPlan& plan, std::size_t stage);

// Whether nothing next to a row runs by its text, which could be joined with the row's.
[[nodiscard]] bool is_alone(const ChainPlan& plan, std::size_t first, std::size_t length);

// Puts one stage in the place of a row.
void replace_row(ChainPlan& plan, std::size_t first, std::size_t length, Stage stage);

// The names of a row's stages, with _ between them, cut to little more than `longest` letters: a
// kernel's name, with what stands before and after it, has at most 64.
[[nodiscard]] std::string shortened(std::string name, std::size_t longest);

}  // namespace dala::media
