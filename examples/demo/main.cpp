// dala-demo [FOLDER [EXAMPLES]]: what the library does, on input it makes itself. Everything goes
// to FOLDER, out/demo when not given; kernels and scenes come from EXAMPLES, else from `examples`.
#include <chrono>
#include <iostream>
#include <string_view>
#include <system_error>

#include "demo.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// "A live show: out/demo/live_show.jpg, out/demo/live_show.mp4 (2.1 s)"
void print_line(const demo::Section& section, const std::filesystem::path& folder, double seconds) {
  std::cout << section.title << ": ";
  const char* before = "";
  for (const std::string& file : section.files) {
    std::cout << before << (folder / file).string();
    before = ", ";
  }
  std::cout << section.found << " (" << demo::number_text(seconds, 1) << " s)" << std::endl;
}

// Commands, each with what it is for. `program` is how the demo itself was called, since the
// command line is built beside it, and `folder` where it wrote.
std::vector<std::pair<std::string, std::string>> what_next(const std::filesystem::path& program,
                                                           const std::filesystem::path& folder) {
  const std::filesystem::path bin = program.parent_path();
  const bool built_here = bin.is_relative() && bin.has_parent_path();
  const std::string dala = built_here ? (bin / "dala").string() : "dala";
  const std::string made = folder.is_relative() ? folder.string() : "out/demo";
  std::vector<std::pair<std::string, std::string>> commands;
  if (built_here)
    commands.emplace_back("cmake --build " + bin.parent_path().string() + " --target dala_cli",
                          "builds the command line, which the next three need; some minutes");
  commands.emplace_back(
      dala + " scene render " + made + "/scene/live_show.json --at 7 -o later.png",
      "another moment of the show; edit the JSON and render it again");
  commands.emplace_back(dala + " filter " + made + "/photo.jpg noir.jpg --preset noir",
                        "another look; `dala filters` lists every filter and preset");
  commands.emplace_back(dala +
                            " kernel run examples/kernels/landscape.dk --out later.png"
                            " --out-shape 1080,1920,4 --param time=30 --param grain=0.02",
                        "change a line of the kernel, and the evening changes");
  commands.emplace_back("make test", "all that the library does, and whether it does it here");
  return commands;
}

}  // namespace

int main(int argc, char** argv) {
  const auto fail = [](const dala::Error& error) {
    std::cerr << "demo: " << error.message << '\n';
    return 1;
  };
  const auto start = Clock::now();
  const auto compute = dala::Compute::create();
  if (!compute) return fail(compute.error());
  demo::Demo demo{.compute = *compute,
                  .folder = argc > 1 ? argv[1] : "out/demo",
                  .examples = argc > 2 ? argv[2] : "examples"};
  std::error_code error;
  std::filesystem::create_directories(demo.folder, error);

  const dala::DeviceInfo& info = compute->device_info();
  const std::string device = "Dala " + info.version + " on " + info.name + " (" + info.id + ", " +
                             std::to_string(info.limits.threads) + " threads, " + info.driver + ")";
  std::cout << device << std::endl;
  std::vector<demo::Section> sections;
  for (const auto step :
       {demo::live_show, demo::filter_photo, demo::own_kernel, demo::filter_video,
        demo::four_scripts, demo::ask_model, demo::what_ran_where, demo::beside_plain_loops}) {
    const auto began = Clock::now();
    auto section = step(demo);
    // A build without a part, such as that for videos, still shows the others.
    if (!section && section.error().code == dala::ErrorCode::unsupported) {
      std::cout << "Left out: " << section.error().message << std::endl;
      continue;
    }
    if (!section) return fail(section.error());
    print_line(*section, demo.folder, seconds_since(began));
    sections.push_back(std::move(*section));
  }

  const auto next = what_next(argv[0], demo.folder);
  const std::filesystem::path page = demo.folder / "index.html";
  if (const auto done = demo::write_page(page, device, sections, next); !done)
    return fail(done.error());
  std::cout << "All of it on one page: " << page.string() << " ("
            << demo::number_text(seconds_since(start), 1) << " s in all)\n\nTo try next:\n";
  for (const auto& [command, what] : next)
    std::cout << "  " << command << "\n      " << what << '\n';
}
