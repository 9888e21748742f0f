// Recordings bring everything back, and bad files are told as such.
#include <dala/surface/record.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "surface_fixture.hpp"

namespace dala {
namespace {

namespace fs = std::filesystem;

class Recordings : public testing::Test {
 protected:
  Recordings() : file(fs::temp_directory_path() / ("dala-recording-" + std::to_string(getpid()))) {}
  ~Recordings() override { fs::remove(file); }

  std::string bytes() const {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& content) const { std::ofstream(file, std::ios::binary) << content; }
  // The picture after the first `count` entries.
  std::vector<std::uint8_t> replayed(std::size_t count) const {
    const Recording recording = must(Recording::read(file));
    const Surface surface = make_surface(recording.width, recording.height);
    for (std::size_t i = 0; i < std::min(count, recording.entries.size()); ++i)
      must(replay(recording.entries[i], surface));
    auto pixels = must(surface.get_pixels());
    expect_no_errors(surface);
    return pixels;
  }

  fs::path file;
};

constexpr std::size_t all = 1'000'000;

TEST_F(Recordings, AnOldOneStaysUntilTheNewOneIsWhole) {
  write("the old one");
  {
    const Surface surface = make_surface(8, 8);
    must(surface.start_recording(file));
    surface.clear(colors::red);
    must(surface.flush());
    EXPECT_EQ(bytes(), "the old one");
    must(surface.stop_recording());
    EXPECT_EQ(must(Recording::read(file)).entries.back().bytes, encode(draw::Clear{colors::red}));
    write("the old one");
    must(surface.start_recording(file));
    surface.clear(colors::blue);
    must(surface.flush());
    EXPECT_EQ(bytes(), "the old one");
  }
  // The end of the surface is that of its recording.
  EXPECT_EQ(must(Recording::read(file)).entries.back().bytes, encode(draw::Clear{colors::blue}));
}

TEST_F(Recordings, BringEverythingBack) {
  const Surface surface = make_surface(20, 16);
  // What is there before the recording starts must be in it too.
  const std::vector<std::uint8_t> sprite(std::size_t{4} * 3 * 4, 180);
  surface.load_sprite(5, {sprite, 4, 3});
  surface.load_image(6, {sprite, 3, 4});
  surface.load_shader("half",
                      "fn half(p: &mut Tensor<u8>, by: f32) {"
                      "  p[ABSOLUTE_POS] = ((p[ABSOLUTE_POS] as f32) * by) as u8; }");
  const float by = 0.5F;
  surface.set_uniform("by", std::as_bytes(std::span(&by, 1)));
  surface.clear(colors::purple);
  surface.set_clip(1, 1, 15, 12);
  must(surface.start_recording(file));
  expect_error(surface.start_recording(file), ErrorCode::already_exists);
  surface.blit(5, 2, 2);
  surface.draw_image(6, 8, 2, 9, 9);
  surface.fill_circle(10, 8, 30, {255, 255, 0, 60});
  surface.dispatch_compute("half");
  surface.present();
  must(surface.with_pixels([](const Surface::Pixels& pixels) { pixels.rgba[3] = 1; }));
  surface.resize(24, 12);
  surface.fill_rect(0, 0, 5, 30, colors::orange);
  const auto expected = must(surface.get_pixels());
  must(surface.stop_recording());
  surface.clear(colors::white);  // no longer recorded
  expect_no_errors(surface);
  EXPECT_EQ(replayed(all), expected);
  expect_error(surface.stop_recording(), ErrorCode::invalid_argument, "not being recorded");
}

TEST_F(Recordings, StopWhereTheyAreTold) {
  const Surface surface = make_surface(4, 4);
  must(surface.start_recording(file));
  for (const Rgba color : {colors::red, colors::green, colors::blue}) surface.clear(color);
  must(surface.stop_recording());
  const Recording recording = must(Recording::read(file));
  ASSERT_EQ(recording.entries.size(), 5U);  // the clip, the pixels, and three clears
  EXPECT_EQ(pixel(replayed(4), 4, 0, 0), colors::green);
  EXPECT_LE(recording.entries[2].time, recording.entries[3].time);
}

TEST_F(Recordings, BadFilesAreErrors) {
  const Surface surface = make_surface(4, 4);
  must(surface.start_recording(file));
  surface.clear(colors::red);
  must(surface.stop_recording());
  const std::string good = bytes();
  for (std::size_t size = 0; size < good.size(); ++size) {
    write(good.substr(0, size));
    const auto read = Recording::read(file);
    if (read) continue;  // it may end between two entries
    EXPECT_EQ(read.error().code, ErrorCode::bad_file) << size;
    EXPECT_NE(read.error().message.find(file.string()), std::string::npos);
  }
  std::string other = good;
  other[0] = 'X';
  write(other);
  expect_error(Recording::read(file), ErrorCode::bad_file, "DALASURF");
  other = good;
  other[8] = 2;
  write(other);
  expect_error(Recording::read(file), ErrorCode::bad_file, "version 2");
  other = good;
  other[good.size() - 5] = 0x7F;  // the opcode of the last message
  write(other);
  expect_error(Recording::read(file), ErrorCode::bad_file, "0x7F");
  fs::remove(file);
  expect_error(Recording::read(file), ErrorCode::io);
  expect_error(surface.start_recording("/no/such/folder/file"), ErrorCode::io, "/no/such/folder");
}

}  // namespace
}  // namespace dala
