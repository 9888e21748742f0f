// Filters on pictures, frames and videos.
#include <dala/media/async.hpp>
#include <dala/media/still.hpp>
#include <dala/media/transcode.hpp>

#include "picture.hpp"
#include "sources.hpp"

namespace dala::nif {

using media::AsyncFramePipeline;
using media::Filter;
using media::FramePipeline;
using Filters = std::vector<Filter>;

template <>
inline constexpr const char* resource_name<FramePipeline> = "a frame pipeline";
template <>
inline constexpr const char* resource_name<AsyncFramePipeline> = "a processor";

namespace {

// --- frames ---

Result<FramePipeline> frames_start(Env& env, std::uint32_t width, std::uint32_t height) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return FramePipeline::start(width, height, {.compute = compute});
}

// {width, height, rgba}
Result<Term> frames_process(Env& env, const FramePipeline& frames, Bytes rgba,
                            const Filters& filters) {
  DALA_NIF_ASSIGN(size, frames.output_size(filters));
  NewBinary out(std::size_t{size.width} * size.height * 4);
  if (auto done = frames.process_frame_into(pixels_of(rgba), filters, out.pixels()); !done)
    return std::unexpected(done.error());
  return Term{tuple_of(env.raw, size.width, size.height, out.term(env.raw))};
}

Result<std::string> frames_explain(Env& /*env*/, const FramePipeline& frames,
                                   const Filters& filters) {
  DALA_NIF_ASSIGN(explanation, frames.explain(filters));
  return to_string(explanation);
}

void frames_stop(Env& /*env*/, const FramePipeline& frames) { frames.stop(); }

// --- frames in the background; results are messages to the process that started it ---

Result<AsyncFramePipeline> processor_start(Env& env, std::uint32_t width, std::uint32_t height,
                                           const ErlNifPid& to, Term tag, std::uint32_t in_flight) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  // The tag is the caller's, and lives as long as messages with it may come.
  struct Tag {
    ErlNifEnv* env;
    ERL_NIF_TERM term;
  };
  const std::shared_ptr<Tag> kept(new Tag{enif_alloc_env(), 0}, [](Tag* old) {
    enif_free_env(old->env);
    delete old;
  });
  kept->term = enif_make_copy(kept->env, tag.raw);
  const auto answer = [to, kept](auto&& build) {
    send(to, [&](ErlNifEnv* message) {
      const Term copy{enif_make_copy(message, kept->term)};
      return tuple_of(message, Atom{"dala_frame"}, copy, build(message));
    });
  };
  media::AsyncOptions options{.pipeline = {.compute = compute}, .in_flight = in_flight};
  options.on_error = [answer](std::uint64_t number, const Error& error) {
    answer(
        [&](ErlNifEnv* message) { return Term{tuple_of(message, Atom{"error"}, number, error)}; });
  };
  const auto on_frame = [answer](const media::AsyncFrame& frame) {
    NewBinary rgba(frame.rgba.size());
    std::ranges::copy(frame.rgba, rgba.pixels().begin());
    answer([&](ErlNifEnv* message) {
      return Term{
          tuple_of(message, frame.number, frame.size.width, frame.size.height, rgba.term(message))};
    });
  };
  return AsyncFramePipeline::start(width, height, on_frame, options);
}

Result<void> processor_set_filters(Env& /*env*/, const AsyncFramePipeline& frames,
                                   const Filters& filters) {
  return frames.set_filters(filters);
}

Result<std::uint64_t> processor_submit(Env& /*env*/, const AsyncFramePipeline& frames, Bytes rgba) {
  return frames.submit(pixels_of(rgba));
}

void processor_flush(Env& /*env*/, const AsyncFramePipeline& frames) { frames.flush(); }

Term processor_counts(Env& env, const AsyncFramePipeline& frames) {
  const media::AsyncCounts counts = frames.counts();
  Map map(env.raw);
  map.put("submitted", counts.submitted).put("done", counts.done);
  return map.put("dropped", counts.dropped).put("failed", counts.failed).term();
}

void processor_stop(Env& /*env*/, const AsyncFramePipeline& frames) { frames.stop(); }

// --- which there are ---

std::vector<Term> filters(Env& env) {
  std::vector<Term> all;
  for (const media::FilterInfo& info : media::filters()) {
    std::vector<std::string> params;
    for (const ParamInfo& param : info.params) params.push_back(param.name);
    std::vector<std::string> inputs;
    for (const media::FilterInputInfo& input : info.inputs) inputs.push_back(input.name);
    Map map(env.raw);
    map.put("name", info.name).put("family", info.family).put("summary", info.summary);
    all.push_back(map.put("params", params).put("inputs", inputs).term());
  }
  return all;
}

// --- files ---

Result<media::Picture> picture_read(Env& /*env*/, const std::string& file) {
  return media::read_picture(file);
}

Result<media::Picture> picture_decode(Env& /*env*/, Bytes bytes) {
  return media::decode_picture(bytes);
}

Result<void> picture_write(Env& /*env*/, const std::string& file, const media::Picture& picture) {
  return media::write_picture(file, picture);
}

Result<Term> transcode(Env& env, const std::string& source, const std::string& file,
                       const Filters& with, Term given) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  media::TranscodeOptions options{.filters = with, .pipeline = {.compute = compute}};
  Fields fields(env.raw, given);
  options.reader.sources = take_sources(fields);
  fields.done();
  DALA_NIF_ASSIGN(report, media::transcode(source, file, options));
  Map map(env.raw);
  map.put("frames", report.frames).put("damaged", report.damaged);
  map.put("width", report.output_size.width).put("height", report.output_size.height);
  return map.put("losses", report.losses).term();
}

constexpr ErlNifFunc functions[] = {
    nif<frames_start>("frames_start", Place::cpu_bound),
    nif<frames_process>("frames_process", Place::cpu_bound),
    nif<frames_explain>("frames_explain", Place::cpu_bound),
    nif<frames_stop>("frames_stop", Place::io_bound),
    nif<processor_start>("processor_start", Place::cpu_bound),
    nif<processor_set_filters>("processor_set_filters", Place::cpu_bound),
    nif<processor_submit>("processor_submit", Place::io_bound),
    nif<processor_flush>("processor_flush", Place::io_bound),
    nif<processor_counts>("processor_counts", Place::io_bound),
    nif<processor_stop>("processor_stop", Place::io_bound),
    nif<filters>("filters", Place::cpu_bound),
    nif<picture_read>("picture_read", Place::cpu_bound),
    nif<picture_decode>("picture_decode", Place::cpu_bound),
    nif<picture_write>("picture_write", Place::cpu_bound),
    nif<transcode>("transcode", Place::io_bound),
};

}  // namespace

Area media_area() {
  return {functions, [](ErlNifEnv* env) {
            return Resource<FramePipeline>::open(env) && Resource<AsyncFramePipeline>::open(env);
          }};
}

}  // namespace dala::nif
