#include "fft/kernels/lines/tiling.h"

#include <algorithm>

namespace fft::kernels {

void GlobalTile::ComputeOffsets(Builder& b, Ex number) {
  TakeArguments();
  if (wraps()) {
    count_ = b.Let("transforms", count_ * parameter({ParameterId::kLoopLength, 1}));
  }
  const int width = TileWidth(spec_);
  const Ex block = Cast(count_.type(), number);
  if (spec_.outer_loops < first_outer()) {
    origin_ = OriginAt(b, block * width, Ex());
    if (spec_.known_tile.is_far) next_ = OriginAt(b, (block + 1) * width, Ex());
    return;
  }
  b.Comment("workgroup -> tile and outer loops");
  const Ex tiles = b.Let("tiles", (count_ + (width - 1)) / width);
  const auto origin_of = [&](Ex number) {
    return OriginAt(b, number % tiles * width, number / tiles);
  };
  origin_ = origin_of(b.Let("block", block));
  if (spec_.known_tile.is_far) next_ = origin_of(b.Let("next_block", block + 1));
}

void GlobalTile::PlaceAt(Builder& b, Ex first, Ex outer) {
  TakeArguments();
  origin_ = OriginAt(b, first, outer);
}

void GlobalTile::TakeArguments() {
  count_ = parameter(ParameterId::kTileCount);
  in_.pointer = parameter(ParameterId::kIn);
  out_.pointer = parameter(ParameterId::kOut);
  const auto tile_stride = [this](bool is_unit, bool is_packed, ParameterId id) {
    const Ex stride = parameter(id);
    if (is_packed) return LitLike(stride, AxisLength(spec_));
    return is_unit ? LitLike(stride, int64_t{1}) : stride;
  };
  const KnownTile& known = spec_.known_tile;
  in_.tile_stride = tile_stride(known.unit_in, known.packed_in, ParameterId::kTileInStride);
  out_.tile_stride = tile_stride(known.unit_out, known.packed_out, ParameterId::kTileOutStride);
  if (wraps()) {
    in_.next_stride = parameter({ParameterId::kLoopInStride, 1});
    out_.next_stride = parameter({ParameterId::kLoopOutStride, 1});
  }
  if (spec_.in_stride == StrideKind::kAny) in_.axis_stride = parameter(ParameterId::kInStride);
  if (spec_.out_stride == StrideKind::kAny) out_.axis_stride = parameter(ParameterId::kOutStride);
}

GlobalTile::Origin GlobalTile::OriginAt(Builder& b, Ex first, Ex outer) const {
  Origin origin;
  origin.first = b.Let("first", first);
  Ex rest = outer;
  for (int i = first_outer(); i <= spec_.outer_loops; ++i) {
    const bool is_first = i == first_outer();
    rest = b.Let("rest", is_first ? rest : rest / parameter({ParameterId::kLoopLength, i - 1}));
    const Ex index = i == spec_.outer_loops
                         ? rest
                         : b.Let("loop", rest % parameter({ParameterId::kLoopLength, i}));
    origin.loop_indices.push_back(index);
    const Ex in = index * parameter({ParameterId::kLoopInStride, i});
    const Ex out = index * parameter({ParameterId::kLoopOutStride, i});
    origin.in_base = b.Let("in_base", origin.in_base ? origin.in_base + in : in);
    origin.out_base = b.Let("out_base", origin.out_base ? origin.out_base + out : out);
  }
  return origin;
}

Lane StockhamTiling::LaneIn(Builder& b, TileOrder order) const {
  if (spec_.transforms_per_group == 1) return {b.ThreadIndex(), b.Int(0)};
  if (spec_.threads_per_transform == 1) return {b.Int(0), b.ThreadIndex()};
  const TileElement at =
      order.At(b.ThreadIndex(), spec_.threads_per_transform, spec_.transforms_per_group);
  return {b.Let("thread", at.point), b.Let(order.line_name(), at.transform)};
}

Ex GlobalTile::AlongTile(Ex transform, const Origin& origin) const {
  const Ex number = origin.first + transform;
  return wraps() ? number % parameter(ParameterId::kTileCount) : number;
}

Ex GlobalTile::AlongNext(Ex transform, const Origin& origin) const {
  return (origin.first + transform) / parameter(ParameterId::kTileCount);
}

Ex GlobalTile::Address(Builder& b, const GlobalSide& side, const Origin& origin,
                       const Points& points) const {
  const bool along_y = points.axis == Axis::kY;
  const Ex x = along_y ? points.across : points.first_point;
  const Ex y = along_y ? points.first_point : points.across;
  Ex address = AlongTile(points.transform, origin) * side.tile_stride;
  if (wraps()) address = AlongNext(points.transform, origin) * side.next_stride + address;
  if (const Ex& base = BaseOf(side, origin)) address = base + address;
  if (y) address = address + y * StrideOf(side, Axis::kY);
  const Ex stride = StrideOf(side, Axis::kX);
  return b.Let("at", address + (stride ? x * stride : x));
}

Ex GlobalTile::StepOf(Builder& b, const GlobalSide& side, const Points& points) const {
  const Ex literal = LitLike(side.tile_stride, points.step);
  const Ex stride = StrideOf(side, points.axis);
  return stride ? b.Let("step", stride * literal) : literal;
}

std::vector<Ex> GlobalTile::ElementsOf(Builder& b, const GlobalSide& side, const Points& points,
                                       int count) const {
  const Ex at = Address(b, side, origin_, points);
  const Ex step = count > 1 ? StepOf(b, side, points) : Ex();
  std::vector<Ex> elements;
  for (int k = 0; k < count; ++k) elements.push_back(k == 0 ? at : at + step * k);
  return elements;
}

std::vector<GlobalTile::Held> GlobalTile::HeldOf(Builder& b, const GlobalSide& side,
                                                 const Points& points, int count) const {
  const AxisFormat format = is_in(side) ? spec_.load : spec_.store;
  const int64_t elements = Elements({format}, AxisLength(spec_));
  const RangedAxis axis(*RangeOf(side), elements);
  // Whether the points of all threads together are the whole axis. Then point number k of all
  // threads lies in part k of `count` equal parts of the axis.
  const bool is_sweep = points.step * count == elements;
  std::vector<Held> list;
  for (int k = 0; k < count; ++k) {
    const int64_t first = k * points.step;
    const Ex number = k == 0 ? points.first_point : b.Let("point", points.first_point + first);
    const auto [element, exists] =
        axis.PlaceOf(b, {number, is_sweep ? first : 0, is_sweep ? first + points.step : elements});
    Points held = points;
    held.first_point = element;
    list.push_back({element, element ? Address(b, side, origin_, held) : Ex(), exists});
  }
  return list;
}

Ex GlobalTile::LoadElement(Builder& b, Ex number, Ex at) const {
  const Ex x = b.Let("x", Load(in_.pointer, at));
  if (spec_.window == WindowUse::kNone) return x;
  const Ex w = b.Let("w", Load(parameter(ParameterId::kWindow), number));
  if (!x.type().IsComplex()) return b.Let("x", x * w);
  const bool are_pairs = spec_.window == WindowUse::kPairs;
  return MakeComplex(b.Let("re", Re(x) * (are_pairs ? Re(w) : w)),
                     b.Let("im", Im(x) * (are_pairs ? Im(w) : w)));
}

void GlobalTile::StoreElement(Builder& b, Ex at, Ex value) const {
  if (spec_.function == PointFunction::kNone) return b.Store(out_.pointer, at, value);
  const Ex re = b.Let("re", Re(value)), im = b.Let("im", Im(value));
  const Ex power = b.Let("power", re * re + im * im);
  b.Store(out_.pointer, at, spec_.function == PointFunction::kPower ? power : Sqrt(power));
}

std::vector<Ex> GlobalTile::LoadHeld(Builder& b, const Points& points, int count) const {
  const bool is_real = spec_.load == AxisFormat::kReal;
  const Ex zero = b.Real(0, spec_.precision);
  std::vector<Ex> values;
  for (const auto& [element, at, exists] : HeldOf(b, in_, points, count)) {
    const Ex x = at ? LoadElement(b, element, at) : is_real ? zero : MakeComplex(zero, zero);
    if (!exists) {
      values.push_back(x);
    } else if (is_real) {
      values.push_back(b.Let("x", Select(exists, x, zero)));
    } else {
      values.push_back(MakeComplex(b.Let("re", Select(exists, Re(x), zero)),
                                   b.Let("im", Select(exists, Im(x), zero))));
    }
  }
  return values;
}

void GlobalTile::StoreHeld(Builder& b, const Points& points, const std::vector<Ex>& values) const {
  const auto held = HeldOf(b, out_, points, static_cast<int>(values.size()));
  for (size_t k = 0; k < values.size(); ++k) {
    if (!held[k].at) continue;
    const auto store = [&] { StoreElement(b, held[k].at, values[k]); };
    if (held[k].exists) {
      b.If(held[k].exists, store);
    } else {
      store();
    }
  }
}

std::vector<Ex> GlobalTile::LoadFromGlobal(Builder& b, const Points& points, int count) const {
  if (spec_.in_range) return LoadHeld(b, points, count);
  std::vector<Ex> values;
  for (Ex at : ElementsOf(b, in_, points, count)) {
    const auto k = static_cast<int64_t>(values.size());
    values.push_back(LoadElement(b, points.first_point + points.step * k, at));
  }
  return values;
}

void GlobalTile::CopyFromGlobal(Builder& b, const Points& points, Ex to,
                                const std::vector<Ex>& slots) const {
  if (spec_.window != WindowUse::kNone) {
    const auto values = LoadFromGlobal(b, points, static_cast<int>(slots.size()));
    for (size_t k = 0; k < slots.size(); ++k) b.Store(to, slots[k], values[k]);
    return;
  }
  const auto elements = ElementsOf(b, in_, points, static_cast<int>(slots.size()));
  for (size_t k = 0; k < slots.size(); ++k) b.CopyAsync(to, slots[k], in_.pointer, elements[k]);
}

void GlobalTile::StoreToGlobal(Builder& b, const Points& points,
                               const std::vector<Ex>& values) const {
  if (spec_.out_range) {
    StoreHeld(b, points, values);
    return;
  }
  const auto elements = ElementsOf(b, out_, points, static_cast<int>(values.size()));
  for (size_t k = 0; k < values.size(); ++k) StoreElement(b, elements[k], values[k]);
}

Values GlobalTile::Scaled(Builder& b, Values values) const {
  if (spec_.scale == ScaleKind::kNone) return values;
  const Ex scale = parameter(ParameterId::kScale);
  for (ComplexEx& value : values) {
    value = {b.Let("re", value.re * scale), b.Let("im", value.im * scale)};
  }
  return values;
}

void GlobalTile::PrefetchLoads(Builder& b, const Points& points, int count) const {
  Prefetch(b, in_, points, count);
}

void GlobalTile::PrefetchStores(Builder& b, const Points& points, int count) const {
  // In place, the loads have prefetched the points already.
  if (spec_.placement == Placement::kOutOfPlace) Prefetch(b, out_, points, count);
}

void GlobalTile::Prefetch(Builder& b, const GlobalSide& side, const Points& points,
                          int count) const {
  if (!next_.first || RangeOf(side)) return;
  const Ex at = Address(b, side, next_, points);
  const Ex step = count > 1 ? StepOf(b, side, points) : Ex();
  for (int k = 0; k < count; ++k) {
    b.Prefetch(side.pointer, k == 0 ? at : at + step * k,
               is_in(side) ? codegen::Access::kReadOnly : codegen::Access::kReadWrite);
  }
}

Ex GlobalTile::IsPresent(Ex transform) const {
  if (TileWidth(spec_) == 1 || spec_.known_tile.is_whole) return Ex();
  return origin_.first + transform < count_;
}

Ex GlobalTile::Present(Builder& b, Ex transform) const {
  if (TileWidth(spec_) == 1 || spec_.known_tile.is_whole) return transform;
  return b.Let("present", Min(Cast(origin_.first.type(), transform), count_ - 1 - origin_.first));
}

Ex GlobalTile::SecondOf(Ex transform) const { return transform + TileLines(spec_); }

Ex GlobalTile::PresentSecondOf(Builder& b, Ex transform) const {
  const Ex second = SecondOf(transform), exists = IsPresent(second);
  return b.Let("second", exists ? Select(exists, second, transform) : second);
}

Ex GlobalTile::LoopIndex(Builder& b, int loop, Ex transform) const {
  if (loop >= first_outer()) return origin_.loop_indices[loop - first_outer()];
  return b.Let("index", loop == 0 ? AlongTile(transform, origin_) : AlongNext(transform, origin_));
}

Ex GlobalTile::TwiddleIndex(Builder& b, Ex transform) const {
  const std::vector<int>& loops = spec_.large_twiddle.loops;
  if (spec_.row_operation == RowOperation::kUnfoldIn && loops.size() > 1) {
    return NumberInRow(b, transform, LitLike(parameter(ParameterId::kRowStep), int64_t{0}));
  }
  const auto length = [this](int loop) {
    return parameter(loop == 0 ? Parameter(ParameterId::kTileCount)
                               : Parameter(ParameterId::kLoopLength, loop));
  };
  const auto index = [&](int loop) { return LoopIndex(b, loop, transform); };
  return CountedIndex(b, loops, index, length);
}

bool GlobalTile::SharesTwiddleIndex() const {
  const std::vector<int>& loops = spec_.large_twiddle.loops;
  return std::all_of(loops.begin(), loops.end(), [this](int loop) { return IsUniform(loop); });
}

Ex GlobalTile::NumberInRow(Builder& b, Ex transform, Ex point) const {
  Ex number = AlongTile(transform, origin_) * parameter(ParameterId::kTileRowStep);
  for (int i = 1; i <= spec_.outer_loops; ++i) {
    const Ex index =
        IsUniform(i) ? origin_.loop_indices[i - first_outer()] : AlongNext(transform, origin_);
    number = number + index * parameter({ParameterId::kLoopRowStep, i});
  }
  return b.Let("number", number + point * parameter(ParameterId::kRowStep));
}

}  // namespace fft::kernels
