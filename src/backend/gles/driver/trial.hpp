// Driver behaviour that no query reports is found by a trial, once in a process: a small shader
// that changes the words of one buffer.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/gles/context/gl_thread.hpp"
#include "core/format.hpp"

namespace dala::backend::gles {

// The words after one invocation for each of `groups`, which the shader sees at binding 0.
[[nodiscard]] Result<std::vector<std::uint32_t>> run_trial(Session& session, const char* shader,
                                                           std::span<const std::uint32_t> words,
                                                           std::uint32_t groups = 1);

// The outcome of a trial, by driver.
template <typename Outcome>
class Trial {
 public:
  // `run(Session&)` gives a Result<Outcome>. Where that is an error it is `otherwise`, and tried
  // again the next time.
  template <typename Run>
  [[nodiscard]] Outcome outcome(GlThread& thread, Run&& run, Outcome otherwise) {
    const Description& driver = thread.description();
    const std::string key = format("{}\n{}\n{}", driver.vendor, driver.renderer, driver.version);
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const Result<Outcome> found = thread.call(run);
    if (!found) return otherwise;
    return known_.emplace(key, *found).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Outcome> known_;
};

}  // namespace dala::backend::gles
