// Stages of a pipeline that become one kernel.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/plan/fusion.hpp"
#include "kernel/fuse/fuse.hpp"

namespace dala {

// A stage that might be fused with its neighbours.
struct Candidate {
  const Command* stage = nullptr;
  std::shared_ptr<const KernelEntry> entry;
  std::shared_ptr<const kernel::ir::Module> module;
};

// Or why it is none, where that is worth a word.
[[nodiscard]] std::expected<Candidate, std::string> fusion_candidate(const Command& stage,
                                                                     const PrepareContext& context);

class FusionGroup {
 public:
  explicit FusionGroup(const std::vector<Command>& stages) : stages_(&stages) {}

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  // Whether the stage may be fused with those already here.
  [[nodiscard]] bool takes(const Candidate& next) const;
  void add(Candidate next, std::size_t number);
  // Adds all stages of another group, which follow these.
  void append(const FusionGroup& next);

  // The stages fused into one kernel that passes results on in registers.
  [[nodiscard]] std::expected<kernel::Fused, std::string> fused() const;
  // The stages as one that runs the fused kernel; nothing where it cannot be compiled.
  [[nodiscard]] std::optional<FusedStage> as_stage(const PrepareContext& context,
                                                   std::optional<kernel::Fused> made) const;

  // The names of its kernels.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] const Buffer& buffer(std::uint32_t number) const { return buffers_[number]; }
  [[nodiscard]] std::uint32_t number_of(const Buffer& buffer) const;
  // Whether a later stage reads it; a buffer that is not transient may always be read.
  [[nodiscard]] bool is_wanted_later(const Buffer& buffer) const;

 private:
  void note(const Buffer& buffer);
  bool set_params(const kernel::Fused& made, KernelInfo& info, FusedStage& fused) const;

  const std::vector<Command>* stages_;
  std::vector<Candidate> members_;
  std::vector<Buffer> buffers_;
  std::size_t last_ = 0;
};

}  // namespace dala
