// Prints measurements as they come: an aligned table, or one JSON object a line.
#pragma once

#include <optional>
#include <string>

#include <dala/core/error.hpp>

namespace dala::bench {

struct Peer {
  std::string name;
  double ms = 0;  // median
};

struct Measurement {
  std::string area;
  std::string name;  // the case
  std::string device;
  unsigned threads = 0;
  double ms = 0;  // median
  double ms_min = 0;
  std::optional<Peer> peer = std::nullopt;
};

class Reporter {
 public:
  explicit Reporter(bool json) : json_(json) {}
  void add(const Measurement& measurement);
  // A case that could not be measured: its row says why, and the others go on. Nothing where it
  // could.
  void note(const std::string& area, const std::string& name, const std::string& device,
            const Result<void>& done);
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  void print_header();

  bool json_;
  bool has_header_ = false;
  bool has_failed_ = false;
};

}  // namespace dala::bench
