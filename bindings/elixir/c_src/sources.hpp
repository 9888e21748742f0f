// What names of files and videos may lead to, from the options of a call.
#pragma once

#include <dala/core/source_policy.hpp>

#include "fields.hpp"

namespace dala::nif {

// Plain files; of `folders` only those in there. `network`, and `allow` word for word, add to it.
inline SourcePolicy take_sources(Fields& fields) {
  SourcePolicy sources = SourcePolicy::files();
  if (std::vector<std::string> folders; fields.take("folders", folders)) {
    sources.any_file = false;
    sources.paths.assign(folders.begin(), folders.end());
  }
  fields.take("network", sources.network);
  fields.take("allow", sources.named);
  return sources;
}

}  // namespace dala::nif
