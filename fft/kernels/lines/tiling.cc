#include "fft/kernels/lines/tiling.h"

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::codegen {
Lane StockhamTiling::LoadLane(Builder& b) const {
  return LoadsRows(spec_.tiling) ? AlongAxis(b) : AcrossTile(b);
}

Lane StockhamTiling::StoreLane(Builder& b) const {
  return StoresRows(spec_.tiling) ? AlongAxis(b) : AcrossTile(b);
}

void StockhamTiling::StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const {
  if (LoadsRows(spec_.tiling)) {
    *transform = b.Let("row", e / spec_.length);
    *point = b.Let("point", e % spec_.length);
  } else {
    *transform = b.Let("column", e % spec_.transforms_per_group);
    *point = b.Let("point", e / spec_.transforms_per_group);
  }
}

Ex GlobalTile::parameter(const Parameter& parameter) const { return parameters_[parameter]; }

void GlobalTile::ComputeOffsets(Builder& b) {
  const Ex count = parameter(ParameterId::kTileCount);
  const int width = TileWidth(spec_);
  if (spec_.outer_loops == 0) {
    PlaceAt(b, Cast(count.type(), b.BlockIndex()) * width, Ex());
    return;
  }
  b.Comment("workgroup -> tile and outer loops");
  const Ex tiles = b.Let("tiles", (count + (width - 1)) / width);
  const Ex block = b.Let("block", Cast(count.type(), b.BlockIndex()));
  PlaceAt(b, block % tiles * width, block / tiles);
}

void GlobalTile::PlaceAt(Builder& b, Ex first, Ex outer) {
  in_.pointer = parameter(ParameterId::kIn);
  out_.pointer = parameter(ParameterId::kOut);
  const auto tile_stride = [this](bool is_unit, ParameterId id) {
    const Ex stride = parameter(id);
    return is_unit ? LitLike(stride, int64_t{1}) : stride;
  };
  in_.tile_stride = tile_stride(spec_.known_tile.unit_in, ParameterId::kTileInStride);
  out_.tile_stride = tile_stride(spec_.known_tile.unit_out, ParameterId::kTileOutStride);
  if (spec_.in_stride == StrideKind::kAny) in_.axis_stride = parameter(ParameterId::kInStride);
  if (spec_.out_stride == StrideKind::kAny) out_.axis_stride = parameter(ParameterId::kOutStride);
  if (spec_.tiling == Tiling::kPlane) {
    in_.y_stride = parameter(ParameterId::kYInStride);
    out_.y_stride = parameter(ParameterId::kYOutStride);
  }
  first_ = b.Let("first", first);
  Ex rest = outer;
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    rest = b.Let("rest", i == 1 ? rest : rest / parameter({ParameterId::kLoopLength, i - 1}));
    const Ex index = i == spec_.outer_loops
                         ? rest
                         : b.Let("loop", rest % parameter({ParameterId::kLoopLength, i}));
    loop_indices_.push_back(index);
    const Ex in = index * parameter({ParameterId::kLoopInStride, i});
    const Ex out = index * parameter({ParameterId::kLoopOutStride, i});
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

Ex GlobalTile::Address(Builder& b, const GlobalSide& side, const Points& points) const {
  const bool along_y = points.axis == Axis::kY;
  const Ex x = along_y ? points.across : points.first_point;
  const Ex y = along_y ? points.first_point : points.across;
  Ex address = (first_ + points.transform) * side.tile_stride;
  if (side.base) address = side.base + address;
  if (y) address = address + y * side.y_stride;
  address = address + (side.axis_stride ? x * side.axis_stride : x);
  return b.Let("at", address);
}

Ex GlobalTile::StepOf(Builder& b, const GlobalSide& side, const Points& points) const {
  const Ex literal = LitLike(side.tile_stride, points.step);
  const Ex stride = points.axis == Axis::kY ? side.y_stride : side.axis_stride;
  return stride ? b.Let("step", stride * literal) : literal;
}

std::vector<Ex> GlobalTile::LoadFromGlobal(Builder& b, const Points& points, int count) const {
  const Ex at = Address(b, in_, points);
  const Ex step = count > 1 ? StepOf(b, in_, points) : Ex();
  std::vector<Ex> values;
  for (int k = 0; k < count; ++k) {
    values.push_back(b.Let("x", Load(in_.pointer, k == 0 ? at : at + step * k)));
  }
  return values;
}

void GlobalTile::StoreToGlobal(Builder& b, const Points& points,
                               const std::vector<Ex>& values) const {
  const Ex at = Address(b, out_, points);
  const Ex step = values.size() > 1 ? StepOf(b, out_, points) : Ex();
  for (size_t k = 0; k < values.size(); ++k) {
    b.Store(out_.pointer, k == 0 ? at : at + step * static_cast<int64_t>(k), values[k]);
  }
}

Ex GlobalTile::IsPresent(Ex transform) const {
  if (TileWidth(spec_) == 1 || spec_.known_tile.is_whole) return Ex();
  return first_ + transform < parameter(ParameterId::kTileCount);
}

Ex GlobalTile::Present(Builder& b, Ex transform) const {
  if (TileWidth(spec_) == 1 || spec_.known_tile.is_whole) return transform;
  return b.Let("present", Min(Cast(first_.type(), transform),
                              parameter(ParameterId::kTileCount) - 1 - first_));
}

Ex GlobalTile::SecondOf(Ex transform) const { return transform + spec_.transforms_per_group; }

Ex GlobalTile::PresentSecondOf(Builder& b, Ex transform) const {
  const Ex second = SecondOf(transform), exists = IsPresent(second);
  return b.Let("second", exists ? Select(exists, second, transform) : second);
}

Ex GlobalTile::LoopIndex(Builder& b, int loop, Ex transform) const {
  if (loop > 0) return loop_indices_[loop - 1];
  return b.Let("index", first_ + transform);
}

Ex GlobalTile::NumberInRow(Builder& b, Ex transform, Ex point) const {
  Ex number = (first_ + transform) * parameter(ParameterId::kTileRowStep);
  for (size_t i = 0; i < loop_indices_.size(); ++i) {
    number =
        number + loop_indices_[i] * parameter({ParameterId::kLoopRowStep, static_cast<int>(i + 1)});
  }
  return b.Let("number", number + point * parameter(ParameterId::kRowStep));
}

}  // namespace fft::codegen
