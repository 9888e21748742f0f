#include "reporter.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace dala::bench {
namespace {

// Above 1: ahead of the peer.
double ratio(const Measurement& measurement) { return measurement.peer->ms / measurement.ms; }

void print_json(const Measurement& m) {
  nlohmann::ordered_json json = {{"area", m.area},       {"case", m.name}, {"device", m.device},
                                 {"threads", m.threads}, {"ms", m.ms},     {"ms_min", m.ms_min}};
  if (m.peer) {
    json["peer"] = m.peer->name;
    json["peer_ms"] = m.peer->ms;
    json["ratio"] = ratio(m);
  }
  fmt::print("{}\n", json.dump());
}

void print_row(const Measurement& m) {
  fmt::print("{:<12} {:<28} {:<6} {:>7} {:>12.6f} {:>12.6f}", m.area, m.name, m.device, m.threads,
             m.ms, m.ms_min);
  if (m.peer) fmt::print("  {:<26} {:>12.6f} {:>6.2f}", m.peer->name, m.peer->ms, ratio(m));
  fmt::print("\n");
}

}  // namespace

void Reporter::add(const Measurement& measurement) {
  if (json_) {
    print_json(measurement);
  } else {
    print_header();
    print_row(measurement);
  }
  // Long runs are watched through pipes.
  std::fflush(stdout);
}

void Reporter::note(const std::string& area, const std::string& name, const std::string& device,
                    const Result<void>& done) {
  if (done) return;
  has_failed_ = true;
  if (json_) {
    const nlohmann::ordered_json json = {
        {"area", area}, {"case", name}, {"device", device}, {"error", done.error().message}};
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    print_header();
    fmt::print("{:<12} {:<28} {:<6} failed: {}\n", area, name, device, done.error().message);
  }
  std::fflush(stdout);
}

void Reporter::print_header() {
  if (!has_header_)
    fmt::print("{:<12} {:<28} {:<6} {:>7} {:>12} {:>12}  {:<26} {:>12} {:>6}\n", "area", "case",
               "device", "threads", "ms", "ms_min", "peer", "peer_ms", "ratio");
  has_header_ = true;
}

}  // namespace dala::bench
