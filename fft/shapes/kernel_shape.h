// How one workgroup-resident Stockham kernel is cut: passes, threads, transforms per workgroup,
// LDS.
//
// Only this code decides whether a length fits one kernel of a Target. So the planner, which asks
// whether there is a kernel, and the code generator, which makes the kernel, cannot disagree.
#ifndef FFT_SHAPES_KERNEL_SHAPE_H_
#define FFT_SHAPES_KERNEL_SHAPE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/shapes/shape_wish.h"

namespace fft {

// Which way the lanes of a kernel run over memory, first as it loads, then as it stores. "Row" is
// along the transformed axis, "Col" across neighbouring transforms. kRowRow is SBRR, kColCol is
// SBCC, kRowCol is SBRC, kColRow is SBCR. kPlane loads and stores rows of planes.
enum class Tiling { kRowRow, kColCol, kRowCol, kColRow, kPlane };
// The tilings of kernels that hold lines.
inline constexpr Tiling kLineTilings[] = {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol,
                                          Tiling::kColRow};

inline bool LoadsRows(Tiling tiling) {
  return tiling == Tiling::kRowRow || tiling == Tiling::kRowCol;
}
inline bool StoresRows(Tiling tiling) {
  return tiling == Tiling::kRowRow || tiling == Tiling::kColRow;
}

// Whether a whole tile moves between global memory and LDS in memory order before the first pass
// (load) or after the last one (store), because the passes' own order would not be contiguous.
// kTurned is for processors with vectors: on a side whose tiles are rows, the tile is transposed
// between memory and LDS, so that all passes run across the transforms of the tile.
enum class Staging { kNone, kLoad, kLoadAndStore, kTurned };

// Where point `p` of transform `c` of the workgroup lies in LDS: linear = p * point_step +
// c * transform_step words, moved by linear / pad_every words of padding against bank conflicts
// (pad_every = 0: none).
struct LdsLayout {
  int64_t point_step = 1;
  int64_t transform_step = 0;
  int pad_every = 0;
  int64_t words = 0;  // of one array; a word is a complex number, or for kHalf a real number
  friend bool operator==(const LdsLayout&, const LdsLayout&) = default;
};

// Where a shape comes from: the model predicts it, it was measured on a machine of the target, or
// options ask for it.
enum class Origin { kModel, kTuned, kAsked };

// How many arrays of LdsLayout::words the exchanges need. `stops` counts where values are held:
// once in registers before the first pass, once in LDS between each two passes, and once more in
// LDS if outputs meet in pairs.
constexpr int LdsArrays(Exchange exchange, int stops) {
  if (exchange == Exchange::kNone) return 0;
  return exchange == Exchange::kPingPong && stops > 2 ? 2 : 1;
}

// Whether a thread holds the points of all its butterflies of a pass in registers at once. In this
// case all threads load their points before they do anything else.
constexpr bool HoldsPasses(Exchange exchange) {
  return exchange == Exchange::kFull || exchange == Exchange::kHalf;
}

// Whether LDS can change the order of a line's points before the first pass, as Rader's passes
// need. LDS then has to hold whole complex numbers, since with halves every line would be loaded
// twice. CPUs do not need this, since their caches serve any order.
constexpr bool TurnsRound(Exchange exchange) {
  return exchange == Exchange::kFull || exchange == Exchange::kInPlace;
}

// How a kernel of lines is cut. For example, rows of 1920 points in single precision on sm_90 have
// factors 16, 8 and 15, 128 threads for a transform, one transform a workgroup, a full exchange
// with a word of padding after every 16, and 7 workgroups that share a compute unit.
struct KernelShape {
  Origin origin = Origin::kModel;
  std::vector<int> factors;  // radix of each pass, in order; the product is the length
  int threads_per_transform = 1;
  int transforms_per_group = 1;
  Exchange exchange = Exchange::kNone;
  Staging staging = Staging::kNone;
  LdsLayout lds;
  // Whether a workgroup does tile after tile, and the next tile's points are copied into LDS while
  // it computes. A compute unit then loads, computes and stores at once, even if few workgroups fit
  // it.
  bool is_persistent = false;
  int64_t lds_bytes = 0;  // per workgroup, with padding and the next tile's points
  // How many workgroups should share a compute unit, as the registers of their threads allow. 0:
  // the Target's compiler decides.
  int resident_groups = 0;
  // The least number of 32-bit registers that a thread is expected to need; 0 on a CPU.
  int registers = 0;
  // The time of a copy of as many bytes divided by the kernel's time, if every compute unit has
  // work. It is measured, or for convolutions predicted (ShareOfConvolution). 0: not known.
  double copy_share = 0;
  friend bool operator==(const KernelShape&, const KernelShape&) = default;

  int threads() const { return threads_per_transform * transforms_per_group; }
};

// The request for a shape. `count` is the number of transforms along the loop that tiles run along;
// a tile is never wider. For example, {1920, Precision::kSingle, Tiling::kRowRow, 1000} are a
// thousand rows.
struct KernelShapeRequest {
  int64_t length = 1;
  Precision precision = Precision::kSingle;
  Tiling tiling = Tiling::kRowRow;
  int64_t count = 1;
  // Whether the kernel converts real data as it loads and stores.
  bool converts = false;
  // Whether the kernel reads half a spectrum and makes reals of it.
  bool restores = false;
  // Whether the kernel multiplies by large twiddles.
  bool twiddled = false;
  // Whether the kernel runs its passes forth and, mirrored, back again, around a product in the
  // middle. Its points are not in memory order then.
  bool convolves = false;
  // Whether outputs are stored in pairs, whose two points meet in LDS after the last pass.
  bool takes_pairs = false;
  // Whether LDS has to turn the order of the points round (TurnsRound).
  bool turns_round = false;
  // How many lines the first passes (LineRadices) make of one transform, if the kernel convolves
  // and turns round. Each line has `length` points and a point 0 that takes no part in the
  // convolution. Shapes and `count` count lines; a tile holds whole transforms.
  int lines_per_transform = 1;
  // Whether, on a CPU, these are rows of planes, volumes or long transforms. Their kernels run
  // piece by piece (fft/exec/pieces.h), and wide tiles of rows would reach into the next piece.
  bool is_part = false;
  // The transforms of the whole kernel, over all its loops, if they are rows on a GPU and so few
  // that they wait for latency and not for memory (SearchWeights::few_bytes); else 0.
  int64_t few = 0;
  friend bool operator==(const KernelShapeRequest&, const KernelShapeRequest&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const KernelShapeRequest& request) {
    return H::combine(std::move(state), request.length, request.precision, request.tiling,
                      request.count, request.converts, request.restores, request.twiddled,
                      request.convolves, request.takes_pairs, request.turns_round,
                      request.lines_per_transform, request.is_part, request.few);
  }
};

// Radices are numbers up to kMaxRadix and primes up to LargestPrimeRadix; a length with a larger
// prime factor has no Stockham kernel. Primes up to kMaxPrimeRadix are radices on every Target;
// CUDA's compiler holds larger butterflies in registers.
inline constexpr int kMaxRadix = 32;
inline constexpr int kMaxPrimeRadix = 31;
int LargestPrimeRadix(const Target& target);

// The radices of the passes that make `lines` lines of a transform: one, or two of about the same
// size. The list is empty if two radices do not suffice.
std::vector<int> LineRadices(int lines);
// The number of butterflies that a thread holds at once in the first pass that makes lines. The
// thread does `rounds` butterflies of `radix` points. If exchanges are not in place, the thread
// holds all of these butterflies. If exchanges are in place, it does the butterflies in groups of
// about equal size. A group has one butterfly, or at most as many points as the largest butterfly
// of the line's `factors`.
int FirstButterfliesAtOnce(int radix, int rounds, const std::vector<int>& factors, bool in_place);

// The preferred shape, or an error that says which limit of the Target the length breaks. Measured
// choices (fft/shapes/shape_tuning.h) come before the model's.
absl::StatusOr<KernelShape> ChooseKernelShape(const KernelShapeRequest& request,
                                              const Target& target);

// The model's choice, which ignores measured shapes.
absl::StatusOr<KernelShape> ModelKernelShape(const KernelShapeRequest& request,
                                             const Target& target);
// The radices for kernels that hold more than lines; on a GPU, those of the fewest passes. An error
// if no radices or registers suffice for the length.
absl::StatusOr<std::vector<int>> ModelFactors(const KernelShapeRequest& request,
                                              const Target& target);

// The shape that `wish` asks for, or an error that names the field, its value and what is allowed
// (kernel_shape_list.cc).
absl::StatusOr<KernelShape> ShapeAsked(const ShapeWish& wish, const KernelShapeRequest& request,
                                       const Target& target);

// The shape, if the target's kernels may have it for this request (kernel_shape_list.cc), else
// nullopt. Its copy_share is not computed anew.
std::optional<KernelShape> RestoredLine(const KernelShape& kept, const KernelShapeRequest& request,
                                        const Target& target);

// Up to `most` shapes worth timing, the model's favourite first: orders of factors, threads,
// transforms per workgroup, exchanges and layouts. Empty if ModelKernelShape has an error, and only
// the favourite on a CPU (kernel_shape_list.cc).
std::vector<KernelShape> ListKernelShapes(const KernelShapeRequest& request, const Target& target,
                                          int most = 40);

// Whether a tile of one transform fits with every tiling, since memory strides can turn any side of
// a leaf from rows to columns. The error is one of ChooseKernelShape's. The request's tiling and
// count have no effect.
absl::Status FitsEveryTiling(KernelShapeRequest request, const Target& target);

// How many registers a thread needs: for points, temporaries of a butterfly, addresses and
// rotations.
struct RegisterNeed {
  int64_t least = 0;        // with fewer, the Target's compiler spills
  int64_t comfortable = 0;  // with so many, no compiler of any Target spills (tests/compile)
};
// The need of a thread that holds `points` values in passes of these radices. `rotates_last` says
// whether the results of the last pass are multiplied or folded before they are stored.
RegisterNeed RegistersNeeded(const std::vector<int>& factors, int points, Precision precision,
                             const Target& target, bool rotates_last = false);
// How many registers a thread can have if `waves` wavefronts share a compute unit.
int64_t RegistersAvailable(int64_t waves, const Target& target);

// How many workgroups of a shape share a compute unit. Each further workgroup must leave all
// threads the comfortable registers, or the least registers if the workgroups before it have too
// few wavefronts.
int GroupsWithRegisters(const KernelShape& shape, const RegisterNeed& need, const Target& target);
// Whether the Target's compiler is told KernelShape::resident_groups. CUDA's compiler is, since it
// otherwise accepts spills to gain occupancy.
bool TakesResidentGroups(const Target& target);

// How many workgroups of a shape the LDS and the wavefronts of a compute unit have room for, at
// least 1.
int GroupsThatFit(const KernelShape& shape, const Target& target);

// The number of elements of LDS into which a persistent workgroup's next points are copied: the
// points of all threads' butterflies in the first pass. The number is even, so that other arrays
// may follow.
int64_t ArrivalElements(const std::vector<int>& factors, int threads_per_transform,
                        int transforms_per_group);

// Whether kernels of a request load complex numbers as they stand in memory, without conversions,
// convolutions, pairs of outputs or another precision.
bool LoadsAsStored(const KernelShapeRequest& request);

// Rounds of butterflies a thread makes in a pass: ceil(length / radix / threads_per_transform).
int Rounds(int64_t length, int radix, int threads_per_transform);

std::string ToString(Origin origin);    // "model", "tuned", "asked for"
std::string ToString(Tiling tiling);    // "sbrr", "sbcc", "sbrc", "sbcr", "plane"
std::string ToString(Staging staging);  // "none", "load", "load+store", "turned"

}  // namespace fft

#endif  // FFT_SHAPES_KERNEL_SHAPE_H_
