// What kernels cost on a class of machines. GPUs are one class, CPUs another.
#ifndef FFT_CHOICE_KERNEL_PRICES_H_
#define FFT_CHOICE_KERNEL_PRICES_H_

#include <cstdint>
#include <optional>

#include "fft/choice/line_map.h"
#include "fft/choice/request.h"
#include "fft/core/convolution.h"
#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/plane_shape.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// A kernel along one axis: its request, and what is chosen so far. The map of the choice has memory
// strides. For example, 1000 rows of 256 points in tiles of 4 have `width` 4 and `tiles` 250.
struct LineWork {
  const KernelRequest& request;
  const KernelShapeRequest& wanted;
  const KernelChoice& choice;  // only map and transforms_per_line are set
  const KernelShape& shape;
  SidesTraffic traffic;
  int64_t width = 1;  // transforms in a tile
  int64_t tiles = 1;  // number of tiles in all loops together
};

// The prices of kernels on one class of machines. Each function prices one kind of kernel.
class KernelPrices {
 public:
  virtual ~KernelPrices() = default;

  virtual Price OfLines(const LineWork& work) const = 0;
  // The price of a convolution in one kernel by `algorithm`; nullopt: a convolution with the
  // caller's spectrum.
  virtual Price OfConvolution(const LineWork& work, std::optional<Convolution> algorithm) const = 0;
  // The price of `blocks` workgroups that hold the planes of a map.
  virtual Price OfPlanes(const KernelRequest& request, const KernelMap& map,
                         const PlaneShape& shape, const SidesTraffic& traffic,
                         int64_t blocks) const = 0;
  // The price of moving elements in tiles of `lds_bytes`.
  virtual Price OfMoves(const SidesTraffic& traffic, int64_t lds_bytes,
                        const Target& target) const = 0;
  // The price of a kernel that adds up `products` products of complex numbers. `traffic` reads the
  // factors and writes the sums.
  virtual Price OfProducts(const SidesTraffic& traffic, double products,
                           const Target& target) const = 0;
  virtual Price OfConversions(const SidesTraffic& traffic, int64_t blocks,
                              const Target& target) const = 0;
  // A lower bound of the seconds in which a kernel reads and writes `bytes`, both counted.
  virtual double LeastSeconds(double bytes, const Target& target) const = 0;
};

// The prices of the target's machine.
const KernelPrices& PricesOf(const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_KERNEL_PRICES_H_
