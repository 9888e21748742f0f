#include "core/threads/thread_priority.hpp"

#ifdef __linux__
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#endif

namespace dala {

void lower_priority_of_this_thread() {
#ifdef __linux__
  // Slices this long, of which kernels before 6.12 know nothing, let a thread that wakes go first
  // at once; it would else wait for the end of one. With an idle core beside it nothing is lost.
  sched_attr wish{};
  wish.size = sizeof wish;
  wish.sched_policy = SCHED_NORMAL;
  wish.sched_nice = std::max(getpriority(PRIO_PROCESS, 0), 10);  // it may be lower already
  wish.sched_runtime = 100'000'000;                              // nanoseconds
  syscall(SYS_sched_setattr, 0, &wish, 0);
#endif
}

}  // namespace dala
