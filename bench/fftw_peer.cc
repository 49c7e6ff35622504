#include "bench/fftw_peer.h"

#include <fftw3.h>

#include <vector>

#include "tests/support/fftw_functions.h"
#include "tests/support/fftw_kind.h"

namespace fft::bench {
namespace {

constexpr int64_t kMaxMeasuredPoints = int64_t{1} << 20;

template <typename Real>
class FftwPlan : public PeerPlan {
 public:
  using F = testing::Fftw<Real>;
  using Complex = typename F::Complex;

  FftwPlan(const Problem& problem, const Arrays& arrays) : problem_(problem) {
    using Dim = typename F::Dim;
    std::vector<Dim> dims;
    int64_t points = 1;
    for (size_t d = 0; d < problem.lengths.size(); ++d) {
      Dim dim{};
      dim.n = problem.lengths[d];
      dim.is = problem.input.strides[d];
      dim.os = problem.output.strides[d];
      dims.push_back(dim);
      points *= problem.lengths[d];
    }
    std::vector<Dim> batches;
    const auto add_batch = [&batches](int64_t count, int64_t in, int64_t out) {
      Dim batch{};
      batch.n = count;
      batch.is = in;
      batch.os = out;
      batches.push_back(batch);
    };
    for (const fft::Dim& loop : problem.loops) {
      add_batch(loop.length, loop.in_stride, loop.out_stride);
    }
    add_batch(problem.batch, problem.input.distance, problem.output.distance);
    const int howmany = static_cast<int>(batches.size());
    const int rank = static_cast<int>(dims.size());
    const unsigned flags = points <= kMaxMeasuredPoints ? FFTW_MEASURE : FFTW_ESTIMATE;
    switch (problem.type) {
      case TransformType::kComplexForward:
      case TransformType::kComplexInverse:
        plan_ = F::kPlanComplex(rank, dims.data(), howmany, batches.data(), ComplexIn(arrays),
                                ComplexOut(arrays),
                                IsForward(problem.type) ? FFTW_FORWARD : FFTW_BACKWARD, flags);
        break;
      case TransformType::kRealForward:
        plan_ = F::kPlanRealForward(rank, dims.data(), howmany, batches.data(), RealIn(arrays),
                                    ComplexOut(arrays), flags);
        break;
      case TransformType::kRealInverse:
        plan_ = F::kPlanRealInverse(rank, dims.data(), howmany, batches.data(), ComplexIn(arrays),
                                    RealOut(arrays), flags);
        break;
      case TransformType::kRealToReal: {
        std::vector<fftw_r2r_kind> kinds;
        for (AxisKind kind : problem.kinds) kinds.push_back(testing::FftwKindOf(kind));
        plan_ = F::kPlanRealToReal(rank, dims.data(), howmany, batches.data(), RealIn(arrays),
                                   RealOut(arrays), kinds.data(), flags);
        break;
      }
    }
  }

  ~FftwPlan() override {
    if (plan_ != nullptr) F::kDestroy(plan_);
  }

  bool ok() const { return plan_ != nullptr; }
  int64_t workspace_bytes() const override { return 0; }

  absl::Status Enqueue(const Arrays& arrays, rtc::Stream) override {
    switch (problem_.type) {
      case TransformType::kComplexForward:
      case TransformType::kComplexInverse:
        F::kExecuteComplex(plan_, ComplexIn(arrays), ComplexOut(arrays));
        break;
      case TransformType::kRealForward:
        F::kExecuteRealForward(plan_, RealIn(arrays), ComplexOut(arrays));
        break;
      case TransformType::kRealInverse:
        F::kExecuteRealInverse(plan_, ComplexIn(arrays), RealOut(arrays));
        break;
      case TransformType::kRealToReal:
        F::kExecuteRealToReal(plan_, RealIn(arrays), RealOut(arrays));
        break;
    }
    return absl::OkStatus();
  }

 private:
  Complex* ComplexIn(const Arrays& arrays) const {
    return static_cast<Complex*>(arrays.in) + problem_.input.offsets[0];
  }
  Complex* ComplexOut(const Arrays& arrays) const {
    return static_cast<Complex*>(arrays.out) + problem_.output.offsets[0];
  }
  Real* RealIn(const Arrays& arrays) const {
    return static_cast<Real*>(arrays.in) + problem_.input.offsets[0];
  }
  Real* RealOut(const Arrays& arrays) const {
    return static_cast<Real*>(arrays.out) + problem_.output.offsets[0];
  }

  const Problem problem_;
  typename F::Plan plan_ = nullptr;
};

class FftwPeer : public Peer {
 public:
  std::string name() const override { return "fftw"; }
  std::string description() const override {
    return std::string(fftw_version) + ", one thread, MEASURE to 2^20 points, ESTIMATE above";
  }

  absl::StatusOr<std::unique_ptr<PeerPlan>> MakePlan(const Problem& problem,
                                                     const Arrays& arrays) override {
    FFT_RETURN_IF_ERROR(CheckOnePrecision(problem));
    if (IsPlanar(problem.input.format) || IsPlanar(problem.output.format)) {
      return absl::UnimplementedError("planar formats are not timed with FFTW");
    }
    if (HasRanges(problem)) return absl::UnimplementedError("FFTW has whole axes alone");
    if (!problem.kinds.empty() && problem.type != TransformType::kRealToReal) {
      return absl::UnimplementedError("signs that differ by dimension are not timed with FFTW");
    }
    switch (problem.precision) {
      case Precision::kHalf:
      case Precision::kBfloat16:
        return absl::UnimplementedError("FFTW has no half precision and no bfloat16");
      case Precision::kSingle:
        return Make<float>(problem, arrays);
      case Precision::kDouble:
        return Make<double>(problem, arrays);
    }
    return absl::UnimplementedError("unknown precision");
  }

 private:
  template <typename Real>
  absl::StatusOr<std::unique_ptr<PeerPlan>> Make(const Problem& problem, const Arrays& arrays) {
    auto plan = std::make_unique<FftwPlan<Real>>(problem, arrays);
    if (!plan->ok()) return absl::UnimplementedError("FFTW makes no plan for these strides");
    return plan;
  }
};

}  // namespace

absl::StatusOr<std::unique_ptr<Peer>> MakeFftwPeer() { return std::make_unique<FftwPeer>(); }

}  // namespace fft::bench
