#include "fft/kernels/convert/emit.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/kernels/lines/axis_load_store.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {
namespace {

// One conversion of a thread: its number in the row and, if it converts a pair, the number of the
// pair's other point.
struct Item {
  Ex number;
  Ex mirrored;
  bool is_point = false;  // in a convolution: whether the row that is read has this point
};

// An element of a row within a convolution with a chirp.
ComplexEx ChirpedElement(Builder& b, const KernelSpec& spec, const StockhamTiling& tiling,
                         const Item& item) {
  AxisLoadStore ends(spec, tiling, b);
  const auto load = [&](Ex point) {
    const StockhamTiling::Points points = {b.Int(0), point, 1};
    return ToValues(
               b, IsChirped(spec.load) ? tiling.LoadFromGlobal(b, points, 1) : ends.Load(points, 1))
        .front();
  };
  const auto times = [&](const ComplexEx& value, ParameterId table, Ex index) {
    return Rotate(b, spec.direction, value, codegen::Load(tiling.parameter(table), index));
  };
  if (spec.load == AxisFormat::kConvolved) {
    const ComplexEx z = load(item.number);
    return times({z.re, b.Let("im", -z.im)}, ParameterId::kChirp, item.number);
  }
  if (spec.store == AxisFormat::kFiltered) {
    const ComplexEx w = times(load(item.number), ParameterId::kChirpFilter, item.number);
    return {w.re, b.Let("im", -w.im)};
  }
  if (item.is_point) return times(load(item.number), ParameterId::kChirp, item.number);
  const Ex point = b.Let("point", Min(item.number, *spec.points - 1));
  const ComplexEx y = times(load(point), ParameterId::kChirp, point);
  const Ex exists = b.Let("exists", item.number < *spec.points);
  const Ex zero = b.Real(0, spec.precision);
  return {b.Let("re", Select(exists, y.re, zero)), b.Let("im", Select(exists, y.im, zero))};
}

// Whether the row that is written is longer than the one that is read, and ends in zeros.
bool AppendsZeros(const KernelSpec& spec) {
  return spec.points.has_value() && spec.load != AxisFormat::kConvolved &&
         spec.store != AxisFormat::kFiltered;
}

// Whether a thread converts points k and n - k of the row together.
bool ConvertsPairs(const KernelSpec& spec) { return HasPairs(spec) && !spec.points.has_value(); }

// The point that item `item` of the written row holds. An array that holds a range has an item for
// each of its elements.
Ex PointOf(Builder& b, const KernelSpec& spec, Ex item) {
  if (!spec.out_range) return item;
  return RangedAxis(*spec.out_range, Elements({spec.store}, spec.length)).NumberOf(b, item);
}

// Converts the item of one thread.
void ConvertItem(Builder& b, const KernelSpec& spec, const StockhamTiling& tiling,
                 const Item& item) {
  AxisLoadStore ends(spec, tiling, b);
  const Ex transform = b.Int(0);
  if (spec.points.has_value()) {
    const Values value = tiling.Scaled(b, {ChirpedElement(b, spec, tiling, item)});
    const StockhamTiling::Points points = {transform, item.number, 1};
    if (spec.store == AxisFormat::kReal) {
      tiling.StoreToGlobal(b, points, {value.front().re});
    } else {
      tiling.StoreToGlobal(b, points, ToComplex(value));
    }
    return;
  }
  const auto load = [&](Ex point) {
    return ToValues(b, ends.Load({transform, point, 1}, 1)).front();
  };
  if (!ConvertsPairs(spec)) {
    const Ex point = PointOf(b, spec, item.number);
    ends.Store({transform, point, 1}, tiling.Scaled(b, {load(point)}));
    return;
  }
  const Values pair = tiling.Scaled(b, {load(item.number), load(item.mirrored)});
  if (spec.store == AxisFormat::kHermitianOfPairs) {
    ends.StorePair(transform, item.number, pair);
    return;
  }
  ends.Store({transform, item.number, 1}, {pair[0]});
  ends.Store({transform, item.mirrored, 1}, {pair[1]});
}

// Converts with the threads of the whole grid in one numbering, so that a workgroup's threads may
// convert elements of several rows.
void ConvertAnywhere(Builder& b, const KernelSpec& spec, StockhamTiling& tiling) {
  const Ex count = tiling.parameter(ParameterId::kTileCount);
  Ex total = count * ConversionsPerRow(spec);
  for (int i = 1; i <= spec.outer_loops; ++i) {
    total = total * tiling.parameter({ParameterId::kLoopLength, i});
  }
  const Ex number =
      b.Let("number", Cast(count.type(), b.BlockIndex()) * spec.threads_per_transform +
                          Cast(count.type(), b.ThreadIndex()));
  b.If(number < total, [&] {
    const Ex items = LitLike(count, ConversionsPerRow(spec));
    const TileOrder order = tiling.load_order();
    const auto [fast_count, slow_count] = order.FastFirst(items, count);
    const Ex fast = b.Let("fast", number % fast_count);
    const Ex rest = b.Let("rest", number / fast_count);
    const Ex slow = b.Let("slow", rest % slow_count);
    const auto [point, transform] = order.FastFirst(fast, slow);
    tiling.PlaceAt(b, transform, rest / slow_count);
    Item item{point};
    if (ConvertsPairs(spec)) {
      item.mirrored =
          b.Let("mirrored", Select(Equals(item.number, 0), LitLike(item.number, int64_t{0}),
                                   spec.length - item.number));
    }
    ConvertItem(b, spec, tiling, item);
  });
}

// Converts with workgroups that are parts of rows. Neighbouring threads convert elements a constant
// step apart, and only the end of a row needs a condition, so that compilers make vectors.
void ConvertInRow(Builder& b, const KernelSpec& spec, StockhamTiling& tiling) {
  const Ex count = tiling.parameter(ParameterId::kTileCount);
  const int64_t threads = spec.threads_per_transform;
  const Ex block = b.Let("block", Cast(count.type(), b.BlockIndex()));
  const int64_t parts = CeilDiv(ConversionsPerRow(spec), threads);
  const Ex row = b.Let("row", block / parts);
  const Ex first = b.Let("part", block % parts * threads);
  tiling.PlaceAt(b, spec.outer_loops == 0 ? row : b.Let("slow", row % count), row / count);
  const Ex thread = Cast(count.type(), b.ThreadIndex());
  // Converts the items `from` .. `end` - 1 of this workgroup.
  const auto convert = [&](int64_t from, int64_t end, const std::function<void(Ex)>& item) {
    b.If(first + thread < end - from, [&] { item(b.Let("item", first + thread + from)); });
  };
  if (ConvertsPairs(spec)) {
    convert(1, ConversionsPerRow(spec), [&](Ex k) {
      ConvertItem(b, spec, tiling, {k, b.Let("mirrored", spec.length - k)});
    });
    b.Barrier();
    const Ex zero = LitLike(count, int64_t{0});
    b.If(LogicalAnd(b.ThreadIndex() < 1, Equals(first, 0)), [&] {
      ConvertItem(b, spec, tiling, {zero, zero});
    });
    return;
  }
  const int64_t points = AppendsZeros(spec) ? *spec.points : ConversionsPerRow(spec);
  convert(0, points, [&](Ex number) { ConvertItem(b, spec, tiling, {number, Ex(), true}); });
  if (points == ConversionsPerRow(spec)) return;
  b.Barrier();
  convert(points, ConversionsPerRow(spec), [&](Ex number) {
    const Ex zero = b.Real(0, spec.precision);
    tiling.StoreToGlobal(b, {b.Int(0), number, 1}, {MakeComplex(zero, zero)});
  });
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitConvert(const KernelSpec& spec,
                                            const std::vector<Parameter>& signature) {
  Builder b(KernelName(spec));
  StockhamTiling tiling(spec);
  tiling.AddArguments(signature, b);
  b.SetWorkgroup(spec.threads_per_transform);
  if (spec.known_tile.is_in_row) {
    ConvertInRow(b, spec, tiling);
  } else {
    ConvertAnywhere(b, spec, tiling);
  }
  return b.Finish();
}

}  // namespace fft::kernels
