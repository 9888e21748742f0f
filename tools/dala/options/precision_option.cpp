#include "options/precision_option.hpp"

#include <string>
#include <vector>

namespace dala::cli {

void add_precision(CLI::App& command, ml::Precision& precision) {
  std::vector<std::string> names;
  for (const ml::Precision known : ml::all_precisions) names.emplace_back(to_string(known));
  command
      .add_option_function<std::string>(
          "--precision",
          [&precision](const std::string& name) {
            precision = ml::precision_from_string(name).value_or(precision);
          },
          "What products are multiplied in: f32, or on CUDA tf32 or f16")
      ->check(CLI::IsMember(names))
      ->default_str("f32")
      ->type_name("NAME");
}

}  // namespace dala::cli
