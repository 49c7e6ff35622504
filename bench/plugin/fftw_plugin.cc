// FFTW as a plug-in of fft_bench, on one thread. To build it:
//   g++ -std=c++17 -O2 -shared -fPIC -I. -I$FFTW/include bench/plugin/fftw_plugin.cc -o fftw.so
//       $FFTW/lib/libfftw3.a $FFTW/lib/libfftw3f.a
#include <fftw3.h>

#include <cstdint>
#include <memory>
#include <string>

#include "bench/plugin/peer_plugin.h"
#include "tests/support/fftw_functions.h"

namespace {

constexpr int64_t kMostMeasuredPoints = int64_t{1} << 20;

class Transform {
 public:
  virtual ~Transform() = default;
  virtual void Execute(void* in, void* out) = 0;
};

template <typename Real>
class TransformOf final : public Transform {
 public:
  using F = fft::testing::Fftw<Real>;
  using Complex = typename F::Complex;
  using Dim = typename F::Dim;

  TransformOf(const fft_peer_problem& problem, void* in, void* out)
      : transform_(problem.transform) {
    Dim dims[FFT_PEER_MOST_LENGTHS];
    int64_t points = 1;
    for (int d = 0; d < problem.rank; ++d) {
      dims[d] = {problem.lengths[d], problem.in_strides[d], problem.out_strides[d]};
      points *= problem.lengths[d];
    }
    const Dim batch = {problem.batch, problem.in_distance, problem.out_distance};
    const unsigned flags = points <= kMostMeasuredPoints ? FFTW_MEASURE : FFTW_ESTIMATE;
    switch (transform_) {
      case FFT_PEER_REAL_FORWARD:
        plan_ = F::kPlanRealForward(problem.rank, dims, 1, &batch, static_cast<Real*>(in),
                                    static_cast<Complex*>(out), flags);
        return;
      case FFT_PEER_REAL_INVERSE:
        plan_ = F::kPlanRealInverse(problem.rank, dims, 1, &batch, static_cast<Complex*>(in),
                                    static_cast<Real*>(out), flags);
        return;
      default:
        plan_ = F::kPlanComplex(
            problem.rank, dims, 1, &batch, static_cast<Complex*>(in), static_cast<Complex*>(out),
            transform_ == FFT_PEER_COMPLEX_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD, flags);
    }
  }
  ~TransformOf() override {
    if (plan_ != nullptr) F::kDestroy(plan_);
  }
  TransformOf(const TransformOf&) = delete;
  TransformOf& operator=(const TransformOf&) = delete;

  bool ok() const { return plan_ != nullptr; }

  void Execute(void* in, void* out) override {
    switch (transform_) {
      case FFT_PEER_REAL_FORWARD:
        return F::kExecuteRealForward(plan_, static_cast<Real*>(in), static_cast<Complex*>(out));
      case FFT_PEER_REAL_INVERSE:
        return F::kExecuteRealInverse(plan_, static_cast<Complex*>(in), static_cast<Real*>(out));
      default:
        return F::kExecuteComplex(plan_, static_cast<Complex*>(in), static_cast<Complex*>(out));
    }
  }

 private:
  const int transform_;
  typename F::Plan plan_ = nullptr;
};

template <typename Real>
const char* Make(const fft_peer_problem& problem, void* in, void* out, void** plan) {
  auto made = std::make_unique<TransformOf<Real>>(problem, in, out);
  if (!made->ok()) return "FFTW makes no plan for these strides";
  *plan = static_cast<Transform*>(made.release());
  return nullptr;
}

}  // namespace

extern "C" {

const char* fft_peer_name(void) {
  static const std::string name =
      std::string(fftw_version) + ", one thread, MEASURE to 2^20 points, ESTIMATE above";
  return name.c_str();
}

const char* fft_peer_plan(const fft_peer_problem* problem, void* in, void* out, void** plan) {
  switch (problem->precision) {
    case FFT_PEER_SINGLE:
      return Make<float>(*problem, in, out, plan);
    case FFT_PEER_DOUBLE:
      return Make<double>(*problem, in, out, plan);
    default:
      return "FFTW has no half precision";
  }
}

int fft_peer_execute(void* plan, void* in, void* out, void*) {
  static_cast<Transform*>(plan)->Execute(in, out);
  return 0;
}

int64_t fft_peer_workspace_bytes(void*) { return 0; }

void fft_peer_destroy(void* plan) { delete static_cast<Transform*>(plan); }
}
