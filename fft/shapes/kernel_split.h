// How one transform is cut into passes and threads: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_KERNEL_SPLIT_H_
#define FFT_SHAPES_KERNEL_SPLIT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

struct ThreadSplit {
  std::vector<int> factors;
  int threads = 1;
  int points = 1;         // complex values that a thread holds at the widest pass
  bool in_place = false;  // Exchange::kInPlace
};

// The largest prime radix of any target.
inline constexpr int kLargestRadix = 53;

int ComplexBytes(Precision precision);

// Primes whose butterflies multiply every input by every root.
bool IsLargePrime(int radix);
// Those that only some Targets' compilers hold in registers (LargestPrimeRadix): all radices above
// kMaxRadix are.
constexpr bool IsWidePrime(int64_t radix) { return radix > kMaxRadix; }

// The split of these factors among these threads, by complex values that one thread holds: those of
// all rounds of the widest pass, or in place those of one butterfly.
ThreadSplit SplitAmong(int64_t length, const std::vector<int>& factors, int threads, bool in_place);

// Limits of the numbers of passes and of their radices.
struct FactorLimits {
  int fewest = 1;
  int most = 1;
  int largest_composite = 16;
  int largest_prime = kMaxPrimeRadix;
};
// All factorisations within the limits, each non-increasing.
std::vector<std::vector<int>> Factorisations(int64_t length, const FactorLimits& limits);

// Passes that a kernel of the request has at least: forth and back takes two, as between the first
// and the last one the workgroup holds all its points.
int FewestPasses(bool convolves);

// Odd radices first: their first-pass LDS writes meet no bank twice. Then large before small. In
// double precision wide primes come last: their outputs leave registers without a rotation.
void OrderPasses(Precision precision, std::vector<int>* factors);

// The largest composite radix that the model chooses on a Target.
int LargestComposite(const Target& target);

// What the passes of a split need, and what else the kernel does.
RegisterNeed NeedOf(const KernelShapeRequest& request, const ThreadSplit& split,
                    const Target& target);

// Whether its threads can have what they need at least.
bool HasRegisters(const KernelShapeRequest& request, const ThreadSplit& split,
                  const Target& target);

// An error where no split can be: a length below 1, a prime that no butterfly reaches, data that
// exceed LDS many times over.
absl::Status CheckLength(const KernelShapeRequest& request, const Target& target);

// A split into the fewest passes, which fits wherever any does: what says whether a length has a
// kernel. CheapestShape may find a better one (fft/shapes/shape_list.h).
absl::StatusOr<ThreadSplit> SplitThreads(const KernelShapeRequest& request, const Target& target);

// Numbers of threads that share the butterflies of some pass evenly in 1 to `most_rounds` rounds.
std::vector<int64_t> ThreadCounts(int64_t length, const std::vector<int>& factors, int most_rounds);
// Rounds beyond which nothing is gained.
inline constexpr int kMaxRounds = 4;

// Passes that a kernel makes one after another: forth and back turns around after the last one.
int PassesMade(const KernelShapeRequest& request, const std::vector<int>& factors);

// A tile of some transforms, each cut by a split.
struct TileWish {
  int64_t transforms = 1;
  std::optional<Exchange> exchange;  // absent: full, or half where that leaves room for more groups
  std::optional<int> pad_every;      // absent: the layout of the fewest bank conflicts
  bool is_plain = false;             // PlainLdsLayout
  int resident_groups = 0;           // 0: as many as registers and LDS allow
  std::optional<bool> staged;        // as ShapeWish's
  bool persistent = false;           // as KernelShape's
  bool is_tight = false;  // a compiler that has few registers may be asked to do with them
  int64_t spare = 0;      // registers beyond the least even so
};
// None where threads, registers or LDS of the Target do not suffice.
std::optional<KernelShape> ShapeOfTile(const KernelShapeRequest& request, const ThreadSplit& split,
                                       TileWish wish, const Target& target);

// Transforms side by side that fill what memory reads at least: narrower tiles of columns read it
// several times. One of 2,094 kernels of columns timed on an H200 is the fastest with a narrower
// tile.
int64_t LeastTile(const KernelShapeRequest& request, const Target& target);

// Butterflies of the first of the passes that make lines of a transform.
int64_t ButterfliesIntoLines(const KernelShapeRequest& request);

// Half as many transforms; 0 after the fewest.
int64_t Narrower(const KernelShapeRequest& request, int64_t transforms);

// The tile width to start from.
int64_t PreferredTransforms(const KernelShapeRequest& request, const Target& target,
                            int threads_per_transform);

absl::Status TooLong(const KernelShapeRequest& request, const Target& target,
                     const std::string& what);

}  // namespace fft

#endif  // FFT_SHAPES_KERNEL_SPLIT_H_
