// What the tests of `dala kernel` need beside a folder: pictures, and a program left running.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/cli_helper.hpp"

namespace dala::test {

// Eight bits a channel: 1 grey, 3 RGB, 4 RGBA. Made without libpng, which is what reads it.
[[nodiscard]] std::string make_png(std::uint32_t width, std::uint32_t height, unsigned channels,
                                   const std::vector<std::uint8_t>& pixels);

class KernelCliTest : public CliTest {
 protected:
  [[nodiscard]] Ended kernel(std::vector<std::string> arguments,
                             const std::string& environment = "") const;
  // Values and shape of a .npy file of bytes.
  [[nodiscard]] std::vector<std::uint8_t> read_bytes(const std::string& name,
                                                     const Shape& shape) const;
  // The pixels of a .png, as what a kernel gets that takes bytes: RGBA.
  [[nodiscard]] std::vector<std::uint8_t> read_png(const std::string& name, std::int64_t height,
                                                   std::int64_t width) const;
  [[nodiscard]] static std::string example(const std::string& name);
};

// `dala` in the background, ended with the object.
class Running {
 public:
  Running(const std::filesystem::path& folder, const std::vector<std::string>& arguments);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] std::string out() const;
  [[nodiscard]] std::string err() const;
  void signal(int number) const;
  // The exit code; -1 when it was killed, which happens when it does not end in time.
  [[nodiscard]] int wait();

 private:
  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t pid_ = -1;
};

// Whether the condition comes true before a generous limit.
[[nodiscard]] bool soon(const std::function<bool()>& condition);

}  // namespace dala::test
