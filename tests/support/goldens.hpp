// Goldens: files that say what a test is to find. DALA_UPDATE_GOLDENS=1 writes what was found
// instead, to be looked at before it is committed. golden_pictures.hpp has those that are pictures.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace dala::test {

[[nodiscard]] bool takes_new_goldens();

[[nodiscard]] std::string read_text(const std::filesystem::path& path);
void expect_text(const std::filesystem::path& golden, const std::string& found);

}  // namespace dala::test
