// Which tensors a kernel has, how large they are, and who may touch which element.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

std::int64_t Generator::units() const {
  std::int64_t n = 1;
  for (std::int64_t size : cube_) n *= size;
  return n;
}

// Units of edge cubes included.
std::int64_t Generator::invocations() const {
  const std::int64_t elements = tensors_[domain_].shape.elements();
  if (!has_cube()) return elements;
  const Shape& shape = tensors_[domain_].shape;
  std::array<std::int64_t, 3> extent = {1, 1, 1};
  const std::size_t rank = shape.rank();
  if (rank == 1) extent[0] = shape[0];
  if (rank == 2) extent = {shape[1], shape[0], 1};
  if (rank >= 3) {
    extent = {shape[rank - 2], 1, shape[rank - 1]};
    for (std::size_t i = 0; i + 2 < rank; ++i) extent[1] *= shape[i];
  }
  std::int64_t n = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t size = i < cube_.size() ? cube_[i] : 1;
    n *= (extent[i] + size - 1) / size * size;
  }
  return n;
}

Shape Generator::any_shape(std::int64_t most) {
  constexpr std::array<std::size_t, 12> ranks = {1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 0};
  const std::size_t rank = random_.pick(ranks);
  std::vector<std::int64_t> dims;
  std::int64_t left = most;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t size =
        rank == 1 ? random_.between(1, left) : random_.between(1, std::min<std::int64_t>(left, 9));
    dims.push_back(size);
    left = std::max<std::int64_t>(left / size, 1);
  }
  if (rank > 0 && random_.chance(3)) dims[random_.below(rank)] = 0;
  return Shape(dims);
}

Shape Generator::shape_for(Tensor& tensor) {
  const Shape& domain = tensors_[domain_].shape;
  tensor.like_domain = false;
  if (tensor.use == Use::own && tensor.per_unit > 1) {
    const std::int64_t all = domain.elements() * tensor.per_unit;
    return random_.chance(50) ? Shape{all} : Shape{domain.elements(), tensor.per_unit};
  }
  if (tensor.use == Use::tiles) {
    const std::int64_t rows = random_.between(1, 60);
    const std::int64_t columns = random_.between(1, 24);
    if (random_.chance(40)) return Shape{rows * columns};
    return random_.chance(70) ? Shape{rows, columns} : Shape{2, rows, columns};
  }
  const std::size_t roll = random_.below(10);
  if (roll < 5) {
    tensor.like_domain = true;
    return domain;
  }
  if (roll < 7) return Shape{domain.elements()};
  return any_shape(40);
}

void Generator::choose_tensors() {
  constexpr std::array<std::string_view, 6> commutative = {
      "atomic_add", "atomic_min", "atomic_max", "atomic_and", "atomic_or", "atomic_xor"};
  const std::size_t inputs = random_.below(4);
  const std::size_t outputs = 1 + random_.below(3);
  for (std::size_t i = 0; i < inputs + outputs; ++i) {
    Tensor t;
    t.is_output = i >= inputs;
    t.scalar = random_.chance(10) ? Scalar::boolean : any_number();
    if (units() % ir::subgroup_units == 0 && random_.chance(40))
      t.scalar = allowed(random_.pick(ir::tile_products).factor);
    if (t.is_output) {
      t.name = i == inputs && random_.chance(50) ? "output" : format("output_{}", i);
      t.use = Use::own;
      if (random_.chance(30)) t.per_unit = random_.between(2, 4);
      const std::size_t roll = random_.below(10);
      if (roll < 2) {
        t.use = Use::atomic;
        t.per_unit = 1;
        t.scalar = random_.chance(50) ? Scalar::s32 : Scalar::u32;
        t.atomic = random_.chance(15) ? "atomic_exchange" : random_.pick(commutative);
        if (random_.chance(30)) {
          t.scalar = Scalar::f32;
          t.atomic = random_.chance(25) ? "atomic_exchange" : "atomic_add";
        }
      } else if (roll == 2 && has_cube()) {
        t.use = Use::leader;
        t.per_unit = 1;
        t.leader = static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(units())));
      } else if (roll < 7 && units() % ir::subgroup_units == 0) {
        t.use = Use::tiles;
        t.per_unit = 1;
        if (random_.chance(80)) t.scalar = allowed(random_.pick(ir::tile_products).sum);
      } else if (roll == 3 && outputs > 1) {
        t.use = Use::anyone_reads;
        t.per_unit = 1;
      }
    } else {
      t.name = format("in{}", i);
    }
    tensors_.push_back(std::move(t));
  }
  for (std::size_t i = tensors_.size(); i > 1; --i)
    std::swap(tensors_[i - 1], tensors_[random_.below(i)]);
  const auto first = std::ranges::find_if(tensors_, &Tensor::is_output);
  domain_ = static_cast<std::size_t>(first - tensors_.begin());
  if (random_.chance(40)) domain_ = random_.below(tensors_.size());
  Tensor& domain = tensors_[domain_];
  domain.per_unit = 1;
  // A cube along an axis that is short has most of its units outside.
  std::int64_t most = random_.chance(20) ? 150 : 40;
  do domain.shape = any_shape(most);
  while (invocations() > 500 && (most = std::max<std::int64_t>(most / 2, 1)) > 0);
  domain.like_domain = true;
  for (std::size_t i = 0; i < tensors_.size(); ++i)
    if (i != domain_) tensors_[i].shape = shape_for(tensors_[i]);

  const std::size_t params = random_.below(5);
  constexpr std::array registered = {Scalar::f32, Scalar::s32, Scalar::boolean};
  for (std::size_t i = 0; i < params; ++i)
    params_.push_back({format("param{}", i),
                       named_ ? allowed(random_.pick(ir::all_scalars)) : random_.pick(registered)});
}

void Generator::choose_cube() {
  if (!random_.chance(40)) return;
  constexpr std::array<std::int64_t, 9> sizes = {1, 2, 3, 4, 5, 8, 16, 32, 64};
  const std::size_t axes = 1 + random_.below(3);
  for (std::size_t i = 0; i < axes; ++i) {
    std::int64_t size =
        axes == 1 ? random_.pick(sizes) : 1 + static_cast<std::int64_t>(random_.below(4));
    cube_.push_back(size);
  }
  // Cubes of whole subgroups, which units can exchange values in.
  constexpr std::array<std::array<std::int64_t, 3>, 5> whole = {
      {{32, 1, 1}, {64, 1, 1}, {8, 4, 1}, {4, 4, 4}, {3, 8, 4}}};
  if (random_.chance(35)) {
    const auto& chosen = random_.pick(whole);
    cube_.assign(chosen.begin(), chosen.end());
  }
}

}  // namespace dala::fuzz
