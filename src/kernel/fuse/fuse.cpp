#include "kernel/fuse/fuse.hpp"

#include <algorithm>

#include "core/format.hpp"
#include "kernel/analysis/elementwise.hpp"
#include "kernel/analysis/index_analysis.hpp"
#include "kernel/fuse/fuser.hpp"
#include "kernel/ir/verify.hpp"

namespace dala::kernel {

namespace {

bool returns(const ir::Module& module, const std::vector<ir::StmtId>& body) {
  return std::ranges::any_of(body, [&](ir::StmtId id) {
    const ir::Stmt& s = module.stmts[id];
    return s.kind == ir::StmtKind::return_ || returns(module, s.body) || returns(module, s.other);
  });
}

// Which of the invocation's own elements t[indices] is, or nothing where it is another's: 0 without
// pixels, else the channel.
std::optional<std::uint32_t> own_part(const ir::Module& module, const IndexAnalysis& analysis,
                                      const std::vector<ir::ExprId>& indices) {
  if (module.pixels) return own_channel(analysis, indices);
  return is_own_element(analysis, indices) ? std::optional(0U) : std::nullopt;
}

}  // namespace

bool Fuser::add(const FusePart& part, std::uint32_t number) {
  part_ = &part;
  from_ = part.module;
  why_not_.clear();
  if (!added_.empty() && out_.pixels != from_->pixels) return false;
  if (!can_be_followed(*from_) || !reads_fit() || !taps_pay()) return false;
  out_.pixels = from_->pixels;
  add_params(number);
  first_expr_ = static_cast<ir::ExprId>(out_.exprs.size());
  first_stmt_ = static_cast<ir::StmtId>(out_.stmts.size());
  first_function_ = static_cast<std::uint32_t>(out_.functions.size());
  first_local_ = static_cast<std::uint32_t>(out_.kernel.locals.size());
  copy_exprs();
  copy_stmts();
  copy_functions(number);
  compute_taps();
  remember_part();
  return within_limits();
}

std::optional<Fused> Fuser::finish() {
  // Somewhere to find the size of the domain: the last buffer that is written.
  if (outputs_.empty()) return std::nullopt;
  // Others' invocations may write it before it is read.
  for (const std::uint32_t read : read_elsewhere_)
    if (outputs_.contains(read)) return std::nullopt;
  out_.domain = outputs_.rbegin()->second;
  out_.name = "fused";
  out_.kernel.name = out_.name;
  // What asked for the size of a buffer that is gone asks another: all have the same.
  for (ir::Expr& e : out_.exprs)
    if (e.kind == ir::ExprKind::query && e.index == ir::none) e.index = out_.domain;
  return Fused{std::move(out_), std::move(buffers_), std::move(params_)};
}

// What earlier parts wrote is read at the own element or can be computed again, outputs are not
// read at all, and what is written here was not read by others' invocations.
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

void Fuser::copy_exprs() {
  const IndexAnalysis analysis(*from_);
  for (const ir::Expr& from : from_->exprs) {
    ir::Expr e = from;
    for (ir::ExprId& arg : e.args) arg += first_expr_;
    switch (e.kind) {
      case ir::ExprKind::param:
        e.index += first_param_;
        break;
      case ir::ExprKind::call:
        e.index += first_function_;
        break;
      case ir::ExprKind::query:
        if (has_other_shape(*part_, e.index))
          e.index = tensor_for(*part_, e.index, false);
        else
          e.index = inputs_.contains(buffer(e.index)) ? inputs_[buffer(e.index)] : ir::none;
        break;
      case ir::ExprKind::load_tensor:
        if (const auto own = own_part(*from_, analysis, from.args); was_written(e.index) && !own) {
          taps_.push_back({static_cast<ir::ExprId>(out_.exprs.size()), e.index});
        } else if (was_written(e.index)) {
          e = {.kind = ir::ExprKind::local,
               .type = e.type,
               .index = values_.at({buffer(e.index), *own})};
          values_used_.push_back(static_cast<ir::ExprId>(out_.exprs.size()));
        } else {
          e.index = tensor_for(*part_, e.index, false);
        }
        break;
      default:
        break;
    }
    out_.exprs.push_back(std::move(e));
  }
  // Locals of the kernel's own statements move; those of helper functions stay.
  shift_locals(from_->kernel.body);
}

void Fuser::shift_locals(const std::vector<ir::StmtId>& body) {
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = from_->stmts[id];
    for (const ir::ExprId index : s.indices) shift_locals_in(index + first_expr_);
    if (s.value != ir::none) shift_locals_in(s.value + first_expr_);
    if (s.end != ir::none) shift_locals_in(s.end + first_expr_);
    shift_locals(s.body);
    shift_locals(s.other);
  }
}

// An expression that several statements share is shifted once.
void Fuser::shift_locals_in(ir::ExprId id) {
  if (shifted_.size() < out_.exprs.size()) shifted_.resize(out_.exprs.size(), false);
  if (shifted_[id]) return;
  shifted_[id] = true;
  ir::Expr& e = out_.exprs[id];
  const bool is_value = std::ranges::find(values_used_, id) != values_used_.end();
  if ((e.kind == ir::ExprKind::local && !is_value) || e.kind == ir::ExprKind::element)
    e.index += first_local_;
  for (const ir::ExprId arg : std::vector<ir::ExprId>(e.args)) shift_locals_in(arg);
}

void Fuser::copy_stmts() {
  out_.kernel.locals.insert(out_.kernel.locals.end(), from_->kernel.locals.begin(),
                            from_->kernel.locals.end());
  const auto move_all = [&](std::vector<ir::StmtId> ids) {
    for (ir::StmtId& id : ids) id += first_stmt_;
    return ids;
  };
  std::vector<bool> in_kernel(from_->stmts.size(), false);
  mark(from_->kernel.body, in_kernel);
  for (std::size_t i = 0; i < from_->stmts.size(); ++i) {
    ir::Stmt s = from_->stmts[i];
    for (ir::ExprId& index : s.indices) index += first_expr_;
    if (s.value != ir::none) s.value += first_expr_;
    if (s.end != ir::none) s.end += first_expr_;
    s.body = move_all(std::move(s.body));
    s.other = move_all(std::move(s.other));
    if (in_kernel[i] && s.kind != ir::StmtKind::store_tensor) s.target += first_local_;
    out_.stmts.push_back(std::move(s));
  }
  const IndexAnalysis analysis(*from_);
  for (const ir::StmtId id : from_->kernel.body) {
    if (out_.stmts[id + first_stmt_].kind == ir::StmtKind::store_tensor)
      keep_value(id + first_stmt_, *own_part(*from_, analysis, from_->stmts[id].indices));
    else
      out_.kernel.body.push_back(id + first_stmt_);
  }
}

void Fuser::mark(const std::vector<ir::StmtId>& body, std::vector<bool>& in_kernel) const {
  for (const ir::StmtId id : body) {
    in_kernel[id] = true;
    mark(from_->stmts[id].body, in_kernel);
    mark(from_->stmts[id].other, in_kernel);
  }
}

// t[i] = v becomes: value = v; and t[i] = value where t is still wanted.
void Fuser::keep_value(ir::StmtId id, std::uint32_t channel) {
  ir::Stmt store = out_.stmts[id];
  const std::uint32_t tensor = store.target;
  const ir::Type type = out_.exprs[store.value].type;
  const auto local = static_cast<std::uint32_t>(out_.kernel.locals.size());
  out_.kernel.locals.push_back({"", type});
  out_.stmts[id] = {
      .kind = ir::StmtKind::store, .span = store.span, .target = local, .value = store.value};
  out_.kernel.body.push_back(id);
  values_[{buffer(tensor), channel}] = local;
  if (!is_kept_[buffer(tensor)]) return;
  store.target = tensor_for(*part_, tensor, true);
  store.value = static_cast<ir::ExprId>(out_.exprs.size());
  out_.exprs.push_back({.kind = ir::ExprKind::local, .type = type, .index = local});
  out_.kernel.body.push_back(static_cast<ir::StmtId>(out_.stmts.size()));
  out_.stmts.push_back(std::move(store));
}

void Fuser::copy_functions(std::uint32_t number) {
  for (ir::Function function : from_->functions) {
    function.name = format("{}_{}", function.name, number);
    for (ir::StmtId& id : function.body) id += first_stmt_;
    out_.functions.push_back(std::move(function));
  }
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
  if (module.has_cube || returns(module, module.kernel.body)) return false;
  const IndexAnalysis analysis(module);
  // Each part of each output once, and all of those at the top.
  std::vector<std::uint32_t> written(module.tensors.size(), 0);  // a bit for each part
  std::size_t stores = 0;
  for (const ir::Stmt& s : module.stmts) {
    if (s.kind == ir::StmtKind::atomic) return false;
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
