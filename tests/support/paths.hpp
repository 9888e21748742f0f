// Where the files of the tests and the program under test are. Only one object knows, so that
// ccache knows all the others again in another clone.
#pragma once

#include <filesystem>

namespace dala::test {

[[nodiscard]] std::filesystem::path tests_folder();
[[nodiscard]] std::filesystem::path dala_program();

}  // namespace dala::test
