#include "media/chain.hpp"

#include <algorithm>

#include "compute/generated.hpp"
#include "core/error.hpp"

namespace dala::media {

namespace {

// The name that the stage's kernel has in the Compute.
Result<std::string> register_stage(const Compute& compute, const Stage& stage) {
  const std::string label = "media_" + stage.kernel;
  return register_generated(compute, label, {.text = stage.text, .variants = stage.variants},
                            stage.description);
}

std::span<const std::byte> pixels_of(const FilterInput& given) {
  return std::as_bytes(std::span(given.picture->rgba));
}

bool same(const Params& a, const Params& b) {
  return std::ranges::equal(
      a, b, [](const Param& x, const Param& y) { return x.name == y.name && x.value == y.value; });
}

}  // namespace

const Buffer& Chain::buffer(const StageInput& source) const {
  switch (source.kind) {
    case StageInput::Kind::frame:
      return frames_[source.number];
    case StageInput::Kind::table:
      return tables_[source.number];
    case StageInput::Kind::given:
      return given_[source.number];
  }
  std::unreachable();
}

Result<void> Chain::upload(const Compute& compute) {
  for (const Table& table : plan_.tables) {
    DALA_ASSIGN(auto made, compute.buffer_from_bytes(table.bytes, table.shape, table.dtype));
    tables_.push_back(std::move(made));
  }
  for (const FilterInput& given : plan_.given) {
    if (given.buffer) {
      given_.push_back(given.buffer);
      continue;
    }
    const FrameSize size{given.picture->width, given.picture->height};
    DALA_ASSIGN(auto made,
                compute.buffer_from_bytes(pixels_of(given), frame_shape(size), DType::u8));
    given_.push_back(std::move(made));
  }
  return {};
}

Result<void> Chain::add_stages(const Compute& compute, const Buffer& input) {
  frames_.push_back(input);
  if (plan_.out.number == 0)  // nothing to do to the frame
    return pipeline_.add({.op = Op::copy_buffer, .inputs = {input}, .outputs = output_});
  for (std::size_t i = 0; i < plan_.stages.size(); ++i) {
    const Stage& stage = plan_.stages[i];
    DALA_ASSIGN(std::string kernel, register_stage(compute, stage));
    Buffer to = output_;
    if (i + 1 != plan_.out.number) {
      DALA_ASSIGN(to, pipeline_.transient(frame_shape(stage.size), DType::u8));
    }
    Command command{.kernel = std::move(kernel), .outputs = to, .params = stage.params};
    for (const StageInput& source : stage.inputs) command.inputs.push_back(buffer(source));
    DALA_TRY(pipeline_.add(command));
    frames_.push_back(std::move(to));
  }
  return {};
}

Result<void> Chain::add_to(const Pipeline& pipeline, const Compute& compute, ChainPlan plan,
                           const Buffer& input, const Buffer& output) {
  Chain chain(pipeline, std::move(plan));
  chain.output_ = output;
  DALA_TRY(chain.upload(compute));
  return chain.add_stages(compute, input);
}

Result<std::unique_ptr<Chain>> Chain::make(const Compute& compute, ChainPlan plan,
                                           const Buffer& input, bool fuse) {
  std::unique_ptr<Chain> chain(
      new Chain(compute.pipeline({.fuse = fuse, .variants = fuse}), std::move(plan)));
  DALA_ASSIGN(chain->output_, compute.buffer_zeros(frame_shape(chain->plan_.out.size), DType::u8));
  DALA_TRY(chain->upload(compute));
  DALA_TRY(chain->add_stages(compute, input));
  DALA_TRY(chain->pipeline_.plan());
  return chain;
}

Result<void> Chain::update(ChainPlan plan) {
  for (std::size_t i = 0; i < plan.stages.size(); ++i)
    if (!same(plan.stages[i].params, plan_.stages[i].params))
      DALA_TRY(pipeline_.set_params(i, plan.stages[i].params));
  for (std::size_t i = 0; i < plan.tables.size(); ++i)
    if (plan.tables[i].bytes != plan_.tables[i].bytes)
      DALA_TRY(tables_[i].write_bytes(plan.tables[i].bytes));
  for (std::size_t i = 0; i < plan.given.size(); ++i)
    if (plan.given[i].picture != plan_.given[i].picture)
      DALA_TRY(given_[i].write_bytes(pixels_of(plan.given[i])));
  plan_ = std::move(plan);
  return {};
}

}  // namespace dala::media
