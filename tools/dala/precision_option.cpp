#include "precision_option.hpp"

#include <string>

namespace dala::cli {

void add_precision(CLI::App& command, ml::Precision& precision) {
  command
      .add_option_function<std::string>(
          "--precision",
          [&precision](const std::string& name) {
            precision = name == "f16"    ? ml::Precision::f16
                        : name == "tf32" ? ml::Precision::tf32
                                         : ml::Precision::f32;
          },
          "What products are multiplied in: f32, or on CUDA tf32 or f16")
      ->check(CLI::IsMember({"f32", "tf32", "f16"}))
      ->default_str("f32")
      ->type_name("NAME");
}

}  // namespace dala::cli
