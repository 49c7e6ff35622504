#include "fft/shapes/tile_shape.h"

#include <algorithm>
#include <vector>

#include "absl/types/span.h"
#include "fft/base/int_math.h"
#include "fft/machine/machine.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/host_shape.h"

namespace fft {
namespace {

int64_t LdsBytes(const KernelShapeRequest& request, const KernelShape& shape) {
  int stops = PassesMade(request, shape.factors) + (request.takes_pairs ? 1 : 0);
  // Turned rows use the second array before the first pass.
  if (shape.staging == Staging::kTurned) stops = std::max(stops + 1, 3);
  const int64_t word =
      ComplexBytes(request.precision) / (shape.exchange == Exchange::kHalf ? 2 : 1);
  const int64_t arrivals = shape.is_persistent
                               ? ArrivalElements(shape.factors, shape.threads_per_transform,
                                                 shape.transforms_per_group) *
                                     ComplexBytes(request.precision)
                               : 0;
  return LdsArrays(shape.exchange, stops) * shape.lds.words * word + arrivals;
}

// Whether a kernel may be persistent. Its threads all have to load the same number of points, in
// memory order, before anything else.
bool MayPersist(const KernelShapeRequest& request, const KernelShape& shape, const Target& target) {
  return target.copies_async && LoadsAsStored(request) && HoldsPasses(shape.exchange) &&
         shape.staging == Staging::kNone;
}

// The exchanges that a shape may use, preferred ones first.
absl::Span<const Exchange> Exchanges(const KernelShapeRequest& request, const KernelShape& shape,
                                     const Target& target) {
  static constexpr Exchange kNone[] = {Exchange::kNone}, kOfVectors[] = {Exchange::kPingPong},
                            kOfThreads[] = {Exchange::kFull, Exchange::kHalf};
  if (shape.factors.size() < 2 && shape.staging == Staging::kNone) return kNone;
  if (LanesAreVectors(target)) return kOfVectors;
  const bool is_whole = shape.staging != Staging::kNone || request.turns_round;
  return absl::MakeConstSpan(kOfThreads).first(is_whole ? 1 : 2);
}

// Whether a kernel can be made with an exchange at all.
bool Allows(const KernelShapeRequest& request, const KernelShape& shape, Exchange exchange,
            const Target& target) {
  if (exchange == Exchange::kInPlace) {
    return shape.factors.size() > 1 && shape.staging == Staging::kNone && !LanesAreVectors(target);
  }
  const absl::Span<const Exchange> preferred = Exchanges(request, shape, target);
  if (preferred.size() > 1 && exchange == Exchange::kPingPong) return true;
  return std::find(preferred.begin(), preferred.end(), exchange) != preferred.end();
}

// Sets exchange, LDS layout and LDS bytes of a shape. Returns false if the target's LDS is too
// small. An exchange that is wished for is one that Allows.
bool PlaceLds(const KernelShapeRequest& request, const Target& target, const TileWish& wish,
              KernelShape* shape) {
  absl::Span<const Exchange> order = Exchanges(request, *shape, target);
  if (wish.exchange) order = {&*wish.exchange, 1};
  for (Exchange exchange : order) {
    shape->exchange = exchange;
    shape->lds = LdsLayout{};
    if (exchange != Exchange::kNone) {
      shape->lds = wish.lds        ? *wish.lds
                   : wish.is_plain ? PlainLdsLayout(request, *shape, target)
                                   : ChooseLdsLayout(request, *shape, target, wish.pad_every);
    }
    shape->lds.words += PointsBeside(request, *shape);
    if (wish.persistent && !MayPersist(request, *shape, target)) return false;
    shape->is_persistent = wish.persistent;
    shape->lds_bytes = LdsBytes(request, *shape);
    // A full exchange that leaves room for few workgroups gives way to a half exchange.
    const bool may_halve = exchange == Exchange::kFull && order.size() > 1;
    const int64_t limit =
        target.lds_bytes / (may_halve ? target.resources.full_exchange_groups : 1);
    if (shape->lds_bytes <= limit) return true;
  }
  return false;
}

Staging ChooseStaging(const KernelShapeRequest& request, const TileWish& wish, const Target& target,
                      const KernelShape& shape) {
  if (request.convolves) return Staging::kNone;
  if (LanesAreVectors(target)) {
    if (request.converts) return Staging::kNone;
    const bool is_row = request.tiling == Tiling::kRowRow && shape.threads_per_transform > 1;
    const bool fills_vectors = shape.transforms_per_group >= HostLanes(request.precision);
    return is_row && fills_vectors ? Staging::kTurned : Staging::kNone;
  }
  // Reals and spectra are staged only as rows.
  if (request.converts && request.tiling != Tiling::kRowRow) return Staging::kNone;
  const bool one_pass = shape.factors.size() < 2;
  if (LoadsRows(request.tiling) != StoresRows(request.tiling)) {
    return one_pass && request.length > 1 ? Staging::kLoad : Staging::kNone;
  }
  // A few lanes per row would touch a fraction of every memory sector.
  const int row_bytes = shape.threads_per_transform * ComplexBytes(request.precision);
  const int64_t few_bytes = request.converts ? target.resources.staged_converted_bytes
                                             : target.resources.staged_row_bytes;
  const bool may_stage = wish.exchange != Exchange::kInPlace && !wish.persistent;
  const bool is_staged = wish.staged.value_or(may_stage && row_bytes < few_bytes);
  if (request.tiling == Tiling::kRowRow && is_staged && request.length > 1) {
    return Staging::kLoadAndStore;
  }
  return Staging::kNone;
}

bool NeedsExtraRegisters(const KernelShapeRequest& request) {
  return request.twiddled || request.converts || request.convolves ||
         LoadsRows(request.tiling) != StoresRows(request.tiling);
}

bool HasLargeComposite(const std::vector<int>& factors) {
  return std::any_of(factors.begin(), factors.end(),
                     [](int r) { return r > 16 && !IsPrime(r) && !IsPowerOfTwo(r); });
}

}  // namespace

int64_t PreferredTransforms(const KernelShapeRequest& request, const Target& target,
                            int threads_per_transform) {
  const bool is_row = request.tiling == Tiling::kRowRow;
  int64_t transforms = 1;
  if (LanesAreVectors(target)) {
    if (!is_row || TurnsRows(request, target)) transforms = HostTile(request);
  } else if (is_row) {
    transforms = CeilDiv(target.min_workgroup_threads, threads_per_transform);
  } else {
    transforms = std::max<int64_t>(1, target.tile_row_bytes / ComplexBytes(request.precision)) *
                 request.lines_per_transform;
    // If columns are short, a workgroup takes more of them, so that it has enough threads.
    while (transforms * 2 * threads_per_transform <= target.min_workgroup_threads) transforms *= 2;
  }
  transforms = std::max<int64_t>(1, std::min(transforms, request.count));
  if (request.lines_per_transform > 1) return RoundUp(transforms, request.lines_per_transform);
  // The values of a workgroup of one thread are uniform: compilers put them into scarce scalar
  // registers.
  const bool lone_thread = !LanesAreVectors(target) && threads_per_transform == 1;
  return lone_thread ? std::max<int64_t>(2, transforms) : transforms;
}

int64_t PointsBeside(const KernelShapeRequest& request, const KernelShape& shape) {
  return request.lines_per_transform > 1 ? 2 * shape.transforms_per_group : 0;
}

int64_t Narrower(const KernelShapeRequest& request, int64_t transforms) {
  return transforms / 2 - transforms / 2 % request.lines_per_transform;
}

int64_t LeastTile(const KernelShapeRequest& request, const Target& target) {
  if (LanesAreVectors(target) || request.tiling == Tiling::kRowRow) {
    return request.lines_per_transform;
  }
  return std::max<int64_t>(1, kSectorBytes / ComplexBytes(request.precision)) *
         request.lines_per_transform;
}

std::optional<KernelShape> ShapeOfTile(const KernelShapeRequest& request, const ThreadSplit& split,
                                       TileWish wish, const Target& target) {
  if (split.in_place) {
    if (wish.exchange.value_or(Exchange::kInPlace) != Exchange::kInPlace) return std::nullopt;
    wish.exchange = Exchange::kInPlace;
  } else if (wish.exchange == Exchange::kInPlace) {
    return std::nullopt;
  }
  const int64_t threads = wish.transforms * split.threads;
  if (threads > target.max_threads) return std::nullopt;
  if (wish.transforms % request.lines_per_transform != 0) return std::nullopt;
  KernelShape shape;
  shape.factors = split.factors;
  shape.threads_per_transform = split.threads;
  shape.transforms_per_group = static_cast<int>(wish.transforms);
  shape.staging = ChooseStaging(request, wish, target, shape);
  if (wish.exchange && !Allows(request, shape, *wish.exchange, target)) return std::nullopt;
  const RegisterNeed bare = NeedOf(request, split, target);
  RegisterNeed need = bare;
  need.least += wish.spare;
  need.comfortable = std::max(need.comfortable, need.least);
  const int64_t waves = CeilDiv(threads, target.wavefront);
  const bool is_tight = wish.is_tight || wish.transforms == request.lines_per_transform;
  const int64_t wanted = is_tight ? need.least : need.comfortable;
  if (RegistersAvailable(waves, target) < wanted) return std::nullopt;
  if (!PlaceLds(request, target, wish, &shape)) return std::nullopt;
  RegisterNeed shared = need;
  // Rows on their way through LDS have addresses of their own.
  if (shape.staging != Staging::kNone) shared.least += 2 * wish.spare;
  // Lines are loaded by a pass of their own.
  const bool makes_lines = request.lines_per_transform > 1;
  if (NeedsExtraRegisters(request) && !makes_lines) shared.least += target.resources.shared_ends;
  if (HasLargeComposite(shape.factors) && !makes_lines)
    shared.least += target.resources.shared_composites;
  shared.comfortable = std::max(shared.comfortable, shared.least);
  if (TakesResidentGroups(target)) {
    shape.resident_groups = wish.resident_groups > 0 ? wish.resident_groups
                                                     : GroupsWithRegisters(shape, shared, target);
  }
  shape.registers = static_cast<int>(bare.least);
  return shape;
}

}  // namespace fft
