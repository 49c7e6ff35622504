// Reads lists of kernels whose shapes are to be measured.
#ifndef TOOLS_TUNE_KEY_LIST_H_
#define TOOLS_TUNE_KEY_LIST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/shapes/shape_tuning.h"

namespace fft::tune {

// Reads comma-separated lengths and ranges. For example, "64,100-4096/13" is 64 and every length
// from 100 to 4096 whose prime factors are at most 13. InvalidArgument names the wrong part.
absl::StatusOr<std::vector<int64_t>> ParseLengths(const std::string& text);

// Reads lines of four words, each a comma-separated list: lengths, precisions, tilings, uses
// (fft/shapes/shape_tuning.h). '#' starts a comment. Keys are in the order of the lines. Within a
// line the length varies slowest. Each key occurs once.
absl::StatusOr<std::vector<ShapeKey>> ParseKeyList(const std::string& text);

}  // namespace fft::tune

#endif  // TOOLS_TUNE_KEY_LIST_H_
