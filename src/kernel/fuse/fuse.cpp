#include "kernel/fuse/fuse.hpp"

#include <algorithm>

#include "core/format.hpp"
#include "kernel/analysis/elementwise.hpp"
#include "kernel/analysis/index_analysis.hpp"
#include "kernel/fuse/fuser.hpp"
#include "kernel/ir/rewriter.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// Which of the invocation's own elements t[indices] is, or nothing where it is another's: 0 without
// pixels, else the channel.
std::optional<std::uint32_t> own_part(const ir::Module& module, const IndexAnalysis& analysis,
                                      const std::vector<ir::ExprId>& indices) {
  if (module.pixels) return own_channel(analysis, indices);
  return is_own_element(analysis, indices) ? std::optional(0U) : std::nullopt;
}

}  // namespace

class Fuser::Copy : ir::Rewriter {
 public:
  explicit Copy(Fuser& fuser)
      : Rewriter(*fuser.from_, fuser.b_), fuser_(fuser), analysis_(*fuser.from_) {}

  void run(std::uint32_t number) {
    for (const ir::Function& source : from().functions) {
      ir::Function made = source;
      made.name = format("{}_{}", source.name, number);
      b_.enter(made);
      made.body = block(source.body);
      fuser_.out_.functions.push_back(std::move(made));
    }
    in_kernel_ = true;
    ir::Function& kernel = fuser_.out_.kernel;
    b_.enter(kernel);
    kernel.locals.insert(kernel.locals.end(), from().kernel.locals.begin(),
                         from().kernel.locals.end());
    const std::vector<ir::StmtId> body = block(from().kernel.body);
    kernel.body.insert(kernel.body.end(), body.begin(), body.end());
  }

 private:
  ir::ExprId expr(ir::ExprId id) override {
    const ir::Expr& e = from().exprs[id];
    if (e.kind != ir::ExprKind::load_tensor || !fuser_.was_written(e.index))
      return e.kind == ir::ExprKind::query ? query(e) : copy_expr(id);
    if (const auto own = own_part(from(), analysis_, e.args))
      return b_.local(fuser_.values_.at({fuser_.buffer(e.index), *own}));
    std::vector<ir::ExprId> indices;
    for (const ir::ExprId index : e.args) indices.push_back(expr(index));
    return fuser_.tap(e.index, indices, e.edge);
  }

  // t[i] = v becomes: value = v; and t[i] = value where t is still wanted.
  void stmt(ir::StmtId id) override {
    const ir::Stmt& s = from().stmts[id];
    if (s.kind != ir::StmtKind::store_tensor) return copy_stmt(id);
    const std::uint32_t buffer = fuser_.buffer(s.target);
    const ir::ExprId stored = expr(s.value);
    const std::uint32_t value = b_.new_local(b_.type_of(stored));
    b_.add(ir::Stmt{.kind = ir::StmtKind::store, .span = s.span, .target = value, .value = stored});
    fuser_.values_[{buffer, *own_part(from(), analysis_, s.indices)}] = value;
    if (!fuser_.is_kept_[buffer]) return;
    ir::Stmt kept{.kind = ir::StmtKind::store_tensor, .span = s.span};
    kept.target = fuser_.tensor_for(*fuser_.part_, s.target, true);
    for (const ir::ExprId index : s.indices) kept.indices.push_back(expr(index));
    kept.value = b_.local(value);
    b_.add(std::move(kept));
  }

  std::uint32_t local(std::uint32_t index) override {
    return in_kernel_ ? index + fuser_.first_local_ : index;
  }
  std::uint32_t param(std::uint32_t index) override { return index + fuser_.first_param_; }
  std::uint32_t function(std::uint32_t index) override { return index + fuser_.first_function_; }
  std::uint32_t tensor(std::uint32_t index) override {
    return fuser_.tensor_for(*fuser_.part_, index, false);
  }
  ir::ExprId query(const ir::Expr& e) {
    ir::Expr made = e;
    made.index = asked(e.index);
    for (ir::ExprId& arg : made.args) arg = expr(arg);
    return b_.add(std::move(made));
  }
  // The tensor that a query asks; `none` where any of those with the common shape does (`finish`).
  std::uint32_t asked(std::uint32_t index) {
    if (has_other_shape(*fuser_.part_, index)) return tensor(index);
    const auto known = fuser_.inputs_.find(fuser_.buffer(index));
    return known == fuser_.inputs_.end() ? ir::none : known->second;
  }

  Fuser& fuser_;
  IndexAnalysis analysis_;
  bool in_kernel_ = false;
};

bool Fuser::add(const FusePart& part, std::uint32_t number) {
  part_ = &part;
  from_ = part.module;
  why_not_.clear();
  if (!added_.empty() && out_.pixels != from_->pixels) return false;
  if (!can_be_followed(*from_) || !reads_fit() || !taps_pay()) return false;
  out_.pixels = from_->pixels;
  add_params(number);
  first_function_ = static_cast<std::uint32_t>(out_.functions.size());
  first_local_ = static_cast<std::uint32_t>(out_.kernel.locals.size());
  Copy(*this).run(number);
  remember_part();
  return within_limits();
}

std::optional<Fused> Fuser::finish() {
  // Somewhere to find the size of the domain: the last buffer that is written.
  if (outputs_.empty()) return std::nullopt;
  // Another invocation may write the element before this one reads it.
  for (const std::uint32_t read : read_elsewhere_)
    if (outputs_.contains(read)) return std::nullopt;
  out_.domain = outputs_.rbegin()->second;
  out_.name = "fused";
  out_.kernel.name = out_.name;
  // Size queries about a buffer that was fused away go to another tensor: all have the same shape.
  for (ir::Expr& e : out_.exprs)
    if (e.kind == ir::ExprKind::query && e.index == ir::none) e.index = out_.domain;
  return Fused{std::move(out_), std::move(buffers_), std::move(params_)};
}

// Whether all reads can be fused: what earlier parts wrote is read at the invocation's own element
// or can be recomputed, outputs are not read, and no other invocation reads what is written here.
bool Fuser::reads_fit() {
  const IndexAnalysis analysis(*from_);
  for (const ir::Expr& e : from_->exprs) {
    if (e.kind != ir::ExprKind::load_tensor) continue;
    if (from_->tensors[e.index].is_output) return false;
    if (own_part(*from_, analysis, e.args)) continue;
    if (!was_written(e.index)) {
      read_elsewhere_.push_back(buffer(e.index));
    } else if (from_->pixels) {
      why_not_ = format("it reads other pixels than its own of what {} writes",
                        added_[writers_.at(buffer(e.index))].part.name);
      return false;
    } else {
      const auto& computed = again(writers_.at(buffer(e.index)));
      if (!computed) return false;
      read_elsewhere_.insert(read_elsewhere_.end(), computed->reads.begin(), computed->reads.end());
    }
  }
  for (std::uint32_t i = 0; i < from_->tensors.size(); ++i)
    if (from_->tensors[i].is_output &&
        std::ranges::find(read_elsewhere_, buffer(i)) != read_elsewhere_.end())
      return false;
  return true;
}

void Fuser::add_params(std::uint32_t number) {
  first_param_ = static_cast<std::uint32_t>(out_.params.size());
  for (std::uint32_t i = 0; i < from_->params.size(); ++i) {
    out_.params.push_back(
        {format("{}_{}", from_->params[i].name, number), from_->params[i].scalar});
    params_.push_back({number, i});
  }
}

// The fused kernel's tensor for a buffer that is read or written.
std::uint32_t Fuser::tensor_for(const FusePart& part, std::uint32_t tensor, bool is_output) {
  std::map<std::uint32_t, std::uint32_t>& known = is_output ? outputs_ : inputs_;
  const std::uint32_t of_buffer = part.buffers[tensor];
  const auto [entry, is_new] =
      known.try_emplace(of_buffer, static_cast<std::uint32_t>(out_.tensors.size()));
  if (is_new) {
    ir::Tensor copy = part.module->tensors[tensor];
    copy.name = format("{}_{}", copy.name, out_.tensors.size());
    copy.is_output = is_output;
    out_.tensors.push_back(std::move(copy));
    buffers_.push_back(of_buffer);
  }
  ir::Tensor& made = out_.tensors[entry->second];
  made.rank = std::max(made.rank, part.module->tensors[tensor].rank);
  return entry->second;
}

bool Fuser::within_limits() const {
  return out_.tensors.size() <= ir::max_tensors && out_.params.size() <= ir::max_params &&
         out_.kernel.locals.size() <= ir::max_locals && out_.functions.size() <= ir::max_functions;
}

void Fuser::remember_part() {
  Added now{.part = *part_, .first_function = first_function_, .first_param = first_param_};
  for (std::uint32_t i = 0; i < from_->tensors.size(); ++i)
    if (const auto found = writers_.find(buffer(i)); found != writers_.end())
      now.writers.insert(*found);
  for (std::uint32_t i = 0; i < from_->tensors.size(); ++i)
    if (from_->tensors[i].is_output) writers_[buffer(i)] = added_.size();
  added_.push_back(std::move(now));
}

bool can_be_followed(const ir::Module& module) {
  if (module.has_cube || ir::contains(module, module.kernel.body, ir::StmtKind::return_))
    return false;
  const IndexAnalysis analysis(module);
  // Each part of each output once, and all of those at the top.
  std::vector<std::uint32_t> written(module.tensors.size(), 0);  // a bit for each part
  std::size_t stores = 0;
  for (const ir::Stmt& s : module.stmts) {
    // A fused `print` would run once for each reader of the stage's output, or not at all.
    if (s.kind == ir::StmtKind::atomic || s.kind == ir::StmtKind::print) return false;
    if (s.kind == ir::StmtKind::store_tensor) ++stores;
  }
  for (const ir::StmtId id : module.kernel.body) {
    const ir::Stmt& s = module.stmts[id];
    if (s.kind != ir::StmtKind::store_tensor) continue;
    const auto part = own_part(module, analysis, s.indices);
    if (!part || (written[s.target] >> *part & 1) != 0) return false;
    written[s.target] |= 1U << *part;
    --stores;
  }
  const std::uint32_t all = module.pixels ? 0b1111 : 0b1;
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    if (written[i] != (module.tensors[i].is_output ? all : 0)) return false;
  return stores == 0;
}

std::expected<Fused, std::string> fuse(std::span<const FusePart> parts,
                                       const std::vector<bool>& is_kept) {
  Fuser fuser(is_kept);
  for (std::uint32_t i = 0; i < parts.size(); ++i)
    if (!fuser.add(parts[i], i)) return std::unexpected(fuser.why_not());
  auto made = fuser.finish();
  if (!made) return std::unexpected(std::string());
  ir::verify_after("fusion", made->module);
  return std::move(*made);
}

}  // namespace dala::kernel
