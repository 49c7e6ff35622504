// Planes of 2n reals in a row, which the passes see as planes of n pairs. Memory has their spectrum
// in rows of n + 1 elements, LDS the points of the passes.
//
// With l the index along the slower axis, of length m, elements (l, k) and (-l, n - k) of the
// spectrum are made of points (l, k) and (-l, -k), and the reverse (fft/kernels/lines/pairs.h).
#ifndef FFT_KERNELS_PLANE_PAIRS_H_
#define FFT_KERNELS_PLANE_PAIRS_H_

#include <cstdint>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/lds_tile.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {

class PlanePairs {
 public:
  // All references must outlive the object; `rows` places the lines along x in LDS.
  PlanePairs(const KernelSpec& spec, const GlobalTile& tile, LdsTile& rows, Builder& b);

  // Loads from global memory to LDS, once the values written there by others have been read. There
  // is no barrier at the end.
  //
  // Each of columns 0 and n should be a spectrum of reals, too. If it is not, X[l] of the column
  // counts as (X[l] + conj(X[-l])) / 2, as in a transform by rows after columns.
  void Load();
  // Stores from LDS, where the passes left the points, to global memory.
  void Store();

 private:
  // One place (l, k) and its mirror image.
  struct Item {
    Ex plane, l, k;
    Ex mirrored_l, mirrored_k;  // -l and -k, not below 0
    Ex exists;  // whether this thread's round has a place of its own; absent: it has
  };
  // The item of this thread in round `round`. The list of items runs over `columns` columns from
  // `first_k` on, then over all l, then over planes. Past its end the thread gets the last item.
  Item ItemOf(int64_t round, int64_t columns, int64_t first_k);
  int64_t RoundsOf(int64_t columns) const;
  // Memory's element (l, k) of a plane that exists.
  ComplexEx Element(Ex plane, Ex l, Ex k);
  void StoreElement(Ex plane, Ex l, Ex k, const ComplexEx& value);
  Ex Slot(Ex plane, Ex l, Ex k);
  // Whether column n - k is another column than k; absent if it always is. The middle column is its
  // own mirror image.
  Ex HasMirrorImage(Ex k) const;
  void LoadInnerColumns();
  void LoadFirstColumn();

  const KernelSpec& spec_;
  const GlobalTile& tile_;
  LdsTile& rows_;
  Builder& b_;
  const int64_t n_, m_;
  const int threads_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_PLANE_PAIRS_H_
