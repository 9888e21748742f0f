#include "compute/plan/fusion.hpp"

#include <algorithm>

#include "compute/plan/stage_choice.hpp"

namespace dala {

namespace {

// Groups of neighbouring stages that can pass results on in registers.
std::vector<FusionPiece> find_pieces(const std::vector<Command>& stages, std::size_t first,
                                     std::size_t last, const PrepareContext& context) {
  std::vector<FusionPiece> out;
  Rejection rejection;  // why the next stage was not fused with those before it
  for (std::size_t begin = first; begin < last;) {
    FusionPiece piece{
        .begin = begin, .rejection = std::exchange(rejection, {}), .group = FusionGroup(stages)};
    std::size_t end = begin;
    for (; context.fuses && end < last; ++end) {
      const auto next = fusion_candidate(stages[end], context);
      if (!next && !next.error().empty() && stages.size() > 1)
        (end == begin ? piece.rejection : rejection) = {"fused with its neighbours", next.error()};
      if (!next || !piece.group.takes(*next)) break;
      FusionGroup longer = piece.group;
      longer.add(*next, end);
      auto fused = longer.fused();
      if (longer.size() > 1 && !fused) {
        if (!fused.error().empty()) rejection = {"fused with " + piece.group.name(), fused.error()};
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

class Fusion {
 public:
  Fusion(const std::vector<Command>& stages, std::vector<FusionPiece> pieces,
         const PrepareContext& context)
      : stages_(stages), context_(context), pieces_(std::move(pieces)) {}

  [[nodiscard]] std::vector<FusedStage> run() && {
    for (std::size_t first = 0; first < pieces_.size();) {
      std::size_t end = first;
      while (end < pieces_.size() && context_.device.fuses_tiles() &&
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
    std::vector<Rejection> rejections(run.size());
    const std::vector<std::size_t> next = cut_into_tiles(run, rejections);
    for (std::size_t i = 0; i < run.size(); i = next[i]) {
      if (run[i].rejection.reason.empty() || !rejections[i].reason.empty())
        run[i].rejection = rejections[i];
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
      out_.push_back({stages_[i], nullptr,
                      i == piece.begin ? said(piece.rejection) : std::vector<Rejection>{}, i});
  }

  static std::vector<Rejection> said(const Rejection& rejection) {
    return rejection.reason.empty() ? std::vector<Rejection>{} : std::vector{rejection};
  }

  // Adds the group as one fused stage; false where it is not worth it or cannot be compiled.
  bool add(const FusionGroup& group, std::optional<kernel::Fused> made, const FusionPiece& first) {
    if (!is_worth_fusing(stages_, first, group.size()) || !context_.device.fuses_kernels())
      return false;
    auto fused = group.as_stage(context_, std::move(made));
    if (!fused) return false;
    fused->rejections = said(first.rejection);
    fused->first = first.begin;
    for (FusedStage::ParamSource& source : fused->sources) source.stage += first.begin;
    out_.push_back(std::move(*fused));
    return true;
  }

  const std::vector<Command>& stages_;
  const PrepareContext& context_;
  std::vector<FusionPiece> pieces_;
  std::vector<FusedStage> out_;
};

// Adds the reasons for which variants rejected the stages that this one stands for.
void add_rejections(FusedStage& stage, std::size_t end,
                    const std::vector<std::vector<Rejection>>& by_stage) {
  for (std::size_t i = stage.first; i < end; ++i)
    for (const Rejection& one : by_stage[i]) {
      const auto same = [&](const Rejection& r) {
        return r.implementation == one.implementation && r.reason == one.reason;
      };
      if (std::ranges::none_of(stage.rejections, same)) stage.rejections.push_back(one);
    }
}

}  // namespace

std::vector<FusedStage> fuse_stages(const std::vector<Command>& stages,
                                    const PrepareContext& context) {
  std::vector<FusedStage> out;
  const std::vector<FusionPiece> pieces = find_pieces(stages, 0, stages.size(), context);
  std::vector<std::vector<Rejection>> rejections;
  for (const StageGroup& group : choose_groups(stages, pieces, context, rejections)) {
    const std::size_t last = group.first + group.count;
    const std::size_t before = out.size();
    std::optional<FusedStage> run;
    if (group.match) run = make_run_stage(stages, *group.match, context, rejections[group.first]);
    if (run) {
      out.push_back(std::move(*run));
    } else if (group.alone || !context.fuses) {
      for (std::size_t i = group.first; i < last; ++i)
        out.push_back({.command = stages[i], .first = i});
    } else {
      std::vector<FusionPiece> own =
          group.count == stages.size() ? pieces : find_pieces(stages, group.first, last, context);
      for (FusedStage& stage : Fusion(stages, std::move(own), context).run())
        out.push_back(std::move(stage));
    }
    for (std::size_t i = before; i < out.size(); ++i)
      add_rejections(out[i], i + 1 < out.size() ? out[i + 1].first : last, rejections);
  }
  return out;
}

}  // namespace dala
