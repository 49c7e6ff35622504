// A low-pass filter for images, in the frequency domain.
#ifndef EXAMPLES_IMAGE_FILTER_LOW_PASS_H_
#define EXAMPLES_IMAGE_FILTER_LOW_PASS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "examples/image_filter/pgm.h"
#include "fft/fft.h"

namespace image_filter {

// The share of the frequency (row, column) of a height x width spectrum that passes: a Gaussian
// that falls to one half at `cutoff` cycles per pixel (0.5 is the finest that an image can hold).
double Gain(int64_t row, int64_t column, const Image& image, double cutoff);

// Transforms the image, multiplies its spectrum by Gain and transforms back.
absl::StatusOr<Image> LowPass(const Image& image, double cutoff, fft::Context& context);

}  // namespace image_filter

#endif  // EXAMPLES_IMAGE_FILTER_LOW_PASS_H_
