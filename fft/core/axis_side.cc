#include "fft/core/axis_side.h"

#include <utility>

#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft {

bool IsHalfSpectrum(AxisFormat format) {
  return format == AxisFormat::kHermitian || format == AxisFormat::kHermitianOfPairs;
}

bool IsChirped(AxisFormat format) {
  return format == AxisFormat::kChirped || format == AxisFormat::kChirpedSpectrum ||
         format == AxisFormat::kFiltered || format == AxisFormat::kConvolved;
}

int64_t Elements(const AxisSide& side, int64_t axis_length) {
  if (side.length > 0) return side.length;
  switch (side.format) {
    case AxisFormat::kComplex:
    case AxisFormat::kReal:
      return axis_length;
    case AxisFormat::kHermitian:
      return axis_length / 2 + 1;
    case AxisFormat::kHermitianOfPairs:
      return axis_length + 1;
    case AxisFormat::kChirped:
    case AxisFormat::kChirpedSpectrum:
    case AxisFormat::kFiltered:
    case AxisFormat::kConvolved:
      FFT_CHECK(false && "the side of a convolution has its own length");
  }
  return axis_length;
}

RealAxis RealAxisOf(AxisKind kind, int64_t n, RealPoints points) {
  const RealKind& parts = PartsOf(kind);
  RealAxis axis;
  if (parts.basis == RealBasis::kQuarters && n % 2 == 0) {
    axis.points = n / 2;
    axis.in = axis.out = {AxisFormat::kComplex, n, kind};
    return axis;
  }
  const int64_t reals = parts.lengths * n + parts.extra;
  const bool are_pairs = points == RealPoints::kPairs && reals % 2 == 0;
  axis.points = are_pairs ? reals / 2 : reals;
  axis.in = {are_pairs ? AxisFormat::kComplex : AxisFormat::kReal, n, kind};
  axis.out = {are_pairs ? AxisFormat::kHermitianOfPairs : AxisFormat::kHermitian, n, kind};
  if (parts.basis == RealBasis::kToReals) {
    std::swap(axis.in, axis.out);
    axis.fourier = AxisKind::kInverse;
  }
  return axis;
}

int64_t RealsOf(AxisKind kind, AxisFormat format, int64_t points) {
  const bool are_pairs = format == AxisFormat::kComplex || format == AxisFormat::kHermitianOfPairs;
  const RealKind& parts = PartsOf(kind);
  return ((are_pairs ? 2 * points : points) - parts.extra) / parts.lengths;
}

AxisSide SideOf(AxisFormat format, int64_t axis_length, const Ranges& ranges) {
  if (WithoutWhole(ranges, {Elements({format}, axis_length)}).empty()) return {format};
  AxisSide side = {format, ranges.front().count};
  side.first = ranges.front().first;
  return side;
}

int64_t ConversionsPerRow(AxisFormat in, AxisFormat out, int64_t axis_length, int64_t convolution) {
  if (in == AxisFormat::kConvolved) return Elements({out}, axis_length);
  if (IsChirped(out)) return convolution;
  const bool pairs = in == AxisFormat::kHermitianOfPairs || out == AxisFormat::kHermitianOfPairs;
  return pairs ? axis_length / 2 + 1 : Elements({out}, axis_length);
}

std::string ToString(AxisFormat format) {
  switch (format) {
    case AxisFormat::kComplex:
      return "complex";
    case AxisFormat::kReal:
      return "real";
    case AxisFormat::kHermitian:
      return "hermitian";
    case AxisFormat::kHermitianOfPairs:
      return "hermitian_of_pairs";
    case AxisFormat::kChirped:
      return "chirped";
    case AxisFormat::kChirpedSpectrum:
      return "chirped_spectrum";
    case AxisFormat::kFiltered:
      return "filtered";
    case AxisFormat::kConvolved:
      return "convolved";
  }
  return "?";
}

std::string ToString(RowOperation operation) {
  switch (operation) {
    case RowOperation::kNone:
      return "none";
    case RowOperation::kChirpIn:
      return "chirp_in";
    case RowOperation::kFilter:
      return "filter";
    case RowOperation::kChirpOut:
      return "chirp_out";
    case RowOperation::kChirpUnfoldIn:
      return "chirp_unfold_in";
    case RowOperation::kFoldOut:
      return "fold_out";
    case RowOperation::kUnfoldIn:
      return "unfold_in";
    case RowOperation::kSpectrum:
      return "spectrum";
    case RowOperation::kHalfSpectrum:
      return "half_spectrum";
    case RowOperation::kMatrix:
      return "matrix";
    case RowOperation::kWindowSum:
      return "window_sum";
    case RowOperation::kWindowMean:
      return "window_mean";
  }
  return "?";
}

Json ToJson(const AxisSide& side) {
  Json json = {{"data", ToString(side.format)}, {"length", side.length}};
  if (side.reals) json["reals"] = ToString(*side.reals);
  if (side.first) json["first"] = *side.first;
  return json;
}

}  // namespace fft
