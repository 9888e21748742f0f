// Detects that an object made before a fork is used in the child process, where its threads do not
// exist and its locks may never be released.
#pragma once

#include <cstdint>

#include <dala/core/error.hpp>

namespace dala {

class ProcessStamp {
 public:
  ProcessStamp();
  [[nodiscard]] bool forked() const;
  // Error `forked`; `what` begins the sentence: "the Compute".
  [[nodiscard]] Result<void> check(const char* what) const;

 private:
  std::uint32_t forks_;
};

}  // namespace dala
