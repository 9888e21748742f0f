// Text with styles from untrusted sources: a family that names a font file may only lead to files
// that a policy allows.
#pragma once

#include <dala/core/source_policy.hpp>
#include <dala/text.hpp>

namespace dala::text {

[[nodiscard]] Result<void> draw(const TextStyle& style, const SourcePolicy& sources,
                                DrawnText& drawn);

}  // namespace dala::text
