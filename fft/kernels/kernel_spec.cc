#include "fft/kernels/kernel_spec.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/sha256.h"

namespace fft::kernels {
namespace {

// TextOf is the text of a value in the name, one overload per field type; "" leaves the field out.
std::string TextOf(KernelKind kind) { return ToString(kind); }
std::string TextOf(Direction direction) { return direction == Direction::kForward ? "fwd" : "inv"; }
std::string TextOf(int64_t value) { return absl::StrCat(value); }
std::string TextOf(int value) { return absl::StrCat(value); }
template <typename Int>
std::string TextOf(const std::optional<Int>& value) {
  return value ? absl::StrCat(*value) : "";
}
std::string TextOf(const std::optional<Range>& range) {
  return range ? absl::StrCat(range->first, "c", range->count) : "";
}
std::string TextOf(const std::vector<int>& values) {
  return values.empty() ? "1" : absl::StrJoin(values, "x");
}
std::string TextOf(const SecondAxis& axis) {
  return axis.length == 0 ? "" : absl::StrCat(axis.length, "f", TextOf(axis.factors));
}
std::string TextOf(Tiling tiling) { return ToString(tiling); }
std::string TextOf(Exchange exchange) {
  return exchange == Exchange::kNone ? "" : ToString(exchange);
}
std::string TextOf(Staging staging) {
  switch (staging) {
    case Staging::kNone:
      return "";
    case Staging::kLoad:
      return "stagel";
    case Staging::kLoadAndStore:
      return "stagels";
    case Staging::kTurned:
      return "turned";
  }
  return "?";
}
std::string TextOf(const LdsLayout& lds) {
  if (lds.words == 0) return "";
  return absl::StrCat(lds.point_step, "x", lds.transform_step, "p", lds.pad_every);
}
std::string TextOf(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return "hp";
    case Precision::kBfloat16:
      return "bf";
    case Precision::kSingle:
      return "sp";
    case Precision::kDouble:
      return "dp";
  }
  return "?";
}
std::string TextOf(Placement placement) { return ToString(placement); }
std::string TextOf(ArrayFormat format) { return ToString(format); }
std::string TextOf(AxisFormat data) {
  switch (data) {
    case AxisFormat::kComplex:
      return "";
    case AxisFormat::kReal:
      return "real";
    case AxisFormat::kHermitian:
      return "herm";
    case AxisFormat::kHermitianOfPairs:
      return "pairs";
    case AxisFormat::kChirped:
      return "chirped";
    case AxisFormat::kChirpedSpectrum:
      return "cspec";
    case AxisFormat::kFiltered:
      return "filtered";
    case AxisFormat::kConvolved:
      return "convolved";
  }
  return "?";
}
std::string TextOf(const std::optional<AxisKind>& kind) { return kind ? ToString(*kind) : ""; }
std::string TextOf(RowOperation product) {
  switch (product) {
    case RowOperation::kNone:
      return "";
    case RowOperation::kChirpIn:
      return "chirpin";
    case RowOperation::kFilter:
      return "filter";
    case RowOperation::kChirpOut:
      return "chirpout";
    case RowOperation::kChirpUnfoldIn:
      return "chirpunfoldin";
    case RowOperation::kFoldOut:
      return "foldout";
    case RowOperation::kUnfoldIn:
      return "unfoldin";
  }
  return "?";
}
std::string TextOf(TileEnd end) { return end == TileEnd::kStops ? "" : "wraps"; }
std::string TextOf(Workgroups workgroups) {
  return workgroups == Workgroups::kOnePerTile ? "" : "persistent";
}
std::string TextOf(GroupOrder order) { return order == GroupOrder::kRising ? "" : "falling"; }
std::string TextOf(LaunchTime launch) { return launch == LaunchTime::kInTurn ? "" : "early"; }
std::string TextOf(StrideKind kind) { return kind == StrideKind::kUnit ? "unit" : "any"; }
std::string TextOf(const TwiddleSteps& twiddle) {
  if (twiddle.steps == 0) return "";
  std::string part = absl::StrCat("twd", twiddle.steps, "b", twiddle.base_bits);
  for (int loop : twiddle.loops) absl::StrAppend(&part, "l", loop);
  if (twiddle.axis > 0) absl::StrAppend(&part, "k", twiddle.axis);
  if (twiddle.space == TableSpace::kLds) part += "lds";
  return part;
}
std::string TextOf(const KnownTile& tile) {
  return absl::StrCat(tile.unit_in ? "i" : "", tile.unit_out ? "o" : "", tile.packed_in ? "p" : "",
                      tile.packed_out ? "q" : "", tile.is_whole ? "w" : "", tile.is_far ? "m" : "",
                      tile.is_in_row ? "r" : "");
}
std::string TextOf(ScaleKind scale) { return scale == ScaleKind::kNone ? "" : "scale"; }
std::string TextOf(IndexWidth width) { return width == IndexWidth::k32 ? "i32" : "i64"; }
std::string TextOf(const CallbackText& callback) {
  if (callback.text.empty()) return "";
  return Sha256Hex(callback.text).substr(0, 16) + (callback.reals ? "r" : "");
}

Json JsonValue(int64_t value) { return value; }
Json JsonValue(int value) { return value; }
template <typename Int>
Json JsonValue(const std::optional<Int>& value) {
  return value ? Json(*value) : Json();
}
Json JsonValue(const std::optional<AxisKind>& kind) {
  return kind ? Json(ToString(*kind)) : Json();
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

bool ReadsOneRow(const KernelSpec& spec) {
  const bool is_one = TileWidth(spec) == 1 && spec.outer_loops == 0 && !IsPersistent(spec);
  return is_one && spec.in_stride == StrideKind::kUnit && !IsPlanar(spec.in_format) &&
         !CutsInput(spec.row_operation) && !spec.in_range;
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
