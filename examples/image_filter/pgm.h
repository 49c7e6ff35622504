// Grey images in the PGM format.
#ifndef EXAMPLES_IMAGE_FILTER_PGM_H_
#define EXAMPLES_IMAGE_FILTER_PGM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace image_filter {

struct Image {
  int64_t width = 0;
  int64_t height = 0;
  std::vector<float> pixels;  // row by row, 0 (black) to 255 (white)
};

// Reads binary ("P5") and plain ("P2") files with up to 255 grey levels. InvalidArgument says what
// is wrong with the text.
absl::StatusOr<Image> ParsePgm(const std::string& text);

// The image as a binary file; pixels are rounded and clamped to 0..255.
std::string FormatPgm(const Image& image);

absl::StatusOr<Image> ReadPgm(const std::string& path);
absl::Status WritePgm(const Image& image, const std::string& path);

}  // namespace image_filter

#endif  // EXAMPLES_IMAGE_FILTER_PGM_H_
