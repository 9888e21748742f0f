#include "support/goldens.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace dala::test {

namespace fs = std::filesystem;

bool takes_new_goldens() { return std::getenv("DALA_UPDATE_GOLDENS") != nullptr; }

std::string read_text(const fs::path& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_text(const fs::path& golden, const std::string& found) {
  if (takes_new_goldens()) std::ofstream(golden, std::ios::binary) << found;
  EXPECT_EQ(read_text(golden), found) << golden;
}

}  // namespace dala::test
