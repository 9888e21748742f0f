// dala surface replay, dump, protocol and fuzz-seed
#include <dala/surface/record.hpp>

#include "cli/cli_helper.hpp"

namespace dala::test {
namespace {

class SurfaceCli : public CliTest {
 protected:
  // red, green in the middle, presented; four entries after the two of the start
  void record() const {
    const auto surface = Surface::create(20, 10);
    ASSERT_TRUE(surface && surface->start_recording(path("a.dsurf")));
    surface->clear(colors::red);
    surface->fill_rect(5, 5, 2, 2, colors::green);
    surface->blit(99, 0, 0);
    surface->present();
    ASSERT_TRUE(surface->stop_recording());
  }
};

TEST_F(SurfaceCli, ReplaysToAPicture) {
  record();
  const Ended ended = dala({"surface", "replay", "a.dsurf", "-o", "out.png"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.out, "wrote out.png: 20 x 10 after 6 of 6 entries, 1 frames\n");
  EXPECT_NE(ended.err.find("no sprite has the id 99"), std::string::npos) << ended.err;
  EXPECT_EQ(read("out.png").substr(1, 3), "PNG");
  const Ended shorter = dala({"surface", "replay", "a.dsurf", "-o", "red.png", "--until", "3"});
  EXPECT_EQ(shorter.out, "wrote red.png: 20 x 10 after 3 of 6 entries, 0 frames\n");
  EXPECT_NE(read("red.png"), read("out.png"));
}

TEST_F(SurfaceCli, SaysWhatIsMissingOrWrong) {
  record();
  expect_error(dala({"surface", "replay", "a.dsurf", "-o", "out.gif"}), 2, "must be a .png");
  expect_error(dala({"surface", "replay", "none.dsurf", "-o", "out.png"}), 1, "none.dsurf");
  write("bad.dsurf", "DALASURX");
  expect_error(dala({"surface", "dump", "bad.dsurf"}), 1, "DALASURF");
  expect_error(dala({"surface"}), 2, "no command given");
  EXPECT_EQ(files(), (std::vector<std::string>{"a.dsurf", "bad.dsurf"}));
}

TEST_F(SurfaceCli, DumpsAsText) {
  record();
  const Ended ended = dala({"surface", "dump", "a.dsurf"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* part :
       {"surface of 20 x 10, 6 entries", "pixels (800 bytes)", "Clear color=#FF0000FF",
        "FillRect x=5 y=5 w=2 h=2 color=#00FF00FF", "Blit sprite_id=99 x=0 y=0", "ms  Present\n"})
    EXPECT_NE(ended.out.find(part), std::string::npos) << part << " in\n" << ended.out;
}

TEST_F(SurfaceCli, WritesSeedsForTheFuzzer) {
  EXPECT_EQ(dala({"surface", "fuzz-seed", "all"}).out, "wrote 24 files to all\n");
  EXPECT_EQ(read("all/Present"), "\x05");
  record();
  EXPECT_EQ(dala({"surface", "fuzz-seed", "some", "--from", "a.dsurf"}).out,
            "wrote 5 files to some\n");
  EXPECT_EQ(read("some/message-5"), "\x05");
}

TEST_F(SurfaceCli, PrintsTheProtocol) {
  EXPECT_NE(dala({"surface", "protocol"}).out.find("| 0x02 | FillRect | x i32, y i32, w u32"),
            std::string::npos);
  EXPECT_NE(dala({"surface", "protocol", "--dictionary"}).out.find("FillRect=\"\\x02\""),
            std::string::npos);
}

}  // namespace
}  // namespace dala::test
