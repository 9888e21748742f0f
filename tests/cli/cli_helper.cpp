#include "cli/cli_helper.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/files/npy.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  std::string result(1, '\'');
  for (const char c : text) {
    if (c == '\'') result.append("'\\'");
    result.push_back(c);
  }
  result.push_back('\'');
  return result;
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

CliTest::CliTest() {
  std::string name = (fs::temp_directory_path() / "dala_cli_XXXXXX").string();
  folder_ = mkdtemp(name.data());
}

CliTest::~CliTest() { fs::remove_all(folder_); }

Ended CliTest::dala(const std::vector<std::string>& arguments,
                    const std::string& environment) const {
  // Outside the folder, so that tests can look at exactly what the command left there.
  const fs::path out = folder_.string() + ".out";
  const fs::path err = folder_.string() + ".err";
  std::ostringstream command;
  command << "cd " << quoted(folder_.string()) << " && " << environment << ' '
          << quoted(dala::test::dala_program().string());
  for (const std::string& argument : arguments) command << ' ' << quoted(argument);
  command << " >" << quoted(out.string()) << " 2>" << quoted(err.string());
  const int status = std::system(command.str().c_str());
  Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
  fs::remove(out);
  fs::remove(err);
  return ended;
}

void CliTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
}

std::string CliTest::read(const std::string& name) const { return content(path(name)); }

void CliTest::write_npy(const std::string& name, const Shape& shape,
                        const std::vector<float>& values) const {
  std::string file = make_npy_header(DType::f32, shape);
  file.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  write(name, file);
}

std::vector<float> CliTest::read_npy(const std::string& name, const Shape& shape) const {
  const std::string file = read(name);
  const auto view = parse_npy(std::as_bytes(std::span(file)));
  EXPECT_TRUE(view) << name << ": " << (view ? "" : view.error().message);
  if (!view) return {};
  EXPECT_EQ(view->dtype, DType::f32);
  EXPECT_EQ(to_string(view->shape), to_string(shape));
  std::vector<float> values(view->data.size() / sizeof(float));
  copy_row_major(*view, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<std::string> CliTest::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

void expect_error(const Ended& ended, int exit_code, const std::string& part) {
  EXPECT_EQ(ended.exit_code, exit_code) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.starts_with("dala: ")) << ended.err;
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_NE(ended.err.find(part), std::string::npos)
      << "stderr: " << ended.err << "expected in it: " << part;
}

}  // namespace dala::test
