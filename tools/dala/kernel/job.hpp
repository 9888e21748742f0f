// A kernel file and the files it works on: what `dala kernel run` does once and `watch` repeats.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include <dala/compute.hpp>

#include "io/file_stamp.hpp"
#include "kernel/source_file.hpp"
#include "run/execute.hpp"

namespace dala::cli {

struct KernelJobOptions {
  std::string file;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> shapes;  // of the outputs; those not given are the first input's
  std::vector<std::string> params;
  ExecuteOptions execute;
  double time_limit = 0;  // seconds; 0: the library's
  std::string cache;
};

void add_kernel_job_options(CLI::App& command, KernelJobOptions& options);

class KernelJob {
 public:
  [[nodiscard]] static OutcomeOf<KernelJob> create(const std::string& device,
                                                   KernelJobOptions options);

  // Reads the kernel. What was loaded before stays when the text is bad.
  [[nodiscard]] Outcome load();
  // Runs what is loaded; the outputs are then in outputs().
  [[nodiscard]] OutcomeOf<Explanation> run();

  [[nodiscard]] bool loaded() const { return kernel_.has_value(); }
  [[nodiscard]] const KernelInfo& kernel() const { return kernel_->info; }
  [[nodiscard]] const KernelJobOptions& options() const { return options_; }
  [[nodiscard]] const Compute& compute() const { return compute_; }
  [[nodiscard]] const BufferList& outputs() const { return command_.outputs; }

 private:
  // Inputs are kept between runs while their files stay the same.
  struct Input {
    std::optional<FileStamp> stamp;
    DTypeSet dtypes;
  };

  KernelJob(Compute compute, KernelJobOptions options, std::vector<Shape> shapes)
      : compute_(std::move(compute)), options_(std::move(options)), shapes_(std::move(shapes)) {}

  [[nodiscard]] Outcome check_counts() const;
  [[nodiscard]] Outcome load_inputs();
  [[nodiscard]] Outcome make_outputs();

  Compute compute_;
  KernelJobOptions options_;
  std::vector<Shape> shapes_;
  std::optional<KernelFile> kernel_;
  std::vector<Input> inputs_;
  Command command_;
};

}  // namespace dala::cli
