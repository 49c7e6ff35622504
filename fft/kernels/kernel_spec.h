// KernelSpec: all that code generation gets to know of a plan.
//
// A spec says everything that the generator needs and nothing else: no buffer, no count, no stride
// value. The field list is kernel_spec.def; name, equality and JSON are derived from it.
#ifndef FFT_KERNELS_KERNEL_SPEC_H_
#define FFT_KERNELS_KERNEL_SPEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/core/axis_side.h"
#include "fft/core/problem.h"
#include "fft/core/ranges.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/tree/kernel_choice.h"

namespace fft::kernels {

enum class Direction { kForward, kInverse };
enum class StrideKind { kUnit, kAny };
enum class ScaleKind { kNone, kScale };
// Width of every index the kernel computes. k32 is chosen where every offset provably fits.
enum class IndexWidth { k32, k64 };

// Whether there is a workgroup for every tile, or as many as a device holds at once, each of which
// does tile after tile (KernelShape::is_persistent).
enum class Workgroups { kOnePerTile, kPersistent };

// The order of tiles: the first workgroup does the first tiles, or the last ones.
enum class GroupOrder { kRising, kFalling };

// Whether a kernel may be launched while the one before it in its plan runs. If so, it waits itself
// for the end of that kernel, and lets the next kernel start early, too.
enum class LaunchTime { kInTurn, kEarly };

// Which factors of a window (ArrayDescription::has_window) a kernel multiplies its data by as it
// loads.
enum class WindowUse {
  kNone,
  kElements,  // each element by its factor
  kPairs,     // both parts of an element, which are neighbouring reals, by their own factors
};

// Source text of a callback (fft/core/callbacks.h); names carry a digest of it.
struct CallbackText {
  std::string text;          // empty: none
  bool reals = false;        // elements are reals, whatever format the kernel sees
  std::string declarations;  // stands before the text, outside of its namespace
  friend bool operator==(const CallbackText&, const CallbackText&) = default;
};

// The slower axis of a plane.
struct SecondAxis {
  int64_t length = 0;        // 0: there is one axis
  std::vector<int> factors;  // the radices of its passes, as KernelSpec::factors
  friend bool operator==(const SecondAxis&, const SecondAxis&) = default;
};

// The facts about a kernel's tiles that its code relies on. If lanes of a vector run across the
// tile, a stride that is an argument makes every access a gather, and an end that is an argument
// makes it a masked access. For example, {.unit_in = true, .unit_out = true, .is_whole = true} are
// whole tiles of neighbouring columns.
struct KnownTile {
  bool unit_in = false, unit_out = false;  // neighbours along the tile loop are one element apart
  bool packed_in = false, packed_out = false;  // rows follow each other without gaps
  bool is_whole = false;                       // the tile loop is a multiple of the tile
  bool is_far =
      false;  // whether tiles come from memory and go there, so that each prefetches the next one
  bool is_in_row = false;  // for conversions: whether all that a workgroup converts lies in one row
  friend bool operator==(const KnownTile&, const KnownTile&) = default;
};

// Everything by which two kernels can differ. The kernel of rows of 256 points on gfx90a, for
// example, has length 256, factors {16, 16}, 16 threads for a transform and 8 transforms in a
// workgroup. Its name is
// fft_stockham_fwd_len256_f16x16_tpt16_tpg8_sbrr_full_lds1x256p16_sp_op_CI_CI_iunit_ounit_loops0_i32.
struct KernelSpec {
#define FIELD(type, name, tag) type name{};
#include "fft/kernels/kernel_spec.def"
#undef FIELD
  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;
};

inline Precision InPrecision(const KernelSpec& spec) {
  return spec.in_precision.value_or(spec.precision);
}
inline Precision OutPrecision(const KernelSpec& spec) {
  return spec.out_precision.value_or(spec.precision);
}
// Whether one side is something else than complex numbers.
inline bool ConvertsFormat(const KernelSpec& spec) {
  return spec.load != AxisFormat::kComplex || spec.store != AxisFormat::kComplex ||
         spec.load_reals || spec.store_reals;
}
// Whether memory holds something else than the transform's points.
inline bool Converts(const KernelSpec& spec) {
  return ConvertsFormat(spec) || spec.row_operation != RowOperation::kNone || spec.in_range ||
         spec.out_range;
}
// Whether one side holds the spectrum of 2n reals, and the other side the 2n reals as n pairs.
bool HasPairs(const KernelSpec& spec);
// The kind of a real-to-real kernel or conversion, and the number of reals of its axis; none for
// other kernels. If both sides hold reals, both are of that kind.
struct RealSide {
  AxisKind kind = AxisKind::kR2hc;
  int64_t length = 0;
};
std::optional<RealSide> RealSideOf(const KernelSpec& spec);
// Whether a kernel looks up rotations in a kArc table, and whether it looks up an order in a
// kQuarterOrder table.
bool HasRealTurns(const RealSide& side);
bool HasRealOrder(const RealSide& side);
// Whether a kernel of pairs has the unusual sign: it is an inverse transform that reads reals, or a
// forward one that writes them.
bool HasOtherSign(const KernelSpec& spec);
// Whether one side of the axis holds the points of the other side times a chirp.
bool HasChirp(const KernelSpec& spec);
// Whether the kernel is a chain, or the middle of one (fft/core/chain.h): it transforms rows,
// multiplies by the caller's spectra and transforms back. The direction is forward where the kernel
// multiplies by a spectrum itself, and inverse where it multiplies by the conjugate.
inline bool IsChain(const KernelSpec& spec) { return TakesSpectra(spec.row_operation); }
// Whether the kernel is a whole chain of rows, and not the middle one of several kernels.
inline bool IsWholeChain(const KernelSpec& spec) {
  return IsChain(spec) && spec.kind == KernelKind::kFilter && spec.large_twiddle.steps == 0;
}
// The direction of the large twiddles by which a kernel multiplies its outputs.
inline Direction OutputDirection(const KernelSpec& spec) {
  return IsChain(spec) ? Direction::kInverse : spec.direction;
}
// Whether a transform reads or writes only the first points of the rows that it is part of.
inline bool CutsRows(const KernelSpec& spec) {
  return CutsInput(spec.row_operation) || CutsOutput(spec.row_operation);
}
// Points of the transform; a convolution has more.
inline int64_t AxisLength(const KernelSpec& spec) { return spec.points.value_or(spec.length); }
// Whether a line's outputs are the spectra of two transforms of reals.
inline bool StoresTwoSpectra(const KernelSpec& spec) {
  return spec.transforms_per_line.has_value() && spec.store == AxisFormat::kHermitian;
}
// Whether outputs are stored two by two, points k and n - k of a line together.
inline bool StoresPairs(const KernelSpec& spec) {
  return spec.store == AxisFormat::kHermitianOfPairs || StoresTwoSpectra(spec);
}
// The number of lines along the tile loop that a workgroup does. A line may hold two transforms.
inline int TileLines(const KernelSpec& spec) {
  return spec.transforms_per_group / spec.lines_per_transform.value_or(1);
}
// The number of transforms along the tile loop that a workgroup does.
inline int TileWidth(const KernelSpec& spec) {
  return TileLines(spec) * spec.transforms_per_line.value_or(1);
}
// Points of a line with its point 0: the length of the transform that a Rader kernel convolves.
inline int64_t LinePoints(const KernelSpec& spec) {
  return AxisLength(spec) / spec.lines_per_transform.value_or(1);
}
// Whether each workgroup does one line, in order, and the elements that it reads of a transform of
// this line lie side by side.
bool ReadsRows(const KernelSpec& spec);
// Whether also the line is one transform, whose axis is whole in memory.
bool ReadsOneRow(const KernelSpec& spec);
// The number of threads of a kConvert kernel that one row takes, one for each point or pair of
// points.
int64_t ConversionsPerRow(const KernelSpec& spec);

inline bool IsPersistent(const KernelSpec& spec) {
  return spec.workgroups == Workgroups::kPersistent;
}

// Sets the fields that a shape decides.
void SetShape(const KernelShape& shape, KernelSpec* spec);

// The text of a field in the kernel's name, with its tag.
struct NamePart {
  const char* field;
  std::string text;
};
// The parts of the kernel's name in their order, without fields whose text is empty.
std::vector<NamePart> KernelNameParts(const KernelSpec& spec);

// The kernel's function name, a C identifier that encodes every field: "fft" and the parts joined
// by "_".
std::string KernelName(const KernelSpec& spec);
Json ToJson(const KernelSpec& spec);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_KERNEL_SPEC_H_
