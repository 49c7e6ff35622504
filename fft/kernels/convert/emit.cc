#include "fft/kernels/convert/emit.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/codegen/ast/builder.h"
#include "fft/kernels/lines/axis_load_store.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::codegen {
namespace {

Values Scaled(Builder& b, const KernelSpec& spec, const StockhamTiling& tiling, Values values) {
  if (spec.scale == ScaleKind::kNone) return values;
  const Ex scale = tiling.parameter(ParameterId::kScale);
  for (ComplexEx& value : values) {
    value = {b.Let("re", value.re * scale), b.Let("im", value.im * scale)};
  }
  return values;
}

// Element `item` of a row within a convolution with a chirp.
ComplexEx ChirpedElement(Builder& b, const KernelSpec& spec, const StockhamTiling& tiling,
                         Ex item) {
  const auto load = [&](Ex point) {
    return ToValues(b, tiling.LoadFromGlobal(b, {b.Int(0), point, 1}, 1)).front();
  };
  const auto times = [&](const ComplexEx& value, ParameterId table, Ex index) {
    return Rotate(b, spec.direction, value, codegen::Load(tiling.parameter(table), index));
  };
  if (spec.load == AxisFormat::kConvolved) {
    const ComplexEx z = load(item);
    return times({z.re, b.Let("im", -z.im)}, ParameterId::kChirp, item);
  }
  if (spec.store == AxisFormat::kFiltered) {
    const ComplexEx w = times(load(item), ParameterId::kChirpFilter, item);
    return {w.re, b.Let("im", -w.im)};
  }
  const Ex point = b.Let("point", Min(item, *spec.points - 1));
  const ComplexEx y = times(load(point), ParameterId::kChirp, point);
  const Ex exists = b.Let("exists", item < *spec.points);
  const Ex zero = b.Real(0, spec.precision);
  return {b.Let("re", Select(exists, y.re, zero)), b.Let("im", Select(exists, y.im, zero))};
}

// What one thread does: the conversion number `item` of a row.
void ConvertItem(Builder& b, const KernelSpec& spec, const StockhamTiling& tiling, Ex item) {
  AxisLoadStore ends(spec, tiling, b);
  const Ex transform = b.Int(0);
  if (spec.points.has_value()) {
    const Values value = Scaled(b, spec, tiling, {ChirpedElement(b, spec, tiling, item)});
    tiling.StoreToGlobal(b, {transform, item, 1}, ToComplex(value));
    return;
  }
  const auto load = [&](Ex point) {
    return ToValues(b, ends.Load({transform, point, 1}, 1)).front();
  };
  if (!HasPairs(spec)) {
    ends.Store({transform, item, 1}, Scaled(b, spec, tiling, {load(item)}));
    return;
  }
  const Ex mirrored =
      b.Let("mirrored", Select(Equals(item, 0), LitLike(item, int64_t{0}), spec.length - item));
  const Values pair = Scaled(b, spec, tiling, {load(item), load(mirrored)});
  if (spec.store == AxisFormat::kHermitianOfPairs) {
    ends.StorePair(transform, item, pair);
    return;
  }
  ends.Store({transform, item, 1}, {pair[0]});
  ends.Store({transform, mirrored, 1}, {pair[1]});
}

}  // namespace

absl::StatusOr<Kernel> EmitConvert(const KernelSpec& spec,
                                   const std::vector<Parameter>& signature) {
  if (spec.precision == Precision::kHalf) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": half precision has no kernel"));
  }
  Builder b(KernelName(spec));
  StockhamTiling tiling(spec);
  tiling.AddArguments(signature, b);
  b.SetWorkgroup(spec.threads_per_transform);
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
    const bool rows = spec.tiling == Tiling::kRowRow;
    const Ex fast = b.Let("fast", number % (rows ? items : count));
    const Ex rest = b.Let("rest", number / (rows ? items : count));
    const Ex slow = b.Let("slow", rest % (rows ? count : items));
    tiling.PlaceAt(b, rows ? slow : fast, rest / (rows ? count : items));
    ConvertItem(b, spec, tiling, rows ? fast : slow);
  });
  return b.Finish();
}

}  // namespace fft::codegen
