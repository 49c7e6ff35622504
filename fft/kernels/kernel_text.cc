#include "fft/kernels/kernel_text.h"

#include "absl/strings/str_join.h"
#include "fft/base/sha256.h"

namespace fft::kernels {

std::string TextOf(KernelKind kind) { return ToString(kind); }
std::string TextOf(Direction direction) { return direction == Direction::kForward ? "fwd" : "inv"; }
std::string TextOf(int64_t value) { return absl::StrCat(value); }
std::string TextOf(int value) { return absl::StrCat(value); }
std::string TextOf(const Range& range) { return absl::StrCat(range.first, "c", range.count); }
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
std::string TextOf(AxisKind kind) { return ToString(kind); }
std::string TextOf(RowOperation operation) {
  switch (operation) {
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
    case RowOperation::kSpectrum:
      return "spectrum";
    case RowOperation::kHalfSpectrum:
      return "halfspectrum";
    case RowOperation::kMatrix:
      return "matrix";
    case RowOperation::kWindowSum:
      return "windowsum";
    case RowOperation::kWindowMean:
      return "windowmean";
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
  std::string letters;
  for (const auto& [letter, member] : kTileLetters) {
    if (tile.*member) letters += letter;
  }
  return letters;
}
std::string TextOf(ScaleKind scale) { return scale == ScaleKind::kNone ? "" : "scale"; }
std::string TextOf(WindowUse use) {
  switch (use) {
    case WindowUse::kNone:
      return "";
    case WindowUse::kElements:
      return "window";
    case WindowUse::kPairs:
      return "windowpairs";
  }
  return "?";
}
std::string TextOf(PointFunction function) {
  return function == PointFunction::kNone ? "" : ToString(function);
}
std::string TextOf(IndexWidth width) { return width == IndexWidth::k32 ? "i32" : "i64"; }
std::string TextOf(const CallbackText& callback) {
  if (callback.text.empty()) return "";
  std::string text = callback.declarations;
  if (!text.empty()) text += '\0';
  return Sha256Hex(text + callback.text).substr(0, 16) + (callback.reals ? "r" : "");
}

}  // namespace fft::kernels
