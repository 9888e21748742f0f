// Buffers from and to files: .npy, and pictures.
#pragma once

#include <span>
#include <string>

#include <dala/compute.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

// The library's error with the file it is about in front, unless it is named already.
[[nodiscard]] std::unexpected<Failure> file_failure(const std::string& file, Error error);

// Bad usage unless the name ends in .npy, or as a picture that can be read, or written.
[[nodiscard]] Outcome check_inputs(std::span<const std::string> files);
[[nodiscard]] Outcome check_outputs(std::span<const std::string> files);

// A picture comes as {height, width, 4}: u8 where the tensor takes that, else f32 from 0 to 1.
// Everything but pictures is read as .npy.
[[nodiscard]] OutcomeOf<Buffer> load_tensor(const Compute& compute, const std::string& file,
                                            const TensorInfo& tensor);

// Whether such a buffer can be saved there, to know before the work is done.
[[nodiscard]] Outcome check_can_save(const std::string& file, const Buffer& buffer);

// Pictures are u8, or f32 from 0 to 1, as {h, w}, {h, w, 1}, {h, w, 3} or {h, w, 4}.
[[nodiscard]] Outcome save_tensor(const Compute& compute, const Buffer& buffer,
                                  const std::string& file);

// The same, and says so on stdout.
[[nodiscard]] Outcome save_and_say(const Compute& compute, const Buffer& buffer,
                                   const std::string& file);

}  // namespace dala::cli
