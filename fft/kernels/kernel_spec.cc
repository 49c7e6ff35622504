#include "fft/kernels/kernel_spec.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/kernels/kernel_text.h"

namespace fft::kernels {
namespace {

Json JsonValue(int64_t value) { return value; }
Json JsonValue(int value) { return value; }
template <typename Int>
Json JsonValue(const std::optional<Int>& value) {
  return value ? Json(*value) : Json();
}
Json JsonValue(const std::optional<AxisKind>& kind) {
  return kind ? Json(ToString(*kind)) : Json();
}
Json JsonValue(const std::optional<Precision>& precision) {
  return precision ? Json(TextOf(*precision)) : Json();
}
Json JsonValue(const std::optional<Range>& range) {
  return range ? Json{{"first", range->first}, {"count", range->count}} : Json();
}
Json JsonValue(const std::vector<int>& values) { return values; }
Json JsonValue(const LdsLayout& lds) {
  return {{"point_step", lds.point_step},
          {"transform_step", lds.transform_step},
          {"pad_every", lds.pad_every},
          {"words", lds.words}};
}
Json JsonValue(const TwiddleSteps& twiddle) {
  return {{"steps", twiddle.steps},
          {"base_bits", twiddle.base_bits},
          {"loop", twiddle.loops.empty() ? 0 : twiddle.loops.front()},
          {"loops", twiddle.loops},
          {"axis", twiddle.axis},
          {"space", twiddle.space == TableSpace::kLds ? "lds" : "global"}};
}
Json JsonValue(const SecondAxis& axis) {
  return {{"length", axis.length}, {"factors", axis.factors}};
}
Json JsonValue(const KnownTile& tile) {
  return {{"unit_in", tile.unit_in},     {"unit_out", tile.unit_out},
          {"packed_in", tile.packed_in}, {"packed_out", tile.packed_out},
          {"is_whole", tile.is_whole},   {"is_far", tile.is_far},
          {"is_in_row", tile.is_in_row}};
}
Json JsonValue(const CallbackText& callback) { return TextOf(callback); }
Json JsonValue(Exchange exchange) { return ToString(exchange); }
Json JsonValue(Staging staging) { return ToString(staging); }
Json JsonValue(AxisFormat data) { return ToString(data); }
Json JsonValue(RowOperation product) { return ToString(product); }
Json JsonValue(ScaleKind scale) { return scale == ScaleKind::kScale ? "scale" : "none"; }
Json JsonValue(PointFunction function) { return ToString(function); }
Json JsonValue(WindowUse use) { return use == WindowUse::kNone ? "none" : TextOf(use); }
template <typename Enum>
Json JsonValue(Enum value) {
  return TextOf(value);
}

}  // namespace

bool HasPairs(const KernelSpec& spec) {
  return spec.load == AxisFormat::kHermitianOfPairs || spec.store == AxisFormat::kHermitianOfPairs;
}

std::optional<RealSide> RealSideOf(const KernelSpec& spec) {
  if (spec.load_reals) {
    return RealSide{*spec.load_reals, RealsOf(*spec.load_reals, spec.load, AxisLength(spec))};
  }
  if (!spec.store_reals) return std::nullopt;
  return RealSide{*spec.store_reals, RealsOf(*spec.store_reals, spec.store, AxisLength(spec))};
}

bool HasRealTurns(const RealSide& side) {
  const RealKind& parts = PartsOf(side.kind);
  return parts.turns || (parts.basis == RealBasis::kQuarters && !HasRealOrder(side));
}

bool HasRealOrder(const RealSide& side) {
  return PartsOf(side.kind).basis == RealBasis::kQuarters && side.length % 2 != 0;
}

bool HasOtherSign(const KernelSpec& spec) {
  const bool stores = spec.store == AxisFormat::kHermitianOfPairs;
  return HasPairs(spec) && stores != (spec.direction == Direction::kForward);
}

bool HasChirp(const KernelSpec& spec) {
  return spec.store == AxisFormat::kChirped || spec.load == AxisFormat::kConvolved ||
         Chirps(spec.row_operation);
}

bool ReadsRows(const KernelSpec& spec) {
  const bool is_one = TileLines(spec) == 1 && spec.outer_loops == 0 && !IsPersistent(spec);
  return is_one && spec.in_stride == StrideKind::kUnit && !IsPlanar(spec.in_format) &&
         !CutsInput(spec.row_operation);
}

bool ReadsOneRow(const KernelSpec& spec) {
  return ReadsRows(spec) && TileWidth(spec) == 1 && !spec.in_range;
}

int64_t ConversionsPerRow(const KernelSpec& spec) {
  if (spec.out_range) return spec.out_range->count;
  return fft::ConversionsPerRow(spec.load, spec.store, spec.points.value_or(spec.length),
                                spec.length);
}

void SetShape(const KernelShape& shape, KernelSpec* spec) {
  spec->factors = shape.factors;
  spec->threads_per_transform = shape.threads_per_transform;
  spec->transforms_per_group = shape.transforms_per_group;
  spec->exchange = shape.exchange;
  spec->staging = shape.staging;
  spec->lds = shape.lds;
  spec->workgroups = shape.is_persistent ? Workgroups::kPersistent : Workgroups::kOnePerTile;
  if (shape.resident_groups > 0) spec->resident_groups = shape.resident_groups;
}

std::vector<NamePart> KernelNameParts(const KernelSpec& spec) {
  std::vector<NamePart> parts;
#define FIELD(type, field, tag)                               \
  if (std::string text = TextOf(spec.field); !text.empty()) { \
    parts.push_back({#field, tag + std::move(text)});         \
  }
#include "fft/kernels/kernel_spec.def"
#undef FIELD
  return parts;
}

std::string KernelName(const KernelSpec& spec) {
  std::string name = "fft";
  for (const NamePart& part : KernelNameParts(spec)) absl::StrAppend(&name, "_", part.text);
  return name;
}

Json ToJson(const KernelSpec& spec) {
  Json json = Json::object();
#define FIELD(type, field, tag) json[#field] = JsonValue(spec.field);
#include "fft/kernels/kernel_spec.def"
#undef FIELD
  return json;
}

}  // namespace fft::kernels
