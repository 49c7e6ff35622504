#include "fft/kernels/channels/emit.h"

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"

namespace fft::kernels {
namespace {

// The number of input channels whose products one iteration of the loop over channels adds to the
// sums.
constexpr int64_t kUnrolled = 4;

class ChannelsGenerator {
 public:
  explicit ChannelsGenerator(const KernelSpec& spec)
      : spec_(spec),
        batch_groups_(spec.factors[0]),
        out_groups_(spec.factors[1]),
        batch_each_(spec.factors[2]),
        out_each_(spec.factors[3]),
        b_(KernelName(spec)) {}

  codegen::Kernel Generate(const std::vector<Parameter>& signature);

 private:
  // The indices of a thread along one dim of the tile. In `safe`, an index past the end is replaced
  // by the last index that exists, so that every load is safe.
  struct Numbers {
    std::vector<Ex> number, safe;
  };
  Numbers NumbersFrom(const char* name, Ex first, int each, Ex count);
  void ComputeOffsets();
  void AddChannel(Ex channel);
  void Store();
  Ex Times(Ex index, const Parameter& stride, bool is_unit) {
    return is_unit ? index : index * parameters_[stride];
  }

  const KernelSpec& spec_;
  const int batch_groups_, out_groups_, batch_each_, out_each_;
  Builder b_;
  Parameters parameters_;
  Numbers mode_, batch_, out_;
  Ex out_base_;  // the address by mode and outer loops; also computed if the mode is past the end
  std::vector<Ex> in_at_, matrix_at_;  // one for each batch element; one for each output
  std::vector<ComplexEx> sums_;        // batch x outputs
};

codegen::Kernel ChannelsGenerator::Generate(const std::vector<Parameter>& signature) {
  parameters_.Declare(spec_, signature, b_);
  b_.SetWorkgroup(spec_.threads_per_transform * batch_groups_ * out_groups_);
  ComputeOffsets();
  for (int i = 0; i < batch_each_ * out_each_; ++i) {
    ComplexEx sum = {b_.Var("re", Type::Real(spec_.precision)),
                     b_.Var("im", Type::Real(spec_.precision))};
    for (Ex part : {sum.re, sum.im}) b_.Assign(part, b_.Real(0, spec_.precision));
    sums_.push_back(sum);
  }
  b_.Comment("sum over the channels of the input");
  const Ex zero = LitLike(parameters_[ParameterId::kInStride], int64_t{0});
  const int64_t rounded = spec_.length / kUnrolled * kUnrolled;
  if (rounded > 0) {
    b_.For("channel", {zero, zero + rounded, zero + kUnrolled}, [&](Ex channel) {
      for (int64_t i = 0; i < kUnrolled; ++i) AddChannel(channel + i);
    });
  }
  for (int64_t i = rounded; i < spec_.length; ++i) AddChannel(zero + i);
  Store();
  return b_.Finish();
}

ChannelsGenerator::Numbers ChannelsGenerator::NumbersFrom(const char* name, Ex first, int each,
                                                          Ex count) {
  Numbers numbers;
  for (int i = 0; i < each; ++i) {
    numbers.number.push_back(b_.Let(name, first + i));
    numbers.safe.push_back(b_.Let("safe", Min(numbers.number.back(), count - 1)));
  }
  return numbers;
}

void ChannelsGenerator::ComputeOffsets() {
  using enum ParameterId;
  b_.Comment("workgroup -> tile and outer loops; thread -> mode, batch and channels");
  const Ex modes = parameters_[kTileCount], batch = parameters_[kBatch];
  const Ex outs = parameters_[kChannels];
  const Type type = modes.type();
  const int lanes = spec_.threads_per_transform;
  Ex rest = b_.Let("block", Cast(type, b_.BlockIndex()));
  const auto take = [&](Ex count) {
    const Ex index = b_.Let("tile", rest % count);
    rest = b_.Let("rest", rest / count);
    return index;
  };
  const auto tiles = [](Ex count, int tile) { return (count + (tile - 1)) / tile; };
  const Ex mode_tile = take(tiles(modes, lanes));
  const Ex out_tile = take(tiles(outs, out_groups_ * out_each_));
  const Ex batch_tile = take(tiles(batch, batch_groups_ * batch_each_));
  const Ex thread = Cast(type, b_.ThreadIndex());
  const Ex lane = b_.Let("lane", thread % lanes);
  const Ex group = b_.Let("group", thread / lanes);
  mode_ = NumbersFrom("mode", mode_tile * lanes + lane, 1, modes);
  out_ = NumbersFrom("out_channel", (out_tile * out_groups_ + group % out_groups_) * out_each_,
                     out_each_, outs);
  batch_ = NumbersFrom("element", (batch_tile * batch_groups_ + group / out_groups_) * batch_each_,
                       batch_each_, batch);

  const bool is_unit_in = spec_.in_stride == StrideKind::kUnit;
  const bool is_unit_out = spec_.out_stride == StrideKind::kUnit;
  Ex in_base = Times(mode_.safe.front(), kTileInStride, is_unit_in);
  Ex row_base = Times(mode_.safe.front(), kTileRowStep, is_unit_in);
  out_base_ = Times(mode_.safe.front(), kTileOutStride, is_unit_out);
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    const Ex index = i < spec_.outer_loops ? take(parameters_[{kLoopLength, i}]) : rest;
    in_base = b_.Let("in_base", in_base + index * parameters_[{kLoopInStride, i}]);
    row_base = b_.Let("row_base", row_base + index * parameters_[{kLoopRowStep, i}]);
    out_base_ = b_.Let("out_base", out_base_ + index * parameters_[{kLoopOutStride, i}]);
  }
  for (Ex element : batch_.safe) {
    in_at_.push_back(b_.Let("in_at", in_base + element * parameters_[kBatchInStride]));
  }
  for (Ex out : out_.safe) {
    matrix_at_.push_back(b_.Let("matrix_at", row_base + out * parameters_[kRowStep]));
  }
}

void ChannelsGenerator::AddChannel(Ex channel) {
  using enum ParameterId;
  const Ex in_step = b_.Let("in_step", channel * parameters_[kInStride]);
  const Ex row_step = b_.Let("channel_at", channel * parameters_[kChannelStep]);
  const auto load = [&](ParameterId array, const std::vector<Ex>& places, Ex step) {
    std::vector<ComplexEx> values;
    for (Ex place : places) {
      const Ex value = b_.Let("value", codegen::Load(parameters_[array], place + step));
      values.push_back({b_.Let("re", Re(value)), b_.Let("im", Im(value))});
    }
    return values;
  };
  const std::vector<ComplexEx> x = load(kIn, in_at_, in_step);
  const std::vector<ComplexEx> w = load(kSpectra, matrix_at_, row_step);
  const bool conjugates = spec_.direction == Direction::kInverse;
  for (int e = 0; e < batch_each_; ++e) {
    for (int o = 0; o < out_each_; ++o) {
      const ComplexEx& sum = sums_[e * out_each_ + o];
      const Ex w_im = conjugates ? -w[o].im : w[o].im;
      b_.Assign(sum.re, Fma(x[e].re, w[o].re, sum.re));
      b_.Assign(sum.im, Fma(x[e].re, w_im, sum.im));
      b_.Assign(sum.re, Fma(-x[e].im, w_im, sum.re));
      b_.Assign(sum.im, Fma(x[e].im, w[o].re, sum.im));
    }
  }
}

void ChannelsGenerator::Store() {
  using enum ParameterId;
  b_.Comment("store what exists");
  const Ex modes = parameters_[kTileCount], batch = parameters_[kBatch];
  const Ex outs = parameters_[kChannels];
  b_.If(mode_.number.front() < modes, [&] {
    for (int e = 0; e < batch_each_; ++e) {
      for (int o = 0; o < out_each_; ++o) {
        b_.If(LogicalAnd(batch_.number[e] < batch, out_.number[o] < outs), [&] {
          const Ex at = out_base_ + batch_.number[e] * parameters_[kBatchOutStride] +
                        out_.number[o] * parameters_[kOutStride];
          ComplexEx sum = sums_[e * out_each_ + o];
          if (spec_.scale == ScaleKind::kScale) {
            const Ex scale = parameters_[kScale];
            sum = {b_.Let("re", sum.re * scale), b_.Let("im", sum.im * scale)};
          }
          b_.Store(parameters_[kOut], at, MakeComplex(sum.re, sum.im));
        });
      }
    }
  });
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitChannels(const KernelSpec& spec,
                                             const std::vector<Parameter>& signature) {
  if (spec.in_format != ArrayFormat::kComplexInterleaved ||
      spec.out_format != ArrayFormat::kComplexInterleaved) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": only interleaved complex data has a kernel"));
  }
  if (spec.factors.size() != 4) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": a product with matrices has four factors"));
  }
  return ChannelsGenerator(spec).Generate(signature);
}

}  // namespace fft::kernels
