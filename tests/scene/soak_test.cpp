// Edits for a long time: memory stays what it was. DALA_SOAK_SECONDS=600 is the long form.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "scene/editor_helper.hpp"
#include "support/sanitizers.hpp"

namespace dala::scene::test {
namespace {

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  double resident = 0;
  file >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

TEST(Soak, MemoryStaysFlat) {
#if defined(DALA_ADDRESS_SANITIZER) || defined(DALA_THREAD_SANITIZER)
  GTEST_SKIP() << "skipped: sanitizers keep freed memory for a while, so it cannot be measured";
#endif
  const char* asked = std::getenv("DALA_SOAK_SECONDS");
  const double seconds = asked == nullptr ? 3 : std::atof(asked);
  const auto compute = must([] {
    auto made = Compute::create({.device = "cpu"});
    return made ? Result<std::optional<Compute>>(*made) : std::unexpected(made.error());
  }());
  ASSERT_TRUE(compute);
  Options options;
  options.compute = *compute;
  const auto scene = dala::Scene::create(Editor::width, Editor::height, options);
  ASSERT_TRUE(scene);
  Editor editor(*scene, 11);
  using Clock = std::chrono::steady_clock;
  const auto work = [&](double how_long) {
    const auto end = Clock::now() + std::chrono::duration<double>(how_long);
    int edits = 0;
    for (; Clock::now() < end; ++edits) {
      editor.edit();
      must(scene->render(Time(edits)));
    }
    return edits;
  };
  static_cast<void>(work(seconds / 3));
  const double before = resident_megabytes();
  const int edits = work(seconds * 2 / 3);
  const double after = resident_megabytes();
  std::cout << edits << " edits: " << before << " MB became " << after << " MB\n";
  // Groups and masks that happen to be there at the end are pictures too.
  EXPECT_LT(after, before + 24);
  for (const NodeId id : scene->nodes()) {
    if (!scene->node(id)) continue;
    Node node = must(scene->node(id));
    node.transform.mask = 0;
    must(scene->update_node(id, node));
  }
  for (const NodeId id : scene->nodes()) static_cast<void>(scene->remove_node(id));
  EXPECT_TRUE(scene->nodes().empty());
  must(scene->render(0s));
  // The frame, tables and what was used last: nothing of nodes that are gone.
  EXPECT_LT(compute->memory_in_use(), 1'000'000U);
}

}  // namespace
}  // namespace dala::scene::test
