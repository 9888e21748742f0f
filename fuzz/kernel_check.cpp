// Random kernels on the interpreter and on a target, which must agree bit for bit.
//
//   dala-kernel-check --seed 1 --count 100000 --target jit
//
// A program is its seed: the same one is made on every machine. docs/fuzzing.md says more.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "check/compare.hpp"
#include "check/coverage.hpp"
#include "check/shrink.hpp"
#include "core/format.hpp"
#include "kernel/compile.hpp"

namespace dala::fuzz {
namespace {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;
  std::uint64_t jobs = 1;
  std::string target = "interpreter";
  bool print = false;
  bool shrink = false;
  bool keep_going = false;
  bool coverage = false;
  bool flushes = false;
  GenerateOptions generate;
};

constexpr std::string_view usage =
    "usage: dala-kernel-check [options]\n"
    "  --seed S       the first program (1)\n"
    "  --count N      how many programs, with seeds from S on (1000)\n"
    "  --target NAME  what is compared with the interpreter (interpreter)\n"
    "  --jobs J       threads (1)\n"
    "  --print        shows each program\n"
    "  --shrink       makes a failing program small before showing it\n"
    "  --keep-going   goes on after a program that failed, and ends with the seeds of all that "
    "did\n"
    "  --inexact      with the functions that are only accurate to a few units in the last place\n"
    "  --narrow       without s64 and f64, for devices that do not have them\n"
    "  --flushes      the device may take denormals for zero: programs that meet one are not "
    "compared\n"
    "  --coverage     counts what the programs use; fails when a part of the language is missing\n";

bool parse_number(std::string_view text, std::uint64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<Options> parse(const std::vector<std::string_view>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    std::uint64_t* number = nullptr;
    if (word == "--print")
      options.print = true;
    else if (word == "--shrink")
      options.shrink = true;
    else if (word == "--keep-going")
      options.keep_going = true;
    else if (word == "--coverage")
      options.coverage = true;
    else if (word == "--narrow")
      options.generate.narrow = true;
    else if (word == "--flushes")
      options.flushes = true;
    else if (word == "--inexact")
      options.generate.exact_only = false;
    else if (word == "--seed")
      number = &options.seed;
    else if (word == "--count")
      number = &options.count;
    else if (word == "--jobs")
      number = &options.jobs;
    else if (word == "--target" && i + 1 < words.size())
      options.target = words[++i];
    else
      return std::nullopt;
    if (number != nullptr && (++i >= words.size() || !parse_number(words[i], *number)))
      return std::nullopt;
  }
  if (options.jobs == 0 || options.jobs > 256 || options.count == 0) return std::nullopt;
  return options;
}

class Run {
 public:
  Run(const Options& options, const Target& target) : options_(options), target_(target) {}

  int go() {
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t i = 1; i < options_.jobs; ++i) threads.emplace_back([&] { work(); });
      work();
    }
    if (!failed_.empty()) {
      std::cout << format("FAILED: {} of {} programs, seeds", failed_.size(),
                          std::min(next_.load(), options_.count));
      for (const std::uint64_t seed : failed_) std::cout << ' ' << seed;
      std::cout << '\n';
      return 1;
    }
    std::cout << format("PASSED: {} programs, seeds {} to {}, interpreter and {} agree.\n",
                        options_.count, options_.seed, options_.seed + options_.count - 1,
                        target_.name);
    return 0;
  }

 private:
  void work() {
    while (!stopped_) {
      const std::uint64_t number = next_++;
      if (number >= options_.count) return;
      const Program program = generate(options_.seed + number, options_.generate);
      if (options_.print) show(program);
      if (const auto failure = check(program, target_)) fail(program, *failure);
      report_progress(number + 1);
    }
  }

  void show(const Program& program) {
    const std::scoped_lock lock(mutex_);
    std::cout << format("// seed {}\n", program.seed) << describe(program) << '\n';
  }

  void fail(const Program& program, const Failure& failure) {
    const std::scoped_lock lock(mutex_);
    if (stopped_) return;
    stopped_ = !options_.keep_going;
    failed_.insert(program.seed);
    std::cout << describe(program)
              << format("FAILED: seed {}: {}\n", program.seed, failure.message);
    if (!options_.shrink) return;
    const Program small = shrink(program, target_, failure.kind);
    const auto again = check(small, target_);
    std::cout << "the smallest program that still fails:\n"
              << describe(small) << (again ? again->message : "") << '\n';
  }

  void report_progress(std::uint64_t done) {
    const auto now = std::chrono::steady_clock::now();
    const std::scoped_lock lock(mutex_);
    if (now - reported_ < std::chrono::seconds(10)) return;
    reported_ = now;
    std::cout << format("{} of {} programs\n", done, options_.count) << std::flush;
  }

  const Options& options_;
  const Target& target_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::set<std::uint64_t> failed_;
  std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

int measure_coverage(const Options& options) {
  Coverage coverage;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    GenerateOptions with_all = options.generate;
    with_all.exact_only = false;
    const Program program = generate(options.seed + i, with_all);
    const kernel::Source source("generated.dk", program.source);
    const kernel::Compiled compiled = kernel::compile(source, program.options);
    if (!compiled.module) {
      std::cout << describe(program) << render(source, compiled.diagnostics)
                << format("FAILED: seed {} does not compile\n", program.seed);
      return 1;
    }
    coverage.add(*compiled.module);
  }
  if (options.print)
    for (const auto& [name, count] : coverage.counts())
      std::cout << format("{:9} {}\n", count, name);
  const std::vector<std::string> missing = coverage.missing();
  for (const std::string& name : missing) std::cout << "never: " << name << '\n';
  if (!missing.empty()) return 1;
  std::cout << format("PASSED: {} programs use every part of the language.\n", options.count);
  return 0;
}

int run(const std::vector<std::string_view>& words) {
  const std::optional<Options> options = parse(words);
  if (!options) {
    std::cerr << usage;
    return 2;
  }
  if (options->coverage) return measure_coverage(*options);
  for (Target target : targets()) {
    if (target.name != options->target) continue;
    target.keeps_denormals = !options->flushes;
    return Run(*options, target).go();
  }
  std::cerr << format("There is no target `{}`. There is:", options->target);
  for (const Target& target : targets()) std::cerr << ' ' << target.name;
  std::cerr << '\n';
  return 2;
}

}  // namespace
}  // namespace dala::fuzz

int main(int argc, char** argv) { return dala::fuzz::run({argv + 1, argv + argc}); }
