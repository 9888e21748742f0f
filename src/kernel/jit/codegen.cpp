#include "kernel/jit/codegen.hpp"

#include <utility>

#include "kernel/analysis/pixels.hpp"
#include "kernel/analysis/written_out.hpp"
#include "kernel/jit/function_emitter.hpp"
#include "kernel/jit/row_pairs.hpp"
#include "kernel/jit/wide_choice.hpp"
#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

namespace {

// Expressions up to which helpers are written out where they are called: as many as a kernel may
// have without any. LLVM's time grows faster than a function does.
constexpr std::int64_t most_written_out = 1 << 14;

}  // namespace

Codegen::Codegen(const ir::Module& from, const ChannelSpecialisation& made_for, const Options& with,
                 const Target& processor, llvm::Module& to)
    : module(from),
      places(visit_index(from.index,
                         []<typename Index>(dala::Type<Index>) -> const ArgumentPlaces& {
                           return argument_places<Index>;
                         })),
      specialisation(made_for),
      options(with),
      target(processor),
      out(to),
      context(to.getContext()),
      analysis(from),
      weights(from),
      writes_out(written_out_size(from) <= most_written_out),
      granularity(granularity_of(from)) {
  if (granularity == Granularity::cubes) return;
  conditions = collect_bounds_conditions(module, analysis, specialisation);
  by_pixels = written_by_pixels(module, analysis, specialisation.tensor_channels);
}

llvm::Type* Codegen::type_of(ir::Scalar scalar) const {
  const ir::ScalarInfo& info = ir::info_of(scalar);
  switch (info.kind) {
    case ScalarKind::boolean:
      return llvm::Type::getInt1Ty(context);
    case ScalarKind::unsigned_integer:
    case ScalarKind::signed_integer:
      return llvm::Type::getIntNTy(context, info.bits);
    case ScalarKind::floating:
      // f16 and bf16 are only ever converted (see cast()). As integers they need no support of the
      // processor for half floats.
      if (info.bits == 16) return llvm::Type::getInt16Ty(context);
      return info.bits == 64 ? llvm::Type::getDoubleTy(context) : llvm::Type::getFloatTy(context);
  }
  std::unreachable();
}

llvm::Constant* Codegen::zero() const {
  auto* type = llvm::Type::getInt64Ty(context);
  if (auto* made = out.getGlobalVariable("zero", true)) return made;
  return new llvm::GlobalVariable(out, type, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::Constant::getNullValue(type), "zero");
}

void Codegen::emit() {
  for (const ir::Function& f : module.functions)
    helper_sizes.push_back(written_size(*this, f.body));
  wide_lanes = choose_wide_lanes(*this);
  takes_pairs = granularity == Granularity::rows && pays_in_pairs(*this);
  has_loops = wide_lanes != 0 || granularity == Granularity::cubes;
  if (wide_lanes != 0) emit_wide_helpers(*this);
  // Code for the edges of a domain never runs in vectors of invocations.
  if (wide_lanes == 0 || !conditions.empty())
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) emit_helper(i);
  if (granularity == Granularity::cubes)
    emit_cube_kernel(*this);
  else
    emit_element_kernel(*this);
}

void Codegen::emit_helper(std::uint32_t index) {
  const ir::Function& source = module.functions[index];
  auto* pointer = llvm::PointerType::get(context, 0);
  std::vector<llvm::Type*> taken = {pointer, pointer};
  for (std::uint32_t i = 0; i < source.arguments; ++i)
    taken.insert(taken.end(), source.locals[i].type.lanes, type_of(source.locals[i].type.scalar));
  llvm::Type* lane = type_of(source.result.scalar);
  llvm::Type* result = lane;
  if (source.result.lanes > 1)
    result = llvm::StructType::get(context, std::vector<llvm::Type*>(source.result.lanes, lane));
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(result, taken, false),
                             llvm::GlobalValue::InternalLinkage, "helper_" + source.name, out);
  function->addFnAttr(writes_out ? llvm::Attribute::InlineHint : llvm::Attribute::NoInline);
  function->setDoesNotThrow();
  helpers.push_back(function);

  FunctionEmitter emitter(*this, source, function, function->getArg(0), function->getArg(1));
  llvm::BasicBlock* first = emitter.b.GetInsertBlock();
  emitter.return_block = emitter.new_block("return");
  emitter.stop_block = emitter.return_block;
  emitter.place.inner = true;  // called by both parts, and only the inner one has to be fast
  for (unsigned i = 0; i < source.result.lanes; ++i) {
    auto* slot = emitter.slot(lane, "result");
    emitter.entry.CreateStore(llvm::Constant::getNullValue(lane), slot);
    emitter.result_slots[i] = slot;
  }
  unsigned at = 2;
  for (std::uint32_t i = 0; i < source.arguments; ++i) {
    const Lanes slots = emitter.local(i);
    for (unsigned l = 0; l < source.locals[i].type.lanes; ++l)
      emitter.entry.CreateStore(function->getArg(at++), slots[l]);
  }
  if (weights.looks(index)) emitter.checkpoint(weights.of_function(index));
  emitter.block(source.body);
  emitter.fall_into(emitter.return_block);
  llvm::Value* returned = nullptr;
  if (source.result.lanes == 1) {
    returned = emitter.b.CreateLoad(lane, emitter.result_slots[0]);
  } else {
    returned = llvm::PoisonValue::get(result);
    for (unsigned i = 0; i < source.result.lanes; ++i)
      returned = emitter.b.CreateInsertValue(
          returned, emitter.b.CreateLoad(lane, emitter.result_slots[i]), i);
  }
  emitter.b.CreateRet(returned);
  emitter.close_entry(first);
}

}  // namespace dala::kernel::jit
