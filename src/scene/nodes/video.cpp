#include "core/error.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/played_video.hpp"
#include "scene/nodes/video_fields.hpp"

namespace dala::scene {

namespace {

class VideoObject final : public NodeObject {
 public:
  using NodeObject::NodeObject;

  Result<void> prepare(const Content& content, std::uint64_t /*version*/,
                       const Opening& opening) override {
    return played_.prepare(compute(), std::get<Video>(content), opening);
  }

  Result<std::optional<Shown>> show(const NodeState& node, const Showing& showing) override {
    return played_.show(compute(), node.id, std::get<Video>(node.node().content), showing);
  }

  void take_over(NodeObject& lost) override {
    played_.take_over(dynamic_cast<VideoObject&>(lost).played_);
  }

  const Player* player() const override { return played_.player(); }

 private:
  PlayedVideo played_;
};

}  // namespace

Definition define_video() {
  using namespace table;
  std::vector<Field> fields = video_fields(true);
  fields.push_back(pip_field<&Video::pip>());
  return {.type = {.name = "video",
                   .summary = "A video from a file, a URL, a device or the program.",
                   .fields = std::move(fields),
                   .usual = Video{}},
          .traits = {.given = {{.fields = {"source", "stream"},
                                .rule = "a video has a source or a stream, and not both or "
                                        "neither"}},
                     .changes_with_time = true,
                     .video = field::Member<Video>(
                         [](void* video) -> Video& { return *static_cast<Video*>(video); }),
                     .pip = member<&Video::pip>()},
          .make_object = make<VideoObject>};
}

}  // namespace dala::scene
