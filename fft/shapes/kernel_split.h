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

// Real words (32-bit registers) of one complex value.
int RegistersPerComplex(Precision precision);
int ComplexBytes(Precision precision);

// Whether a radix is a prime whose butterfly multiplies every input by every root.
bool IsLargePrime(int radix);
// Whether only some Targets' compilers hold a radix in registers (LargestPrimeRadix). All radices
// above kMaxRadix are primes of this kind.
constexpr bool IsWidePrime(int64_t radix) { return radix > kMaxRadix; }

// The split of factors among threads. `points` counts the complex values that one thread
// holds: in place one butterfly's, else all rounds of the widest pass.
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

// The least number of passes of a kernel. A convolution, which goes forth and back, takes two.
int FewestPasses(bool convolves);

// Orders the factors of a kernel. Odd radices come before even ones, since the LDS writes of an odd
// first pass meet no bank twice. Among odd radices, and among even ones, large radices come before
// small ones. In double precision wide primes come last, since the outputs of the last pass leave
// registers without a rotation.
void OrderPasses(Precision precision, std::vector<int>* factors);

// The orders of a factorisation that differ in their first radix, since threads that idle in the
// first pass load nothing.
std::vector<std::vector<int>> OrdersByFirst(Precision precision, std::vector<int> factors);

// The largest composite radix that the model chooses on a Target.
int LargestComposite(const Target& target);

// Registers that the passes of a split need, with all else that the kernel does.
RegisterNeed NeedOf(const KernelShapeRequest& request, const ThreadSplit& split,
                    const Target& target);

// Whether the threads of a split can have the least registers that they need.
bool HasRegisters(const KernelShapeRequest& request, const ThreadSplit& split,
                  const Target& target);

// An error if no split is possible: the length is below 1, has a prime factor that is no radix, or
// takes more than twice the bytes of LDS. A convolution must not have a prime length.
absl::Status CheckLength(const KernelShapeRequest& request, const Target& target);

// A split into the fewest passes. If any split fits, this one does, so it tells whether a length
// has a kernel. CheapestShape may find a better split (fft/shapes/kernel_shape_list.h).
absl::StatusOr<ThreadSplit> SplitThreads(const KernelShapeRequest& request, const Target& target);

// The numbers of threads that share the butterflies of a pass evenly in 1 to `most_rounds` rounds.
std::vector<int64_t> ThreadCounts(int64_t length, const std::vector<int>& factors, int most_rounds);
// The most rounds of a pass. More of them gain nothing.
inline constexpr int kMaxRounds = 4;

// A count that no tile of a GPU reaches. All counts from this one on have the same shape, unless a
// caller asks for a shape.
int64_t CountBeyondTiles(const KernelShapeRequest& request, const Target& target);

// Passes that a kernel makes one after another; a kernel that goes forth and back turns around
// after the last factor.
int PassesMade(const KernelShapeRequest& request, const std::vector<int>& factors);

// Butterflies of the first of the passes that make lines of a transform.
int64_t ButterfliesIntoLines(const KernelShapeRequest& request);

absl::Status TooLong(const KernelShapeRequest& request, const Target& target,
                     const std::string& what);

}  // namespace fft

#endif  // FFT_SHAPES_KERNEL_SPLIT_H_
