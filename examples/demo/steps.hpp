// The parts of the demo, in the order they are shown. Each prints what it did.
#pragma once

#include <filesystem>

#include <dala/dala.hpp>

namespace demo {

dala::Result<void> show_device(const dala::Compute& compute);
dala::Result<void> add_vectors(const dala::Compute& compute);
dala::Result<void> run_async(const dala::Compute& compute);
dala::Result<void> run_pipeline(const dala::Compute& compute);
dala::Result<void> draw_gradient(const dala::Compute& compute, const std::filesystem::path& folder);
dala::Result<void> run_own_kernel(const dala::Compute& compute,
                                  const std::filesystem::path& folder);
dala::Result<void> draw_surface(const dala::Compute& compute, const std::filesystem::path& folder);

}  // namespace demo
