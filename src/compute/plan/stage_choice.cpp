#include "compute/plan/stage_choice.hpp"

#include <algorithm>
#include <ranges>

#include "compute/kernels/variant.hpp"
#include "core/format.hpp"
#include "kernel/analysis/cost.hpp"

namespace dala {

namespace {

// With fewer elements than this, written by all stages together, fusing saves less time than
// compiling the fused kernel takes.
constexpr std::int64_t worth_fusing = 1 << 19;

class Chooser {
 public:
  Chooser(const std::vector<Command>& stages, std::span<const FusionPiece> pieces,
          const PrepareContext& context, std::vector<std::vector<Rejection>>& rejections)
      : stages_(stages),
        pieces_(pieces),
        context_(context),
        costs_(context.device.costs()),
        rejections_(rejections) {}

  [[nodiscard]] std::vector<StageGroup> run() {
    const std::size_t count = stages_.size();
    std::vector<std::vector<RunMatch>> matches(count);
    for (std::size_t i = 0; i < count; ++i)
      matches[i] = find_matches(stages_, i, context_, rejections_[i]);

    // Dynamic programming from the last stage to the first: the least cost of the stages from each
    // on, and the group that begins there.
    std::vector<double> least(count + 1, 0);
    std::vector<StageGroup> best(count);
    for (const FusionPiece& piece : pieces_ | std::views::reverse)
      for (std::size_t i = piece.end; i-- > piece.begin;) {
        take_kernels(piece, i, least, best[i]);
        const double by_kernels = least[i];
        for (RunMatch& match : matches[i]) take_match(match, by_kernels, least, best[i]);
      }
    std::vector<StageGroup> groups;
    for (std::size_t i = 0; i < count; i += best[i].count) {
      const auto is_open = [](const StageGroup& g) { return !g.match && !g.alone; };
      if (!groups.empty() && is_open(groups.back()) && is_open(best[i]))
        groups.back().count += best[i].count;
      else
        groups.push_back(best[i]);
    }
    return groups;
  }

 private:
  // The stage as a kernel of the language, fused with as many of the following stages as possible.
  void take_kernels(const FusionPiece& piece, std::size_t i, std::vector<double>& least,
                    StageGroup& best) const {
    least[i] = cost_of_kernels(i, i + 1) + least[i + 1];
    best = {.first = i, .count = 1, .alone = variant_of(i) != nullptr};
    for (std::size_t end = i + 2; end <= piece.end; ++end) {
      if (!context_.device.fuses_kernels() || !is_worth_fusing(stages_, piece, end - i)) continue;
      const double cost = cost_of_kernels(i, end) + least[end];
      if (cost >= least[i]) continue;
      least[i] = cost;
      best = {.first = i, .count = end - i};
    }
  }

  void take_match(RunMatch& match, double by_kernels, std::vector<double>& least,
                  StageGroup& best) const {
    const std::size_t i = match.first;
    const std::size_t end = i + match.count;
    double own = bytes_of(i, end) * costs_.byte +
                 match.offer.cost * places_of(stages_[end - 1].outputs[0].shape());
    if (context_.prefers_variants) own = 0;
    const double cost = own + least[end];
    if (cost < least[i]) {
      least[i] = cost;
      best = {.first = i, .count = match.count, .match = std::move(match)};
    } else if (cost >= by_kernels) {
      const std::string_view plural = match.count == 1 ? "" : "s";
      rejections_[i].push_back(
          {std::string(match.variant->name),
           own == never_pays
               ? format("{} stage{} by it were measured to take longer than by themselves",
                        match.count, plural)
               : format("{} stage{} by it and the rest would cost {:.2f} of what fused kernels do",
                        match.count, plural, cost / by_kernels)});
    }
  }

  // The number of elements, or of pixels for an image.
  [[nodiscard]] static double places_of(const Shape& shape) {
    const auto elements = static_cast<double>(shape.elements());
    return shape.rank() == 3 ? elements / static_cast<double>(std::max<std::int64_t>(shape[2], 1))
                             : elements;
  }

  // The cost of the stages [first, end) fused into one kernel that passes results on in registers.
  [[nodiscard]] double cost_of_kernels(std::size_t first, std::size_t end) const {
    double cost = bytes_of(first, end) * costs_.byte;
    for (std::size_t i = first; i < end; ++i) cost += cost_alone(i, end - first == 1);
    return cost;
  }

  // The cost of a stage without its memory traffic.
  [[nodiscard]] double cost_alone(std::size_t stage, bool by_itself) const {
    const LanguageKernel* const kernel = kernel_of(stage);
    if (kernel == nullptr) return 0;  // there is no alternative to compare it with
    if (const EntryVariant* variant = by_itself ? variant_of(stage) : nullptr)
      return variant->variant.cost.value_or(0) * places_of(stages_[stage].outputs[0].shape());
    return cost_of(*kernel->module, stages_[stage]);
  }

  [[nodiscard]] const LanguageKernel* kernel_of(std::size_t stage) const {
    if (stages_[stage].op != Op::run_kernel) return nullptr;
    const auto entry = context_.registry.find(stages_[stage].kernel);
    return entry ? (*entry)->as<LanguageKernel>() : nullptr;
  }

  // What runs the stage where it is not fused; null for its source.
  [[nodiscard]] const EntryVariant* variant_of(std::size_t stage) const {
    const LanguageKernel* const kernel = kernel_of(stage);
    if (kernel == nullptr || !context_.variants) return nullptr;
    const auto entry = context_.registry.find(stages_[stage].kernel);
    backend::Decision rejections;
    return find_variant(*kernel, (*entry)->info(), stages_[stage],
                        context_.device.info().capabilities, rejections);
  }

  [[nodiscard]] double cost_of(const kernel::ir::Module& module, const Command& stage) const {
    return kernel::cost_with_loads(module, costs_.load) * places_of(stage.outputs[0].shape());
  }

  // The bytes that the stages [first, end) read and write where no intermediate result goes through
  // memory.
  [[nodiscard]] double bytes_of(std::size_t first, std::size_t end) const {
    std::vector<Buffer> written;
    std::vector<Buffer> read;
    for (std::size_t i = first; i < end; ++i) {
      for (const Buffer& input : stages_[i].inputs)
        if (!holds(written, input) && !holds(read, input)) read.push_back(input);
      for (const Buffer& output : stages_[i].outputs) written.push_back(output);
    }
    double bytes = 0;
    for (const Buffer& buffer : read) bytes += static_cast<double>(buffer.size_bytes());
    for (const Buffer& buffer : written)
      if (is_kept(buffer, end)) bytes += static_cast<double>(buffer.size_bytes());
    return bytes;
  }

  static bool holds(const std::vector<Buffer>& buffers, const Buffer& buffer) {
    return std::ranges::find(buffers, buffer) != buffers.end();
  }

  [[nodiscard]] bool is_kept(const Buffer& buffer, std::size_t end) const {
    if (buffer.state()->pipeline == nullptr) return true;
    for (std::size_t i = end; i < stages_.size(); ++i)
      if (std::ranges::find(stages_[i].inputs, buffer) != stages_[i].inputs.end()) return true;
    return false;
  }

  const std::vector<Command>& stages_;
  std::span<const FusionPiece> pieces_;
  const PrepareContext& context_;
  const backend::Costs costs_;
  std::vector<std::vector<Rejection>>& rejections_;
};

}  // namespace

bool is_worth_fusing(const std::vector<Command>& stages, const FusionPiece& piece,
                     std::size_t count) {
  return stages[piece.begin].outputs[0].shape().elements() * static_cast<std::int64_t>(count) >=
         worth_fusing;
}

std::vector<StageGroup> choose_groups(const std::vector<Command>& stages,
                                      std::span<const FusionPiece> pieces,
                                      const PrepareContext& context,
                                      std::vector<std::vector<Rejection>>& rejections) {
  rejections.assign(stages.size(), {});
  if (stages.empty()) return {};
  return Chooser(stages, pieces, context, rejections).run();
}

}  // namespace dala
