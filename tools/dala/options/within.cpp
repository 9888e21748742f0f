#include "options/within.hpp"

#include <fmt/format.h>

namespace dala::cli {

CLI::Validator within(double low, double high) {
  return {[low, high](const std::string& text) {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high)
              return std::string();
            return fmt::format("{} is not a number from {} to {}", text, low, high);
          },
          ""};
}

}  // namespace dala::cli
