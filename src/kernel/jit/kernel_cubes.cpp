// Kernels with cubes. A cube runs on one thread: its statements are cut at every `sync` into loops
// over the units, and a branch or loop that holds a `sync` (the front end has proven that all units
// take it together) is taken once for the cube, by what its first unit sees.
#include "kernel/jit/cube_locals.hpp"
#include "kernel/jit/function_emitter.hpp"
#include "kernel/jit/plan_writer.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel::jit {

namespace {

// How the units left a loop over them, when not at its end.
enum Exit : std::int32_t { at_end = 0, by_break = 1, by_continue = 2, by_return = 3 };

class CubeEmitter final : public FunctionEmitter {
 public:
  CubeEmitter(Codegen& of, llvm::Function* to)
      : FunctionEmitter(of, of.module.kernel, to, to->getArg(0), nullptr),
        places_(place_locals(of.module)) {}

  void emit();
  Lanes local(std::uint32_t index) override;

 private:
  llvm::Value* dim(int axis) { return i32(module.cube[static_cast<std::size_t>(axis)]); }
  llvm::Value* count(int axis) { return along(codegen.places.count, axis, "count"); }
  llvm::Value* extent(int axis) { return along(codegen.places.extent, axis, "extent"); }
  llvm::Value* along(std::size_t offset, int axis, const char* name) {
    return argument(offset + static_cast<std::size_t>(axis) * codegen.places.index_bytes,
                    codegen.index_type(), name);
  }
  llvm::Value* as_index(llvm::Value* number) { return b.CreateSExt(number, codegen.index_type()); }

  void lay_out_locals();
  void make_shared();
  void clear_shared();
  void place_unit(llvm::Value* unit);
  void uniform_block(const std::vector<ir::StmtId>& body);
  void uniform_statement(const ir::Stmt& s);
  void uniform_for(const ir::Stmt& s);
  void uniform_while(const ir::Stmt& s);
  void over_units(const std::vector<ir::StmtId>& body);
  llvm::BasicBlock* leave_unit(Exit how, llvm::BasicBlock* next);
  [[nodiscard]] std::int64_t units() const {
    return std::int64_t{module.cube[0]} * module.cube[1] * module.cube[2];
  }
  // Of the statements for all units.
  [[nodiscard]] std::int64_t weight_of_units(const std::vector<ir::StmtId>& body) const {
    return product_of(units(), codegen.weights.of(body));
  }

  std::vector<LocalPlace> places_;
  std::vector<std::array<std::uint64_t, 4>> offsets_;  // by local and lane, in the scratch memory
  std::uint64_t scratch_bytes_ = 0;
  llvm::Value* scratch_ = nullptr;
  llvm::Value* unit_ = nullptr;  // i64: the unit that runs
  llvm::Value* cube_ = nullptr;  // an index, as those below
  std::array<llvm::Value*, 3> at_cube_ = {};
  llvm::Value* exit_ = nullptr;  // pointer to i32
  llvm::BasicBlock* next_cube_ = nullptr;
  std::vector<Loop> uniform_loops_;
};

void CubeEmitter::lay_out_locals() {
  const auto count = static_cast<std::uint64_t>(units());
  offsets_.resize(source.locals.size());
  for (std::size_t i = 0; i < source.locals.size(); ++i) {
    if (places_[i] != LocalPlace::by_unit) continue;
    const ir::Type type = source.locals[i].type;
    const std::uint64_t length = type.is_array() ? type.length : 1;
    for (unsigned lane = 0; lane < type.lanes; ++lane) {
      offsets_[i][lane] = scratch_bytes_;
      scratch_bytes_ += (count * length * 8 + 63) / 64 * 64;
    }
  }
}

Lanes CubeEmitter::local(std::uint32_t index) {
  if (places_[index] != LocalPlace::by_unit) return FunctionEmitter::local(index);
  const ir::Type type = source.locals[index].type;
  llvm::Type* element = codegen.type_of(type.scalar);
  llvm::Value* first = type.is_array() ? b.CreateMul(unit_, i64(type.length)) : unit_;
  Lanes out = {};
  for (unsigned lane = 0; lane < type.lanes; ++lane) {
    llvm::Value* start =
        b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), scratch_, offsets_[index][lane]);
    // A bool takes a byte in memory.
    out[lane] =
        b.CreateInBoundsGEP(element->isIntegerTy(1) ? b.getInt8Ty() : element, start, first);
  }
  return out;
}

void CubeEmitter::make_shared() {
  for (const ir::Shared& s : module.shared) {
    Lanes lanes = {};
    for (unsigned i = 0; i < s.type.lanes; ++i)
      lanes[i] = slot(llvm::ArrayType::get(codegen.type_of(s.type.scalar), s.type.length), s.name);
    shared.push_back(lanes);
  }
}

void CubeEmitter::clear_shared() {
  for (std::size_t i = 0; i < module.shared.size(); ++i) {
    const ir::Type type = module.shared[i].type;
    auto* array = llvm::ArrayType::get(codegen.type_of(type.scalar), type.length);
    const std::uint64_t bytes = codegen.out.getDataLayout().getTypeAllocSize(array);
    for (unsigned lane = 0; lane < type.lanes; ++lane)
      b.CreateMemSet(shared[i][lane], b.getInt8(0), bytes, llvm::MaybeAlign());
  }
}

void CubeEmitter::place_unit(llvm::Value* unit) {
  unit_ = unit;
  place = {};
  const auto put = [&](ir::Position whole, llvm::Value* flat, std::array<llvm::Value*, 3> parts) {
    const auto first = static_cast<std::size_t>(whole);
    place.positions[first] = flat;
    for (std::size_t i = 0; i < 3; ++i) place.positions[first + 1 + i] = parts[i];
  };
  llvm::Value* number = b.CreateTrunc(unit, b.getInt32Ty());
  llvm::Value* rest = b.CreateUDiv(number, dim(0));
  const std::array<llvm::Value*, 3> u = {b.CreateURem(number, dim(0)), b.CreateURem(rest, dim(1)),
                                         b.CreateUDiv(rest, dim(1))};
  std::array<llvm::Value*, 3> at = {};
  llvm::Value* inside = b.getTrue();
  for (int i = 0; i < 3; ++i) {
    const auto n = static_cast<std::size_t>(i);
    at[n] = b.CreateAdd(b.CreateMul(at_cube_[n], as_index(dim(i))), as_index(u[n]));
    inside = b.CreateAnd(inside, b.CreateICmpSLT(at[n], extent(i)));
  }
  llvm::Value* flat =
      b.CreateAdd(b.CreateMul(b.CreateAdd(b.CreateMul(at[1], extent(0)), at[0]), extent(2)), at[2]);
  put(ir::Position::ABSOLUTE_POS,
      b.CreateSelect(inside, flat, index_number(outside_position(module.index))), at);
  put(ir::Position::CUBE_POS, cube_, at_cube_);
  put(ir::Position::CUBE_DIM, i32(units()), {dim(0), dim(1), dim(2)});
  put(ir::Position::CUBE_COUNT, b.CreateMul(b.CreateMul(count(0), count(1)), count(2)),
      {count(0), count(1), count(2)});
  put(ir::Position::UNIT_POS, number, u);
}

void CubeEmitter::uniform_block(const std::vector<ir::StmtId>& body) {
  std::vector<ir::StmtId> together;
  const auto flush = [&] {
    if (!together.empty() && !ended()) over_units(together);
    together.clear();
  };
  for (const ir::StmtId id : body) {
    if (!holds_sync(module, id)) {
      together.push_back(id);
      continue;
    }
    flush();
    if (!ended()) uniform_statement(module.stmts[id]);
  }
  flush();
}

void CubeEmitter::uniform_statement(const ir::Stmt& s) {
  if (s.kind == ir::StmtKind::sync) return;
  place_unit(i64(0));
  if (s.kind == ir::StmtKind::for_range) return uniform_for(s);
  if (s.kind == ir::StmtKind::while_loop) return uniform_while(s);
  llvm::BasicBlock* yes = new_block("all_then");
  llvm::BasicBlock* no = new_block("all_else");
  llvm::BasicBlock* after = new_block("all_after");
  b.CreateCondBr(scalar(s.value), yes, no);
  b.SetInsertPoint(yes);
  uniform_block(s.body);
  if (!ended()) b.CreateBr(after);
  b.SetInsertPoint(no);
  uniform_block(s.other);
  fall_into(after);
}

void CubeEmitter::uniform_for(const ir::Stmt& s) {
  llvm::Value* first = scalar(s.value);
  llvm::Value* end = scalar(s.end);
  const ir::Scalar kind = module.exprs[s.value].type.scalar;
  llvm::AllocaInst* next = slot(first->getType(), "next");
  b.CreateStore(first, next);
  llvm::BasicBlock* test = new_block("all_for");
  llvm::BasicBlock* round = new_block("all_round");
  llvm::BasicBlock* step = new_block("all_step");
  llvm::BasicBlock* after = new_block("all_after");
  fall_into(test);
  llvm::Value* at = b.CreateLoad(first->getType(), next);
  b.CreateCondBr(binary(ir::BinaryOp::less, kind, at, end), round, after);
  b.SetInsertPoint(round);
  checkpoint(weight_of_units(s.body));
  b.CreateStore(at, local(s.target)[0]);
  uniform_loops_.push_back({after, step});
  uniform_block(s.body);
  uniform_loops_.pop_back();
  fall_into(step);
  b.CreateStore(b.CreateAdd(b.CreateLoad(first->getType(), next),
                            llvm::ConstantInt::get(first->getType(), 1)),
                next);
  b.CreateBr(test);
  b.SetInsertPoint(after);
}

void CubeEmitter::uniform_while(const ir::Stmt& s) {
  llvm::BasicBlock* test = new_block("all_while");
  llvm::BasicBlock* round = new_block("all_round");
  llvm::BasicBlock* after = new_block("all_after");
  fall_into(test);
  checkpoint(weight_of_units(s.body));
  place_unit(i64(0));
  b.CreateCondBr(scalar(s.value), round, after);
  b.SetInsertPoint(round);
  uniform_loops_.push_back({after, test});
  uniform_block(s.body);
  uniform_loops_.pop_back();
  if (!ended()) b.CreateBr(test);
  b.SetInsertPoint(after);
}

llvm::BasicBlock* CubeEmitter::leave_unit(Exit how, llvm::BasicBlock* next) {
  llvm::BasicBlock* leave = new_block("leave");
  llvm::IRBuilder<> at(leave);
  at.CreateStore(i32(how), exit_);
  at.CreateBr(next);
  return leave;
}

void CubeEmitter::over_units(const std::vector<ir::StmtId>& body) {
  b.CreateStore(i32(at_end), exit_);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* loop = new_block("unit");
  llvm::BasicBlock* next = new_block("next_unit");
  llvm::BasicBlock* after = new_block("all_units");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::PHINode* unit = b.CreatePHI(b.getInt64Ty(), 2, "unit");
  unit->addIncoming(i64(0), before);
  place_unit(unit);
  if (weight_of_units(body) > fuel_load) checkpoint(codegen.weights.of(body));
  return_block = leave_unit(by_return, next);
  if (!uniform_loops_.empty())
    loops = {{leave_unit(by_break, next), leave_unit(by_continue, next)}};
  block(body);
  loops.clear();
  fall_into(next);
  llvm::Value* following = b.CreateAdd(unit, i64(1));
  unit->addIncoming(following, next);
  b.CreateCondBr(b.CreateICmpEQ(following, i64(units())), after, loop);
  b.SetInsertPoint(after);
  // Where a `sync` follows, all units leave or none; where none follows, it makes no difference.
  llvm::BasicBlock* go_on = new_block("go_on");
  llvm::SwitchInst* way = b.CreateSwitch(b.CreateLoad(b.getInt32Ty(), exit_), go_on);
  way->addCase(b.getInt32(by_return), next_cube_);
  if (!uniform_loops_.empty()) {
    way->addCase(b.getInt32(by_break), uniform_loops_.back().on_break);
    way->addCase(b.getInt32(by_continue), uniform_loops_.back().on_continue);
  }
  b.SetInsertPoint(go_on);
}

void CubeEmitter::emit() {
  llvm::BasicBlock* first = b.GetInsertBlock();
  fuel = slot(b.getInt64Ty(), "fuel");
  exit_ = slot(b.getInt32Ty(), "exit");
  b.CreateStore(i64(fuel_load), fuel);
  stop_block = new_block("stopped");
  lay_out_locals();
  make_shared();
  if (scratch_bytes_ > 0) {
    auto* type = llvm::FunctionType::get(b.getPtrTy(), {b.getInt64Ty()}, false);
    scratch_ = b.CreateCall(codegen.out.getOrInsertFunction("dala_scratch", type),
                            {i64(static_cast<std::int64_t>(scratch_bytes_))});
    llvm::BasicBlock* none = new_block("no_memory");
    llvm::BasicBlock* some = new_block("memory");
    b.CreateCondBr(b.CreateIsNull(scratch_), none, some);
    b.SetInsertPoint(none);
    b.CreateRet(i32(2));
    b.SetInsertPoint(some);
  }
  llvm::Value* begin = function->getArg(1);
  llvm::Value* end = function->getArg(2);
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* loop = new_block("cube");
  llvm::BasicBlock* done = new_block("done");
  next_cube_ = new_block("next_cube");
  b.CreateCondBr(b.CreateICmpSLT(begin, end), loop, done);
  b.SetInsertPoint(loop);
  llvm::PHINode* cube = b.CreatePHI(b.getInt64Ty(), 2, "cube");
  cube->addIncoming(begin, before);
  cube_ = b.CreateTrunc(cube, codegen.index_type());
  llvm::Value* rest = b.CreateUDiv(cube_, count(0));
  at_cube_ = {b.CreateURem(cube_, count(0)), b.CreateURem(rest, count(1)),
              b.CreateUDiv(rest, count(1))};
  checkpoint(weight_of_units(source.body));
  clear_shared();
  uniform_block(source.body);
  fall_into(next_cube_);
  llvm::Value* following = b.CreateAdd(cube, i64(1));
  cube->addIncoming(following, next_cube_);
  b.CreateCondBr(b.CreateICmpSLT(following, end), loop, done);
  b.SetInsertPoint(done);
  b.CreateRet(i32(0));
  b.SetInsertPoint(stop_block);
  b.CreateRet(i32(1));
  close_entry(first);
}

}  // namespace

void emit_cube_kernel(Codegen& codegen) {
  llvm::LLVMContext& context = codegen.context;
  auto* number = llvm::Type::getInt64Ty(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                       {llvm::PointerType::get(context, 0), number, number}, false);
  auto* function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "cubes", codegen.out);
  function->setDoesNotThrow();
  CubeEmitter(codegen, function).emit();
  PlanWriter plan(codegen);
  plan.cubes = function;
  plan.write();
}

}  // namespace dala::kernel::jit
