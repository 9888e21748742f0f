#include <dala/media/pipeline.hpp>

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "media/chain.hpp"

namespace dala::media {

struct FramePipeline::State {
  State(FrameSize of, Compute with, Buffer frame, bool fuses)
      : size(of), compute(std::move(with)), input(std::move(frame)), fuse(fuses) {}

  const FrameSize size;
  const Compute compute;
  const Buffer input;
  const bool fuse;
  std::mutex mutex;
  bool stopped = false;
  // Chains by structure, the one used last in front, and the filters that one was used with.
  struct Kept {
    std::string structure;
    std::vector<Filter> filters;
    std::unique_ptr<Chain> chain;
  };
  std::deque<Kept> chains;

  // With the mutex held.
  [[nodiscard]] Result<Chain*> chain_for(std::span<const Filter> filters);
  [[nodiscard]] Result<Chain*> run(std::span<const Filter> filters);
};

namespace {

// The most chains that are kept: enough to switch between a few looks. Each holds frames in memory.
constexpr std::size_t max_chains = 8;

Result<void> check_length(std::string_view what, std::size_t bytes, FrameSize size) {
  const std::size_t needed = std::size_t{size.width} * size.height * 4;
  if (bytes == needed) return {};
  return fail(ErrorCode::wrong_length, "{} has {} bytes; {} x {} pixels of RGBA need {}", what,
              bytes, size.width, size.height, needed);
}

}  // namespace

Result<Chain*> FramePipeline::State::chain_for(std::span<const Filter> filters) {
  if (stopped) return fail(ErrorCode::shut_down, "the frame pipeline has been stopped");
  if (!chains.empty() && std::ranges::equal(chains.front().filters, filters))
    return chains.front().chain.get();
  DALA_ASSIGN(ChainPlan plan, plan_chain(size, filters));
  std::string structure = plan.structure();
  const auto found = std::ranges::find(chains, structure, &Kept::structure);
  if (found != chains.end()) {
    DALA_TRY(found->chain->update(std::move(plan)));
    std::rotate(chains.begin(), found, found + 1);
    chains.front().filters.assign(filters.begin(), filters.end());
    return chains.front().chain.get();
  }
  DALA_ASSIGN(auto made, Chain::make(compute, std::move(plan), input, fuse));
  if (chains.size() == max_chains) chains.pop_back();
  chains.push_front({std::move(structure), {filters.begin(), filters.end()}, std::move(made)});
  return chains.front().chain.get();
}

Result<Chain*> FramePipeline::State::run(std::span<const Filter> filters) {
  DALA_ASSIGN(Chain * chain, chain_for(filters));
  DALA_TRY(chain->run());
  return chain;
}

Result<FramePipeline> FramePipeline::start(std::uint32_t width, std::uint32_t height,
                                           const FramePipelineOptions& options) {
  if (width == 0 || height == 0 || width > max_picture_side || height > max_picture_side)
    return fail(ErrorCode::invalid_argument,
                "frames of {} x {} pixels cannot be; both sides must be from 1 to {}", width,
                height, max_picture_side);
  std::optional<Compute> compute = options.compute;
  if (!compute) {
    DALA_ASSIGN(compute, Compute::create({.device = options.device, .threads = options.threads}));
  }
  const FrameSize size{width, height};
  DALA_ASSIGN(auto input, compute->buffer_zeros(frame_shape(size), DType::u8));
  return FramePipeline(std::make_shared<State>(size, *compute, std::move(input), options.fuse));
}

Result<Picture> FramePipeline::process_frame(std::span<const std::uint8_t> rgba,
                                             std::span<const Filter> filters) const {
  DALA_ASSIGN(const FrameSize out, output_size(filters));
  Picture picture{out.width, out.height, {}};
  picture.rgba.resize(std::size_t{out.width} * out.height * 4);
  DALA_TRY(process_frame_into(rgba, filters, picture.rgba));
  return picture;
}

Result<void> FramePipeline::process_frame_into(std::span<const std::uint8_t> rgba,
                                               std::span<const Filter> filters,
                                               std::span<std::uint8_t> out) const {
  if (state_ == nullptr) return empty_handle("FramePipeline");
  const std::lock_guard lock(state_->mutex);
  DALA_TRY(check_length("the frame", rgba.size(), state_->size));
  DALA_ASSIGN(Chain * chain, state_->chain_for(filters));
  DALA_TRY(check_length("the memory for the result", out.size(), chain->output_size()));
  DALA_TRY(state_->input.write_bytes(std::as_bytes(rgba)));
  DALA_TRY(chain->run());
  return chain->output().read_into(std::as_writable_bytes(out));
}

Result<Buffer> FramePipeline::process_buffer(const Buffer& frame,
                                             std::span<const Filter> filters) const {
  if (state_ == nullptr) return empty_handle("FramePipeline");
  const std::lock_guard lock(state_->mutex);
  if (frame != state_->input) {
    const Command copy{.op = Op::copy_buffer, .inputs = {frame}, .outputs = state_->input};
    DALA_ASSIGN(const CommandId copied, state_->compute.submit(copy));
    DALA_TRY(state_->compute.wait(copied));
  }
  DALA_ASSIGN(const Chain* chain, state_->run(filters));
  return chain->output();
}

const Buffer& FramePipeline::input() const {
  if (state_ == nullptr) return nothing<Buffer>();
  return state_->input;
}

Result<FrameSize> FramePipeline::output_size(std::span<const Filter> filters) const {
  if (state_ == nullptr) return empty_handle("FramePipeline");
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const Chain* chain, state_->chain_for(filters));
  return chain->output_size();
}

Result<void> FramePipeline::prepare(std::span<const Filter> filters) const {
  if (state_ == nullptr) return empty_handle("FramePipeline");
  const std::lock_guard lock(state_->mutex);
  DALA_TRY(state_->chain_for(filters));
  return {};
}

Result<Explanation> FramePipeline::explain(std::span<const Filter> filters) const {
  if (state_ == nullptr) return empty_handle("FramePipeline");
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const Chain* chain, state_->chain_for(filters));
  return chain->pipeline().explain();
}

Result<void> add_filters(const Compute& compute, const Pipeline& pipeline, const Buffer& input,
                         const Buffer& output, std::span<const Filter> filters) {
  const auto size_of = [](const Buffer& buffer) -> std::optional<FrameSize> {
    if (!buffer || buffer.dtype() != DType::u8 || buffer.shape().rank() != 3) return std::nullopt;
    const Shape& shape = buffer.shape();
    if (shape[2] != 4 || shape.elements() == 0 || shape[0] > max_picture_side ||
        shape[1] > max_picture_side)
      return std::nullopt;
    return FrameSize{static_cast<std::uint32_t>(shape[1]), static_cast<std::uint32_t>(shape[0])};
  };
  const auto from = size_of(input);
  const auto to = size_of(output);
  if (!from || !to)
    return fail(ErrorCode::invalid_shape, "frames are u8 of {{height, width, 4}}, up to {} a side",
                max_picture_side);
  DALA_ASSIGN(ChainPlan plan, plan_chain(*from, filters));
  if (plan.out.size != *to)
    return fail(ErrorCode::shape_mismatch,
                "{} x {} pixels come out of the filters; the output has {} x {}",
                plan.out.size.width, plan.out.size.height, to->width, to->height);
  return Chain::add_to(pipeline, compute, std::move(plan), input, output);
}

FrameSize FramePipeline::size() const {
  if (state_ == nullptr) return {};
  return state_->size;
}
const Compute& FramePipeline::compute() const {
  if (state_ == nullptr) return nothing<Compute>(nullptr);
  return state_->compute;
}

void FramePipeline::stop() const {
  if (state_ == nullptr) return;
  const std::lock_guard lock(state_->mutex);
  state_->stopped = true;
  state_->chains.clear();
  state_->input.free();
}

}  // namespace dala::media
