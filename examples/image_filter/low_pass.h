// A low-pass filter for images, in the frequency domain.
#ifndef EXAMPLES_IMAGE_FILTER_LOW_PASS_H_
#define EXAMPLES_IMAGE_FILTER_LOW_PASS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "examples/image_filter/pgm.h"
#include "fft/fft.h"

namespace image_filter {

// Returns the factor of the element (row, column) of the image's spectrum. It is a Gaussian of the
// frequency: 1 at frequency 0, and one half at `cutoff` cycles per pixel. The highest frequency
// along an axis is 0.5.
double Gain(int64_t row, int64_t column, const Image& image, double cutoff);

// Transforms the image, multiplies its spectrum by Gain and transforms back.
absl::StatusOr<Image> LowPass(const Image& image, double cutoff, fft::Context& context);

}  // namespace image_filter

#endif  // EXAMPLES_IMAGE_FILTER_LOW_PASS_H_
