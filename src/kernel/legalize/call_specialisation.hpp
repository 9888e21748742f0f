// What legal IR is specialised for: what is known of a call's shapes and of the device.
#pragma once

#include <span>

#include <dala/core/shape.hpp>

#include "kernel/analysis/pixels.hpp"

namespace dala::kernel {

inline constexpr std::int64_t near_distance = 64;

struct CallSpecialisation {
  // Tensors of u8 with four are read and written by pixels; the IR is right for those
  // shapes alone, and for tensors that are not empty.
  Channels channels = {};
  // Those tensors reach over the domain and have more than `near_distance` pixels along X and Y, so
  // that an index no further than that from a position is mirrored once at most.
  bool near = false;
  // Groups lie in rows where positions then need no division: in kernels without cubes of which an
  // invocation takes one element, where the domain has nothing along Z. An invocation takes several
  // elements (analysis/lanes.hpp) where no tensor has fewer than the domain.
  ir::Groups groups = {};
  // The kernel can be stopped: the word at the binding after the tensors' is looked at by every
  // group when it begins and by loops now and then, and once it is not 0 all of them end. The word
  // behind it is then set to 1. An invocation of such a kernel takes one element.
  bool stoppable = false;
  // The driver's quotients and square roots of f32 are not the nearest numbers, so they are made of
  // integers.
  bool nearest_by_integers = false;

  friend bool operator==(const CallSpecialisation&, const CallSpecialisation&) = default;
};

// What a call with tensors of these shapes, in the order of the module, allows.
[[nodiscard]] CallSpecialisation specialisation_for(const ir::Module& module,
                                                    std::span<const Shape> shapes);

}  // namespace dala::kernel
