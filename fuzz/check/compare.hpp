// One program on the interpreter and on a target.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "programs/program.hpp"
#include "targets.hpp"

namespace dala::fuzz {

struct Failure {
  enum class Kind : std::uint8_t {
    not_compiled,  // a fault of the generator or of the front end
    not_finished,  // the interpreter failed: a fault of the generator
    rejected,      // the target gave an error where the interpreter did not
    different,     // an output or what is printed differs, or other memory was written
  };
  Kind kind = Kind::different;
  std::string message;
};

// Nothing when both give the same outputs, bit for bit; all NaNs are the same. Outputs of programs
// in which arithmetic gives NaN are not looked at where the target leaves them open.
[[nodiscard]] std::optional<Failure> check(const Program& program, const Target& target);

}  // namespace dala::fuzz
