// Blurs in a chain, with sharpening and brightness after them, which devices have a kernel for that
// does all of it at once.
#pragma once

#include <cstdint>
#include <string_view>

#include "media/stages.hpp"

namespace dala::media {

struct BlurRow {
  std::string_view blur = {};  // whose stages they are: "blur", "box_blur"
  std::uint32_t radius = 0;
  bool sharpens = false;    // by the blurred neighbours
  bool unsharpens = false;  // by the difference from the frame
  bool brightens = false;
  std::size_t length = 0;  // in stages; 0 where no blur begins
};

// The number at the end of a name that starts like this.
[[nodiscard]] std::optional<std::uint32_t> number_after(std::string_view name,
                                                        std::string_view start);

// The row that begins with a stage. Each of its stages reads what the one before it writes and
// nobody else does, and no neighbour is more than one reflection away.
[[nodiscard]] BlurRow blur_row_at(const ChainPlan& plan, std::size_t first);

// A stage that reads what the row reads and has all its parameters.
[[nodiscard]] Stage stage_for(const ChainPlan& plan, std::size_t first, const BlurRow& row);

}  // namespace dala::media
