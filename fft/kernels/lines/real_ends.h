// The maps of real-to-real transforms (fft/core/axis_kind.h): between the reals of an axis in
// memory and what the axis's Fourier transform takes and gives. N is the length of that Fourier
// transform.
//
// KernelSpec::load_reals and store_reals name the kind. KernelSpec::load and store are the form
// between the maps and the transform:
//
//   kReal                        one real v[i] for each point
//   kComplex                     for point p, v[2p] + i v[2p+1]; for kQuarters a rotated pair
//   kHermitian, kHermitianOfPairs  elements V[k] of half a spectrum
#ifndef FFT_KERNELS_LINES_REAL_ENDS_H_
#define FFT_KERNELS_LINES_REAL_ENDS_H_

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {

// Where LDS has a real of a row in memory order: in a part of a point.
struct RealSource {
  Ex point;
  // Whether the real `RealEnd::period()` places later is in the point before, and not in the next
  // one. Its part and sign are the same. None: it is in the next one.
  Ex falls;
  Ex is_imaginary;  // none: both parts are reals, the second one of the line's second transform
  Ex is_negative;   // none: never
};

// One end of a kernel, with the `kind` and `format` of the side that it loads or stores.
class RealEnd {
 public:
  // All references must outlive the object.
  RealEnd(const KernelSpec& spec, const GlobalTile& tile, Builder& b, AxisKind kind,
          AxisFormat format);

  // v[i], 0 <= i < N. Here and below, `bounds` are those of the index.
  Ex LoadReal(Ex transform, Ex i, const IndexBounds& bounds) const;
  void StoreReal(Ex transform, Ex i, Ex value, const IndexBounds& bounds) const;
  // The pair of reals that is point p.
  Ex LoadPoint(Ex transform, Ex p, const IndexBounds& bounds) const;
  void StorePoint(Ex transform, Ex p, const ComplexEx& value, const IndexBounds& bounds) const;
  // The rotation of element k; empty for a kind that does not turn.
  ComplexEx TurnOf(Ex k) const;
  // The rotation of element N/2 - k, for even N, made from that of element k.
  ComplexEx MirroredTurn(const ComplexEx& turn) const;
  // V[k], 0 <= k <= N/2, and its rotation. Imaginary parts of elements that are their own
  // conjugates are not zero.
  Ex LoadElement(Ex transform, Ex k, const ComplexEx& turn, const IndexBounds& bounds) const;
  void StoreElement(Ex transform, Ex k, const ComplexEx& turn, const ComplexEx& value,
                    const IndexBounds& bounds) const;

  // The next three functions store the reals of points in the order of memory, after the points
  // have met in LDS. `Parts` makes of point p the complex number whose parts are reals in memory.
  // StorePart stores real `element` from `parts`, the number of its source's point.
  int64_t reals() const { return n_; }
  int period() const { return (are_pairs() ? 2 : 1) * (orders_evens() && !are_quarters() ? 2 : 1); }
  ComplexEx Parts(Ex p, const ComplexEx& value) const;
  RealSource SourceOf(Ex element) const;
  void StorePart(Ex transform, Ex element, const RealSource& source, const ComplexEx& parts) const;

 private:
  // The place of a real of the basis, and whether it is negated or absent.
  struct Place {
    Ex element;
    Ex is_negative;  // none: never
    Ex is_absent;    // none: never; zero takes its place
  };
  Place PlaceOf(Ex i, const IndexBounds& bounds) const;
  // The place of the real that belongs to element k. For k = 0 there may be no such real; the place
  // is then that of any real of the axis.
  Ex PlaceOf(RealPlace place, Ex k, const IndexBounds& bounds) const;
  bool are_pairs() const { return format_ == AxisFormat::kComplex; }
  bool orders_evens() const { return parts_.order == RealOrder::kEvensOdds; }
  bool are_quarters() const { return parts_.basis == RealBasis::kQuarters; }
  // Whether the reals lie in the order of a kQuarterOrder table.
  bool are_odd_quarters() const { return are_quarters() && n_ % 2 != 0; }
  void StoreOddQuarters(Ex transform, Ex k, const ComplexEx& value,
                        const IndexBounds& bounds) const;
  Ex CodeAt(Ex index) const;
  ComplexEx TurnedForth(const ComplexEx& value, Ex index) const;
  Ex At(Ex transform, Ex element) const;
  void Put(Ex transform, Ex element, Ex value) const;

  const KernelSpec& spec_;
  const GlobalTile& tile_;
  Builder& b_;
  const RealKind& parts_;
  const AxisFormat format_;
  const int64_t n_;     // reals of the axis
  const int64_t size_;  // N
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_REAL_ENDS_H_
