#include "core/process/system_info.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include <hwy/targets.h>

namespace dala {

namespace {

// The text after "key ... :" in a file such as /proc/cpuinfo, or empty.
std::string field(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t text = line.find_first_not_of(" \t", colon + 1);
    return text == std::string::npos ? std::string{} : line.substr(text);
  }
  return {};
}

// A control group's number, or `otherwise` when there is none or it says "max".
std::uint64_t cgroup_number(const char* file, std::uint64_t otherwise) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  return in >> value ? value : otherwise;
}

}  // namespace

std::string processor_name() {
  std::string name = field("/proc/cpuinfo", "model name");
  return name.empty() ? "unknown processor" : name;
}

std::string vector_instructions() {
  const std::int64_t targets = hwy::SupportedTargets();
  const std::int64_t best = targets & -targets;  // lower bits are better targets
  return hwy::TargetName(best);
}

bool has_avx512_vnni() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") > 0 && __builtin_cpu_supports("avx512bw") > 0 &&
         __builtin_cpu_supports("avx512vl") > 0 && __builtin_cpu_supports("avx512dq") > 0 &&
         __builtin_cpu_supports("avx512vbmi") > 0 && __builtin_cpu_supports("avx512vnni") > 0;
#else
  return false;
#endif
}

unsigned core_count() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1U, static_cast<unsigned>(CPU_COUNT(&set)));
  return std::max(1U, static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)));
}

CacheSizes cache_sizes() {
  const auto size = [](int name, std::size_t otherwise) {
    const long found = sysconf(name);
    return found > 0 ? static_cast<std::size_t>(found) : otherwise;
  };
  return {.second_level = size(_SC_LEVEL2_CACHE_SIZE, std::size_t{1} << 20U),
          .last_level = size(_SC_LEVEL3_CACHE_SIZE, std::size_t{32} << 20U)};
}

std::uint64_t total_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t available_memory() {
  std::uint64_t available = total_memory();
  if (const std::string text = field("/proc/meminfo", "MemAvailable"); !text.empty())
    available = std::min<std::uint64_t>(available, std::stoull(text) * 1024);
  const std::uint64_t limit = cgroup_number("/sys/fs/cgroup/memory.max", available);
  const std::uint64_t used = cgroup_number("/sys/fs/cgroup/memory.current", 0);
  if (limit != available) available = std::min(available, limit > used ? limit - used : 0);
  return available;
}

}  // namespace dala
