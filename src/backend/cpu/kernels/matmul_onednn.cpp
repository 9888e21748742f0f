// The matrix product of floats through oneDNN: its matmul primitive for middling sizes, its gemm
// for the others. Where one overtakes the other was measured.
//
// oneDNN would start OpenMP threads of its own. It is kept to the calling thread, and rows are
// spread over the threads of the pool here.
#ifdef DALA_HAS_ONEDNN
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include "backend/cpu/kernels/parts.hpp"

// As OpenMP declares them. Its header comes with the compiler, and tools that read the source with
// another compiler do not find it.
extern "C" {
int omp_get_max_threads() noexcept;
void omp_set_num_threads(int count) noexcept;
}

namespace dala::backend::cpu {

namespace {

struct Product {
  dnnl_dim_t m = 0;
  dnnl_dim_t n = 0;
  dnnl_dim_t k = 0;
  friend bool operator==(const Product&, const Product&) = default;
};

Product product_of(const KernelCall& call) {
  return {call.outputs[0].shape[0], call.outputs[0].shape[1], call.inputs[0].shape[1]};
}

// OpenMP's setting belongs to the thread, which may be the caller's own: it is put back.
class OneOpenMpThread {
 public:
  OneOpenMpThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneOpenMpThread() { omp_set_num_threads(before_); }
  OneOpenMpThread(const OneOpenMpThread&) = delete;
  OneOpenMpThread& operator=(const OneOpenMpThread&) = delete;

 private:
  int before_;
};

// Equal pieces, never a few left-over rows: oneDNN adds up in another order for those, and the
// result would depend on the number of threads.
std::size_t rows_per_piece(const Product& product, const WorkerPool& pool) {
  constexpr double worth_a_thread = 1 << 20;  // multiplications
  constexpr std::size_t fewest_rows = 64;
  const auto rows = static_cast<std::size_t>(product.m);
  const double work = static_cast<double>(product.m) * static_cast<double>(product.n) *
                      static_cast<double>(product.k);
  if (work < 2 * worth_a_thread) return rows;
  const std::size_t pieces =
      std::clamp<std::size_t>(rows / fewest_rows, 1, std::max(1U, pool.threads()));
  return (rows + pieces - 1) / pieces;
}

// A primitive for one size with what it needs to run. It serves one caller at a time.
class Session {
 public:
  explicit Session(const Product& product)
      : product_(product),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(engine_),
        description_(describe(product, engine_)),
        primitive_(description_),
        a_(description_.src_desc(), engine_, nullptr),
        b_(description_.weights_desc(), engine_, nullptr),
        out_(description_.dst_desc(), engine_, nullptr),
        scratchpad_(description_.scratchpad_desc(), engine_) {}

  [[nodiscard]] const Product& product() const { return product_; }

  bool run(const float* a, const float* b, float* out) {
    a_.set_data_handle(const_cast<float*>(a));
    b_.set_data_handle(const_cast<float*>(b));
    out_.set_data_handle(out);
    const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_SRC, a_.get()},
                                         {DNNL_ARG_WEIGHTS, b_.get()},
                                         {DNNL_ARG_DST, out_.get()},
                                         {DNNL_ARG_SCRATCHPAD, scratchpad_.get()}};
    return dnnl_primitive_execute(primitive_.get(), stream_.get(), 4, arguments) == dnnl_success &&
           dnnl_stream_wait(stream_.get()) == dnnl_success;
  }

 private:
  static dnnl::matmul::primitive_desc describe(const Product& p, const dnnl::engine& engine) {
    const auto matrix = [](dnnl_dim_t rows, dnnl_dim_t columns) {
      return dnnl::memory::desc({rows, columns}, dnnl::memory::data_type::f32,
                                dnnl::memory::format_tag::ab);
    };
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return {{matrix(p.m, p.k), matrix(p.k, p.n), matrix(p.m, p.n)}, attributes, engine};
  }

  Product product_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::matmul::primitive_desc description_;
  dnnl::matmul primitive_;
  dnnl::memory a_;
  dnnl::memory b_;
  dnnl::memory out_;
  dnnl::memory scratchpad_;
};

// Sessions nobody uses at the moment, the one used last at the end. Shared by all threads, so that
// a size that was seen before needs nothing new whichever thread it comes to.
class SessionCache {
 public:
  SessionCache() { idle_.reserve(most_idle + 1); }

  std::unique_ptr<Session> take(const Product& product) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& session) {
        return session->product() == product;
      });
      if (found != idle_.rend()) {
        std::unique_ptr<Session> session = std::move(*found);
        idle_.erase(std::prev(found.base()));
        return session;
      }
    }
    return std::make_unique<Session>(product);
  }

  void give_back(std::unique_ptr<Session> session) {
    std::unique_ptr<Session> dropped;  // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(session));
    if (idle_.size() <= most_idle) return;
    dropped = std::move(idle_.front());
    idle_.erase(idle_.begin());
  }

 private:
  static constexpr std::size_t most_idle = 64;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Session>> idle_;
};

bool run_primitive(const Product& product, const float* a, const float* b, float* out) {
  // Never destroyed: worker threads may outlive static objects.
  static auto& cache = *new SessionCache;
  const OneOpenMpThread one;
  try {
    std::unique_ptr<Session> session = cache.take(product);
    const bool done = session->run(a, b, out);
    cache.give_back(std::move(session));
    return done;
  } catch (const dnnl::error&) {
    return false;
  }
}

bool run_gemm(const Product& product, const float* a, const float* b, float* out) {
  const OneOpenMpThread one;
  return dnnl_sgemm('N', 'N', product.m, product.n, product.k, 1.0F, a, product.k, b, product.n,
                    0.0F, out, product.n) == dnnl_success;
}

template <auto multiply>
Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const Product whole = product_of(call);
  const float* a = call.inputs[0].host<float>();
  const float* b = call.inputs[1].host<float>();
  auto* out = call.outputs[0].host<float>();
  std::atomic<bool> failed{false};
  pool.parallel_for(static_cast<std::size_t>(whole.m), rows_per_piece(whole, pool),
                    [&](std::size_t begin, std::size_t end) {
                      Product part = whole;
                      part.m = static_cast<dnnl_dim_t>(end - begin);
                      const auto row = static_cast<dnnl_dim_t>(begin);
                      if (!multiply(part, a + row * whole.k, b, out + row * whole.n))
                        failed.store(true, std::memory_order_relaxed);
                    });
  if (failed)
    return fail(ErrorCode::kernel_failed,
                "matmul: oneDNN could not multiply {{{}, {}}} by {{{}, {}}}", whole.m, whole.k,
                whole.k, whole.n);
  return {};
}

std::string_view gemm_refuses(const KernelCall& call) {
  const Product product = product_of(call);
  if (call.outputs[0].dtype != DType::f32) return "it multiplies only f32";
  if (product.m == 0 || product.n == 0 || product.k == 0) return "a dimension is 0";
  return {};
}

std::string_view primitive_refuses(const KernelCall& call) {
  constexpr dnnl_dim_t smallest = 48;
  constexpr dnnl_dim_t largest = 320;
  if (call.outputs[0].dtype != DType::f32) return "it multiplies only f32";
  const Product product = product_of(call);
  const auto [least, most] = std::minmax({product.m, product.n, product.k});
  if (least < smallest) return "a dimension is below 48, where its overhead shows";
  if (most > largest) return "a dimension is above 320, where gemm is faster";
  return {};
}

}  // namespace

void add_matmul_onednn(ImplementationList& list) {
  list.push_back({"matmul", "onednn_matmul", primitive_refuses, run<run_primitive>});
  list.push_back({"matmul", "onednn_gemm", gemm_refuses, run<run_gemm>});
}

}  // namespace dala::backend::cpu
#endif
