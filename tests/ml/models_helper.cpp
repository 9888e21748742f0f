#include "ml/models_helper.hpp"
#include "support/paths.hpp"

#include <cstdlib>

namespace dala::test {

std::filesystem::path models_folder() {
  if (const char* given = std::getenv("DALA_MODELS_TEST_DATA")) return given;
  return dala::test::tests_folder() / "../../shared/models";
}

}  // namespace dala::test
