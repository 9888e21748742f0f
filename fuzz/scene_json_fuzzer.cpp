// Scene files: any text is an error or a scene whose nodes refer to each other.
#include <cstdlib>

#include <dala/scene/file.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file =
      dala::scene::parse_file({reinterpret_cast<const char*>(data), size}, "fuzz", "folder");
  if (!file) {
    if (file.error().message.empty()) std::abort();
    return 0;
  }
  for (std::size_t i = 0; i < file->nodes.size(); ++i) {
    const dala::scene::Node& node = file->nodes[i].node;
    if (node.parent > i || node.transform.mask > file->nodes.size()) std::abort();
  }
  static_cast<void>(file->inputs());
  return 0;
}
