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
constexpr ir::Type u32_type{Scalar::u32};

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
  from_ = part.module;
  analysis_.emplace(*from_);
  chain_ = chain;
  first_param_ = static_cast<std::uint32_t>(out_.params.size());
  for (std::uint32_t i = 0; i < from_->params.size(); ++i) {
    out_.params.push_back(
        {format("{}_{}", from_->params[i].name, number), from_->params[i].scalar});
    params_.push_back({number, i});
  }
  copy_functions(number);
  first_local_ = static_cast<std::uint32_t>(out_.kernel.locals.size());
  out_.kernel.locals.insert(out_.kernel.locals.end(), from_->kernel.locals.begin(),
                            from_->kernel.locals.end());
  return !failed_;
}

std::optional<Fused> TileBuilder::finish() {
  out_.kernel.body = std::move(block_);
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
  const std::uint32_t from = tensor_for(part, tensor, false);
  out_.tensors[from].rank = 3;
  ExprId word = ir::none;
  for (std::int64_t c = 0; c < 4; ++c) {
    const ExprId byte = cast(push({.kind = ExprKind::load_tensor,
                                   .type = {Scalar::u8},
                                   .index = from,
                                   .args = {value_of(here_.y), value_of(here_.x), whole(c)}}),
                             Scalar::u32);
    word = c == 0 ? byte
                  : binary(ir::BinaryOp::bit_or, word,
                           binary(ir::BinaryOp::shl, byte, whole(8 * c, Scalar::u32)));
  }
  return word;
}

ExprId TileBuilder::first_of_tile(Where cube, std::int64_t size, std::int64_t margin) {
  return binary(ir::BinaryOp::sub, binary(ir::BinaryOp::mul, position(cube), whole(size)),
                whole(margin));
}

void TileBuilder::begin_pixel(const std::optional<TileView>& source) {
  source_ = source;
  const auto uses_flat = [](const ir::Expr& e) {
    return e.kind == ExprKind::position && e.position == Where::ABSOLUTE_POS;
  };
  if (std::ranges::any_of(from_->exprs, uses_flat)) {
    flat_ = local(ir::s32_type);
    assign(flat_,
           binary(ir::BinaryOp::add, binary(ir::BinaryOp::mul, value_of(here_.y), frame_size(1)),
                  value_of(here_.x)));
  }
  if (source_) {
    base_ = local(ir::s32_type);
    const ExprId row = binary(ir::BinaryOp::sub, value_of(here_.y),
                              first_of_tile(Where::CUBE_POS_Y, out_.cube[1], source_->margin_y));
    const ExprId column = binary(ir::BinaryOp::sub, value_of(here_.x),
                                 first_of_tile(Where::CUBE_POS_X, out_.cube[0], source_->margin_x));
    assign(base_, binary(ir::BinaryOp::add, binary(ir::BinaryOp::mul, row, whole(source_->width)),
                         column));
  }
  for (std::uint32_t& channel : stored_) channel = local({Scalar::u8});
  for (const ir::StmtId id : from_->kernel.body) copy_stmt(id);
}

ExprId TileBuilder::part_word(const std::optional<TileView>& source) {
  begin_pixel(source);
  ExprId word = cast(value_of(stored_[0]), Scalar::u32);
  for (std::int64_t c = 1; c < 4; ++c)
    word = binary(
        ir::BinaryOp::bit_or, word,
        binary(ir::BinaryOp::shl, cast(value_of(stored_[static_cast<std::size_t>(c)]), Scalar::u32),
               whole(8 * c, Scalar::u32)));
  return word;
}

void TileBuilder::store_pixel(const std::optional<TileView>& source) {
  begin_pixel(source);
  out_.domain = tensor_for(*part_, *only_output(*from_), true);
  out_.tensors[out_.domain].rank = 3;
  for (std::int64_t c = 0; c < 4; ++c)
    add({.kind = StmtKind::store_tensor,
         .target = out_.domain,
         .indices = {value_of(here_.y), value_of(here_.x), whole(c)},
         .value = value_of(stored_[static_cast<std::size_t>(c)])});
}

// --- copies of the part ---

void TileBuilder::copy_functions(std::uint32_t number) {
  first_function_ = static_cast<std::uint32_t>(out_.functions.size());
  in_function_ = true;
  for (const ir::Function& function : from_->functions) {
    ir::Function made = function;
    made.name = format("{}_{}", function.name, number);
    made.body = copy_block(function.body);
    out_.functions.push_back(std::move(made));
  }
  in_function_ = false;
}

std::vector<ir::StmtId> TileBuilder::copy_block(const std::vector<ir::StmtId>& from) {
  return take_block([&] {
    for (const ir::StmtId id : from) copy_stmt(id);
  });
}

void TileBuilder::copy_stmt(ir::StmtId id) {
  ir::Stmt s = from_->stmts[id];
  for (ExprId& index : s.indices) index = copy(index);
  if (s.value != ir::none) s.value = copy(s.value);
  if (s.end != ir::none) s.end = copy(s.end);
  if (s.kind == StmtKind::store_tensor) {
    // Each channel once, which can_be_followed has seen to.
    const auto channel = own_channel(*analysis_, from_->stmts[id].indices);
    if (!channel || in_function_) {
      failed_ = true;
      return;
    }
    assign(stored_[*channel], s.value);
    return;
  }
  s.body = copy_block(from_->stmts[id].body);
  s.other = copy_block(from_->stmts[id].other);
  const bool has_local = s.kind == StmtKind::store || s.kind == StmtKind::store_element ||
                         s.kind == StmtKind::fill || s.kind == StmtKind::for_range;
  if (has_local && !in_function_) s.target += first_local_;
  add(std::move(s));
}

ExprId TileBuilder::copy(ExprId id) {
  const ir::Expr& e = from_->exprs[id];
  if (in_function_ && (e.kind == ExprKind::load_tensor || e.kind == ExprKind::position)) {
    failed_ = true;
    return whole(0, e.type.scalar);
  }
  if (e.kind == ExprKind::position) return copy_position(e.position);
  if (e.kind == ExprKind::load_tensor && source_ && e.index == chain_) return copy_load(e);
  ir::Expr made = e;
  for (ExprId& arg : made.args) arg = copy(arg);
  switch (e.kind) {
    case ExprKind::param:
      made.index += first_param_;
      break;
    case ExprKind::call:
      made.index += first_function_;
      break;
    case ExprKind::local:
    case ExprKind::element:
      if (!in_function_) made.index += first_local_;
      break;
    case ExprKind::load_tensor:
      made.index = tensor_for(*part_, e.index, false);
      break;
    case ExprKind::query:
      // Pictures all have the size of the last.
      made.index = has_other_shape(*part_, e.index) ? tensor_for(*part_, e.index, false) : ir::none;
      break;
    default:
      break;
  }
  return push(std::move(made));
}

ExprId TileBuilder::copy_position(Where of) {
  switch (of) {
    case Where::ABSOLUTE_POS_X:
      return value_of(here_.x);
    case Where::ABSOLUTE_POS_Y:
      return value_of(here_.y);
    case Where::ABSOLUTE_POS:
      return value_of(flat_);
    default:
      return whole(0);  // ABSOLUTE_POS_Z of a pixel
  }
}

// A byte of the tile. Nothing is mirrored here: the tile holds what lies beyond the edges.
ExprId TileBuilder::copy_load(const ir::Expr& e) {
  const Offsets offsets = *offsets_of(*analysis_, e);
  const auto is_fixed = [](const Interval& of) { return of.low == of.high; };
  ExprId at = ir::none;
  if (is_fixed(offsets.y) && is_fixed(offsets.x)) {
    at = binary(ir::BinaryOp::add, value_of(base_),
                whole(offsets.y.low * source_->width + offsets.x.low));
  } else {
    const ExprId row = binary(ir::BinaryOp::sub, copy(e.args[0]), value_of(here_.y));
    const ExprId column = binary(ir::BinaryOp::sub, copy(e.args[1]), value_of(here_.x));
    at = binary(
        ir::BinaryOp::add, value_of(base_),
        binary(ir::BinaryOp::add, binary(ir::BinaryOp::mul, row, whole(source_->width)), column));
  }
  const ExprId word = push(
      {.kind = ExprKind::load_shared, .type = u32_type, .index = source_->shared, .args = {at}});
  if (const auto channel = own_channel(*analysis_, e.args))
    return cast(binary(ir::BinaryOp::shr, word, whole(std::int64_t{8} * *channel, Scalar::u32)),
                Scalar::u8);
  const Interval channel = *analysis_->interval(e.args[2]);
  const ExprId shift =
      is_fixed(channel)
          ? whole(8 * channel.low, Scalar::u32)
          : binary(ir::BinaryOp::mul, cast(copy(e.args[2]), Scalar::u32), whole(8, Scalar::u32));
  return cast(binary(ir::BinaryOp::shr, word, shift), Scalar::u8);
}

// --- building ---

void TileBuilder::add(ir::Stmt s) {
  block_.push_back(static_cast<ir::StmtId>(out_.stmts.size()));
  out_.stmts.push_back(std::move(s));
}

void TileBuilder::assign(std::uint32_t to, ExprId value) {
  add({.kind = StmtKind::store, .target = to, .value = value});
}

void TileBuilder::store_word(std::uint32_t tile, ExprId at, ExprId word) {
  add({.kind = StmtKind::store_shared, .target = tile, .indices = {at}, .value = word});
}

void TileBuilder::loop_below(std::uint32_t counter, std::int64_t end,
                             std::vector<ir::StmtId> body) {
  const ExprId below = binary(ir::BinaryOp::less, value_of(counter), whole(end));
  add({.kind = StmtKind::while_loop, .value = below, .body = std::move(body)});
}

void TileBuilder::sync() { add({.kind = StmtKind::sync}); }

ExprId TileBuilder::push(ir::Expr e) {
  out_.exprs.push_back(std::move(e));
  return static_cast<ExprId>(out_.exprs.size() - 1);
}

std::uint32_t TileBuilder::local(ir::Type type) {
  out_.kernel.locals.push_back({"", type});
  return static_cast<std::uint32_t>(out_.kernel.locals.size() - 1);
}

ExprId TileBuilder::value_of(std::uint32_t local) {
  return push({.kind = ExprKind::local, .type = out_.kernel.locals[local].type, .index = local});
}

ExprId TileBuilder::whole(std::int64_t value, Scalar scalar) {
  return push(
      {.kind = ExprKind::constant, .type = {scalar}, .bits = static_cast<std::uint64_t>(value)});
}

ExprId TileBuilder::position(Where position) {
  return push({.kind = ExprKind::position, .type = ir::s32_type, .position = position});
}

ExprId TileBuilder::binary(ir::BinaryOp op, ExprId a, ExprId b) {
  const ir::Type type = ir::is_comparison(op) ? ir::bool_type : out_.exprs[a].type;
  return push({.kind = ExprKind::binary, .type = type, .binary = op, .args = {a, b}});
}

ExprId TileBuilder::math(ir::MathOp op, std::vector<ExprId> args) {
  const ir::Type type = out_.exprs[args[0]].type;
  return push({.kind = ExprKind::math, .type = type, .math = op, .args = std::move(args)});
}

ExprId TileBuilder::cast(ExprId value, Scalar scalar) {
  return push({.kind = ExprKind::cast, .type = {scalar}, .args = {value}});
}

ExprId TileBuilder::frame_size(std::uint64_t axis) {
  return push({.kind = ExprKind::query,
               .type = ir::s32_type,
               .query = ir::Query::shape,
               .index = ir::none,
               .args = {whole(static_cast<std::int64_t>(axis))}});
}

}  // namespace dala::kernel
