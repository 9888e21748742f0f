#include "peers/filters.hpp"

#ifdef DALA_HAS_AVFILTER
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
}
#endif

namespace dala::bench {

#ifdef DALA_HAS_AVFILTER

namespace {

// A graph of a source, one filter and a sink, and the frame that goes through it each time.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    av_frame_free(&in_);
    av_frame_free(&out_);
    avfilter_graph_free(&graph_);
  }

  [[nodiscard]] bool open(const char* filter, const std::string& options,
                          std::span<const std::uint8_t> rgba, int width, int height,
                          unsigned threads) {
    graph_ = avfilter_graph_alloc();
    in_ = av_frame_alloc();
    out_ = av_frame_alloc();
    if (graph_ == nullptr || in_ == nullptr || out_ == nullptr) return false;
    graph_->nb_threads = static_cast<int>(threads);
    const std::string size = "video_size=" + std::to_string(width) + "x" + std::to_string(height) +
                             ":pix_fmt=rgba:time_base=1/30";
    AVFilterContext* middle = nullptr;
    const auto make = [&](AVFilterContext** made, const char* name, const char* with) {
      const AVFilter* found = avfilter_get_by_name(name);
      return found != nullptr &&
             avfilter_graph_create_filter(made, found, nullptr, with, nullptr, graph_) >= 0;
    };
    if (!make(&source_, "buffer", size.c_str()) || !make(&middle, filter, options.c_str()) ||
        !make(&sink_, "buffersink", nullptr) || avfilter_link(source_, 0, middle, 0) < 0 ||
        avfilter_link(middle, 0, sink_, 0) < 0 || avfilter_graph_config(graph_, nullptr) < 0)
      return false;
    in_->width = width;
    in_->height = height;
    in_->format = AV_PIX_FMT_RGBA;
    if (av_frame_get_buffer(in_, 0) < 0) return false;
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    for (int y = 0; y < height; ++y)
      std::copy_n(rgba.data() + (static_cast<std::size_t>(y) * row), row,
                  in_->data[0] + (static_cast<std::ptrdiff_t>(y) * in_->linesize[0]));
    return true;
  }

  // The reference that is kept makes the filter write to a frame of its own.
  void run() {
    in_->pts = next_++;
    if (av_buffersrc_add_frame_flags(source_, in_, AV_BUFFERSRC_FLAG_KEEP_REF) < 0 ||
        av_buffersink_get_frame(sink_, out_) < 0)
      std::abort();  // a figure without the work would be a lie
    av_frame_unref(out_);
  }

 private:
  AVFilterGraph* graph_ = nullptr;
  AVFilterContext* source_ = nullptr;
  AVFilterContext* sink_ = nullptr;
  AVFrame* in_ = nullptr;
  AVFrame* out_ = nullptr;
  std::int64_t next_ = 0;
};

}  // namespace

MediaPeer ffmpeg_lut(const std::string& cube, std::span<const std::uint8_t> rgba, int width,
                     int height, unsigned threads) {
  auto graph = std::make_shared<Graph>();
  if (!graph->open("lut3d", "file='" + cube + "'", rgba, width, height, threads)) return {};
  return {"ffmpeg", [graph] { graph->run(); }};
}

#else

MediaPeer ffmpeg_lut(const std::string&, std::span<const std::uint8_t>, int, int, unsigned) {
  return {};
}

#endif

}  // namespace dala::bench
