#include "compute/fusion.hpp"

#include <algorithm>

#include "compute/fusion_tiles.hpp"

namespace dala {

namespace {

// Elements written by all stages together below which joining them cannot win back the compiling.
constexpr std::int64_t worth_joining = 1 << 19;

// Neighbouring stages that can pass on what they compute in registers.
std::vector<FusionPiece> find_pieces(const std::vector<Command>& stages,
                                     const PrepareContext& context) {
  std::vector<FusionPiece> out;
  Refusal refusal;  // to join the next stage with those before it
  for (std::size_t begin = 0; begin < stages.size();) {
    FusionPiece piece{
        .begin = begin, .refusal = std::exchange(refusal, {}), .group = FusionGroup(stages)};
    std::size_t end = begin;
    for (; end < stages.size(); ++end) {
      const auto next = fusion_candidate(stages[end], context.registry);
      if (!next && !next.error().empty() && stages.size() > 1)
        (end == begin ? piece.refusal : refusal) = {"joined with its neighbours", next.error()};
      if (!next || !piece.group.takes(*next)) break;
      FusionGroup longer = piece.group;
      longer.add(*next, end);
      auto fused = longer.fused();
      if (longer.size() > 1 && !fused) {
        if (!fused.error().empty()) refusal = {"joined with " + piece.group.name(), fused.error()};
        break;
      }
      piece.group = std::move(longer);
      if (fused) piece.fused = std::move(*fused);
    }
    piece.end = begin = std::max(end, begin + 1);
    out.push_back(std::move(piece));
  }
  return out;
}

class Joining {
 public:
  Joining(const std::vector<Command>& stages, const PrepareContext& context)
      : stages_(stages), context_(context), pieces_(find_pieces(stages, context)) {}

  [[nodiscard]] std::vector<FusedStage> run() && {
    for (std::size_t first = 0; first < pieces_.size();) {
      std::size_t end = first;
      while (end < pieces_.size() && context_.device.joins_tiles() &&
             TiledPieces::takes(pieces_[end]) &&
             TiledPieces::shape_of(pieces_[end]) == TiledPieces::shape_of(pieces_[first]))
        ++end;
      if (end > first + 1)
        add_run(std::span(pieces_).subspan(first, end - first));
      else
        add(pieces_[first]);
      first = std::max(end, first + 1);
    }
    return std::move(out_);
  }

 private:
  void add_run(std::span<FusionPiece> run) {
    std::vector<Refusal> refusals(run.size());
    const std::vector<std::size_t> next = cut_into_tiles(run, refusals);
    for (std::size_t i = 0; i < run.size(); i = next[i]) {
      if (run[i].refusal.reason.empty() || !refusals[i].reason.empty())
        run[i].refusal = refusals[i];
      const std::span<const FusionPiece> together = run.subspan(i, next[i] - i);
      if (together.size() > 1) {
        const TiledPieces tiles(together);
        if (auto made = tiles.fused();
            made && add(tiles.group(), std::move(made->fused), together[0]))
          continue;
      }
      for (const FusionPiece& piece : together) add(piece);
    }
  }

  void add(const FusionPiece& piece) {
    if (piece.group.size() > 1 && add(piece.group, piece.fused, piece)) return;
    for (std::size_t i = piece.begin; i < piece.end; ++i)
      out_.push_back({stages_[i], nullptr, i == piece.begin ? piece.refusal : Refusal{}, i});
  }

  // Whether they are one stage now.
  bool add(const FusionGroup& group, std::optional<kernel::Fused> made, const FusionPiece& first) {
    const std::int64_t elements = stages_[first.begin].outputs[0].shape().elements();
    const bool worth = elements * static_cast<std::int64_t>(group.size()) >= worth_joining;
    if (!worth || !context_.device.joins_kernels()) return false;
    auto joined = group.join(context_, std::move(made));
    if (!joined) return false;
    joined->refusal = first.refusal;
    joined->first = first.begin;
    for (FusedStage::ParamSource& source : joined->sources) source.stage += first.begin;
    out_.push_back(std::move(*joined));
    return true;
  }

  const std::vector<Command>& stages_;
  const PrepareContext& context_;
  std::vector<FusionPiece> pieces_;
  std::vector<FusedStage> out_;
};

}  // namespace

std::vector<FusedStage> fuse_stages(const std::vector<Command>& stages,
                                    const PrepareContext& context) {
  return Joining(stages, context).run();
}

}  // namespace dala
