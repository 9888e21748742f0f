// A screen without a machine that has one: Xvfb, which keeps what it shows in a file.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dala::test {

// A program that runs beside the test, and ends with it.
class Child {
 public:
  // With these variables added to the environment; `out` gets what it prints.
  Child(const std::vector<std::string>& command,
        const std::map<std::string, std::string>& variables, const std::filesystem::path& out);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  [[nodiscard]] bool is_running();
  void send(int signal);
  // Until it has ended by itself, for at most a minute: its exit code, -1 when a signal ended it.
  int wait();
  // Asks it to end, and does the same.
  int stop();

 private:
  pid_t id_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

class Display {
 public:
  // Null where Xvfb is not installed.
  [[nodiscard]] static std::unique_ptr<Display> open(const std::filesystem::path& folder, int width,
                                                     int height);
  // For DISPLAY.
  [[nodiscard]] const std::string& name() const { return name_; }
  // What it shows now: RGBA, rows from the top. Empty while it starts.
  [[nodiscard]] std::vector<std::uint8_t> screenshot() const;

 private:
  Display() = default;

  std::filesystem::path folder_;
  std::string name_;
  std::unique_ptr<Child> server_;
};

}  // namespace dala::test
