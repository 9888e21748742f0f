#include "media/golden_cases_helper.hpp"

#include "support/paths.hpp"

namespace dala::media::test {

std::vector<Golden>& filter_goldens() {
  static std::vector<Golden> all;
  return all;
}

FilterGolden::FilterGolden(const char* filter, const char* name, std::vector<Filter> filters) {
  filter_goldens().push_back(
      {name, std::move(filters),
       dala::test::tests_folder().parent_path() / "src/media/filters" / filter / "golden"});
}

}  // namespace dala::media::test
