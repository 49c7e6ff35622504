#include "fft/kernels/overlap_add/emit.h"

#include "absl/strings/str_cat.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"

namespace fft::kernels {
namespace {

// The least sum of squared factors by which a sum is divided. Where windows end, it is 0.
constexpr long double kLeastNorm = 1e-10L;

class OverlapAddGenerator {
 public:
  explicit OverlapAddGenerator(const KernelSpec& spec)
      : spec_(spec),
        is_real_(spec.in_format == ArrayFormat::kReal),
        divides_(spec.row_operation == RowOperation::kWindowMean),
        b_(KernelName(spec)) {}

  codegen::Kernel Generate(const std::vector<Parameter>& signature);

 private:
  Ex Zero() { return b_.Real(0, spec_.precision); }
  Ex Sum(const char* name) {
    const Ex sum = b_.Var(name, Type::Real(spec_.precision));
    b_.Assign(sum, Zero());
    return sum;
  }
  Ex Times(Ex index, ParameterId stride, StrideKind kind) {
    return kind == StrideKind::kUnit ? index : index * parameters_[stride];
  }
  void AddFrame(Ex frame);
  void Store(Ex at);

  const KernelSpec& spec_;
  const bool is_real_, divides_;
  Builder b_;
  Parameters parameters_;
  Ex sample_, in_base_;
  Ex re_, im_, norm_;  // the sums; im_ of complex numbers, norm_ where it divides
};

codegen::Kernel OverlapAddGenerator::Generate(const std::vector<Parameter>& signature) {
  using enum ParameterId;
  parameters_.Declare(spec_, signature, b_);
  const int threads = spec_.threads_per_transform;
  b_.SetWorkgroup(threads);
  b_.Comment("workgroup -> signal and samples; thread -> sample");
  const Ex count = parameters_[kTileCount], hop = parameters_[kHop];
  const Type type = count.type();
  const Ex parts = b_.Let("parts", (count + (threads - 1)) / threads);
  const Ex block = b_.Let("block", Cast(type, b_.BlockIndex()));
  const Ex number = b_.Let("number", block % parts * threads + Cast(type, b_.ThreadIndex()));
  Ex rest = b_.Let("rest", block / parts);
  in_base_ = LitLike(count, int64_t{0});
  Ex out_base = in_base_;
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    const Ex length = parameters_[{kLoopLength, i}];
    const Ex index = i < spec_.outer_loops ? b_.Let("index", rest % length) : rest;
    if (i < spec_.outer_loops) rest = b_.Let("rest", rest / length);
    in_base_ = b_.Let("in_base", in_base_ + index * parameters_[{kLoopInStride, i}]);
    out_base = b_.Let("out_base", out_base + index * parameters_[{kLoopOutStride, i}]);
  }
  b_.If(number < count, [&] {
    b_.Comment("the frames that reach the sample, in their order");
    sample_ = b_.Let("sample", number + parameters_[kFirstSample]);
    const Ex end = b_.Let("end", Min(sample_ / hop + 1, parameters_[kBatch]));
    // Frame b ends behind the sample where (b + 1) * hop > sample - (length - hop).
    const Ex longer = b_.Let("longer", LitLike(hop, spec_.length) - hop);
    const Ex first = b_.Let("first", (sample_ - Min(sample_, longer)) / hop);
    re_ = Sum("re");
    if (!is_real_) im_ = Sum("im");
    if (divides_) norm_ = Sum("norm");
    b_.For("frame", first, end, [&](Ex frame) { AddFrame(frame); });
    Store(out_base + Times(number, kOutStride, spec_.out_stride));
  });
  return b_.Finish();
}

void OverlapAddGenerator::AddFrame(Ex frame) {
  using enum ParameterId;
  const Ex point = b_.Let("point", sample_ - frame * parameters_[kHop]);
  const Ex w = b_.Let("w", codegen::Load(parameters_[kFrameWindow], point));
  const Ex at = in_base_ + Times(frame * spec_.length + point, kInStride, spec_.in_stride);
  const Ex x = b_.Let("x", codegen::Load(parameters_[kIn], at));
  b_.Assign(re_, Fma(is_real_ ? x : Re(x), w, re_));
  if (!is_real_) b_.Assign(im_, Fma(Im(x), w, im_));
  if (divides_) b_.Assign(norm_, Fma(w, w, norm_));
}

void OverlapAddGenerator::Store(Ex at) {
  using enum ParameterId;
  const auto finished = [&](const char* name, Ex sum) {
    if (divides_) {
      const Ex one = b_.Real(1, spec_.precision);
      const Ex least = b_.Real(kLeastNorm, spec_.precision);
      sum = b_.Let(name, sum / b_.Let("divisor", Select(least < norm_, norm_, one)));
    }
    return spec_.scale == ScaleKind::kScale ? b_.Let(name, sum * parameters_[kScale]) : sum;
  };
  const Ex re = finished("re", re_);
  b_.Store(parameters_[kOut], at, is_real_ ? re : MakeComplex(re, finished("im", im_)));
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitOverlapAdd(const KernelSpec& spec,
                                               const std::vector<Parameter>& signature) {
  if (spec.in_format != spec.out_format || IsPlanar(spec.in_format)) {
    return absl::UnimplementedError(absl::StrCat(
        KernelName(spec), ": only reals, or interleaved complex numbers, have a kernel"));
  }
  return OverlapAddGenerator(spec).Generate(signature);
}

}  // namespace fft::kernels
