// What ran where, and why: the library explains itself.
#include <dala/media/pipeline.hpp>

#include "demo.hpp"

namespace demo {

namespace {

// `rejections` names what was better and did not fit.
void add_rows(Table& table, const std::string& what, const dala::Explanation& explanation) {
  for (const auto& stage : explanation.stages) {
    std::string why = stage.why;
    for (const auto& rejection : stage.rejections)
      why += "; not " + rejection.implementation + ": " + rejection.reason;
    table.rows.push_back({what, stage.kernel, stage.device, stage.implementation, why,
                          stage.compute_ms > 0 ? milliseconds_text(stage.compute_ms) : ""});
  }
}

dala::Result<dala::Explanation> explain_filters(const Demo& demo) {
  const auto frames = dala::media::FramePipeline::start(demo.photo.width, demo.photo.height,
                                                        {.compute = demo.compute});
  if (!frames) return std::unexpected(frames.error());
  for (int i = 0; i < 2; ++i)
    if (const auto done = frames->process_frame(demo.photo.rgba, photo_filters()); !done)
      return std::unexpected(done.error());
  return frames->explain(photo_filters());
}

dala::Result<dala::Explanation> explain_run(const Demo& demo, const dala::Command& command) {
  const auto id = demo.compute.submit(command);
  if (!id) return std::unexpected(id.error());
  if (auto done = demo.compute.wait(*id); !done) return std::unexpected(done.error());
  return demo.compute.explain(*id);
}

}  // namespace

dala::Result<Section> what_ran_where(Demo& demo) {
  Section section{
      .title = "What ran where",
      .about =
          "Every command can say which implementation ran, on which device, and why no other "
          "did. Devices of this machine in this build: ",
      .table = {.head = {"what", "kernel", "device", "implementation", "why", "took"}}};
  std::string devices;
  for (const auto& device : dala::devices())
    devices += (devices.empty() ? "" : ", ") + device.id + " (" + device.name + ")";
  section.about += devices + ".";

  const auto filters = explain_filters(demo);
  if (!filters) return std::unexpected(filters.error());
  add_rows(section.table, "the filters", *filters);

  const dala::Shape shape{demo.photo.height, demo.photo.width, 4};
  const auto photo = demo.compute.buffer<std::uint8_t>(demo.photo.rgba, shape);
  const auto printed = demo.compute.buffer_zeros(shape, dala::DType::u8);
  const auto matrix = demo.compute.buffer_zeros({512, 512}, dala::DType::f32);
  const auto product = demo.compute.buffer_zeros({512, 512}, dala::DType::f32);
  for (const auto* made : {&photo, &printed, &matrix, &product})
    if (!*made) return std::unexpected(made->error());
  const auto halftone = explain_run(
      demo,
      {.kernel = "halftone", .inputs = *photo, .outputs = *printed, .params = {{"size", 6.0}}});
  if (!halftone) return std::unexpected(halftone.error());
  add_rows(section.table, "the kernel", *halftone);
  const auto matmul =
      explain_run(demo, {.kernel = "matmul", .inputs = {*matrix, *matrix}, .outputs = *product});
  if (!matmul) return std::unexpected(matmul.error());
  add_rows(section.table, "a matrix product", *matmul);

  section.found = std::to_string(photo_filters().size()) + " filters became " +
                  std::to_string(filters->stages.size()) + " stages on " +
                  demo.compute.device_info().id;
  return section;
}

}  // namespace demo
