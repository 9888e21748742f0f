// Where an index into a tensor leads, and what happens when it leads outside.
#include <llvm/IR/Intrinsics.h>

#include "kernel/analysis/pixels.hpp"
#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

namespace {

std::size_t tensor_offset(const ArgumentPlaces& places, std::uint32_t tensor) {
  return places.tensors + tensor * places.tensor_bytes;
}

}  // namespace

llvm::Value* FunctionEmitter::tensor_field(std::uint32_t tensor, std::size_t offset,
                                           llvm::Type* type, const llvm::Twine& name) {
  return argument(tensor_offset(codegen.places, tensor) + offset, type,
                  module.tensors[tensor].name + name);
}

llvm::Value* FunctionEmitter::len(std::uint32_t tensor) {
  return b.CreateSExt(tensor_field(tensor, codegen.places.len, codegen.index_type(), "_len"),
                      b.getInt64Ty());
}

llvm::Value* FunctionEmitter::has_elements(std::uint32_t tensor) {
  return b.CreateICmpNE(len(tensor), i64(0));
}

llvm::Value* FunctionEmitter::shape(std::uint32_t tensor, std::uint32_t axis) {
  const std::uint8_t channels = codegen.specialisation.tensor_channels[tensor];
  if (module.tensors[tensor].rank == 3 && axis == 2 && channels != 0) return i64(channels);
  const std::size_t offset = codegen.places.shape + axis * codegen.places.index_bytes;
  return b.CreateSExt(tensor_field(tensor, offset, codegen.index_type(), "_shape"), b.getInt64Ty());
}

llvm::Value* FunctionEmitter::stride(std::uint32_t tensor, std::uint32_t axis) {
  const std::uint8_t rank = module.tensors[tensor].rank;
  const std::uint8_t channels = codegen.specialisation.tensor_channels[tensor];
  if (rank != 0 && axis + 1 == rank) return i64(1);
  if (rank == 3 && channels != 0)
    return axis == 1 ? i64(channels) : product(shape(tensor, 1), i64(channels));
  const std::size_t offset = codegen.places.stride + axis * codegen.places.index_bytes;
  return b.CreateSExt(tensor_field(tensor, offset, codegen.index_type(), "_stride"),
                      b.getInt64Ty());
}

llvm::Value* FunctionEmitter::query(const ir::Expr& e) {
  llvm::Type* type = codegen.index_type();
  const auto narrow = [&](llvm::Value* wide) { return b.CreateTrunc(wide, type); };
  if (e.query == ir::Query::len) return narrow(len(e.index));
  if (e.query == ir::Query::rank)
    return tensor_field(e.index, codegen.places.rank, b.getInt32Ty(), "_rank");
  const bool is_shape = e.query == ir::Query::shape;
  const std::size_t field = is_shape ? codegen.places.shape : codegen.places.stride;
  llvm::Value* axis = index64(e.args[0]);
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(axis)) {
    const std::uint64_t at = known->getZExtValue();
    if (at >= Shape::max_rank) return llvm::ConstantInt::get(type, 0);
    const auto small = static_cast<std::uint32_t>(at);
    // What is known when compiling only for axes that are there.
    if (small < module.tensors[e.index].rank)
      return narrow(is_shape ? shape(e.index, small) : stride(e.index, small));
    return tensor_field(e.index, field + at * codegen.places.index_bytes, type, "_size");
  }
  llvm::Value* there = b.CreateICmpULT(axis, like(axis, i64(Shape::max_rank)));
  llvm::Value* safe = pick(there, axis, i64(0));
  llvm::Value* table = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), arguments,
                                                    tensor_offset(codegen.places, e.index) + field);
  llvm::Value* loaded = load_each(type, b.CreateInBoundsGEP(type, table, safe));
  return pick(there, loaded, llvm::ConstantInt::get(type, 0));
}

llvm::Value* FunctionEmitter::index64(ir::ExprId id) {
  llvm::Value* index = scalar(id);
  return b.CreateSExt(index, type_like(index, b.getInt64Ty()));
}

// Of indices, which do not wrap. Most have nothing to add and a stride of 1, and LLVM need not see
// it.
llvm::Value* FunctionEmitter::sum(llvm::Value* a, llvm::Value* c) {
  if (a == i64(0)) return c;
  if (c == i64(0)) return a;
  match(a, c);
  return b.CreateNSWAdd(a, c);
}
llvm::Value* FunctionEmitter::product(llvm::Value* a, llvm::Value* c) {
  if (a == i64(1)) return c;
  if (c == i64(1)) return a;
  match(a, c);
  return b.CreateNSWMul(a, c);
}

// In 64 bits, where nothing wraps: the form from which LLVM sees that neighbours are neighbours.
llvm::Value* FunctionEmitter::affine_index(const Affine& a, bool with_base) {
  const std::int64_t below = with_base && a.base == Base::y ? place.rows_below * a.multiplier : 0;
  llvm::Value* out = i64(a.constant + below);
  for (const Affine::Term& term : a.terms)
    out = sum(out, product(index64(term.expr), i64(term.factor)));
  if (!with_base || a.base == Base::none) return out;
  llvm::Value* base = place.base[static_cast<std::size_t>(a.base)];
  return sum(product(base, i64(a.multiplier)), out);
}

// Along one axis, or in the whole tensor where `axis` is that; `inside` is null where it always is.
FunctionEmitter::Location FunctionEmitter::locate_on_axis(std::uint32_t tensor, std::uint32_t axis,
                                                          ir::ExprId index, ir::Edge edge) {
  const auto affine = place.inner ? codegen.analysis.affine(index) : std::nullopt;
  const bool is_proven = affine && needs_bounds_condition(*affine, edge);
  // The second row of a pair is computed even where there is none, and must not read outside.
  if (is_proven && codegen.takes_pairs && affine->base == Base::y)
    edge = ir::Edge::clamped;
  else if (is_proven)
    return {affine_index(*affine, true), nullptr};
  llvm::Value* at = affine ? affine_index(*affine, true) : index64(index);
  llvm::Value* size = axis == whole ? len(tensor) : shape(tensor, axis);
  if (edge == ir::Edge::zero) return {at, b.CreateICmpULT(at, like(at, size))};
  // Of a tensor without elements the first is asked for: see pointer_inside().
  if (!place.inner) size = b.CreateSelect(has_elements(tensor), size, i64(1));
  return {to_inside(at, size, edge), nullptr};
}

// What an axis adds to the flat index. Where that is the same for a whole row it is made a plain
// number, or LLVM would spend its time on how rows might be computed from each other.
llvm::Value* FunctionEmitter::from_axis(std::uint32_t tensor, std::uint32_t axis, ir::ExprId index,
                                        const Location& at) {
  llvm::Value* part = product(at.flat, stride(tensor, axis));
  const auto affine = place.inner ? codegen.analysis.affine(index) : std::nullopt;
  const bool of_row = affine && (affine->base == Base::y || affine->base == Base::none);
  return of_row ? b.CreateFreeze(part) : part;
}

std::optional<FunctionEmitter::Location> FunctionEmitter::locate_in_pixel(
    std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge) {
  if (!place.inner || !uses_pixels ||
      !is_in_pixels(module, codegen.analysis, codegen.specialisation.tensor_channels, tensor,
                    indices))
    return std::nullopt;
  const Affine last = *codegen.analysis.affine(indices.back());
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(affine_index(last, false));
  if (known == nullptr) return std::nullopt;
  const std::int64_t byte = known->getSExtValue();
  Location out = {
      .flat = i64(byte & ~3), .inside = nullptr, .byte = static_cast<unsigned>(byte & 3)};
  if (indices.size() == 1) {
    llvm::Value* base = place.base[static_cast<std::size_t>(last.base)];
    out.flat = sum(product(base, i64(4)), out.flat);
    return out;
  }
  const Location y = locate_on_axis(tensor, 0, indices[0], edge);
  const Location x = locate_on_axis(tensor, 1, indices[1], edge);
  out.flat = sum(from_axis(tensor, 0, indices[0], y), from_axis(tensor, 1, indices[1], x));
  out.inside = both(y.inside, x.inside);
  return out;
}

llvm::Value* FunctionEmitter::both(llvm::Value* a, llvm::Value* c) {
  if (a == nullptr) return c;
  if (c == nullptr) return a;
  match(a, c);
  return b.CreateAnd(a, c);
}

FunctionEmitter::Location FunctionEmitter::locate(std::uint32_t tensor,
                                                  const std::vector<ir::ExprId>& indices,
                                                  ir::Edge edge) {
  if (const auto in_pixel = locate_in_pixel(tensor, indices, edge)) return *in_pixel;
  if (place.inner && place.row_element != nullptr && follows_row(codegen.analysis, indices)) {
    const Location y = locate_on_axis(tensor, 0, indices[0], edge);
    llvm::Value* x = affine_index(*codegen.analysis.affine(indices[1]), false);
    llvm::Value* row = from_axis(tensor, 0, indices[0], y);
    llvm::Value* shift = product(x, shape(tensor, 2));
    return {sum(sum(row, shift), place.row_element), nullptr};
  }
  if (indices.size() == 1) return locate_on_axis(tensor, whole, indices[0], edge);
  Location out = {};
  for (std::uint32_t i = 0; i < indices.size(); ++i) {
    const Location at = locate_on_axis(tensor, i, indices[i], edge);
    llvm::Value* part = from_axis(tensor, i, indices[i], at);
    out.flat = out.flat == nullptr ? part : sum(out.flat, part);
    out.inside = both(out.inside, at.inside);
  }
  return out;
}

llvm::Value* FunctionEmitter::to_inside(llvm::Value* at, llvm::Value* size, ir::Edge edge) {
  llvm::Value* last = b.CreateSub(size, i64(1));
  if (edge == ir::Edge::clamped) {
    llvm::Value* raised = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, at, like(at, i64(0)));
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, raised, like(at, last));
  }
  // Reflected without repeating the edge; a size of 1 has no period, and 1 will do as well.
  llvm::Value* period =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b.CreateMul(last, i64(2)), i64(1));
  period = like(at, period);
  size = like(at, size);
  llvm::Value* m = b.CreateSRem(at, period);
  m = b.CreateSelect(b.CreateICmpSLT(m, like(at, i64(0))), b.CreateAdd(m, period), m);
  llvm::Value* reflected = b.CreateSelect(b.CreateICmpSLT(m, size), m, b.CreateSub(period, m));
  return b.CreateSelect(b.CreateICmpULT(at, size), at, reflected);
}

llvm::Value* FunctionEmitter::element_pointer(std::uint32_t tensor, llvm::Value* flat) {
  llvm::Value* data = tensor_field(tensor, codegen.places.data, b.getPtrTy(), "_data");
  return b.CreateInBoundsGEP(codegen.type_of(module.tensors[tensor].scalar), data, flat);
}

}  // namespace dala::kernel::jit
