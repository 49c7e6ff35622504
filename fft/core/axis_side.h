// The kind and the number of elements along a transformed axis, on the side that is read and on the
// side that is written.
//
// A complex transform of length n reads n complex numbers and writes n. In other transforms, and in
// the conversions between them, the two sides may have another kind or number of elements.
#ifndef FFT_CORE_AXIS_SIDE_H_
#define FFT_CORE_AXIS_SIDE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "fft/base/json_fwd.h"
#include "fft/core/axis_kind.h"
#include "fft/core/ranges.h"

namespace fft {

// The elements along an axis of length n.
enum class AxisFormat {
  kComplex,           // n complex numbers
  kReal,              // n reals: imaginary parts are zero when read and dropped when written
  kHermitian,         // the first n/2 + 1 of n complex numbers with X[n - k] = conj(X[k])
  kHermitianOfPairs,  // the first n + 1 of 2n complex numbers with X[2n - k] = conj(X[k]); the
                      // spectrum of 2n reals that the axis holds as n pairs x[2j] + i x[2j + 1]
  // The next four are M complex numbers between the kernels of a convolution with a chirp c
  // (fft/core/convolution.h). AxisSide::length is M.
  kChirped,          // x[j] c[j], then zeros
  kChirpedSpectrum,  // the transform of kChirped
  kFiltered,         // the conjugate of the product of kChirpedSpectrum and the filter
  kConvolved,        // Z, the transform of kFiltered; the result is X[k] = conj(Z[k]) c[k]
};

// Whether the data is the stored half of a spectrum of reals.
bool IsHalfSpectrum(AxisFormat format);

// Whether the data lies between the kernels of a convolution with a chirp.
bool IsChirped(AxisFormat format);

// What a kernel does to elements when it reads or writes them. If the kernel's rows are parts of
// longer rows (EnclosingRow), the numbers of elements below count from the beginning of the longer
// row.
enum class RowOperation {
  kNone,
  // The next three replace the conversions before and after the transforms of a convolution.
  kChirpIn,   // reads complex numbers, reals or kHermitianOfPairs, and makes their points kChirped
  kFilter,    // makes kChirpedSpectrum kFiltered and writes it; a leaf that filters then transforms
              // back
  kChirpOut,  // writes kConvolved as complex numbers, or their real parts
  // The next operation reads elements 0 .. n/2 of a spectrum, for a convolution of reals. The other
  // elements are conjugates of these.
  kChirpUnfoldIn,  // makes the elements kChirped
  // Rows of a large transform of n reals hold elements 0 .. n/2 of a spectrum. The other elements
  // are conjugates of these.
  kFoldOut,   // writes the conjugate of element k > n/2 as element n - k
  kUnfoldIn,  // reads element k > n/2 as the conjugate of element n - k
  // The next two operations multiply rows of a chain (fft/core/chain.h) by the caller's spectra.
  // The leaf then transforms back.
  kSpectrum,      // multiplies element k of a row by element k of its spectrum
  kHalfSpectrum,  // the same with spectra of n reals, which hold elements 0 .. n/2; loops step by n
                  // from one spectrum to the next
  // The next operation multiplies rows of channels of a Fourier layer by the caller's matrices.
  kMatrix,  // element o that is written is the sum over the elements i that are read, each times
            // element (i, o) of a matrix
  // The next two operations add frames that overlap.
  kWindowSum,   // each element that is written is the sum of the samples at its position, each
                // times its factor of the caller's window
  kWindowMean,  // the same, divided by the sum of the squared factors
};
// Whether the side that is read, or written, holds only the first points of each row.
constexpr bool CutsInput(RowOperation operation) {
  return operation == RowOperation::kChirpIn || operation == RowOperation::kChirpUnfoldIn ||
         operation == RowOperation::kUnfoldIn;
}
constexpr bool CutsOutput(RowOperation operation) {
  return operation == RowOperation::kChirpOut || operation == RowOperation::kFoldOut;
}
// Whether elements are multiplied by a chirp.
constexpr bool Chirps(RowOperation operation) {
  return operation == RowOperation::kChirpIn || operation == RowOperation::kChirpUnfoldIn ||
         operation == RowOperation::kChirpOut;
}
// Whether elements beyond the middle of a row are conjugates of elements before the middle.
constexpr bool Folds(RowOperation operation) {
  return operation == RowOperation::kFoldOut || operation == RowOperation::kUnfoldIn ||
         operation == RowOperation::kChirpUnfoldIn || operation == RowOperation::kHalfSpectrum;
}
// Whether elements are multiplied by the caller's spectra.
constexpr bool TakesSpectra(RowOperation operation) {
  return operation == RowOperation::kSpectrum || operation == RowOperation::kHalfSpectrum;
}

struct AxisSide {
  AxisFormat format = AxisFormat::kComplex;
  int64_t length = 0;  // elements along the axis; 0: as many as `format` has
  // The kind of a real-to-real transform, on a side where memory holds its `length` reals. `format`
  // is then the format inside the kernel. The kernel converts from the reals to `format` after
  // reading, or from `format` to the reals before writing. With kComplex each point is a pair of
  // reals.
  std::optional<AxisKind> reals = std::nullopt;
  // The first element of the range (fft/core/ranges.h), on a side that holds a range of `length`
  // elements.
  std::optional<int64_t> first = std::nullopt;
  friend bool operator==(const AxisSide&, const AxisSide&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const AxisSide& side) {
    return H::combine(std::move(state), side.format, side.length);
  }
};

// The kind of elements that memory holds on a side.
constexpr AxisFormat MemoryFormat(const AxisSide& side) {
  return side.reals ? AxisFormat::kReal : side.format;
}

// A real-to-real axis, as a Fourier transform of `points` complex numbers. Memory holds reals on
// both of its sides.
struct RealAxis {
  AxisKind fourier = AxisKind::kForward;
  int64_t points = 0;
  AxisSide in, out;
};
// Whether a point is a pair of neighbouring reals or a single real. An odd number of reals has
// single points in either case.
enum class RealPoints { kPairs, kSingle };
// The axis of n reals, n >= 2 for kDct1 and n >= 1 otherwise. For example, the DCT-II of 8 reals by
// kPairs transforms 4 points from kComplex, which are pairs of reals, to kHermitianOfPairs.
RealAxis RealAxisOf(AxisKind kind, int64_t n, RealPoints points = RealPoints::kPairs);

// Returns the n that RealAxisOf was given, from the `points` of its result. `format` is
// AxisSide::format of the side with the reals.
int64_t RealsOf(AxisKind kind, AxisFormat format, int64_t points);

// The number of elements on a side of an axis of length `axis_length`.
int64_t Elements(const AxisSide& side, int64_t axis_length);
// Whether a side holds a range of its axis.
inline bool HoldsRange(const AxisSide& side) { return side.first.has_value(); }
inline std::optional<Range> RangeOf(const AxisSide& side) {
  if (!side.first) return std::nullopt;
  return Range{*side.first, side.length};
}
// The side of an axis in `format`. It holds the range in `ranges`, or every element if `ranges` is
// empty.
AxisSide SideOf(AxisFormat format, int64_t axis_length, const Ranges& ranges);

// The threads that convert one row from one side of an axis of `axis_length` points to the other:
// one thread for each point, or for each pair of points. `convolution` is the length of the
// convolution that the conversion is part of, if any.
int64_t ConversionsPerRow(AxisFormat in, AxisFormat out, int64_t axis_length, int64_t convolution);

std::string ToString(
    AxisFormat format);  // "complex", "hermitian_of_pairs", "chirped_spectrum", ...
std::string ToString(RowOperation operation);  // "none", "chirp_in", "filter", "chirp_out", ...
Json ToJson(const AxisSide& side);

}  // namespace fft

#endif  // FFT_CORE_AXIS_SIDE_H_
