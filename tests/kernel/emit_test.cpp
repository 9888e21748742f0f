// Emitted sources: as goldens beside the kernels (DALA_UPDATE_GOLDENS=1 writes them), through the
// compilers of the languages where they are installed, and run on the host with a shim that
// supplies the names of CUDA or Metal, compared with the interpreter.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/format.hpp"
#include "kernel/analysis/lanes.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/emit_shims/run_case.hpp"
#include "kernel/kernel_cases_helper.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;
using dala::test::read_text;

const fs::path kernel_tests = dala::test::tests_folder() / "kernel";

struct Target {
  Language language;
  std::string extension;
};
const std::array targets = {Target{Language::glsl, ".glsl"}, Target{Language::cuda, ".cu"},
                            Target{Language::msl, ".metal"}};

// A folder that is gone with the test.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (fs::temp_directory_path() / "dala_emit_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  ~TempFolder() { fs::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool runs(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

void expect_runs(const TempFolder& folder, const std::string& command) {
  const fs::path log = folder.path() / "log";
  EXPECT_EQ(std::system(format("{} >{} 2>&1", command, log.string()).c_str()), 0) << command << '\n'
                                                                                  << read_text(log);
}

// Where a kernel can be.
Form in_lanes(const ir::Module& module) {
  Form form;
  form.groups.elements = runs_in_lanes(module) ? lanes : 1;
  return form;
}

TEST(KernelEmit, Goldens) {
  for (const fs::path& path : golden_kernels()) {
    const auto module = compile_text(path.filename().string(), read_text(path));
    ASSERT_TRUE(module);
    for (const Target& target : targets) {
      const bool is_glsl = target.language == Language::glsl;
      const Result<std::string> text =
          emit(*module, target.language, is_glsl ? in_lanes(*module) : Form{});
      EXPECT_TRUE(text || text.error().code == ErrorCode::unsupported);
      dala::test::expect_text(fs::path(path).replace_extension(target.extension),
                              text ? *text : text.error().message + "\n");
    }
  }
}

// Those of golden/wide, what the page of the language shows of them, pixels, lines that are
// printed and shared arrays.
TEST(KernelEmit, GoldensOfWideIndices) {
  const fs::path folder = kernel_tests / "golden";
  for (const fs::path& path : {folder / "wide" / "indices.dk", folder / "wide" / "tile_strides.dk",
                               folder / "large_tensors.dk", folder / "pixels.dk",
                               folder / "print.dk", folder / "cubes.dk"}) {
    const std::string name = path.stem().string();
    const auto module = compile_text(name, read_text(path), ir::Scalar::s64);
    ASSERT_TRUE(module);
    for (const Target& target : targets) {
      const Result<std::string> text = emit(*module, target.language);
      dala::test::expect_text(folder / "wide" / (name + target.extension),
                              text ? *text : text.error().message + "\n");
    }
  }
}

TEST(KernelEmit, RejectsTypesTheLanguageLacks) {
  const auto f64 = compile_text("t.dk",
                                "fn k(o: &mut Tensor<f32>) { o[0] = (1.5f64 * 2.0) as f32; "
                                "let d = 2.5f64; o[1] = d as f32; }");
  const auto s64 =
      compile_text("t.dk", "fn k(a: Tensor<s64>, o: &mut Tensor<f32>) { o[0] = 1.0; }");
  const auto param = compile_text("t.dk", "fn k(o: &mut Tensor<f32>, p: s64) { o[0] = p as f32; }");
  const auto shared = compile_text(
      "t.dk", "#[cube(8)] fn k(o: &mut Tensor<f32>) { shared t: [u8; 16384]; o[0] = 1.0; }");
  EXPECT_EQ(emit(*f64, Language::msl).error().message,
            "kernel `k`: variable `d` is f64, a type that Metal does not have");
  EXPECT_EQ(emit(*s64, Language::glsl).error().message,
            "kernel `k`: tensor `a` holds s64, a type that GLSL ES 3.10 does not have");
  EXPECT_EQ(emit(*param, Language::glsl).error().message,
            "kernel `k`: parameter `p` is s64, a type that GLSL ES 3.10 does not have");
  EXPECT_EQ(emit(*shared, Language::glsl).error().message,
            "kernel `k`: its shared arrays take 65536 bytes in GLSL ES 3.10; at most 16384 are "
            "possible");
  EXPECT_TRUE(emit(*f64, Language::cuda));
  EXPECT_TRUE(emit(*s64, Language::msl));
}

TEST(KernelEmit, EntryNameIsTheKernelsUnlessReserved) {
  const auto plain = compile_text("t.dk", "fn blur(o: &mut Tensor<f32>) { o[0] = 1.0; }");
  const auto odd = compile_text("t.dk", "fn device(o: &mut Tensor<f32>) { o[0] = 1.0; }");
  EXPECT_EQ(entry_name(*plain, Language::cuda), "blur");
  EXPECT_EQ(entry_name(*plain, Language::glsl), "main");
  EXPECT_EQ(entry_name(*odd, Language::msl), "device_");
  EXPECT_EQ(entry_name(*odd, Language::cuda), "device");
}

TEST(KernelEmit, LaunchWords) {
  const auto module = compile_text(
      "t.dk", "fn k(a: Tensor<f32>, o: &mut Tensor<f32>, p: s64, q: bool) { o[0] = a[0]; }");
  const RunCase c{module, {{2, 3}, {5, 70, 4}}, {std::int64_t{-2}, true}};
  const std::vector<std::uint32_t> words = launch_words(c);
  const std::vector<std::uint32_t> grid = {70, 5, 4, 70, 5, 4, 1400, 1400};
  const std::vector<std::uint32_t> a = {6, 2, 2, 3, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0};
  ASSERT_EQ(words.size(), 8U + 2 * 18 + 4);
  EXPECT_TRUE(std::ranges::equal(std::span(words).first(8), grid));
  EXPECT_TRUE(std::ranges::equal(std::span(words).subspan(8, 18), a));
  EXPECT_EQ(words[26], 1400U);
  EXPECT_TRUE(std::ranges::equal(std::span(words).last(4),
                                 std::vector<std::uint32_t>{0xFFFFFFFE, 0xFFFFFFFF, 1, 0}));
  EXPECT_EQ(group_counts(*module, grid_of(c)), (std::array<std::uint32_t, 2>{11, 1}));
  const auto many = make_grid(*module, {65535 * 128 + 1});
  EXPECT_EQ(group_counts(*module, many), (std::array<std::uint32_t, 2>{65535, 2}));
}

TEST(KernelEmit, LaunchWordsOfWideIndices) {
  const auto module = compile_text(
      "t.dk", "fn k(a: Tensor<f32>, o: &mut Tensor<f32>, p: index, q: s32) { o[0] = a[0]; }",
      ir::Scalar::s64);
  const RunCase c{module, {{0, 3'000'000'000}, {70}}, {5'000'000'000, 7}};
  const std::vector<std::uint32_t> words = launch_words(c);
  const std::vector<std::uint32_t> grid = {70, 0, 1, 0, 1, 0, 70, 0, 1, 0, 1, 0, 70, 0, 70, 0};
  ASSERT_EQ(words.size(), 2 * (8U + 2 * 18) + 4);
  EXPECT_TRUE(std::ranges::equal(std::span(words).first(16), grid));
  const std::vector<std::uint32_t> a = {0, 0, 2, 0, 0, 0, 3'000'000'000, 0};
  EXPECT_TRUE(std::ranges::equal(std::span(words).subspan(16, 8), a));
  const std::vector<std::uint32_t> strides = {3'000'000'000, 0, 1, 0};
  EXPECT_TRUE(std::ranges::equal(std::span(words).subspan(16 + 20, 4), strides));
  EXPECT_TRUE(std::ranges::equal(std::span(words).last(4),
                                 std::vector<std::uint32_t>{705'032'704, 1, 7, 0}));
  const auto many = make_grid(*module, {std::int64_t{1} << 38U});
  EXPECT_EQ(group_counts(*module, many), (std::array<std::uint32_t, 2>{1U << 30U, 2}));
}

// All kernels in one source, compiled once, each in a namespace of its own.
void run_on_host(Language language, const std::string& shim) {
  if (!runs("command -v g++")) GTEST_SKIP() << "no C++ compiler: g++ is not on the PATH";
  const std::vector<RunCase> cases = cases_of_both_forms();
  std::string source = format("#include \"{}\"\n", shim);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Result<std::string> text = emit(*cases[i].module, language);
    if (!text) continue;
    std::string own = *text;
    // Shared arrays belong to all threads. Metal has one word for them and for pointers to them.
    for (std::size_t at = own.find("\n  threadgroup "); at != std::string::npos;
         at = own.find("\n  threadgroup ", at + 1))
      own.insert(at + 3, "static ");
    const std::string inner = language == Language::cuda ? "dala_kernel::" : "";
    source += format(
        "namespace k{} {{\n{}}}\nextern \"C\" void run_{}(const shim::Launch& l) {{\n"
        "  shim::launch(&k{}::{}{}, l);\n}}\n",
        i, own, i, i, inner, entry_name(*cases[i].module, language));
  }
  const TempFolder folder;
  const fs::path file = folder.write("kernels.cpp", source);
  const fs::path library = folder.path() / "kernels.so";
  expect_runs(folder,
              format("g++ -O1 -std=c++20 -w -ffp-contract=off -shared -fPIC -pthread -I{} "
                     "{} -o {}",
                     (kernel_tests / "emit_shims").string(), file.string(), library.string()));
  void* loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(loaded, nullptr) << dlerror();
  struct HostLaunch {
    void** buffers;
    unsigned groups_x;
    unsigned groups_y;
    unsigned units;
    bool waits;
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const RunCase& c = cases[i];
    if (!emit(*c.module, language)) continue;
    auto* run =
        reinterpret_cast<void (*)(const HostLaunch&)>(dlsym(loaded, format("run_{}", i).c_str()));
    ASSERT_NE(run, nullptr);
    std::vector<Bytes> memory = random_memory(c);
    std::vector<std::uint32_t> words = launch_words(c);
    std::vector<void*> buffers;
    for (Bytes& bytes : memory) buffers.push_back(bytes.data());
    buffers.push_back(words.data());
    const auto groups = group_counts(*c.module, grid_of(c));
    run({buffers.data(), groups[0], groups[1], units_per_group(*c.module), waits(*c.module)});
    expect_same(c, memory, c.ulps);
  }
  dlclose(loaded);
}

TEST(KernelEmit, CudaOnHost) { run_on_host(Language::cuda, "cuda_shim.hpp"); }

TEST(KernelEmit, MetalOnHost) { run_on_host(Language::msl, "metal_shim.hpp"); }

// Each pixel is read once and written once, as a word.
TEST(KernelEmit, GlslPixelsAreWords) {
  const auto module = compile_text("t.dk", R"(#[pixels]
fn soft(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  for c in 0..3 { output[y, x, c] = input[y, x, c]; }
  output[y, x, 3] = 255;
}
)");
  const auto whole = compile_text("t.dk", R"(#[pixels]
fn soft(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 0] = input[y, x, 0] / 2 + input.mirrored(y, x - 1, 0) / 2;
  output[y, x, 1] = input[y, x, 1] / 2 + input.mirrored(y, x - 1, 1) / 2;
  output[y, x, 2] = input[y, x, 2];
  output[y, x, 3] = input[y, x, 3];
}
)");
  const auto count = [](const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++found;
    return found;
  };
  const Form four{.channels = {4, 4}, .near = true, .groups = {.in_rows = true}};
  const std::string text = *emit(*whole, Language::glsl, four);
  EXPECT_EQ(count(text, "= dala_load_word_input("), 1U) << text;
  EXPECT_EQ(count(text, "= input_["), 1U) << text;
  EXPECT_EQ(count(text, "%"), 0U) << text;
  EXPECT_EQ(count(text, "] = output_pixel;"), 1U) << text;
  EXPECT_EQ(count(text, "atomic"), 0U) << text;
  // Not where the number of channels is another, nor where not all of a pixel is written at once.
  EXPECT_GT(count(*emit(*whole, Language::glsl), "atomic"), 0U);
  EXPECT_GT(count(*emit(*module, Language::glsl, four), "atomic"), 0U);
}

TEST(KernelEmit, GlslIsValid) {
  if (!runs("glslangValidator --version"))
    GTEST_SKIP() << "glslangValidator is not installed (Debian: glslang-tools)";
  const TempFolder folder;
  std::string files;
  std::size_t count = 0;
  for (const RunCase& c : all_cases()) {
    Form pictures = in_lanes(*c.module);
    pictures.near = true;
    pictures.groups.in_rows = !c.module->has_cube && pictures.groups.elements == 1;
    pictures.channels.fill(4);
    for (const Form& form : {Form{}, pictures}) {
      const Result<std::string> text = emit(*c.module, Language::glsl, form);
      if (!text) continue;
      EXPECT_EQ(text->find("__"), std::string::npos) << "names that NVIDIA rejects: " << *text;
      files += " " +
               folder.write(format("{}_{}.comp", c.module->name, form.channels[0]), *text).string();
      ++count;
    }
  }
  EXPECT_GE(count, 50U);
  expect_runs(folder, "glslangValidator -S comp" + files);
}

TEST(KernelEmit, CudaCompiles) {
  const std::string nvcc = runs("command -v nvcc") ? "nvcc" : "/usr/local/cuda/bin/nvcc";
  if (!runs(nvcc + " --version")) GTEST_SKIP() << "nvcc is not installed";
  std::string source;
  std::size_t number = 0;
  for (const RunCase& c : cases_of_both_forms()) {
    const Result<std::string> text = emit(*c.module, Language::cuda);
    ASSERT_TRUE(text);
    source += format("namespace k{} {{\n{}}}\n", number++, *text);
  }
  const TempFolder folder;
  const fs::path file = folder.write("kernels.cu", source);
  expect_runs(folder, format("{} --ptx -arch=sm_90 --fmad=false -o {} {}", nvcc,
                             (folder.path() / "kernels.ptx").string(), file.string()));
}

}  // namespace
}  // namespace dala::kernel
