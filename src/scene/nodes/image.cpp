#include <limits>

#include "core/error.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/still_layer.hpp"
#include "scene/nodes/video_fields.hpp"

namespace dala::scene {

namespace {

class ImageObject final : public NodeObject {
 public:
  using NodeObject::NodeObject;

  Result<void> prepare(const Content& content, std::uint64_t /*version*/,
                       const Opening& opening) override {
    const auto& image = std::get<Image>(content);
    if (image.picture) return still_.show(compute(), image.picture);
    if (!image.file.empty()) return still_.show_file(compute(), image.file, opening.sources);
    return {};
  }

  Result<std::optional<Shown>> show(const NodeState& node, const Showing& showing) override {
    const auto& image = std::get<Image>(node.node().content);
    const Layer* layer =
        image.image_id == 0 ? &still_.layer() : showing.images.find(image.image_id);
    return layer == nullptr ? std::nullopt : std::optional(whole(*layer));
  }

 private:
  StillLayer still_;
};

}  // namespace

Definition define_image() {
  using namespace table;
  return {.type = {.name = "image",
                   .summary = "A picture.",
                   .fields = {{.name = "file",
                               .summary = "[any picture](media.md#pictures-in-files)",
                               .kind = text<&Image::file>(field::Text::Form::file),
                               .required = true},
                              {.name = "picture",
                               .summary = "pixels, instead of a file",
                               .kind = picture<&Image::picture>(),
                               .in_files = false},
                              {.name = "image_id",
                               .summary = "of a picture that was loaded into the scene, instead of "
                                          "a file",
                               .kind = field::ImageId{member<&Image::image_id>()},
                               .in_files = false},
                              pip_field<&Image::pip>()},
                   .usual = Image{}},
          .traits = {.given = {{.fields = {"file", "picture", "image_id"},
                                .rule = "an image is given by one of file, picture and image_id"}},
                     .pip = member<&Image::pip>()},
          .make_object = make<ImageObject>};
}

}  // namespace dala::scene
