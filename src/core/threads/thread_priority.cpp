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
  // From Linux 6.12 on, a thread with so long a time slice is preempted at once by a thread that
  // wakes up, which would otherwise wait for the slice to end. Nothing is lost where a core is
  // idle.
  sched_attr wish{};
  wish.size = sizeof wish;
  wish.sched_policy = SCHED_NORMAL;
  wish.sched_nice = std::max(getpriority(PRIO_PROCESS, 0), 10);  // it may be lower already
  wish.sched_runtime = 100'000'000;                              // nanoseconds
  syscall(SYS_sched_setattr, 0, &wish, 0);
#endif
}

}  // namespace dala
