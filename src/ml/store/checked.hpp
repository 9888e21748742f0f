// Reads the file of a model and checks its sha256 against the card.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/source_policy.hpp>
#include <dala/ml/card.hpp>

namespace dala::ml {

// `bad_file` where the file has another sha256. What was hashed is what is returned: the name may
// lead to another file by now. Hashing takes about as long as loading, so a file that was found
// good is not hashed again while it is the same one: same place on the disk, length, and times of
// its last changes. That is kept for the process, and for later ones in the user's cache folder.
[[nodiscard]] Result<std::vector<std::byte>> read_checked(const std::filesystem::path& file,
                                                          const SourcePolicy& sources,
                                                          const ModelCard& card);

}  // namespace dala::ml
