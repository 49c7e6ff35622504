#include "fft/core/axis_side.h"

#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft {

bool IsChirped(AxisData data) {
  return data == AxisData::kChirped || data == AxisData::kChirpedSpectrum ||
         data == AxisData::kFiltered || data == AxisData::kConvolved;
}

int64_t Elements(const AxisSide& side, int64_t axis_length) {
  if (side.length > 0) return side.length;
  switch (side.data) {
    case AxisData::kComplex:
    case AxisData::kReal:
      return axis_length;
    case AxisData::kHermitian:
      return axis_length / 2 + 1;
    case AxisData::kHermitianOfPairs:
      return axis_length + 1;
    case AxisData::kChirped:
    case AxisData::kChirpedSpectrum:
    case AxisData::kFiltered:
    case AxisData::kConvolved:
      FFT_CHECK(false && "the side of a convolution has its own length");
  }
  return axis_length;
}

int64_t ConversionsPerRow(AxisData in, AxisData out, int64_t axis_length, int64_t convolution) {
  if (in == AxisData::kConvolved) return axis_length;
  if (IsChirped(out)) return convolution;
  const bool pairs = in == AxisData::kHermitianOfPairs || out == AxisData::kHermitianOfPairs;
  return pairs ? axis_length / 2 + 1 : Elements({out}, axis_length);
}

std::string ToString(AxisData data) {
  switch (data) {
    case AxisData::kComplex:
      return "complex";
    case AxisData::kReal:
      return "real";
    case AxisData::kHermitian:
      return "hermitian";
    case AxisData::kHermitianOfPairs:
      return "hermitian_of_pairs";
    case AxisData::kChirped:
      return "chirped";
    case AxisData::kChirpedSpectrum:
      return "chirped_spectrum";
    case AxisData::kFiltered:
      return "filtered";
    case AxisData::kConvolved:
      return "convolved";
  }
  return "?";
}

std::string ToString(RowProduct product) {
  switch (product) {
    case RowProduct::kNone:
      return "none";
    case RowProduct::kChirpIn:
      return "chirp_in";
    case RowProduct::kFilter:
      return "filter";
    case RowProduct::kChirpOut:
      return "chirp_out";
    case RowProduct::kFoldOut:
      return "fold_out";
    case RowProduct::kUnfoldIn:
      return "unfold_in";
  }
  return "?";
}

Json ToJson(const AxisSide& side) {
  return {{"data", ToString(side.data)}, {"length", side.length}};
}

}  // namespace fft
