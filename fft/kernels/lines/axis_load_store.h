// Moves points of a transform from and to memory, which holds complex numbers, reals or half a
// spectrum.
//
// KernelSpec::load and KernelSpec::store say what lies along the axis (fft/core/axis_side.h);
// fft/kernels/lines/pairs.h has the maths of reals by pairs. Two transforms of reals may share a
// line, x[j] + i y[j] (KernelSpec::transforms_per_line).
//
// The imaginary part of X[0] is ignored. In even lengths the imaginary part of the middle element
// is ignored, too.
//
// A transform within a convolution may do the work of the conversion next to it. Then each element
// is multiplied by the entry of a chirp or a filter for its number in the row
// (KernelSpec::row_operation). Rows that hold the spectrum of pairs become pairs first. A transform
// that begins or ends a large transform of reals takes elements beyond the middle of the row as
// conjugates of those before it.
//
// In a real-to-real transform one side of the axis holds reals instead of points;
// fft/kernels/lines/real_ends.h maps one to the other.
#ifndef FFT_KERNELS_LINES_AXIS_LOAD_STORE_H_
#define FFT_KERNELS_LINES_AXIS_LOAD_STORE_H_

#include <optional>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/real_ends.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {

class AxisLoadStore {
 public:
  // All references must outlive the object.
  AxisLoadStore(const KernelSpec& spec, const StockhamTiling& tiling, Builder& b);

  // The complex values of points first_point + j * step, j = 0 .. count-1.
  std::vector<Ex> Load(const StockhamTiling::Points& points, int count);
  // Points k and n - k, 0 <= k <= n/2, of the line whose memory holds the spectrum of reals. Each
  // element of the spectrum is loaded for only one pair. There is no second point if k is 0. The
  // caller knows that k is `least` or more.
  Values LoadPair(Ex transform, Ex k, int64_t least);
  // Stores points; not for lines that are stored by pairs.
  void Store(const StockhamTiling::Points& points, const Values& values);
  // Stores elements k and n - k of the spectrum of 2n reals, made from `pair`, points k and n - k
  // of the line. Here and in StoreBoth, k is known to be `least` or more.
  void StorePair(Ex transform, Ex k, const Values& pair, int64_t least = 0);

  // A line holds two transforms of reals. Stores element k of the spectrum of each. `spectra` is
  // what TakeApart (pairs.h) makes of points k and n - k of the line.
  //
  //   Z[k] = A[k] + i B[k],  Z[n-k] = conj(A[k]) + i conj(B[k])
  void StoreBoth(Ex transform, Ex k, const Values& spectra, int64_t least = 0);

  // The end with which Store would store points as reals, or null. Points may then meet in LDS,
  // from where the end stores their reals in the order of memory. PartsOf makes of `values`, the
  // points first_point + j * step, what LDS is to hold.
  const RealEnd* reals_end() const;
  Values PartsOf(const StockhamTiling::Points& points, const Values& values);

  // Points first_point + j * step of a spectrum, times the filter of their row, conjugated.
  Values TimesFilter(ParameterId filter, const StockhamTiling::Points& points,
                     const Values& values);
  // Elements first_point + j * step, j = 0 .. count-1, of the caller's spectrum of their row
  // (TakesSpectra).
  Values LoadSpectra(const StockhamTiling::Points& points, int count);

 private:
  std::vector<Ex> LoadChirped(const StockhamTiling::Points& points, int count);
  // Element `number` of the spectrum of `reals` reals, n. Memory has elements 0 .. n/2: element k
  // beyond them is the conjugate of n - k.
  struct Mirrored {
    Ex number, reals;
    Ex upper;    // whether the element is a conjugate
    Ex element;  // the one to load
  };
  Mirrored Mirror(Ex number, Ex reals);
  Ex FromMirror(const Mirrored& mirrored, Ex loaded);
  std::vector<Ex> LoadUnfolded(const StockhamTiling::Points& points, int count);
  void StoreFolded(const StockhamTiling::Points& points, const Values& values);
  void StoreChirped(const StockhamTiling::Points& points, const Values& values);
  // Numbers of points first_point + j * step, j = 0 .. count-1, in their row.
  std::vector<Ex> NumbersInRow(const StockhamTiling::Points& points, int count);
  // The numbers of the same points, if the first one has the number `first`.
  std::vector<Ex> NumbersFrom(Ex first, const StockhamTiling::Points& points, int count);
  ComplexEx TimesTable(const ComplexEx& value, ParameterId table, Ex index);
  // Loads, or stores, an element that lies along the axis.
  Ex LoadOne(Ex transform, Ex element);
  void StoreOne(Ex transform, Ex element, const ComplexEx& value, int64_t least);
  // The elements of a spectrum of reals.
  int64_t Elements() const;
  // The bounds of point first_point + j * step.
  IndexBounds BoundsOf(const StockhamTiling::Points& points, int j) const;
  // Points, or elements, that the maps of a real-to-real kind make one by one.
  std::vector<Ex> LoadMapped(const StockhamTiling::Points& points, int count);
  void StoreMapped(const StockhamTiling::Points& points, const Values& values);
  // Points of a transform of reals.
  std::vector<Ex> LoadReals(const StockhamTiling::Points& points, int count);
  void StoreReals(const StockhamTiling::Points& points, const std::vector<Ex>& values);
  Ex LoadHermitian(Ex transform, Ex point);
  std::vector<Ex> LoadBothReals(const StockhamTiling::Points& points, int count);
  Ex LoadBothHermitian(Ex transform, Ex second, Ex point);
  // Points k and n - k of the n pairs whose spectrum memory holds.
  struct PairOfPoints {
    Ex k, mirrored;
  };
  // Loads the first point of a pair, or both. Its k is known to be `least` or more.
  Ex LoadFromPairs(Ex transform, const PairOfPoints& pair, int64_t least);
  Values PairFromPairs(Ex transform, const PairOfPoints& pair, int64_t least);
  // Elements of a spectrum. An element that is its own conjugate gets an imaginary part of zero.
  ComplexEx LoadSpectrum(Ex transform, Ex element);
  void StoreSecondReals(const StockhamTiling::Points& points, const Values& values);
  Ex IsOwnConjugate(Ex element) const;
  ComplexEx RotationOf(Ex k);

  const KernelSpec& spec_;
  const StockhamTiling& tiling_;
  Builder& b_;
  const int64_t length_;
  std::optional<RealEnd> load_end_, store_end_;  // the maps of real-to-real kinds
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_AXIS_LOAD_STORE_H_
