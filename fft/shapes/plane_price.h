// The price of a plane's shape, to compare it with other shapes: part of fft/shapes/plane_shape.cc.
#ifndef FFT_SHAPES_PLANE_PRICE_H_
#define FFT_SHAPES_PLANE_PRICE_H_

#include <cstdint>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/shapes/plane_shape.h"

namespace fft {

// The logarithm of a kernel's time divided by that of a copy of as many bytes, if every compute
// unit of a GPU has work. `missing` is how many registers a thread lacks if as many workgroups
// share a unit as the shape says. `extra` is ExtraWavefronts of the exchanges. The weights are
// fitted to shapes that were timed on an H200 (docs/techniques/planes.md).
double PlanePrice(const PlaneShapeRequest& request, const PlaneShape& shape, double missing,
                  double extra, const Target& target);

// The number of cache lines that butterflies of this radix access as they load or store, divided by
// the number that a copy accesses. Neighbouring lanes have `run` contiguous points of each input or
// output.
double LinesMet(int64_t run, int radix, Precision precision);

}  // namespace fft

#endif  // FFT_SHAPES_PLANE_PRICE_H_
