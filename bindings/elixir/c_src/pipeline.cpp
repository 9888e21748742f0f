// Pipelines: the library's, and the terms their stages were given as.
#include <dala/compute/pipeline.hpp>

#include <mutex>

#include "command.hpp"
#include "nif.hpp"

namespace dala::nif {

namespace {

// Stages are handed back as the terms they came as, so that references in them are the same.
class StageTerms {
 public:
  StageTerms() : env_(enif_alloc_env()) {
    if (env_ == nullptr) throw std::bad_alloc();
  }
  ~StageTerms() { enif_free_env(env_); }
  StageTerms(const StageTerms&) = delete;
  StageTerms& operator=(const StageTerms&) = delete;

  void add(ERL_NIF_TERM stage) {
    const std::lock_guard lock(mutex_);
    stages_.push_back(enif_make_copy(env_, stage));
  }
  [[nodiscard]] std::vector<Term> copies(ErlNifEnv* to) const {
    const std::lock_guard lock(mutex_);
    std::vector<Term> all;
    for (const ERL_NIF_TERM stage : stages_) all.push_back({enif_make_copy(to, stage)});
    return all;
  }

 private:
  ErlNifEnv* env_;
  mutable std::mutex mutex_;
  std::vector<ERL_NIF_TERM> stages_;
};

struct PipelineHandle {
  Pipeline pipeline;
  std::shared_ptr<StageTerms> terms = std::make_shared<StageTerms>();
};

}  // namespace

template <>
inline constexpr const char* resource_name<PipelineHandle> = "a pipeline";

namespace {

Result<PipelineHandle> pipeline_new(Env& env) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return PipelineHandle{.pipeline = compute.pipeline()};
}

// `stage` is the caller's map, `command` what the Elixir side made of it.
Result<void> pipeline_add(Env& env, const PipelineHandle& handle, const Command& command,
                          Term stage) {
  DALA_NIF_ASSIGN(catalog, env.library.catalog());
  auto done = catalog.add(handle.pipeline, command);
  if (done) handle.terms->add(stage.raw);
  return done;
}

std::vector<Term> pipeline_stages(Env& env, const PipelineHandle& handle) {
  return handle.terms->copies(env.raw);
}

Term pipeline_run(Env& env, const PipelineHandle& handle) {
  const auto compute = env.library.compute();
  if (!compute) return {tuple_of(env.raw, Atom{"error"}, compute.error())};
  return submit_and_wait(
      env, *compute, [&](const SubmitOptions& options) { return handle.pipeline.submit(options); });
}

Result<std::uint64_t> pipeline_submit(Env& env, const PipelineHandle& handle, const Stream& queue,
                                      Term notify, Term owner) {
  DALA_NIF_ASSIGN(compute, env.library.compute());
  return submit_for(env, compute, queue, notify, owner,
                    [&](const SubmitOptions& options) { return handle.pipeline.submit(options); });
}

Result<std::string> pipeline_explain(Env& /*env*/, const PipelineHandle& handle) {
  DALA_NIF_ASSIGN(explanation, handle.pipeline.explain());
  return to_string(explanation);
}

void pipeline_free(Env& /*env*/, const PipelineHandle& handle) { handle.pipeline.free(); }

constexpr ErlNifFunc functions[] = {
    nif<pipeline_new>("pipeline_new", Place::cpu_bound),
    nif<pipeline_add>("pipeline_add", Place::cpu_bound),
    nif<pipeline_stages>("pipeline_stages", Place::cpu_bound),
    nif<pipeline_run>("pipeline_run", Place::io_bound),
    nif<pipeline_submit>("pipeline_submit", Place::io_bound),
    nif<pipeline_explain>("pipeline_explain", Place::cpu_bound),
    nif<pipeline_free>("pipeline_free", Place::io_bound),
};

}  // namespace

Area pipeline_area() {
  return {functions, [](ErlNifEnv* env) { return Resource<PipelineHandle>::open(env); }};
}

}  // namespace dala::nif
