// Prints measurements as they come: an aligned table, or one JSON object a line.
#pragma once

#include <optional>
#include <string>

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

 private:
  bool json_;
  bool has_header_ = false;
};

}  // namespace dala::bench
