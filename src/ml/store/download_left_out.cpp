#include "core/error.hpp"
#include "ml/store/download.hpp"

namespace dala::ml {

Result<void> download(Download& wanted) {
  return fail(ErrorCode::unsupported,
              "could not download {}: this build was made without DALA_WITH_PULL", wanted.url);
}

}  // namespace dala::ml
