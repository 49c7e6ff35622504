// Measured kernel shapes, as data. A shape that `fft tune` found fastest on a Target is used in
// place of the model's choice.
//
// A table is text, one kernel a line ('#' starts a comment):
//
//   length precision tiling use factors threads transforms exchange pad_every resident_groups
//   copy_share
//
//   1920 single sbrr plain 16x8x15 128 1 full 16 7 0.94
//
// If first passes make lines of a transform (KernelShapeRequest::lines_per_transform), the length
// is written like 10*100: convolutions of ten lines of 100 points each.
//
// resident_groups 0 leaves the number to the model, and copy_share 0 is not known.
//
// A last word "staged" says that rows go through LDS in memory order (ShapeWish::staged),
// "persistent" that workgroups do tile after tile (ShapeWish::persistent).
//
// The tables are the files fft/shapes/tuning/<target>.tuning. The build turns them into C++
// constants (tuning/make_tables.py).
#ifndef FFT_SHAPES_SHAPE_TUNING_H_
#define FFT_SHAPES_SHAPE_TUNING_H_

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The kind of a kernel in the tables. kConverting loads reals, or works within a long transform of
// reals; kRestoring loads spectra of reals.
enum class ShapeUse { kPlain, kTwiddled, kConverting, kRestoring, kConvolving };
inline constexpr ShapeUse kShapeUses[] = {ShapeUse::kPlain, ShapeUse::kTwiddled,
                                          ShapeUse::kConverting, ShapeUse::kRestoring,
                                          ShapeUse::kConvolving};
// The precisions that tables have entries for.
inline constexpr Precision kMeasuredPrecisions[] = {Precision::kHalf, Precision::kSingle,
                                                    Precision::kDouble};
ShapeUse UseOf(const KernelShapeRequest& request);
std::string ToString(ShapeUse use);  // "plain", "twiddled", "converting", "restoring", "convolving"

// What a measured shape is looked up by.
struct ShapeKey {
  int64_t length = 1;
  Precision precision = Precision::kSingle;  // of the numbers in memory
  Tiling tiling = Tiling::kRowRow;
  ShapeUse use = ShapeUse::kPlain;
  int lines_per_transform = 1;
  friend auto operator<=>(const ShapeKey&, const ShapeKey&) = default;
};
ShapeKey KeyOf(const KernelShapeRequest& request);
// The length as text, such as "1920" or, for lines, "10*100". The reverse function reads the text;
// InvalidArgument says what is allowed.
std::string LengthText(const ShapeKey& key);
absl::Status ReadLength(const std::string& word, ShapeKey* key);
// The request of a key, with more transforms than any tile holds.
KernelShapeRequest RequestOf(const ShapeKey& key);

struct TunedShape {
  ShapeWish wish;
  double copy_share = 0;  // time of a copy of as many bytes over the kernel's; 0: not known
};

using ShapeTable = std::map<ShapeKey, TunedShape>;

// InvalidArgument names the line, the word and what is allowed.
absl::StatusOr<ShapeTable> ParseShapeTable(absl::string_view text);
std::string ToRow(const ShapeKey& key, const TunedShape& tuned);

bool HasMeasuredShapes(const Target& target);
// A copy of the library's table of a target; empty where there is none.
ShapeTable MeasuredShapes(const Target& target);

// The measured shape of a request, if there is one and it fits the target. Kernels that multiply by
// large twiddles or convert take the plain kernel's shape if they were not measured themselves.
// Kernels that restore take a converting kernel's shape before the plain one. Kernels of a storage
// precision that were not measured take the shape of the precision in which they compute. A
// convolution keeps only a part of the share that was measured in that precision.
std::optional<KernelShape> FindTunedShape(const KernelShapeRequest& request, const Target& target);

// The share of a copy's speed that an unmeasured convolution is expected to reach, if it is of
// columns or of lines that first passes make (KernelShapeRequest::lines_per_transform). It follows
// from the share of a measured convolution of rows of the same length. 0 for rows, and if no table
// has a similar kernel.
double ShareOfConvolution(const KernelShapeRequest& request, const Target& target);

// The share of a copy's speed that the request's kernel reaches. An unmeasured kernel is expected
// to reach a little less than measured kernels of about its length. 0 if it is not known: on
// targets without a table, for kinds of kernels with few measured lengths, for convolutions, and
// for conversions, which are fast at other lengths than plain kernels.
double ExpectedShare(const KernelShapeRequest& request, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_TUNING_H_
