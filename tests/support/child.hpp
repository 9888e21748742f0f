// What a test does in the child of a fork.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "support/sanitizers.hpp"

namespace dala::test {

// The thread sanitizer ends a child that starts threads, and takes locks that it had for races.
#ifdef DALA_THREAD_SANITIZER
inline constexpr bool forks_are_followed = false;
#else
inline constexpr bool forks_are_followed = true;
#endif

// Runs `work` in a child process. Returns what it returns, or 1000 plus the number of the signal
// that ended the child; a child that hangs is ended by one.
inline int in_child(const std::function<int()>& work) {
  constexpr unsigned longest_seconds = 60;
  const pid_t child = fork();
  if (child == 0) {
    alarm(longest_seconds);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace dala::test
