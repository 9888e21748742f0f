#include "kernel/fuse/tile_body.hpp"

#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/analysis/elementwise.hpp"

namespace dala::kernel {

using ir::ExprId;
using ir::ExprKind;
using Where = ir::Position;
using ir::Scalar;
using ir::StmtKind;

namespace {

constexpr std::int64_t furthest = 32;
constexpr ir::Type u8_type{Scalar::u8};

struct Offsets {
  Interval y;
  Interval x;
};

// Where t[indices] is from the own pixel, where that is known.
std::optional<Offsets> offsets_of(const IndexAnalysis& analysis, const ir::Expr& load) {
  if (own_channel(analysis, load.args)) return Offsets{};
  if (load.args.size() != 3 || load.edge != ir::Edge::mirrored) return std::nullopt;
  const auto along = [&](std::size_t i, Base base) -> std::optional<Interval> {
    const auto a = analysis.affine(load.args[i]);
    if (!a || a->base != base || a->multiplier != 1 || a->rest.low < -furthest ||
        a->rest.high > furthest)
      return std::nullopt;
    return a->rest;
  };
  const auto y = along(0, Base::y);
  const auto x = along(1, Base::x);
  const auto channel = analysis.interval(load.args[2]);
  if (!y || !x || !channel || channel->low < 0 || channel->high > 3) return std::nullopt;
  return Offsets{*y, *x};
}

std::int64_t reach(const Interval& of) { return std::max(std::abs(of.low), std::abs(of.high)); }

std::optional<std::uint32_t> only_output(const ir::Module& module) {
  std::optional<std::uint32_t> out;
  for (std::uint32_t i = 0; i < module.tensors.size(); ++i) {
    if (!module.tensors[i].is_output) continue;
    if (out) return std::nullopt;
    out = i;
  }
  return out;
}

bool has_other_shape(const FusePart& part, std::uint32_t tensor) {
  return !part.other_shape.empty() && part.other_shape[tensor];
}

// How far the kernel reads around its own pixel of one tensor; nothing where that is not known.
std::optional<TilePart> reach_into(const FusePart& part, const IndexAnalysis& analysis,
                                   std::uint32_t tensor) {
  TilePart out{.chain = tensor};
  for (const ir::Expr& e : part.module->exprs) {
    if (e.kind != ExprKind::load_tensor || e.index != tensor) continue;
    const auto at = offsets_of(analysis, e);
    if (!at) return std::nullopt;
    out.reach_x = std::max(out.reach_x, reach(at->x));
    out.reach_y = std::max(out.reach_y, reach(at->y));
  }
  return out;
}

}  // namespace

std::expected<TilePart, std::string> plan_tile_part(const FusePart& part, const FusePart* before) {
  const ir::Module& module = *part.module;
  const auto output = only_output(module);
  if (!module.pixels || !output || module.tensors[*output].scalar != Scalar::u8 ||
      !can_be_followed(module))
    return std::unexpected(format("{} does not write a pixel by itself", part.name));
  for (const ir::Expr& e : module.exprs)
    if (e.kind == ExprKind::position && e.position > Where::ABSOLUTE_POS_Z)
      return std::unexpected(format("{} asks for positions in cubes", part.name));
  const IndexAnalysis analysis(module);
  TilePart found;
  for (std::uint32_t i = 0; i < module.tensors.size(); ++i) {
    if (module.tensors[i].is_output) continue;
    const bool is_picture = module.tensors[i].scalar == Scalar::u8 && !has_other_shape(part, i);
    if (before == nullptr) {
      const auto into = is_picture ? reach_into(part, analysis, i) : std::nullopt;
      if (into && into->reach_x + into->reach_y > 0 && found.chain == ir::none) found = *into;
      continue;
    }
    if (part.buffers[i] != before->buffers[*only_output(*before->module)]) continue;
    const auto into = is_picture ? reach_into(part, analysis, i) : std::nullopt;
    if (!into || found.chain != ir::none)
      return std::unexpected(
          format("it reads pixels of what {} writes that are not known before it runs, or are not "
                 "mirrored at the edges",
                 before->name));
    found = *into;
  }
  if (before != nullptr && found.chain == ir::none)
    return std::unexpected(format("it does not read what {} writes", before->name));
  return found;
}

void TileBuilder::begin(std::uint32_t tile_width, std::uint32_t tile_height) {
  out_.name = "tiled";
  out_.kernel.name = out_.name;
  out_.pixels = true;
  out_.has_cube = true;
  out_.cube = {tile_width, tile_height, 1};
}

void TileBuilder::add_tile(std::int64_t pixels) {
  out_.shared.push_back({format("tile_{}", out_.shared.size()),
                         {.scalar = Scalar::u32, .length = static_cast<std::uint32_t>(pixels)}});
}

bool TileBuilder::add_part(const FusePart& part, std::uint32_t number, std::uint32_t chain) {
  part_ = &part;
  read_from(*part.module);
  analysis_.emplace(from());
  chain_ = chain;
  first_param_ = static_cast<std::uint32_t>(out_.params.size());
  for (std::uint32_t i = 0; i < from().params.size(); ++i) {
    out_.params.push_back(
        {format("{}_{}", from().params[i].name, number), from().params[i].scalar});
    params_.push_back({number, i});
  }
  copy_functions(number);
  first_local_ = static_cast<std::uint32_t>(out_.kernel.locals.size());
  out_.kernel.locals.insert(out_.kernel.locals.end(), from().kernel.locals.begin(),
                            from().kernel.locals.end());
  return !failed_;
}

std::optional<Fused> TileBuilder::finish(std::vector<ir::StmtId> body) {
  out_.kernel.body = std::move(body);
  for (ir::Expr& e : out_.exprs)
    if (e.kind == ExprKind::query && e.index == ir::none) e.index = out_.domain;
  if (failed_ || out_.tensors.size() > ir::max_tensors || out_.params.size() > ir::max_params ||
      out_.kernel.locals.size() > ir::max_locals || out_.functions.size() > ir::max_functions)
    return std::nullopt;
  return Fused{std::move(out_), std::move(buffers_), std::move(params_)};
}

std::uint32_t TileBuilder::tensor_for(const FusePart& part, std::uint32_t tensor, bool is_output) {
  const auto [entry, is_new] =
      tensors_.try_emplace(part.buffers[tensor], static_cast<std::uint32_t>(out_.tensors.size()));
  if (is_new) {
    ir::Tensor made = part.module->tensors[tensor];
    made.name = format("{}_{}", made.name, out_.tensors.size());
    made.is_output = is_output;
    out_.tensors.push_back(std::move(made));
    buffers_.push_back(part.buffers[tensor]);
  }
  ir::Tensor& made = out_.tensors[entry->second];
  // A tensor that is read and written is two, and other cubes would read what this one writes.
  if (made.is_output != is_output) failed_ = true;
  made.rank = std::max(made.rank, part.module->tensors[tensor].rank);
  return entry->second;
}

// --- pixels ---

ExprId TileBuilder::loaded_word(const FusePart& part, std::uint32_t tensor) {
  const std::uint32_t in = tensor_for(part, tensor, false);
  out_.tensors[in].rank = 3;
  ExprId word = ir::none;
  for (std::int64_t c = 0; c < 4; ++c) {
    const ExprId byte =
        b_.cast(b_.load(in, {b_.local(here_.y), b_.local(here_.x), b_.whole(c)}), ir::u32_type);
    word = c == 0 ? byte
                  : b_.binary(ir::BinaryOp::bit_or, word,
                              b_.binary(ir::BinaryOp::shl, byte, b_.whole(8 * c, Scalar::u32)));
  }
  return word;
}

ExprId TileBuilder::first_of_tile(Where cube, std::int64_t size, std::int64_t margin) {
  return b_.binary(ir::BinaryOp::sub,
                   b_.binary(ir::BinaryOp::mul, b_.position(cube), b_.whole(size)),
                   b_.whole(margin));
}

void TileBuilder::begin_pixel(const std::optional<TileView>& source) {
  source_ = source;
  const auto uses_flat = [](const ir::Expr& e) {
    return e.kind == ExprKind::position && e.position == Where::ABSOLUTE_POS;
  };
  if (std::ranges::any_of(from().exprs, uses_flat)) {
    flat_ = b_.new_local(ir::s32_type);
    b_.store(flat_, b_.binary(ir::BinaryOp::add,
                              b_.binary(ir::BinaryOp::mul, b_.local(here_.y), frame_size(1)),
                              b_.local(here_.x)));
  }
  if (source_) {
    base_ = b_.new_local(ir::s32_type);
    const ExprId row = b_.binary(ir::BinaryOp::sub, b_.local(here_.y),
                                 first_of_tile(Where::CUBE_POS_Y, out_.cube[1], source_->margin_y));
    const ExprId column =
        b_.binary(ir::BinaryOp::sub, b_.local(here_.x),
                  first_of_tile(Where::CUBE_POS_X, out_.cube[0], source_->margin_x));
    b_.store(base_, b_.binary(ir::BinaryOp::add,
                              b_.binary(ir::BinaryOp::mul, row, b_.whole(source_->width)), column));
  }
  for (std::uint32_t& channel : stored_) channel = b_.new_local(u8_type);
  statements(from().kernel.body);
}

ExprId TileBuilder::part_word(const std::optional<TileView>& source) {
  begin_pixel(source);
  ExprId word = b_.cast(b_.local(stored_[0]), ir::u32_type);
  for (std::int64_t c = 1; c < 4; ++c)
    word =
        b_.binary(ir::BinaryOp::bit_or, word,
                  b_.binary(ir::BinaryOp::shl,
                            b_.cast(b_.local(stored_[static_cast<std::size_t>(c)]), ir::u32_type),
                            b_.whole(8 * c, Scalar::u32)));
  return word;
}

void TileBuilder::store_pixel(const std::optional<TileView>& source) {
  begin_pixel(source);
  out_.domain = tensor_for(*part_, *only_output(from()), true);
  out_.tensors[out_.domain].rank = 3;
  for (std::int64_t c = 0; c < 4; ++c)
    b_.store_tensor(out_.domain, {b_.local(here_.y), b_.local(here_.x), b_.whole(c)},
                    b_.local(stored_[static_cast<std::size_t>(c)]));
}

// --- copies of the part ---

void TileBuilder::copy_functions(std::uint32_t number) {
  first_function_ = static_cast<std::uint32_t>(out_.functions.size());
  in_function_ = true;
  for (const ir::Function& source : from().functions) {
    ir::Function made = source;
    made.name = format("{}_{}", source.name, number);
    b_.enter(made);
    made.body = block(source.body);
    out_.functions.push_back(std::move(made));
  }
  b_.enter(out_.kernel);
  in_function_ = false;
}

void TileBuilder::stmt(ir::StmtId id) {
  const ir::Stmt& s = from().stmts[id];
  if (s.kind != StmtKind::store_tensor) return copy_stmt(id);
  // Each channel once, which can_be_followed has seen to.
  const auto channel = own_channel(*analysis_, s.indices);
  if (!channel || in_function_) {
    failed_ = true;
    return;
  }
  b_.store(stored_[*channel], expr(s.value));
}

ExprId TileBuilder::expr(ExprId id) {
  const ir::Expr& e = from().exprs[id];
  if (in_function_ && (e.kind == ExprKind::load_tensor || e.kind == ExprKind::position)) {
    failed_ = true;
    return b_.whole(0, e.type.scalar);
  }
  if (e.kind == ExprKind::position) return copy_position(e.position);
  if (e.kind == ExprKind::query) return copy_query(e);
  if (e.kind == ExprKind::load_tensor && source_ && e.index == chain_) return copy_load(e);
  return copy_expr(id);
}

std::uint32_t TileBuilder::local(std::uint32_t index) {
  return in_function_ ? index : index + first_local_;
}

std::uint32_t TileBuilder::tensor(std::uint32_t index) { return tensor_for(*part_, index, false); }

// Pictures all have the size of the last.
ExprId TileBuilder::copy_query(const ir::Expr& e) {
  ir::Expr made = e;
  made.index = has_other_shape(*part_, e.index) ? tensor(e.index) : ir::none;
  for (ExprId& arg : made.args) arg = expr(arg);
  return b_.add(std::move(made));
}

ExprId TileBuilder::copy_position(Where of) {
  switch (of) {
    case Where::ABSOLUTE_POS_X:
      return b_.local(here_.x);
    case Where::ABSOLUTE_POS_Y:
      return b_.local(here_.y);
    case Where::ABSOLUTE_POS:
      return b_.local(flat_);
    default:
      return b_.whole(0);  // ABSOLUTE_POS_Z of a pixel
  }
}

// A byte of the tile. Nothing is mirrored here: the tile holds what lies beyond the edges.
ExprId TileBuilder::copy_load(const ir::Expr& e) {
  const Offsets offsets = *offsets_of(*analysis_, e);
  const auto is_fixed = [](const Interval& of) { return of.low == of.high; };
  ExprId at = ir::none;
  if (is_fixed(offsets.y) && is_fixed(offsets.x)) {
    at = b_.whole(offsets.y.low * source_->width + offsets.x.low);
  } else {
    const ExprId row = b_.binary(ir::BinaryOp::sub, expr(e.args[0]), b_.local(here_.y));
    const ExprId column = b_.binary(ir::BinaryOp::sub, expr(e.args[1]), b_.local(here_.x));
    at = b_.binary(ir::BinaryOp::add, b_.binary(ir::BinaryOp::mul, row, b_.whole(source_->width)),
                   column);
  }
  const ExprId word =
      b_.load_shared(source_->shared, b_.binary(ir::BinaryOp::add, b_.local(base_), at));
  ExprId shift = ir::none;
  if (const auto own = own_channel(*analysis_, e.args)) {
    shift = b_.whole(std::int64_t{8} * *own, Scalar::u32);
  } else if (const Interval channel = *analysis_->interval(e.args[2]); is_fixed(channel)) {
    shift = b_.whole(8 * channel.low, Scalar::u32);
  } else {
    shift = b_.binary(ir::BinaryOp::mul, b_.cast(expr(e.args[2]), ir::u32_type),
                      b_.whole(8, Scalar::u32));
  }
  return b_.cast(b_.binary(ir::BinaryOp::shr, word, shift), u8_type);
}

}  // namespace dala::kernel
