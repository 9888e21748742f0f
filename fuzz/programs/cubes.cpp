// Kernels with cubes: phases between syncs, in which no two units touch the same shared element
// unless they only read it or only use one commutative atomic on it.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

void Generator::sync() { line("sync_cube();"); }

// Where all units meet, those of a subgroup may exchange values. In some cubes there are none.
void Generator::exchange() {
  if (units() % ir::subgroup_units != 0 || !random_.chance(60)) return;
  constexpr std::array<std::string_view, 6> kinds = {"sum",       "min",     "max",
                                                     "broadcast", "shuffle", "ballot"};
  constexpr std::array<std::string_view, 3> positions = {"SUBGROUP_DIM", "SUBGROUP_POS",
                                                         "UNIT_POS_SUBGROUP"};
  const std::string_view kind = random_.pick(kinds);
  ir::Type type{any_number()};
  if (ir::bits_of(type.scalar) < 32) type = {Scalar::u32};
  std::string arguments = whole(kind == "ballot" ? ir::bool_type : type, Hint::no, 3);
  if (kind == "broadcast" || kind == "shuffle")
    arguments += ", " + (random_.chance(50)
                             ? format("{} + {}", random_.pick(positions), random_.between(0, 31))
                             : whole(ir::s32_type, Hint::yes, 2));
  const std::string name = format("given{}", names_++);
  line(format("let {} = subgroup_{}({});", name, kind, arguments));
  scope_.push_back({name, kind == "ballot" ? ir::Type{Scalar::u32} : type});
}

// How each shared array is used until the next sync.
void Generator::choose_uses() {
  constexpr std::array<std::string_view, 7> commutative = {
      "atomic_add", "atomic_min", "atomic_max",     "atomic_and",
      "atomic_or",  "atomic_xor", "atomic_exchange"};
  for (Shared& s : shared_) {
    const bool atomics = (s.type == ir::Type{Scalar::s32, 1, s.type.length} && !s.holds_indices) ||
                         s.type == ir::Type{Scalar::u32, 1, s.type.length};
    const std::size_t roll = random_.below(10);
    if (s.whole_numbers) {
      s.use = s.use == Use::atomic || roll < 3 ? Use::anyone_reads : Use::atomic;
      s.atomic = random_.chance(25) ? "atomic_exchange" : "atomic_add";
      continue;
    }
    // What atomics left is looked at next.
    if (s.use == Use::atomic)
      s.use = Use::anyone_reads;
    else
      s.use = atomics && roll < 4 ? Use::atomic : (roll < 7 ? Use::own : Use::anyone_reads);
    s.per_unit = random_.chance(25) ? random_.between(2, 3) : 1;
    s.atomic = random_.pick(commutative);
  }
}

// What stands between two syncs.
void Generator::phase(std::size_t count) {
  choose_uses();
  for (const Shared& s : shared_) {
    // What was left there before, as a variable that ends up in an output.
    if (s.use != Use::atomic && random_.chance(60)) {
      const std::string name = format("seen{}", names_++);
      const std::string at = s.use == Use::own ? own_index(s) : array_index(s.type.length, 1);
      line(format("let {} = {}[{}];", name, s.name, at));
      scope_.push_back({name, s.type.element()});
    }
    if (s.use == Use::own && random_.chance(70)) {
      const std::string at = own_index(s);
      line(format("{}[{}] = {};", s.name, at, whole(s.type.element(), Hint::yes, 3)));
    }
    if (s.use == Use::atomic) line(shared_atomic(s));
  }
  statements(count, 2);
}

void Generator::sync_loop() {
  sync();
  const std::size_t known = scope_.size();
  const std::int64_t outer = weight_;
  std::string step;
  if (random_.chance(50)) {
    const std::string name = format("round{}", names_++);
    const std::int64_t most = random_.between(1, 3);
    open(format("for {} in 0..clamp({}, 0, {}) {{", name, uniform(2).text, most));
    scope_.push_back({name, ir::s32_type, false, true});
    weight_ *= most;
  } else {
    step = format("step{}", names_++);
    line(format("let mut {} = CUBE_DIM / 2;", step));
    if (random_.chance(50)) {
      open(format("while {} > 0 {{", step));
    } else {
      open("loop {");
      line(format("if {} <= 0 {{ break; }}", step));
    }
    scope_.push_back({step, ir::s32_type, false, true});
    weight_ *= 6;
  }
  exchange();
  use_tiles();
  phase(1 + random_.below(2));
  sync();
  if (!step.empty()) line(step + " /= 2;");
  if (random_.chance(30)) {
    const std::string_view leaves = random_.chance(50) ? "break" : "continue";
    line(format("if {} {{ {}; }}", uniform_condition(), leaves));
  }
  if (random_.chance(40)) {
    phase(1 + random_.below(2));
    sync();
  }
  weight_ = outer;
  scope_.resize(known);
  close();
}

void Generator::sync_branch() {
  sync();
  const std::size_t known = scope_.size();
  open(format("if {} {{", uniform_condition()));
  exchange();
  use_tiles();
  phase(1 + random_.below(2));
  sync();
  if (random_.chance(10)) line("return;");
  scope_.resize(known);
  if (random_.chance(40)) {
    --indent_;
    open("} else {");
    phase(1 + random_.below(2));
    sync();
    scope_.resize(known);
  }
  close();
}

void Generator::declare_shared() {
  constexpr std::array<std::uint32_t, 8> lengths = {1, 2, 3, 4, 8, 16, 32, 70};
  // One that leaves little shared memory to products of tiles.
  if (random_.chance(8)) {
    Shared s{.name = "wide", .type = {random_.chance(50) ? Scalar::s32 : Scalar::f32}};
    s.type.length = 2800;
    line(format("shared {}: {};", s.name, to_string(s.type)));
    shared_.push_back(std::move(s));
    return;
  }
  const std::size_t arrays = random_.below(4);
  for (std::size_t i = 0; i < arrays; ++i) {
    Shared s{.name = format("tile{}", i), .type = any_value()};
    // Those that have atomics.
    if (random_.chance(55)) s.type = {random_.chance(50) ? Scalar::s32 : Scalar::u32};
    s.whole_numbers = random_.chance(20);
    if (s.whole_numbers) s.type = ir::f32_type;
    s.type.length = random_.pick(lengths);
    if (random_.chance(30)) s.type.length = static_cast<std::uint32_t>(units());
    const std::string type = array_text(s.type);
    s.holds_indices = type.starts_with("[index");
    line(format("shared {}: {};", s.name, type));
    shared_.push_back(std::move(s));
  }
}

void Generator::cube_body() {
  declare_shared();
  declare_tiles();
  can_return_ = false;  // before the last sync
  if (random_.chance(50)) {
    const std::string name = format("even{}", names_++);
    line(format("let {} = {};", name, uniform(2).text));
    scope_.push_back({name, ir::s32_type, false, true});
  }
  const std::size_t parts = random_.below(4);
  for (std::size_t i = 0; i < parts && !poor(); ++i) {
    phase(1 + random_.below(3));
    exchange();
    use_tiles();
    const std::size_t roll = random_.below(10);
    if (roll < 5)
      sync();
    else if (roll < 8)
      sync_loop();
    else
      sync_branch();
  }
  exchange();
  use_tiles();
  store_tiles();
  can_return_ = true;
  phase(1 + random_.below(4));
  store_results();
}

}  // namespace dala::fuzz
