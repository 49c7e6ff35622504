#include "fft/codegen/kernels/stockham_tiling.h"

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/signature.h"

namespace fft::codegen {
namespace {

class RowRow final : public StockhamTiling {
 public:
  explicit RowRow(const KernelSpec& spec) : StockhamTiling(spec) {}
  Lane LoadLane(Builder& b) const override { return AlongAxis(b); }
  Lane StoreLane(Builder& b) const override { return AlongAxis(b); }
  void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const override {
    *transform = b.Let("row", e / spec_.length);
    *point = b.Let("point", e % spec_.length);
  }
};

class ColCol final : public StockhamTiling {
 public:
  explicit ColCol(const KernelSpec& spec) : StockhamTiling(spec) {}
  Lane LoadLane(Builder& b) const override { return AcrossTile(b); }
  Lane StoreLane(Builder& b) const override { return AcrossTile(b); }
  void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const override {
    *transform = b.Let("column", e % spec_.transforms_per_group);
    *point = b.Let("point", e / spec_.transforms_per_group);
  }
};

class RowCol final : public StockhamTiling {
 public:
  explicit RowCol(const KernelSpec& spec) : StockhamTiling(spec) {}
  Lane LoadLane(Builder& b) const override { return AlongAxis(b); }
  Lane StoreLane(Builder& b) const override { return AcrossTile(b); }
  void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const override {
    *transform = b.Let("row", e / spec_.length);
    *point = b.Let("point", e % spec_.length);
  }
};

class ColRow final : public StockhamTiling {
 public:
  explicit ColRow(const KernelSpec& spec) : StockhamTiling(spec) {}
  Lane LoadLane(Builder& b) const override { return AcrossTile(b); }
  Lane StoreLane(Builder& b) const override { return AlongAxis(b); }
  void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const override {
    *transform = b.Let("column", e % spec_.transforms_per_group);
    *point = b.Let("point", e / spec_.transforms_per_group);
  }
};

Type ParameterType(const KernelSpec& spec, ParameterKind kind) {
  const Type complex = Type::Complex(spec.precision), real = Type::Real(spec.precision);
  switch (kind) {
    case ParameterKind::kInput:
    case ParameterKind::kInputImag:
      return Type::ConstGlobal(spec.in_format == ArrayFormat::kReal ? real : complex);
    case ParameterKind::kTwiddles:
    case ParameterKind::kLargeTwiddles:
    case ParameterKind::kPairTwiddles:
    case ParameterKind::kChirp:
    case ParameterKind::kFilter:
      return Type::ConstGlobal(complex);
    case ParameterKind::kPermutation:
      return Type::ConstGlobal(Type::Int32());
    case ParameterKind::kOutput:
    case ParameterKind::kOutputImag:
      return Type::Global(spec.out_format == ArrayFormat::kReal ? real : complex);
    case ParameterKind::kIndex:
      return spec.index == IndexWidth::k32 ? Type::Int32() : Type::Int64();
    case ParameterKind::kReal:
      return Type::Real(spec.precision);
    case ParameterKind::kLoadUser:
    case ParameterKind::kStoreUser:
      break;  // the passes of callbacks append these
  }
  return Type::Void();
}

}  // namespace

std::unique_ptr<StockhamTiling> StockhamTiling::Make(const KernelSpec& spec) {
  switch (spec.tiling) {
    case Tiling::kRowRow:
      return std::make_unique<RowRow>(spec);
    case Tiling::kColCol:
      return std::make_unique<ColCol>(spec);
    case Tiling::kRowCol:
      return std::make_unique<RowCol>(spec);
    case Tiling::kColRow:
      return std::make_unique<ColRow>(spec);
  }
  return nullptr;
}

void StockhamTiling::AddArguments(Builder& b) {
  for (const Parameter& parameter : Signature(spec_)) {
    const bool user =
        parameter.kind == ParameterKind::kInput || parameter.kind == ParameterKind::kOutput;
    const bool aliased = user && spec_.placement == Placement::kInPlace;
    const Ex ex = b.Param(parameter.name, ParameterType(spec_, parameter.kind),
                          aliased ? Aliasing::kMayAlias : Aliasing::kRestrict);
    parameters_.push_back({parameter.name, ex});
  }
}

Ex StockhamTiling::parameter(const std::string& name) const {
  for (const auto& [known, ex] : parameters_) {
    if (known == name) return ex;
  }
  FFT_CHECK(false && "a kernel uses a parameter that its signature lacks");
  return Ex();
}

void StockhamTiling::ComputeOffsets(Builder& b) {
  const Ex count = parameter("tile_count");
  const int width = spec_.transforms_per_group;
  if (spec_.outer_loops == 0) {
    PlaceAt(b, Cast(count.type(), b.BlockIndex()) * width, Ex());
    return;
  }
  b.Comment("workgroup -> tile and outer loops");
  const Ex tiles = b.Let("tiles", (count + (width - 1)) / width);
  const Ex block = b.Let("block", Cast(count.type(), b.BlockIndex()));
  PlaceAt(b, block % tiles * width, block / tiles);
}

void StockhamTiling::PlaceAt(Builder& b, Ex first, Ex outer) {
  in_.pointer = parameter("in");
  out_.pointer = parameter("out");
  in_.tile_stride = parameter("tile_in_stride");
  out_.tile_stride = parameter("tile_out_stride");
  if (spec_.in_stride == StrideKind::kAny) in_.axis_stride = parameter("in_stride");
  if (spec_.out_stride == StrideKind::kAny) out_.axis_stride = parameter("out_stride");
  first_ = b.Let("first", first);
  Ex rest = outer;
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    const std::string suffix = absl::StrCat("_", i);
    rest = b.Let("rest", i == 1 ? rest : rest / parameter(absl::StrCat("length_", i - 1)));
    const Ex index =
        i == spec_.outer_loops ? rest : b.Let("loop", rest % parameter("length" + suffix));
    loop_indices_.push_back(index);
    const Ex in = index * parameter("in_stride" + suffix);
    const Ex out = index * parameter("out_stride" + suffix);
    in_.base = b.Let("in_base", in_.base ? in_.base + in : in);
    out_.base = b.Let("out_base", out_.base ? out_.base + out : out);
  }
}

Lane StockhamTiling::AlongAxis(Builder& b) const {
  if (spec_.transforms_per_group == 1) return {b.ThreadIndex(), b.Int(0)};
  if (spec_.threads_per_transform == 1) return {b.Int(0), b.ThreadIndex()};
  return {b.Let("thread", b.ThreadIndex() % spec_.threads_per_transform),
          b.Let("row", b.ThreadIndex() / spec_.threads_per_transform)};
}

Lane StockhamTiling::AcrossTile(Builder& b) const {
  if (spec_.transforms_per_group == 1) return {b.ThreadIndex(), b.Int(0)};
  if (spec_.threads_per_transform == 1) return {b.Int(0), b.ThreadIndex()};
  return {b.Let("thread", b.ThreadIndex() / spec_.transforms_per_group),
          b.Let("column", b.ThreadIndex() % spec_.transforms_per_group)};
}

Ex StockhamTiling::Address(Builder& b, const GlobalSide& side, const Points& points) const {
  Ex address = (first_ + points.transform) * side.tile_stride;
  if (side.base) address = side.base + address;
  address =
      address + (side.axis_stride ? points.first_point * side.axis_stride : points.first_point);
  return b.Let("at", address);
}

Ex StockhamTiling::StepOf(Builder& b, const GlobalSide& side, int64_t step) const {
  const Ex literal = LitLike(side.tile_stride, step);
  return side.axis_stride ? b.Let("step", side.axis_stride * literal) : literal;
}

std::vector<Ex> StockhamTiling::LoadFromGlobal(Builder& b, const Points& points, int count) const {
  const Ex at = Address(b, in_, points);
  const Ex step = count > 1 ? StepOf(b, in_, points.step) : Ex();
  std::vector<Ex> values;
  for (int k = 0; k < count; ++k) {
    values.push_back(b.Let("x", Load(in_.pointer, k == 0 ? at : at + step * k)));
  }
  return values;
}

void StockhamTiling::StoreToGlobal(Builder& b, const Points& points,
                                   const std::vector<Ex>& values) const {
  const Ex at = Address(b, out_, points);
  const Ex step = values.size() > 1 ? StepOf(b, out_, points.step) : Ex();
  for (size_t k = 0; k < values.size(); ++k) {
    b.Store(out_.pointer, k == 0 ? at : at + step * static_cast<int64_t>(k), values[k]);
  }
}

Ex StockhamTiling::IsPresent(Ex transform) const {
  if (spec_.transforms_per_group == 1) return Ex();
  return first_ + transform < parameter("tile_count");
}

Ex StockhamTiling::Present(Builder& b, Ex transform) const {
  if (spec_.transforms_per_group == 1) return transform;
  return b.Let("present",
               Min(Cast(first_.type(), transform), parameter("tile_count") - 1 - first_));
}

Ex StockhamTiling::LoopIndex(Builder& b, int loop, Ex transform) const {
  if (loop > 0) return loop_indices_[loop - 1];
  return b.Let("index", first_ + transform);
}

}  // namespace fft::codegen
