// What the name of a video may lead to: nothing but one plain file, unless the caller chose it.
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include <dala/media/transcode.hpp>

#include "media/video_helper.hpp"

namespace dala::media::test {
namespace {

namespace fs = std::filesystem;

// A port of this machine that somebody may knock at.
class Door {
 public:
  Door() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, any, length), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    EXPECT_EQ(::getsockname(socket_, any, &length), 0);
    address_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door() { ::close(socket_); }
  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] bool knocked() const {
    pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, 0) > 0;
  }

 private:
  int socket_;
  std::string address_;
};

class VideoSources : public testing::Test {
 protected:
  void SetUp() override {
    if (auto there = video_version(); !there) GTEST_SKIP() << there.error().message;
    write_video(folder / "a.mp4", 3);
  }
  [[nodiscard]] Result<VideoReader> opened(const std::string& source,
                                           const SourcePolicy& sources) const {
    return VideoReader::open(source, {.hardware = false, .sources = sources});
  }
  Folder folder;
};

TEST_F(VideoSources, APlaylistIsNoVideoWhateverItIsCalled) {
  const std::string a = (folder / "a.mp4").string();
  const std::vector<std::string> texts = {
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n" + a + "\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://" + a + "\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '" + a + "'\n",
      "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
      "mediaPresentationDuration=\"PT1S\" profiles=\"urn:mpeg:dash:profile:isoff-main:2011\">"
      "<Period><AdaptationSet mimeType=\"video/mp4\"><Representation id=\"1\" bandwidth=\"1\">"
      "<BaseURL>" +
          a + "</BaseURL></Representation></AdaptationSet></Period></MPD>\n",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n"
      "a=rtpmap:96 H264/90000\n",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"></svg>\n"};
  for (const std::string& text : texts)
    for (const char* name : {"list.mp4", "list.m3u8", "list.ffconcat", "list.mpd", "list.sdp"}) {
      const std::string file = (folder / name).string();
      write_text(file, text);
      for (const SourcePolicy& sources :
           {SourcePolicy::files(), SourcePolicy::in(folder / ""), SourcePolicy{.network = true}}) {
        const auto reader = opened(file, sources);
        EXPECT_FALSE(reader) << name << ": " << text;
      }
      // Typed, but called a video.
      if (name == std::string("list.mp4"))
        expect_error(opened(file, SourcePolicy::only(file)), ErrorCode::bad_file, "list.mp4");
    }
  expect_error(opened((folder / "list.mp4").string(), SourcePolicy::files()), ErrorCode::bad_file,
               "list.mp4 is not a video");
}

TEST_F(VideoSources, APlaylistThatWasNamedIsRead) {
  write_video(folder / "a.mkv", 3);
  const std::string list = (folder / "list.ffconcat").string();
  write_text(list, "ffconcat version 1.0\nfile 'a.mkv'\nfile 'a.mkv'\n");
  const auto reader = opened(list, SourcePolicy::only(list));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(read_all(*reader).size(), 6U);
  // But it leads to no server.
  const Door door;
  write_text(folder / "net.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://" +
                                      door.address() + "/a.ts\n#EXT-X-ENDLIST\n");
  const std::string net = (folder / "net.m3u8").string();
  EXPECT_FALSE(opened(net, SourcePolicy::only(net)));
  EXPECT_FALSE(door.knocked());
}

TEST_F(VideoSources, NothingKnocksAtADoorUnlessTheNetworkIsAllowed) {
  const Door door;
  for (const std::string scheme : {"http", "HTTP", "https", "rtsp", "rtmp", "tcp", "srt"}) {
    const std::string source = scheme + "://" + door.address() + "/a.mp4";
    expect_error(opened(source, SourcePolicy::files()), ErrorCode::io, "network may not be used");
    expect_error(opened(source, {}), ErrorCode::io, "network may not be used");
  }
  EXPECT_FALSE(door.knocked());
  for (const std::string source :
       {"gopher://127.0.0.1/a", "concat://a|b", "subfile,,start,0,end,9,,:///etc/passwd",
        "cache:http://x/y", "async://a", "crypto://a", "ftp://127.0.0.1/a", "unix:///tmp/x"})
    expect_error(opened(source, {.any_file = true, .network = true}), ErrorCode::io);
}

TEST_F(VideoSources, FilterGraphsAndDevicesOnlyWhenNamed) {
  const std::string graph = "lavfi:testsrc=size=64x48:rate=10:duration=1";
  const std::string writes =
      "lavfi:testsrc=size=64x48,metadata=mode=print:file=" + (folder / "written").string();
  for (const std::string& source :
       {graph, writes, std::string("v4l2:/dev/video0"), std::string("x11grab::0"),
        "lavfi:movie=" + graph, std::string("fbdev:/dev/fb0"), std::string("pulse:default")})
    for (const SourcePolicy& sources :
         {SourcePolicy::files(), SourcePolicy{}, SourcePolicy{.any_file = true, .network = true},
          SourcePolicy::only(source + " ")})
      expect_error(opened(source, sources), ErrorCode::io, "only opened where they are named");
  EXPECT_FALSE(fs::exists(folder / "written"));
  const auto reader = opened(graph, SourcePolicy::only(graph));
  if (!reader && reader.error().message.find("no input device") != std::string::npos)
    GTEST_SKIP() << "skipped: " << reader.error().message;
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(read_all(*reader).size(), 10U);
}

TEST_F(VideoSources, FilesByTheirFolder) {
  fs::create_directory(folder / "in");
  write_video(folder / "in/b.mp4", 3);
  fs::create_symlink("../a.mp4", folder / "in/link.mp4");
  ASSERT_EQ(mkfifo((folder / "in/pipe.mp4").c_str(), 0600), 0);
  const SourcePolicy in = SourcePolicy::in(folder / "in");
  const auto at = [&](const std::string& name) { return (folder / name).string(); };
  EXPECT_TRUE(opened(at("in/b.mp4"), in));
  EXPECT_TRUE(opened("file://" + at("in/b.mp4"), in));
  for (const std::string& name : {at("a.mp4"), at("in/../a.mp4"), at("in/link.mp4"),
                                  "file://" + at("a.mp4"), "file://" + at("in/link.mp4")})
    expect_error(opened(name, in), ErrorCode::io, "only files in ");
  expect_error(opened(at("in/pipe.mp4"), in), ErrorCode::io, "it is a pipe");
  expect_error(opened("/dev/zero", SourcePolicy::files()), ErrorCode::io, "it is a device");
  // A pattern of pictures is several files.
  expect_error(opened(at("in/%d.png"), in), ErrorCode::io, "No such file");
}

TEST_F(VideoSources, APipeThatWasNamedIsRead) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  write_video(folder / "a.mkv", 5);
  const std::string pipe = (folder / "pipe.mkv").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_EQ(
      std::system(
          ("cat " + test::quoted(folder / "a.mkv") + " > " + test::quoted(pipe) + " &").c_str()),
      0);
  const auto reader = opened(pipe, SourcePolicy::only(pipe));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(read_all(*reader).size(), 5U);
}

// What the whole process holds at most, since it began.
std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TEST_F(VideoSources, LargeFramesStayWithinTheLimit) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  const std::string file = (folder / "large.mp4").string();
  (void)shell(
      "ffmpeg -v error -f lavfi -i color=size=4096x4096:rate=5:duration=4 -c:v libx264 "
      "-preset ultrafast -refs 8 -threads 1 " +
      test::quoted(file));
  VideoFrame frame;
  // A frame takes 24 MiB of YUV.
  const auto some = VideoReader::open(
      file, {.hardware = false, .threads = 16, .memory_limit = std::uint64_t{400} << 20});
  ASSERT_TRUE(some) << some.error().message;
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(must(some->read(frame))) << i;
  // With less than two frames there is an error, and no frame that is half made.
  const auto read_with = [&](std::uint64_t limit) -> Result<int> {
    const auto reader = VideoReader::open(file, {.hardware = false, .memory_limit = limit});
    if (!reader) return std::unexpected(reader.error());
    for (int frames = 0;; ++frames) {
      const auto more = reader->read(frame);
      if (!more) return std::unexpected(more.error());
      if (!*more) return frames;
    }
  };
  expect_error(read_with(std::uint64_t{40} << 20), ErrorCode::out_of_memory, "4096 x 4096");
  const std::uint64_t before = peak_bytes();
  expect_error(transcode(file, folder / "out.mp4", {.memory_limit = std::uint64_t{1} << 29}),
               ErrorCode::out_of_memory, "TranscodeOptions::memory_limit");
  EXPECT_LT(peak_bytes() - before, std::uint64_t{1} << 30);
  EXPECT_FALSE(fs::exists(folder / "out.mp4"));
}

TEST_F(VideoSources, LossesAreListedAndTagsAreKept) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  const std::string in = (folder / "in.mkv").string();
  write_text(folder / "meta.txt",
             ";FFMETADATA1\ntitle=A walk\ncreation_time=2020-02-03T04:05:06Z\nmood\x1b[31m=calm\n"
             "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=one\n");
  (void)shell(
      "ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=10:duration=1 -f lavfi -i "
      "sine=duration=1 -i " +
      test::quoted(folder / "meta.txt") +
      " -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c:v libx264 -pix_fmt yuv420p10le "
      "-c:a aac " +
      test::quoted(in));
  TranscodeOptions how{.reader = {.hardware = false}};
  how.writer.preset = "ultrafast";
  const auto to_mp4 = transcode(in, folder / "out.mp4", how);
  ASSERT_TRUE(to_mp4) << to_mp4.error().message;
  const auto has = [](const TranscodeReport& report, const std::string& part) {
    return std::ranges::any_of(report.losses, [&](const std::string& loss) {
      return loss.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(has(*to_mp4, "10 bits a channel became 8"));
  EXPECT_TRUE(has(*to_mp4, "1 chapter left out"));
  EXPECT_TRUE(has(*to_mp4, "mp4 has no place for it"));
  for (const std::string& loss : to_mp4->losses)
    EXPECT_EQ(loss.find('\x1b'), std::string::npos) << loss;
  EXPECT_EQ(to_mp4->losses.size(), 3U);
  const auto tag = [&](const char* file, const std::string& name) -> std::string {
    const auto reader = VideoReader::open((folder / file).string());
    if (!reader) return "";
    for (const VideoTag& one : reader->info().tags)
      if (one.name == name) return one.value;
    return "";
  };
  EXPECT_EQ(tag("out.mp4", "title"), "A walk");
  EXPECT_EQ(tag("out.mp4", "creation_time").substr(0, 19), "2020-02-03T04:05:06");
  const auto to_webm = transcode(in, folder / "out.webm", how);
  ASSERT_TRUE(to_webm) << to_webm.error().message;
  EXPECT_TRUE(has(*to_webm, "the audio stream in aac is left out: webm cannot hold it"));
  EXPECT_EQ(tag("out.webm", "title"), "A walk");
  EXPECT_EQ(tag("out.webm", "creation_time").substr(0, 19), "2020-02-03T04:05:06");
  // What has nothing to lose loses nothing.
  const auto again = transcode((folder / "out.mp4").string(), folder / "again.mp4", how);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->losses.empty()) << again->losses.front();
}

TEST_F(VideoSources, AlphaOfAStreamIsToldWhenItIsLost) {
  if (!has_ffmpeg()) GTEST_SKIP() << "skipped: ffmpeg is not installed";
  const std::string in = (folder / "alpha.webm").string();
  (void)shell(
      "ffmpeg -v error -f lavfi -i color=red@0.5:size=64x48:rate=10:duration=0.5,format="
      "yuva420p -c:v libvpx-vp9 -pix_fmt yuva420p " +
      test::quoted(in));
  const auto reader = VideoReader::open(in, {.hardware = false});
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_TRUE(reader->info().alpha);
  VideoFrame frame;
  ASSERT_TRUE(must(reader->read(frame)));
  EXPECT_NEAR(frame.picture.rgba[3], 128, 4);
  const auto done = transcode(in, folder / "out.mp4", {});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->losses.size(), 1U);
  EXPECT_EQ(done->losses[0], "the alpha channel was put over black");
}

}  // namespace
}  // namespace dala::media::test
