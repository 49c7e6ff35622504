// Measured kernel shapes, as data: what `fft tune` found fastest on a Target comes before the
// model's choice.
//
// A table is text, one kernel a line ('#' starts a comment):
//
//   length precision tiling use factors threads transforms exchange pad_every resident_groups
//   copy_share
//
//   1920 single sbrr plain 16x8x15 128 1 full 16 7 0.94
//
// The length of a convolution that is done for each line of a transform, which a first pass makes
// (KernelShapeRequest::lines_per_transform), is written 10*100: ten lines, of 100 points each.
//
// 0 workgroups leave their number to the model, and a share of 0 is not known. A kernel that
// converts takes the fastest plain shape, or where that has few lanes, one of many lanes.
//
// A last word "staged" says that rows go through LDS in memory order (ShapeWish::staged),
// "persistent" that workgroups do tile after tile (ShapeWish::persistent).
//
// The tables stand in fft/shapes/tuning/<target>.tuning; the build makes them part of the library
// as data that nothing has to parse (tuning/make_tables.py).
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

struct ShapeKey {
  int64_t length = 1;
  Precision precision = Precision::kSingle;  // stored in
  Tiling tiling = Tiling::kRowRow;
  ShapeUse use = ShapeUse::kPlain;
  int lines_per_transform = 1;
  friend auto operator<=>(const ShapeKey&, const ShapeKey&) = default;
};
ShapeKey KeyOf(const KernelShapeRequest& request);
// "1920", or "10*100" of lines, and back; InvalidArgument says what is allowed.
std::string LengthText(const ShapeKey& key);
absl::Status ReadLength(const std::string& word, ShapeKey* key);
// The request of a key with as many transforms as any tile wants.
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
// large twiddles or convert, and were not measured themselves, take the plain kernel's shape;
// kernels that restore take that of a converting kernel first. Kernels of a storage precision take
// the shape of the precision that they compute in; convolutions keep a part of its share.
std::optional<KernelShape> FindTunedShape(const KernelShapeRequest& request, const Target& target);

// The share of a copy's speed that a convolution which was not measured is expected to reach, in
// columns or as one of the lines that passes make (KernelShapeRequest::lines_per_transform). It
// follows from the share of that convolution's row by itself. 0 for rows, and where no table has
// any like it.
double ShareOfConvolution(const KernelShapeRequest& request, const Target& target);

// The share of a copy's speed that the request's kernel reaches. A kernel that was not measured is
// expected to reach a little less than measured ones of about its length. 0 where no table tells:
// on targets without one, for kinds of which few lengths were measured, for convolutions, and for
// conversions, which are fast at other lengths than plain kernels.
double ExpectedShare(const KernelShapeRequest& request, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_TUNING_H_
