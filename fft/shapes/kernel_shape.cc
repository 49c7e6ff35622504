#include "fft/shapes/kernel_shape.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/machine/machine.h"
#include "fft/shapes/kernel_shape_list.h"
#include "fft/shapes/kernel_split.h"
#include "fft/shapes/shape_tuning.h"
#include "fft/shapes/tile_shape.h"

namespace fft {
int LargestPrimeRadix(const Target& target) {
  const auto largest = static_cast<int>(target.resources.largest_prime);
  return largest > 0 ? std::min(largest, kLargestRadix) : kMaxPrimeRadix;
}

std::vector<int> LineRadices(int lines) {
  if (lines <= kMaxRadix) return {lines};
  for (int larger = 2; larger <= kMaxRadix; ++larger) {
    if (lines % larger == 0 && larger * larger >= lines) return {larger, lines / larger};
  }
  return {};
}

int FirstButterfliesAtOnce(int radix, int rounds, const std::vector<int>& factors, bool in_place) {
  if (!in_place || factors.empty()) return rounds;
  const int most = std::max(1, *std::max_element(factors.begin(), factors.end()) / radix);
  return static_cast<int>(CeilDiv(rounds, CeilDiv(rounds, most)));
}

RegisterNeed RegistersNeeded(const std::vector<int>& factors, int points, Precision precision,
                             const Target& target, bool rotates_last) {
  const KernelResources& figures = target.resources;
  const int w = RegistersPerComplex(precision);
  // The numbers for radices up to 31 are fitted to kernels whose last pass has the radix
  // (tests/compile).
  int64_t wide = 0, prime = 0, odd = 0;
  for (size_t i = 0; i < factors.size(); ++i) {
    const int r = factors[i];
    // Butterflies of large primes hold most sums and differences in addition to the outputs.
    if (IsWidePrime(r)) {
      const bool stores = i > 0 && i + 1 == factors.size() && !rotates_last;
      const int eighths = stores ? figures.last_prime_eighths : 2 * figures.large_prime_quarters;
      wide = std::max<int64_t>(wide, r * w * eighths / 8);
    } else if (IsLargePrime(r)) {
      prime = r * w * figures.prime_quarters / 4;
    }
    // In double precision, odd butterflies from 13 points on hold some sums and differences too.
    if (r > 12 && r % 2 == 1 && !IsWidePrime(r) && precision == Precision::kDouble) {
      odd = r * w * figures.odd_halves / 2;
    }
  }
  prime = std::max(prime, wide);
  const int64_t values = (points + figures.spare_points) * w;
  const int64_t comfortable = values + figures.comfort + prime;
  // Most figures of targets with LLVM are higher, since LLVM's register allocator does not shorten
  // live ranges as ptxas does.
  const int64_t least =
      values + figures.least + std::max(prime * figures.least_prime_thirds / 3, odd);
  // Butterflies of the largest primes may need more registers than a thread can have.
  if (least > target.registers_per_thread) return {least, least};
  return {least, std::min<int64_t>(comfortable, target.registers_per_thread)};
}

int64_t RegistersAvailable(int64_t waves, const Target& target) {
  const int64_t per_unit = target.register_file / (target.simd_units * target.wavefront);
  const int64_t share = per_unit / CeilDiv(waves, target.simd_units);
  return std::min<int64_t>(share / target.register_granule * target.register_granule,
                           target.registers_per_thread);
}

int GroupsWithRegisters(const KernelShape& shape, const RegisterNeed& need, const Target& target) {
  const int64_t waves = CeilDiv(shape.threads(), target.wavefront);
  const int64_t limit =
      std::min<int64_t>(GroupsThatFit(shape, target), target.resources.resident_groups);
  int groups = 1;
  while (groups < limit) {
    const int64_t registers = RegistersAvailable((groups + 1) * waves, target);
    const int64_t wanted =
        groups * waves < target.resources.enough_waves ? need.least : need.comfortable;
    if (registers < wanted) break;
    ++groups;
  }
  return groups;
}

bool TakesResidentGroups(const Target& target) { return CompilerTakesGroups(target); }

int GroupsThatFit(const KernelShape& shape, const Target& target) {
  int64_t most = target.max_waves / CeilDiv(shape.threads(), target.wavefront);
  if (shape.lds_bytes > 0) most = std::min(most, target.lds_bytes / shape.lds_bytes);
  return static_cast<int>(std::max<int64_t>(most, 1));
}

namespace {

// The smallest shape of a split: one transform, and LDS without padding. If it does not fit, no
// shape of the split does.
absl::StatusOr<KernelShape> LeastShape(const KernelShapeRequest& request, const ThreadSplit& split,
                                       const Target& target) {
  const RegisterNeed need = NeedOf(request, split, target);
  if (need.least > target.registers_per_thread) {
    return TooLong(request, target, absl::StrCat("a thread would need ", need.least, " registers"));
  }
  const TileWish wish = {.transforms = request.lines_per_transform, .pad_every = 0};
  const auto shape = ShapeOfTile(request, split, wish, target);
  if (shape) return *shape;
  return TooLong(
      request, target,
      absl::StrCat("LDS of ", target.lds_bytes, " bytes, ", target.max_threads, " threads and ",
                   target.register_file, " registers per workgroup are not enough"));
}

// The shape of a split with the widest tile that fits. The narrowest tile that LeastTile allows is
// also tried with few registers.
absl::StatusOr<KernelShape> ShapeOfSplit(const KernelShapeRequest& request,
                                         const ThreadSplit& split, const Target& target) {
  const int64_t least = LeastTile(request, target);
  int64_t transforms = PreferredTransforms(request, target, split.threads);
  for (; transforms > 0; transforms = Narrower(request, transforms)) {
    for (const bool is_tight : {false, true}) {
      if (is_tight && (transforms < least || transforms / 2 >= least)) continue;
      const TileWish wish = {.transforms = transforms, .is_tight = is_tight};
      const auto shape = ShapeOfTile(request, split, wish, target);
      if (shape) return *shape;
    }
  }
  return LeastShape(request, split, target);
}

}  // namespace

int Rounds(int64_t length, int radix, int threads_per_transform) {
  return static_cast<int>(CeilDiv(length / radix, threads_per_transform));
}

bool LoadsAsStored(const KernelShapeRequest& request) {
  return !request.converts && !request.convolves && !request.takes_pairs &&
         !IsStorage(request.precision);
}

int64_t ArrivalElements(const std::vector<int>& factors, int threads_per_transform,
                        int transforms_per_group) {
  int64_t length = 1;
  for (int radix : factors) length *= radix;
  const int radix = factors.front();
  const int64_t points = int64_t{Rounds(length, radix, threads_per_transform)} * radix;
  return RoundUp(points * threads_per_transform * transforms_per_group, 2);
}

absl::StatusOr<KernelShape> ChooseKernelShape(const KernelShapeRequest& request,
                                              const Target& target) {
  // Shapes were measured on as many transforms as fill the machine.
  if (request.few == 0) {
    if (const auto tuned = FindTunedShape(request, target)) return *tuned;
  }
  auto shape = ModelKernelShape(request, target);
  if (shape.ok() && request.convolves) shape->copy_share = ShareOfConvolution(request, target);
  return shape;
}

absl::StatusOr<KernelShape> ModelKernelShape(const KernelShapeRequest& request,
                                             const Target& target) {
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitThreads(request, target));
  FFT_ASSIGN_OR_RETURN(const KernelShape shape, ShapeOfSplit(request, split, target));
  return LanesAreVectors(target) ? shape : CheapestShape(request, split, shape, target);
}

absl::StatusOr<std::vector<int>> ModelFactors(const KernelShapeRequest& request,
                                              const Target& target) {
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitThreads(request, target));
  return split.factors;
}

absl::Status FitsEveryTiling(KernelShapeRequest request, const Target& target) {
  request.count = 1;
  FFT_ASSIGN_OR_RETURN(const ThreadSplit split, SplitThreads(request, target));
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    request.tiling = tiling;
    FFT_RETURN_IF_ERROR(LeastShape(request, split, target).status());
  }
  return absl::OkStatus();
}

std::string ToString(Origin origin) {
  switch (origin) {
    case Origin::kModel:
      return "model";
    case Origin::kTuned:
      return "tuned";
    case Origin::kAsked:
      return "asked for";
  }
  return "?";
}

std::string ToString(Tiling tiling) {
  switch (tiling) {
    case Tiling::kRowRow:
      return "sbrr";
    case Tiling::kColCol:
      return "sbcc";
    case Tiling::kRowCol:
      return "sbrc";
    case Tiling::kColRow:
      return "sbcr";
    case Tiling::kPlane:
      return "plane";
  }
  return "?";
}

std::string ToString(Staging staging) {
  switch (staging) {
    case Staging::kNone:
      return "none";
    case Staging::kLoad:
      return "load";
    case Staging::kLoadAndStore:
      return "load+store";
    case Staging::kTurned:
      return "turned";
  }
  return "?";
}

}  // namespace fft
