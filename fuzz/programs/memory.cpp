// Tensors and arrays: indices, loads, places to assign, atomics.
#include <array>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

namespace {

constexpr std::array<std::string_view, 7> atomics = {"atomic_add",     "atomic_min", "atomic_max",
                                                     "atomic_and",     "atomic_or",  "atomic_xor",
                                                     "atomic_exchange"};

bool has_atomics(ir::Type type) { return ir::takes(ir::AtomicOp::exchange_, type); }

}  // namespace

// Any index at all; half of the time near the invocation's own.
std::string Generator::index(unsigned depth) {
  if (in_kernel_ && random_.chance(50)) {
    constexpr std::array<std::string_view, 5> positions = {
        "ABSOLUTE_POS", "ABSOLUTE_POS_X", "ABSOLUTE_POS_Y", "ABSOLUTE_POS_Z", "UNIT_POS"};
    const std::string_view position = random_.pick(positions);
    const std::int64_t offset = random_.between(-3, 3);
    if (offset == 0) return std::string(position);
    return format("{} {} {}", position, offset < 0 ? "-" : "+", offset < 0 ? -offset : offset);
  }
  if (random_.chance(30)) return format("{}", random_.between(-2, 9));
  const ir::Type type{random_.chance(60) ? Scalar::s32 : any_integer()};
  return whole(type, type == ir::s32_type ? Hint::yes : Hint::no, depth);
}

std::string Generator::array_index(std::uint32_t length, unsigned depth) {
  if (random_.chance(45)) return format("{}", random_.below(length));
  if (random_.chance(50)) {
    std::string value = at_least(expression({Scalar::u32}, Hint::no, depth), Level::product);
    return format("{} % {}", value, length);
  }
  return index(depth);  // often outside
}

std::string Generator::any_indices(const Tensor& tensor, unsigned depth) {
  const std::size_t rank = tensor.shape.rank();
  const bool several = rank >= 2 && rank <= 4 && random_.chance(50);
  std::string text = index(depth);
  for (std::size_t i = 1; several && i < rank; ++i) text += ", " + index(depth);
  return text;
}

std::string Generator::outside_index(const Tensor& tensor) {
  constexpr std::array<std::string_view, 5> always = {"-1", "9_000_000_000s64", "4_294_967_295u32",
                                                      "-2_147_483_648", "2_147_483_647"};
  if (random_.chance(40)) return tensor.name + ".len()";
  const std::string_view text = random_.pick(always);
  return std::string(options_.narrow && text.ends_with("s64") ? "-7" : text);
}

// Units of edge cubes are at 2147483647, and so is what is computed from it: wrapped or not, it
// stays outside every tensor.
std::string Generator::own_indices(const Tensor& tensor, std::int64_t element) {
  const std::size_t rank = tensor.shape.rank();
  if (tensor.per_unit > 1) {
    if (rank == 2 && random_.chance(50)) return format("at, {}", element);
    if (random_.chance(20) && !options_.narrow)
      return format("(ABSOLUTE_POS as s64) * {} + {}", tensor.per_unit, element);
    return format("ABSOLUTE_POS * {} + {}", tensor.per_unit, element);
  }
  // With two indices the third axis of a cube could not be told apart.
  const bool flat_cube = cube_.size() < 3 || cube_[2] == 1;
  if (tensor.like_domain && random_.chance(50)) {
    if (rank == 2 && flat_cube) return "ABSOLUTE_POS_Y, ABSOLUTE_POS_X";
    if (rank == 3) return "ABSOLUTE_POS_Y, ABSOLUTE_POS_X, ABSOLUTE_POS_Z";
    if (rank == 4)
      return format(
          "ABSOLUTE_POS_Y / {0}.shape(1), ABSOLUTE_POS_Y % {0}.shape(1), ABSOLUTE_POS_X, "
          "ABSOLUTE_POS_Z",
          tensor.name);
  }
  if (random_.chance(10)) return "ABSOLUTE_POS as u32";
  return random_.chance(50) ? "at" : "ABSOLUTE_POS";
}

std::string Generator::own_indices(const Tensor& tensor) {
  const auto element =
      static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(tensor.per_unit)));
  return own_indices(tensor, element);
}

std::string Generator::own_index(const Shared& shared) {
  if (shared.per_unit == 1) return "UNIT_POS";
  return format("UNIT_POS * {} + {}", shared.per_unit,
                random_.below(static_cast<std::size_t>(shared.per_unit)));
}

std::optional<Text> Generator::load(ir::Type type, unsigned depth) {
  const std::size_t roll = random_.below(10);
  if (roll < 5 && type.is_scalar()) return load_tensor(type.scalar, depth);
  if (roll < 7) return load_array(type, depth);
  if (roll < 9) return load_shared(type, depth);
  return atomic_value(type, depth);
}

std::optional<Text> Generator::load_tensor(Scalar scalar, unsigned depth) {
  std::vector<const Tensor*> fitting;
  if (in_kernel_)
    for (const Tensor& t : tensors_)
      if (t.scalar == scalar && (t.use == Use::anyone_reads || t.use == Use::own))
        fitting.push_back(&t);
  if (fitting.empty()) return std::nullopt;
  const Tensor& tensor = *random_.pick(fitting);
  if (tensor.use == Use::own) {
    if (random_.chance(10)) return Text{format("{}[{}]", tensor.name, outside_index(tensor))};
    return Text{format("{}[{}]", tensor.name, own_indices(tensor))};
  }
  constexpr std::array<std::string_view, 2> edges = {"clamped", "mirrored"};
  if (random_.chance(45)) {
    const std::string_view edge = random_.pick(edges);
    return Text{format("{}.{}({})", tensor.name, edge, any_indices(tensor, depth))};
  }
  if (random_.chance(40)) return Text{tensor.name + "[at]"};
  return Text{format("{}[{}]", tensor.name, any_indices(tensor, depth))};
}

std::optional<Text> Generator::load_array(ir::Type type, unsigned depth) {
  std::vector<Variable> fitting;
  for (const Variable* v : visible())
    if (v->type.is_array() && v->type.element() == type) fitting.push_back(*v);
  if (fitting.empty()) return std::nullopt;
  const Variable& array = random_.pick(fitting);
  return Text{format("{}[{}]", array.name, array_index(array.type.length, depth))};
}

std::optional<Text> Generator::load_shared(ir::Type type, unsigned depth) {
  if (!in_kernel_) return std::nullopt;
  for (const Shared& s : shared_) {
    if (s.type.element() != type || s.use == Use::atomic || random_.chance(30)) continue;
    if (s.use == Use::own) return Text{format("{}[{}]", s.name, own_index(s))};
    return Text{format("{}[{}]", s.name, array_index(s.type.length, depth))};
  }
  return std::nullopt;
}

// The old value may be used where nobody else touches the element.
std::optional<Text> Generator::atomic_value(ir::Type type, unsigned depth) {
  if (!in_kernel_ || !has_atomics(type)) return std::nullopt;
  std::vector<std::string> places;
  for (const Tensor& t : tensors_)
    if (t.use == Use::own && ir::Type{t.scalar} == type)
      places.push_back(format("{}[{}]", t.name, own_indices(t)));
  for (const Shared& s : shared_)
    if (s.use == Use::own && s.type.element() == type && !s.holds_indices)
      places.push_back(format("{}[{}]", s.name, own_index(s)));
  if (places.empty()) return std::nullopt;
  const std::string place = random_.pick(places);
  // What f32 adds of any numbers is not the same on devices that have no denormals in memory.
  const std::string_view op = type == ir::f32_type ? "atomic_exchange" : random_.pick(atomics);
  return Text{format("{}({}, {})", op, place, whole(type, Hint::yes, depth))};
}

std::string Generator::shared_atomic(const Shared& shared) {
  std::string text =
      format("{}({}[{}], ", shared.atomic, shared.name, array_index(shared.type.length, 2));
  // All exchange the same value, so the last one does not matter.
  if (shared.atomic == "atomic_exchange") return text + "7);";
  return text + atomic_operand(shared.type.element()) + ");";
}

// Small whole numbers of f32, of which every order of a sum gives the same bits.
std::string Generator::atomic_operand(ir::Type type) {
  if (type != ir::f32_type) return whole(type, Hint::yes, 2);
  if (random_.chance(30)) return format("{}.0", random_.below(9));
  return format("(({}) & 7) as f32", whole(ir::s32_type, Hint::no, 2));
}

std::optional<std::string> Generator::atomic_statement() {
  if (!in_kernel_) return std::nullopt;
  for (const Tensor& t : tensors_) {
    if (t.use != Use::atomic || random_.chance(30)) continue;
    std::string text = format("{}({}[{}], ", t.atomic, t.name, any_indices(t, 2));
    if (t.atomic == "atomic_exchange") return text + "7);";
    return text + atomic_operand({t.scalar}) + ");";
  }
  for (const Shared& s : shared_)
    if (s.use == Use::atomic && random_.chance(70)) return shared_atomic(s);
  // Alone, the old value is not kept.
  constexpr std::array types = {ir::s32_type, ir::Type{Scalar::u32}, ir::f32_type};
  const ir::Type type = random_.pick(types);
  const auto own = atomic_value(type, 2);
  if (!own) return std::nullopt;
  return own->text + ";";
}

std::optional<Place> Generator::memory_place(unsigned depth) {
  std::vector<Place> places;
  for (const Variable* v : visible()) {
    if (!v->type.is_array() || !v->is_mutable) continue;
    // The place is written before its value, so it comes first here too.
    places.push_back({v->name, v->type});
  }
  for (const Tensor& t : tensors_)
    if (in_kernel_ && t.use == Use::own) {
      const std::string at = random_.chance(8) ? outside_index(t) : own_indices(t);
      places.push_back({format("{}[{}]", t.name, at), {t.scalar}});
    }
  for (const Shared& s : shared_)
    if (in_kernel_ && s.use == Use::own)
      places.push_back({format("{}[{}]", s.name, own_index(s)), s.type.element()});
  if (places.empty()) return std::nullopt;
  Place place = random_.pick(places);
  if (place.type.is_array()) {
    place.text += "[" + array_index(place.type.length, depth) + "]";
    place.type = place.type.element();
  }
  return place;
}

}  // namespace dala::fuzz
