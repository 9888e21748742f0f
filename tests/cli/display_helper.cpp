#include "cli/display_helper.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

namespace dala::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  // Only a whole line: the writer may not be done.
  return std::getline(stream, line) && !stream.eof() ? line : "";
}

// A number of the header of a picture as the X server writes it.
std::size_t word(const std::string& file, std::size_t index) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = (value << 8) | static_cast<std::uint8_t>(file[(index * 4) + i]);
  return value;
}

}  // namespace

Child::Child(const std::vector<std::string>& command,
             const std::map<std::string, std::string>& variables, const fs::path& out)
    : id_(fork()) {
  if (id_ != 0) return;
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

Child::~Child() { stop(); }

bool Child::is_running() {
  if (!ended_) ended_ = waitpid(id_, &status_, WNOHANG) == id_;
  return !ended_;
}

void Child::send(int signal) {
  if (is_running()) kill(id_, signal);
}

int Child::stop() {
  send(SIGTERM);
  return wait();
}

int Child::wait() {
  for (int i = 0; i < 6000 && is_running(); ++i) std::this_thread::sleep_for(10ms);
  if (is_running()) {
    kill(id_, SIGKILL);
    waitpid(id_, &status_, 0);
    ended_ = true;
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

std::unique_ptr<Display> Display::open(const fs::path& folder, int width, int height) {
  if (!is_installed("Xvfb")) return nullptr;
  auto display = std::unique_ptr<Display>(new Display);
  display->folder_ = folder / "display";
  fs::create_directory(display->folder_);
  const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
  const fs::path out = display->folder_ / "number";
  // Takes a number that is free, and prints it once it can be used.
  display->server_ = std::make_unique<Child>(
      std::vector<std::string>{"Xvfb", "-displayfd", "1", "-screen", "0", screen, "-fbdir",
                               display->folder_.string(), "-nolisten", "tcp"},
      std::map<std::string, std::string>{}, out);
  for (int i = 0; i < 2000 && display->server_->is_running() && display->name_.empty(); ++i) {
    std::this_thread::sleep_for(10ms);
    if (const std::string number = first_line(out);
        !number.empty() && number.find_first_not_of("0123456789") == std::string::npos)
      display->name_ = ":" + number;
  }
  return display;
}

std::vector<std::uint8_t> Display::screenshot() const {
  std::ifstream stream(folder_ / "Xvfb_screen0", std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  constexpr std::size_t header_words = 25;
  if (file.size() < header_words * 4) return {};
  // The header's length, then colours of 12 bytes each, then pixels of blue, green, red and
  // nothing.
  const std::size_t start = word(file, 0) + (word(file, 19) * 12);
  const std::size_t bytes = word(file, 4) * word(file, 5) * 4;
  if (file.size() < start + bytes) return {};
  std::vector<std::uint8_t> pixels;
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(file[at]); };
  for (std::size_t at = start; at < start + bytes; at += 4)
    pixels.insert(pixels.end(), {byte(at + 2), byte(at + 1), byte(at), 255});
  return pixels;
}

}  // namespace dala::test
