// Stages that run on the CPU as functions written in C++ for its vectors, where those are faster
// than what is made of the stages' text. Both do the same, to within 1/255.
#pragma once

#include <string>

#include <dala/compute.hpp>

#include "media/stages.hpp"

namespace dala::media {

// Before a plan goes to a device: joins what it has one kernel for, and leaves functions only to
// stages that are to run as such. Without `fuse` every stage runs by its text.
void prepare_for_device(ChainPlan& plan, std::string_view device, bool fuse);

// Makes a stage known that has a function: the kernel's name.
[[nodiscard]] Result<std::string> register_by_hand(const Compute& compute, const std::string& label,
                                                   const Stage& stage);

}  // namespace dala::media
