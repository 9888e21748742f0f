// Runs the built `dala` in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <dala/core/dtype.hpp>
#include <dala/core/shape.hpp>

namespace dala::test {

struct Ended {
  int exit_code = -1;
  std::string out;
  std::string err;
};

class CliTest : public testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  // As typed in that folder; `environment` goes in front, as NAME=value.
  [[nodiscard]] Ended dala(const std::vector<std::string>& arguments,
                           const std::string& environment = "") const;

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& content) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  void write_npy(const std::string& name, const Shape& shape,
                 const std::vector<float>& values) const;
  // The values of a file that must be f32 of this shape.
  [[nodiscard]] std::vector<float> read_npy(const std::string& name, const Shape& shape) const;
  // Every name in the folder, sorted.
  [[nodiscard]] std::vector<std::string> files() const;

 private:
  std::filesystem::path folder_;
};

// One sentence on stderr that starts as all do and holds `part`; nothing on stdout.
void expect_error(const Ended& ended, int exit_code, const std::string& part);

}  // namespace dala::test
