#include <dala/surface/renderer.hpp>

namespace dala {

namespace {

class Headless final : public Renderer {
 public:
  [[nodiscard]] std::string_view name() const override { return "headless"; }
  Result<void> start() override { return {}; }
  Result<void> resize(std::uint32_t /*width*/, std::uint32_t /*height*/) override { return {}; }
  Result<void> present(const FrameView& /*frame*/) override { return {}; }
  void finish() override {}
};

}  // namespace

std::shared_ptr<Renderer> make_headless_renderer() { return std::make_shared<Headless>(); }

}  // namespace dala
