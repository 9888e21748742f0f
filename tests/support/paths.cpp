#include "support/paths.hpp"

namespace dala::test {

std::filesystem::path tests_folder() { return DALA_TESTS; }

std::filesystem::path dala_program() { return DALA_CLI; }

}  // namespace dala::test
