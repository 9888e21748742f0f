// dala info: what this library can run on here.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include <dala/compute.hpp>

#include "about/parts.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

nlohmann::ordered_json to_json(const DeviceInfo& device) {
  auto details = nlohmann::ordered_json::object();
  for (const DeviceDetail& detail : device.details) details[detail.name] = detail.value;
  std::vector<std::string> dtypes;
  for (const DType dtype : device.dtypes) dtypes.emplace_back(to_string(dtype));
  return {{"id", device.id},
          {"name", device.name},
          {"gpu", device.gpu},
          {"software", device.software},
          {"version", device.version},
          {"driver", device.driver},
          {"backends", device.backends},
          {"dtypes", dtypes},
          {"limits",
           {{"max_buffer_bytes", device.limits.max_buffer_bytes},
            {"max_rank", device.limits.max_rank},
            {"threads", device.limits.threads}}},
          {"memory_bytes", device.memory_bytes},
          {"memory_limit_bytes", device.memory_limit_bytes},
          {"details", details}};
}

void print_json(const DeviceInfo& chosen) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const DeviceInfo& device : devices()) all.push_back(to_json(device));
  nlohmann::ordered_json info = {{"version", version()}, {"commit", commit}};
  for (const Part& part : parts())
    info[part.key] = part.version ? nlohmann::ordered_json(*part.version) : nullptr;
  info["device"] = to_json(chosen);
  info["devices"] = all;
  say("{}\n", lines(json_text(info, 2)));
}

void print_text(const DeviceInfo& chosen) {
  std::vector<std::string> dtypes;
  for (const DType dtype : chosen.dtypes) dtypes.emplace_back(to_string(dtype));
  say("dala {} (commit {})\n\nDevices (* is the one in use):\n", version(), commit);
  for (const DeviceInfo& device : devices())
    say("  {} {:<8} {}{}\n", device.id == chosen.id ? '*' : ' ', device.id, device.name,
        device.software ? " (GPU driver in software)" : (device.gpu ? " (GPU)" : ""));
  say("\n{}\n\n{}:\n", lines(parts_text()), chosen.id);
  const auto line = [](const char* what, const std::string& value) {
    say("  {:<16} {}\n", what, value);
  };
  line("name", chosen.name);
  line("runs on", chosen.gpu ? "GPU" : "CPU");
  line("driver", chosen.driver);
  line("backends", join(chosen.backends, ", "));
  line("dtypes", join(dtypes, ", "));
  line("threads", fmt::format("{}", chosen.limits.threads));
  line("largest buffer", human_bytes(chosen.limits.max_buffer_bytes));
  line("most dimensions", fmt::format("{}", chosen.limits.max_rank));
  line("memory", fmt::format("{}, of which up to {} for buffers", human_bytes(chosen.memory_bytes),
                             human_bytes(chosen.memory_limit_bytes)));
  for (const DeviceDetail& detail : chosen.details) line(detail.name.c_str(), detail.value);
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "info", "Shows the devices and what they can do",
                                  "dala info --json");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([&session, json] {
    session.action = [&session, json]() -> Outcome {
      const auto compute = Compute::create({.device = session.device});
      if (!compute) return failure(compute.error());
      if (*json)
        print_json(compute->device_info());
      else
        print_text(compute->device_info());
      return {};
    };
  });
}

}  // namespace dala::cli
