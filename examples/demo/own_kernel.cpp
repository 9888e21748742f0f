// A kernel of one's own: its text, what it makes of the picture, and the code that it became.
#include <dala/compute/kernel_compiler.hpp>
#include <dala/media/still.hpp>

#include "demo.hpp"

namespace demo {

namespace {

constexpr const char* name = "halftone";

// The first lines, since the whole lies in a file beside the page.
std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != std::string::npos; ++i) end = text.find('\n', end + 1);
  return end == std::string::npos ? text : text.substr(0, end) + "\n...";
}

}  // namespace

dala::Result<Section> own_kernel(Demo& demo) {
  const auto text = read_text(demo.examples / "kernels" / (std::string(name) + ".dk"));
  if (!text) return std::unexpected(text.error());
  if (auto done = demo.compute.register_kernel(name, {.text = *text}); !done)
    return std::unexpected(done.error());

  const dala::Shape shape{demo.photo.height, demo.photo.width, 4};
  const auto photo = demo.compute.buffer<std::uint8_t>(demo.photo.rgba, shape);
  const auto printed = demo.compute.buffer_zeros(shape, dala::DType::u8);
  if (!photo) return std::unexpected(photo.error());
  if (!printed) return std::unexpected(printed.error());
  if (auto done = demo.compute.run_kernel(name, *photo, *printed, {{"size", 6.0}}); !done)
    return std::unexpected(done.error());
  const auto pixels = printed->read<std::uint8_t>();
  if (!pixels) return std::unexpected(pixels.error());
  if (auto done = dala::media::write_picture(demo.folder / "halftone.jpg",
                                             {*pixels, demo.photo.width, demo.photo.height});
      !done)
    return std::unexpected(done.error());

  Section section{
      .title = "A kernel of your own",
      .about =
          "Written as text, compiled while the program runs: to native code by LLVM on the CPU, "
          "to shaders and to CUDA on GPUs. The same text means the same on each of them.",
      .figures = {{.file = "halftone.jpg", .caption = "The picture as it would be printed."}},
      .code = {{.title = "halftone.dk, all of it", .text = *text, .folded = false}},
      .files = {"halftone.jpg"}};
  using dala::KernelTarget;
  struct Became {
    KernelTarget target;
    std::string file;
    std::string what;
  };
  for (const Became& became :
       {Became{KernelTarget::assembly, "halftone.s", "native code of this processor"},
        Became{KernelTarget::llvm, "halftone.ll", "what LLVM makes that of"},
        Became{KernelTarget::glsl, "halftone.glsl", "a compute shader for OpenGL ES"},
        Became{KernelTarget::cuda, "halftone.cu", "CUDA C++"}}) {
    const auto code = dala::emit_kernel({.text = *text}, became.target);
    if (!code) return std::unexpected(code.error());
    if (auto done = write_text(demo.folder / became.file, *code); !done)
      return std::unexpected(done.error());
    section.code.push_back(
        {.title = "It became " + became.what, .text = first_lines(*code, 60), .file = became.file});
    section.files.push_back(became.file);
  }
  return section;
}

}  // namespace demo
