// The kind and number of elements along a transformed axis, on the side read and on the side
// written.
//
// A complex transform of length n reads n complex numbers and writes n. Other transforms, and the
// conversions between them, read and write arrays of another kind or length along the axis, so the
// spaces before and after a node differ in size and type.
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

// For an axis of length n:
enum class AxisFormat {
  kComplex,           // n complex numbers
  kReal,              // n reals: imaginary parts are zero when read and dropped when written
  kHermitian,         // the first n/2 + 1 of n complex numbers with X[n - k] = conj(X[k])
  kHermitianOfPairs,  // the first n + 1 of 2n complex numbers with X[2n - k] = conj(X[k]): the
                      // spectrum of 2n reals that the axis holds as n pairs x[2j] + i x[2j + 1]
  // Between the kernels of a convolution with a chirp c (fft/core/convolution.h), M complex numbers
  // that AxisSide::length counts:
  kChirped,          // x[j] c[j], then zeros
  kChirpedSpectrum,  // their transform
  kFiltered,         // the conjugate of the spectrum times the filter
  kConvolved,        // its transform Z, with X[k] = conj(Z[k]) c[k]
};

// Whether the data is the half of a spectrum of reals that is kept.
bool IsHalfSpectrum(AxisFormat format);

// Whether the data belongs to a convolution with a chirp.
bool IsChirped(AxisFormat format);

// What a kernel does to elements as it reads or writes them, by their number in the row. Its
// transforms are parts of longer rows. The first group replaces the conversion before or after a
// transform of a convolution.
enum class RowOperation {
  kNone,
  kChirpIn,  // reads complex numbers, reals or kHermitianOfPairs, and makes their points kChirped
  kFilter,   // makes kChirpedSpectrum kFiltered and writes it; a leaf that filters goes on with the
             // transform back
  kChirpOut,  // writes kConvolved as complex numbers, or their real parts
  // A row that is read for a convolution of reals holds elements 0 .. n/2 of a spectrum whose
  // others are conjugates:
  kChirpUnfoldIn,  // reads these elements and makes them kChirped
  // Rows of a large transform of n reals hold elements 0 .. n/2 of a spectrum whose others are
  // conjugates:
  kFoldOut,   // writes element k > n/2 as the conjugate at n - k
  kUnfoldIn,  // reads element k > n/2 as the conjugate of the one at n - k
  // Rows of a chain (fft/core/chain.h) are multiplied by the caller's spectra, by a leaf that goes
  // on with the transform back:
  kSpectrum,      // element k of a row by element k of its spectrum
  kHalfSpectrum,  // the same, where spectra of n reals hold elements 0 .. n/2; loops step from one
                  // to the next by n
  // Rows of channels of a Fourier layer are multiplied by the caller's matrices:
  kMatrix,  // element o that is written is the sum over the elements i that are read, each times
            // element (i, o) of a matrix
  // Rows are the samples of frames that overlap:
  kWindowSum,   // each element that is written is the sum of the samples there, each times its
                // factor of the caller's window
  kWindowMean,  // the same, divided by the sum of the squared factors
};
// Whether the side that is read, or written, holds no more than the first points of each row.
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
// Whether elements beyond the middle of a row are conjugates of those before it.
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
  int64_t length = 0;  // elements along the axis; 0: as many as the data has
  // The kind, on a side where memory holds the `length` reals of a real-to-real transform. `format`
  // is then the form into which the kernel brings the reals after reading (kComplex: pairs), or
  // from which it makes them to write.
  std::optional<AxisKind> reals = std::nullopt;
  // The number of the range's first element, where the side holds a range (fft/core/ranges.h) of
  // `length` elements.
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

// A real-to-real axis as a Fourier transform of `points` complex numbers between two sides of
// reals.
struct RealAxis {
  AxisKind fourier = AxisKind::kForward;
  int64_t points = 0;
  AxisSide in, out;
};
// Whether a point is a pair of neighbouring reals, where their number is even, or a single real.
enum class RealPoints { kPairs, kSingle };
// The axis of n reals, n >= 2 for kDct1 and n >= 1 otherwise. For example, the DCT-II of 8 reals by
// kPairs transforms 4 points from kComplex, which are pairs of reals, to kHermitianOfPairs.
RealAxis RealAxisOf(AxisKind kind, int64_t n, RealPoints points = RealPoints::kPairs);

// The n of RealAxisOf for an axis whose kernel has `points` points. `format` is AxisSide::format of
// the side with the reals.
int64_t RealsOf(AxisKind kind, AxisFormat format, int64_t points);

// Elements of a side of an axis of length `axis_length`.
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

// The threads that a conversion of one row between two sides of an axis of `axis_length` takes: one
// for each point, or for each pair of points. `convolution` is the length of the convolution that
// it is part of, if any.
int64_t ConversionsPerRow(AxisFormat in, AxisFormat out, int64_t axis_length, int64_t convolution);

std::string ToString(
    AxisFormat format);  // "complex", "hermitian_of_pairs", "chirped_spectrum", ...
std::string ToString(RowOperation operation);  // "none", "chirp_in", "filter", "chirp_out", ...
Json ToJson(const AxisSide& side);

}  // namespace fft

#endif  // FFT_CORE_AXIS_SIDE_H_
