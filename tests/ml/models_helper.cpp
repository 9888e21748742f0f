#include "ml/models_helper.hpp"

#include <cstdlib>

namespace dala::test {

std::filesystem::path models_folder() {
  if (const char* given = std::getenv("DALA_MODELS_TEST_DATA")) return given;
  return std::filesystem::path(DALA_TEST_DATA) / "../../../shared/models";
}

}  // namespace dala::test
