// The price of a kernel on a CPU.
//
// On a CPU arithmetic counts as much as memory. A kernel's passes take their time where data are in
// cache. Data beyond the second cache add the time of moving them, a part of which arithmetic
// hides.
#ifndef FFT_CHOICE_HOST_PRICE_H_
#define FFT_CHOICE_HOST_PRICE_H_

#include <cstdint>

#include "fft/choice/line_map.h"
#include "fft/choice/request.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Nanoseconds of arithmetic and exchanges of a kernel along one axis. A convolution's kernel goes
// forth and back.
double HostLineNanoseconds(const KernelRequest& request, const KernelShapeRequest& wanted,
                           const KernelChoice& choice, const KernelShape& shape);

// Whether a kernel that convolves columns of the map moves whole vectors of them, which takes no
// longer than rows do and permutes lines for nothing. In single precision it was not found to.
bool MovesWholeVectors(const KernelMap& map, Precision precision);

// Nanoseconds of arithmetic and exchanges of a kernel that holds planes.
double HostPlaneNanoseconds(const KernelMap& map, const PlaneShape& shape, Precision precision,
                            const Target& target);

// The nanoseconds of elements that are moved, permuted or converted one by one.
double HostMoveNanoseconds(double elements, const Target& target);
double HostPermuteNanoseconds(double elements, const Target& target);
double HostConvertNanoseconds(double elements, double blocks, const Target& target);

Price HostPriceOf(const SidesTraffic& traffic, double nanoseconds, const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_HOST_PRICE_H_
