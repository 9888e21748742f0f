#include "cli/kernel_helper.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/files/npy.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>((value >> shift) & 0xFF));
  return bytes;
}

std::uint32_t crc(const std::string& bytes) {
  std::uint32_t value = 0xFFFFFFFF;
  for (const char byte : bytes) {
    value ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~value;
}

std::string chunk(const std::string& type, const std::string& data) {
  std::string bytes = big_endian(static_cast<std::uint32_t>(data.size()));
  bytes.append(type).append(data);
  return bytes.append(big_endian(crc(bytes.substr(4))));
}

// One stored block: zlib's format without any compression.
std::string stored(const std::string& data) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char byte : data) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  const auto low = static_cast<char>(data.size() & 0xFF);
  const auto high = static_cast<char>(data.size() >> 8);
  std::string block = "\x78\x01\x01";
  for (const char byte : {low, high, static_cast<char>(~low), static_cast<char>(~high)})
    block.push_back(byte);
  return block.append(data).append(big_endian((b << 16) | a));
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::string make_png(std::uint32_t width, std::uint32_t height, unsigned channels,
                     const std::vector<std::uint8_t>& pixels) {
  const char color = channels == 1 ? 0 : (channels == 3 ? 2 : 6);
  std::string rows;
  for (std::size_t y = 0; y < height; ++y) {
    rows.push_back('\0');  // no filter
    const std::size_t length = std::size_t{width} * channels;
    for (std::size_t i = y * length; i < (y + 1) * length && i < pixels.size(); ++i)
      rows.push_back(static_cast<char>(pixels[i]));
  }
  std::string header = big_endian(width);
  header.append(big_endian(height));
  for (const char field : {char{8}, color, '\0', '\0', '\0'}) header.push_back(field);
  std::string file = "\x89PNG\r\n\x1A\n";
  file.append(chunk("IHDR", header)).append(chunk("IDAT", stored(rows)));
  return file.append(chunk("IEND", ""));
}

Ended KernelCliTest::kernel(std::vector<std::string> arguments,
                            const std::string& environment) const {
  arguments.insert(arguments.begin(), "kernel");
  return dala(arguments, environment);
}

std::vector<std::uint8_t> KernelCliTest::read_bytes(const std::string& name,
                                                    const Shape& shape) const {
  const std::string file = read(name);
  const auto view = parse_npy(std::as_bytes(std::span(file)));
  EXPECT_TRUE(view) << name << ": " << (view ? "" : view.error().message);
  if (!view) return {};
  EXPECT_EQ(view->dtype, DType::u8);
  EXPECT_EQ(to_string(view->shape), to_string(shape));
  std::vector<std::uint8_t> values(view->data.size());
  copy_row_major(*view, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<std::uint8_t> KernelCliTest::read_png(const std::string& name, std::int64_t height,
                                                  std::int64_t width) const {
  write("same.dk",
        "fn same(a: Tensor<u8>, b: &mut Tensor<u8>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS]; }");
  const Ended ended = kernel({"run", "same.dk", "--in", name, "--out", "same.npy"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return read_bytes("same.npy", {height, width, 4});
}

std::string KernelCliTest::example(const std::string& name) {
  return (dala::test::tests_folder() / "../examples/kernels" / name).string();
}

Running::Running(const fs::path& folder, const std::vector<std::string>& arguments)
    : out_(folder.string() + ".running_out"), err_(folder.string() + ".running_err") {
  std::vector<std::string> words = arguments;
  words.insert(words.begin(), dala::test::dala_program().string());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  if (dup2(open(out_.c_str(), flags, 0600), 1) < 0 ||
      dup2(open(err_.c_str(), flags, 0600), 2) < 0 || chdir(folder.c_str()) != 0)
    _exit(126);
  execv(argv[0], argv.data());
  _exit(127);
}

Running::~Running() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  fs::remove(out_);
  fs::remove(err_);
}

std::string Running::out() const { return content(out_); }
std::string Running::err() const { return content(err_); }
void Running::signal(int number) const { kill(pid_, number); }

int Running::wait() {
  int status = 0;
  if (!soon([&] { return waitpid(pid_, &status, WNOHANG) == pid_; })) {
    kill(pid_, SIGKILL);
    waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool soon(const std::function<bool()>& condition) {
  using namespace std::chrono_literals;
  const auto limit = std::chrono::steady_clock::now() + 60s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

}  // namespace dala::test
