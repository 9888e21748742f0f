// Builds the fused kernel part by part; see fuse.hpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "kernel/fuse/element_function.hpp"
#include "kernel/fuse/fuse.hpp"
#include "kernel/ir/builder.hpp"

namespace dala::kernel {

class Fuser {
 public:
  explicit Fuser(const std::vector<bool>& is_kept) : is_kept_(is_kept) {}

  [[nodiscard]] bool add(const FusePart& part, std::uint32_t number);
  [[nodiscard]] std::optional<Fused> finish();
  // Why the last part was rejected; empty where there is nothing worth reporting.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  // The cost of recomputing a part's elements. Computed once for each part, because the number of
  // paths through the parts that wrote its inputs grows exponentially.
  struct Again {
    std::set<std::uint32_t> reads = {};  // buffers from outside
    std::int64_t cost = 0;               // for each element
  };
  // A part that is in, with who wrote what it reads; buffers that came from outside are not there.
  struct Added {
    FusePart part;
    std::uint32_t first_function = 0;
    std::uint32_t first_param = 0;
    std::map<std::uint32_t, std::size_t> writers = {};        // buffer to number in added_
    std::map<std::uint32_t, ElementFunction> functions = {};  // by output tensor
    std::optional<std::optional<Again>> again = {};           // once it was asked for
  };
  class Copy;  // of the part that is being added, into out_

  [[nodiscard]] std::uint32_t buffer(std::uint32_t tensor) const { return part_->buffers[tensor]; }
  [[nodiscard]] bool was_written(std::uint32_t tensor) const {
    return writers_.contains(buffer(tensor));
  }
  [[nodiscard]] static bool has_other_shape(const FusePart& part, std::uint32_t tensor) {
    return !part.other_shape.empty() && part.other_shape[tensor];
  }

  [[nodiscard]] bool reads_fit();
  void add_params(std::uint32_t number);
  std::uint32_t tensor_for(const FusePart& part, std::uint32_t tensor, bool is_output);
  void remember_part();
  [[nodiscard]] bool within_limits() const;

  // --- recompute.cpp ---
  // Nothing where it cannot be recomputed.
  [[nodiscard]] const std::optional<Again>& again(std::size_t writer);
  [[nodiscard]] std::optional<Again> find_again(const Added& source);
  [[nodiscard]] bool taps_pay();
  // What the part that is being added reads of an earlier one at another element than its own;
  // `indices` are expressions of out_.
  ir::ExprId tap(std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge);
  ir::ExprId value_at(std::size_t writer, std::uint32_t of_buffer,
                      const std::vector<ir::ExprId>& indices, ir::Edge edge);
  const ElementFunction& function_of(std::size_t writer, std::uint32_t of_buffer);
  ir::ExprId is_inside(const std::vector<ir::ExprId>& indices, std::uint32_t tensor);

  const std::vector<bool>& is_kept_;
  const FusePart* part_ = nullptr;
  const ir::Module* from_ = nullptr;
  ir::Module out_;
  ir::Builder b_{out_, out_.kernel};
  std::string why_not_;
  std::vector<Added> added_;
  std::map<std::uint32_t, std::size_t> writers_;  // buffer to who wrote it last
  std::vector<std::uint32_t> buffers_;
  std::vector<Fused::Param> params_;
  std::map<std::uint32_t, std::uint32_t> inputs_;   // buffer to tensor
  std::map<std::uint32_t, std::uint32_t> outputs_;  // buffer to tensor
  // Buffer and channel (0 without pixels) to the local with what was written.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> values_;
  std::vector<std::uint32_t> read_elsewhere_;  // buffers read at other elements than the own
  std::uint32_t first_function_ = 0;
  std::uint32_t first_local_ = 0;
  std::uint32_t first_param_ = 0;
};

}  // namespace dala::kernel
