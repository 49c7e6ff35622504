#include "fft/kernels/transpose/emit.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"
#include "fft/kernels/lines/rotate_large.h"

namespace fft::kernels {
namespace {

class TransposeGenerator {
 public:
  explicit TransposeGenerator(const KernelSpec& spec)
      : spec_(spec),
        threads_(spec.threads_per_transform * spec.transforms_per_group),
        b_(KernelName(spec)),
        large_twiddles_(StockhamLargeTwiddles::Make(spec, b_)) {}

  codegen::Kernel Generate(const std::vector<Parameter>& signature);

 private:
  // One of the two dims of the tile.
  struct Side {
    int64_t tile = 1;
    Ex count, in_stride, out_stride;  // in_stride, out_stride: absent for 1
    Ex first;                         // the tile's first index
  };

  bool uses_lds() const { return spec_.exchange != Exchange::kNone; }
  void ReadParameters();
  void ComputeOffsets();
  // The elements of the tile that a thread has, one for each round; lanes run along `fast`.
  struct Elements {
    std::vector<Ex> x, y;  // within the tile
  };
  Elements ElementsAlong(const Side& fast, const Side& slow);
  static Ex Times(Ex index, Ex stride) { return stride ? index * stride : index; }
  Ex Clamp(const Side& side, Ex index);

  std::vector<Ex> Load(const Elements& elements);
  void Store(const Elements& elements, const std::vector<Ex>& values);
  Ex Transformed(Ex value, const std::vector<Ex>& indices);
  // Index j of the large twiddles.
  Ex TwiddleIndex(const std::vector<Ex>& indices);
  Ex Slot(Ex x, Ex y) { return x * spec_.lds.point_step + y * spec_.lds.transform_step; }

  const KernelSpec& spec_;
  const int threads_;
  Builder b_;
  const std::unique_ptr<StockhamLargeTwiddles> large_twiddles_;
  Parameters parameters_;
  Side x_, y_;
  // the part of the address that the outer loops' indices make; absent without outer loops
  Ex in_base_, out_base_;
  std::vector<Ex> outer_indices_;  // the indices of the outer loops
};

codegen::Kernel TransposeGenerator::Generate(const std::vector<Parameter>& signature) {
  parameters_.Declare(spec_, signature, b_);
  large_twiddles_->Declare(parameters_);
  Ex lds;
  if (uses_lds()) lds = b_.Shared("lds", Type::Complex(spec_.precision), spec_.lds.words);
  b_.SetWorkgroup(threads_);
  ReadParameters();
  ComputeOffsets();
  if (large_twiddles_->Stage()) b_.Barrier();
  const Elements along_x = ElementsAlong(x_, y_);
  const std::vector<Ex> values = Load(along_x);
  if (!uses_lds()) {
    Store(along_x, values);
    return b_.Finish();
  }
  for (size_t i = 0; i < values.size(); ++i) {
    b_.Store(lds, Slot(along_x.x[i], along_x.y[i]), values[i]);
  }
  b_.Barrier();
  const Elements swapped = ElementsAlong(y_, x_);
  const Elements along_y = {swapped.y, swapped.x};
  std::vector<Ex> turned;
  for (size_t i = 0; i < values.size(); ++i) {
    turned.push_back(b_.Let("value", codegen::Load(lds, Slot(along_y.x[i], along_y.y[i]))));
  }
  Store(along_y, turned);
  return b_.Finish();
}

void TransposeGenerator::ReadParameters() {
  x_ = {spec_.length, parameters_[ParameterId::kXCount], Ex(), Ex(), Ex()};
  y_ = {spec_.transforms_per_group, parameters_[ParameterId::kYCount], Ex(), Ex(), Ex()};
  // The dim along which lanes run has a unit stride where the spec says so.
  if (spec_.in_stride == StrideKind::kAny) x_.in_stride = parameters_[ParameterId::kXInStride];
  y_.in_stride = parameters_[ParameterId::kYInStride];
  Side& stored = uses_lds() ? y_ : x_;
  Side& other = uses_lds() ? x_ : y_;
  if (spec_.out_stride == StrideKind::kAny) {
    stored.out_stride =
        parameters_[uses_lds() ? ParameterId::kYOutStride : ParameterId::kXOutStride];
  }
  other.out_stride = parameters_[uses_lds() ? ParameterId::kXOutStride : ParameterId::kYOutStride];
}

void TransposeGenerator::ComputeOffsets() {
  b_.Comment("workgroup -> tile and outer loops");
  Ex rest = b_.Let("block", Cast(x_.count.type(), b_.BlockIndex()));
  for (Side* side : {&x_, &y_}) {
    const Ex tiles = b_.Let("tiles", (side->count + (side->tile - 1)) / side->tile);
    const bool is_last = side == &y_ && spec_.outer_loops == 0;
    side->first = b_.Let("first", (is_last ? rest : rest % tiles) * side->tile);
    if (!is_last) rest = b_.Let("rest", rest / tiles);
  }
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    const Ex length = parameters_[{ParameterId::kLoopLength, i}];
    const Ex index = i == spec_.outer_loops ? rest : b_.Let("loop", rest % length);
    if (i < spec_.outer_loops) rest = b_.Let("rest", rest / length);
    outer_indices_.push_back(index);
    const Ex in = index * parameters_[{ParameterId::kLoopInStride, i}];
    const Ex out = index * parameters_[{ParameterId::kLoopOutStride, i}];
    in_base_ = b_.Let("in_base", in_base_ ? in_base_ + in : in);
    out_base_ = b_.Let("out_base", out_base_ ? out_base_ + out : out);
  }
}

TransposeGenerator::Elements TransposeGenerator::ElementsAlong(const Side& fast, const Side& slow) {
  const int64_t rows = threads_ / fast.tile;  // the number of indices of `slow` that one round does
  const Ex lane = b_.Let("lane", b_.ThreadIndex() % fast.tile);
  const Ex row = b_.Let("row", b_.ThreadIndex() / fast.tile);
  Elements elements;
  for (int64_t first = 0; first < slow.tile; first += rows) {
    elements.x.push_back(lane);
    elements.y.push_back(first == 0 ? row : b_.Let("row", row + first));
  }
  return elements;
}

Ex TransposeGenerator::Clamp(const Side& side, Ex index) {
  return b_.Let("at", Min(side.first + index, side.count - 1));
}

std::vector<Ex> TransposeGenerator::Load(const Elements& elements) {
  b_.Comment("load along the dim that is closest in the input");
  // Past the end a thread repeats the last element.
  const Ex x = Clamp(x_, elements.x.front());
  std::vector<Ex> values, y;
  for (Ex element : elements.y) {
    y.push_back(Clamp(y_, element));
    Ex address = Times(x, x_.in_stride) + Times(y.back(), y_.in_stride);
    if (in_base_) address = in_base_ + address;
    values.push_back(b_.Let("value", codegen::Load(parameters_[ParameterId::kIn], address)));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    std::vector<Ex> indices = {x, y[i]};
    indices.insert(indices.end(), outer_indices_.begin(), outer_indices_.end());
    values[i] = Transformed(values[i], indices);
  }
  return values;
}

Ex TransposeGenerator::TwiddleIndex(const std::vector<Ex>& indices) {
  const auto length = [this](int loop) {
    if (loop < 2) return (loop == 0 ? x_ : y_).count;
    return parameters_[{ParameterId::kLoopLength, loop - 1}];
  };
  const auto index = [&indices](int loop) { return indices[loop]; };
  return CountedIndex(b_, spec_.large_twiddle.loops, index, length);
}

Ex TransposeGenerator::Transformed(Ex value, const std::vector<Ex>& indices) {
  if (!large_twiddles_->rotates() && spec_.scale == ScaleKind::kNone) return value;
  ComplexEx result = {b_.Let("re", Re(value)), b_.Let("im", Im(value))};
  result = large_twiddles_->Rotated(
      result, [&] { return indices[spec_.large_twiddle.axis] * TwiddleIndex(indices); });
  if (spec_.scale == ScaleKind::kScale) {
    const Ex scale = parameters_[ParameterId::kScale];
    result = {b_.Let("re", result.re * scale), b_.Let("im", result.im * scale)};
  }
  return MakeComplex(result.re, result.im);
}

void TransposeGenerator::Store(const Elements& elements, const std::vector<Ex>& values) {
  b_.Comment("store what exists");
  for (size_t i = 0; i < values.size(); ++i) {
    const Ex x = b_.Let("x", x_.first + elements.x[i]);
    const Ex y = b_.Let("y", y_.first + elements.y[i]);
    b_.If(LogicalAnd(x < x_.count, y < y_.count), [&] {
      Ex address = Times(x, x_.out_stride) + Times(y, y_.out_stride);
      if (out_base_) address = out_base_ + address;
      b_.Store(parameters_[ParameterId::kOut], address, values[i]);
    });
  }
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitTranspose(const KernelSpec& spec,
                                              const std::vector<Parameter>& signature) {
  if (spec.in_format != ArrayFormat::kComplexInterleaved ||
      spec.out_format != ArrayFormat::kComplexInterleaved) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": only interleaved complex data has a kernel"));
  }
  return TransposeGenerator(spec).Generate(signature);
}

}  // namespace fft::kernels
