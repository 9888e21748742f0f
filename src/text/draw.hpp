// Text for those whose styles come from elsewhere: a family that is a font file may lead only to
// what a policy allows.
#pragma once

#include <dala/core/source_policy.hpp>
#include <dala/text.hpp>

namespace dala::text {

[[nodiscard]] Result<void> draw(const TextStyle& style, const SourcePolicy& sources,
                                DrawnText& drawn);

}  // namespace dala::text
