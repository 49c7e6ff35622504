#include "fft/kernels/check_spec.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/kernels/kernel_text.h"

namespace fft::kernels {
namespace {

using enum KernelKind;

// Larger numbers belong to no kernel. Products of a length and a step fit 64 bits.
constexpr int64_t kMostPoints = int64_t{1} << 40;
constexpr int64_t kMostStep = int64_t{1} << 20;
// The largest prime that is a radix on any target.
constexpr int kMostPrimeRadix = 64;
// The most points of a line, and of a plane, for each thread.
constexpr int64_t kMostOfLine = 256, kMostOfPlane = 64;
// The most elements that a row of a plane, or of a transpose's tile, has behind it in LDS.
constexpr int64_t kMostGap = 64;

// A field, and whether it holds a value that a kernel may have.
struct Rule {
  bool holds;
  const char* field;
  std::string value;
  std::string allowed;
};

absl::Status Check(const std::vector<Rule>& rules) {
  for (const Rule& rule : rules) {
    if (rule.holds) continue;
    return InvalidField(rule.field, rule.value.empty() ? "none" : rule.value, rule.allowed);
  }
  return absl::OkStatus();
}

constexpr bool IsWithin(int64_t number, int64_t least, int64_t most) {
  return least <= number && number <= most;
}

// Whether kernels of the kind hold lines, which passes transform.
constexpr bool HoldsLines(KernelKind kind) { return kind == kStockham || HasFilter(kind); }

bool IsRadix(int radix) {
  return IsWithin(radix, 2, kMaxRadix) || (IsWithin(radix, 2, kMostPrimeRadix) && IsPrime(radix));
}

// Whether `factors` are at least `fewest` radices whose product is `length`.
bool AreRadices(const std::vector<int>& factors, int64_t length, size_t fewest) {
  int64_t rest = length;
  for (const int radix : factors) {
    if (!IsRadix(radix) || rest % radix != 0) return false;
    rest /= radix;
  }
  return rest == 1 && factors.size() >= fewest;
}

// Whether the numbers are few enough that no product of them overflows.
absl::Status CheckNumbers(const KernelSpec& spec) {
  const auto is_range = [](const std::optional<Range>& range) {
    return !range ||
           (IsWithin(range->first, 0, kMostPoints) && IsWithin(range->count, 1, kMostPoints));
  };
  const auto is_loop = [&](int loop) {
    return IsWithin(loop, 0, spec.outer_loops + (spec.kind == kTranspose ? 1 : 0));
  };
  const LdsLayout& lds = spec.lds;
  const TwiddleSteps& twiddle = spec.large_twiddle;
  const int groups = spec.transforms_per_group, lines = spec.lines_per_transform.value_or(2);
  return Check({
      {IsWithin(spec.length, 1, kMostPoints), "length", TextOf(spec.length), "1 to 2^40"},
      {IsWithin(spec.points.value_or(1), 1, kMostPoints), "points", TextOf(spec.points),
       "1 to 2^40"},
      {IsWithin(spec.second_axis.length, 0, kMostStep), "second_axis", TextOf(spec.second_axis),
       "a length up to 2^20"},
      {IsWithin(spec.threads_per_transform, 1, kMostStep), "threads_per_transform",
       TextOf(spec.threads_per_transform), "1 to 2^20"},
      {IsWithin(groups, 1, kMostStep), "transforms_per_group", TextOf(groups), "1 to 2^20"},
      {spec.transforms_per_line.value_or(2) == 2, "transforms_per_line",
       TextOf(spec.transforms_per_line), "2"},
      {IsWithin(lines, 2, kMostStep) && (!spec.lines_per_transform || groups % lines == 0),
       "lines_per_transform", TextOf(lines), "2 or more that divide transforms_per_group"},
      {IsWithin(spec.resident_groups.value_or(1), 1, kMostStep), "resident_groups",
       TextOf(spec.resident_groups), "1 or more"},
      {IsWithin(lds.point_step, 0, kMostStep) && IsWithin(lds.transform_step, 0, kMostStep) &&
           IsWithin(lds.pad_every, 0, kMostStep),
       "lds", TextOf(lds), "steps up to 2^20"},
      {is_range(spec.in_range), "in_range", TextOf(spec.in_range), "up to 2^40"},
      {is_range(spec.out_range), "out_range", TextOf(spec.out_range), "up to 2^40"},
      {IsWithin(spec.row_columns.value_or(1), 1, kMostPoints), "row_columns",
       TextOf(spec.row_columns), "1 to 2^40"},
      {IsWithin(spec.outer_loops, 0, kMostLoops), "outer_loops", TextOf(spec.outer_loops),
       absl::StrCat("0 to ", kMostLoops)},
      {IsWithin(spec.tiles_ahead.value_or(1), 1, kMostStep), "tiles_ahead",
       TextOf(spec.tiles_ahead), "1 to 2^20"},
      {IsWithin(twiddle.steps, 0, 8) && IsWithin(twiddle.base_bits, 0, 30) &&
           is_loop(twiddle.axis) && std::ranges::all_of(twiddle.loops, is_loop) &&
           (twiddle.steps == 0 || (twiddle.base_bits > 0 && !twiddle.loops.empty())) &&
           (twiddle.axis == 0 || spec.kind == kTranspose),
       "large_twiddle", TextOf(twiddle), "up to 8 steps of 1 to 30 bits, and loops of the kernel"},
  });
}

// Fields that kernels of some kinds have, and others not.
absl::Status CheckKind(const KernelSpec& spec) {
  const KernelKind kind = spec.kind;
  const bool is_line = HoldsLines(kind), converts = kind == kConvert;
  const bool is_plane = kind == kStockhamPlane, is_transpose = kind == kTranspose;
  const std::string none = absl::StrCat("none in kernels of the kind ", ToString(kind));
  // The facts that no kernel of the kind knows.
  KnownTile tile = is_line ? KnownTile{} : spec.known_tile;
  if (is_line) tile.is_in_row = spec.known_tile.is_in_row;
  if (is_plane) tile.is_far = false;
  if (converts) tile.is_in_row = false;
  return Check({
      {!spec.points || IsConvolution(kind) || converts, "points", TextOf(spec.points), none},
      {spec.points || !IsConvolution(kind), "points", "", "the points of the transform"},
      {(spec.second_axis.length > 0) == is_plane, "second_axis", TextOf(spec.second_axis),
       is_plane ? "a length and its radices" : none},
      {!spec.transforms_per_line || is_line, "transforms_per_line",
       TextOf(spec.transforms_per_line), none},
      {!spec.lines_per_transform || kind == kRader, "lines_per_transform",
       TextOf(spec.lines_per_transform), none},
      {(spec.tiling == Tiling::kPlane) == is_plane, "tiling", TextOf(spec.tiling),
       is_plane ? "plane" : "sbrr, sbcc, sbrc or sbcr"},
      {spec.exchange == Exchange::kNone || is_line || is_plane || is_transpose, "exchange",
       TextOf(spec.exchange), none},
      {spec.staging == Staging::kNone || kind == kStockham, "staging", TextOf(spec.staging), none},
      {!spec.resident_groups || is_line || is_plane, "resident_groups",
       TextOf(spec.resident_groups), none},
      {!IsPersistent(spec) || kind == kStockham, "workgroups", TextOf(spec.workgroups), none},
      {!ConvertsFormat(spec) || is_line || is_plane || converts, "load",
       absl::StrCat(ToString(spec.load), " to ", ToString(spec.store)),
       absl::StrCat("complex to complex in kernels of the kind ", ToString(kind))},
      {!(spec.load_reals || spec.store_reals) || is_line || converts, "load_reals",
       TextOf(spec.load_reals ? spec.load_reals : spec.store_reals), none},
      {!spec.in_range || is_line || converts, "in_range", TextOf(spec.in_range), none},
      {!spec.out_range || is_line || converts, "out_range", TextOf(spec.out_range), none},
      {!spec.row_columns || spec.row_operation == RowOperation::kFoldOut, "row_columns",
       TextOf(spec.row_columns), "none without foldout"},
      {!spec.tiles_ahead || kind == kStockham || is_plane, "tiles_ahead", TextOf(spec.tiles_ahead),
       none},
      {tile == KnownTile{}, "known_tile", TextOf(tile), none},
      {spec.large_twiddle.steps == 0 || is_line || is_transpose, "large_twiddle",
       TextOf(spec.large_twiddle), none},
  });
}

// Whether kernels of a kind do an operation on rows.
bool HasOperation(KernelKind kind, RowOperation operation) {
  const bool is_matrix = operation == RowOperation::kMatrix;
  const bool adds = operation == RowOperation::kWindowSum || operation == RowOperation::kWindowMean;
  if (kind == kChannels) return is_matrix;
  if (kind == kOverlapAdd) return adds;
  if (kind == kFilter) return operation == RowOperation::kFilter || TakesSpectra(operation);
  if (!HoldsLines(kind)) return operation == RowOperation::kNone;
  return !is_matrix && !adds && !TakesSpectra(operation);
}

// How points, radices, threads and lines go together.
absl::Status CheckLengths(const KernelSpec& spec) {
  const bool is_line = HoldsLines(spec.kind);
  const int64_t n = spec.length, points = spec.points.value_or(1),
                threads = spec.threads_per_transform;
  const std::vector<int>& factors = spec.factors;
  const bool is_matrix = spec.kind == kChannels;
  const bool is_whole = !spec.lines_per_transform || points % *spec.lines_per_transform == 0;
  const int64_t line = is_whole ? LinePoints(spec) : 0;
  const bool has_group = spec.kind != kConvert && spec.kind != kOverlapAdd;
  FFT_RETURN_IF_ERROR(Check({
      {HasOperation(spec.kind, spec.row_operation), "row_operation", ToString(spec.row_operation),
       absl::StrCat("one of the kind ", ToString(spec.kind))},
      {has_group || spec.transforms_per_group == 1, "transforms_per_group",
       TextOf(spec.transforms_per_group), "1: threads share nothing"},
      {spec.kind == kRader || !spec.points || 2 * points - 1 <= n, "points", TextOf(spec.points),
       absl::StrCat("up to ", (n + 1) / 2, ", for a convolution of ", n)},
      {spec.kind != kRader || (line == n + 1 && IsPrime(line)), "points", TextOf(spec.points),
       absl::StrCat("a prime, or lines of a prime, that is one more than ", n)},
  }));
  if (is_matrix) {
    const bool is_tile = factors.size() == 4 &&
                         std::ranges::all_of(factors, [](int f) { return IsWithin(f, 1, 1024); }) &&
                         factors[0] * factors[1] == spec.transforms_per_group &&
                         factors[2] * factors[3] <= 1024;
    return Check({{is_tile, "factors", TextOf(factors),
                   "the four numbers of a tile of matrices, with transforms_per_group threads"}});
  }
  if (spec.kind == kTranspose) {
    const int64_t all = threads * spec.transforms_per_group;
    const bool is_tile = IsPowerOfTwo(n) && IsPowerOfTwo(spec.transforms_per_group) &&
                         IsPowerOfTwo(threads) && n * spec.transforms_per_group <= kMostStep &&
                         n % threads == 0 && all % n == 0;
    FFT_RETURN_IF_ERROR(
        Check({{is_tile, "threads_per_transform", TextOf(spec.threads_per_transform),
                "a power of two with which threads do whole rows of a tile of powers of two"}}));
  }
  const std::vector<int>& y = spec.second_axis.factors;
  const bool has_passes = is_line || spec.kind == kStockhamPlane;
  const size_t fewest = HasFilter(spec.kind) ? 2 : 0;
  return Check({
      {has_passes ? AreRadices(factors, n, fewest) : factors.empty(), "factors", TextOf(factors),
       has_passes
           ? absl::StrCat("radices whose product is the length", fewest > 0 ? ", two at least" : "")
           : "1: no passes"},
      {spec.kind != kStockhamPlane || AreRadices(y, spec.second_axis.length, 0), "second_axis",
       TextOf(spec.second_axis), "a length and radices whose product it is"},
      {!is_line || (n % threads == 0 && n <= threads * kMostOfLine), "threads_per_transform",
       TextOf(spec.threads_per_transform),
       absl::StrCat("a divisor of ", n, " that leaves a thread at most ", kMostOfLine, " points")},
      {spec.kind != kStockhamPlane || n * spec.second_axis.length <= threads * kMostOfPlane,
       "threads_per_transform", TextOf(spec.threads_per_transform),
       absl::StrCat("threads for at most ", kMostOfPlane, " points each")},
  });
}

// Whether LDS has the places that kernels with passes give their points.
bool HasPlaces(const KernelSpec& spec) {
  const int64_t n = spec.length, lines = spec.transforms_per_group;
  const auto& [point, transform, pad, words] = spec.lds;
  const bool is_row = point == 1 && (transform == n || transform == (n | 1));
  const bool is_column = point == lines && transform == 1;
  if (spec.kind == kStockhamPlane) return point == 1 && IsWithin(transform, n, n + kMostGap);
  if (spec.kind == kTranspose) return point == 1 && transform == (n | 1) && pad == 0;
  if (spec.tiling == Tiling::kColCol || spec.staging == Staging::kTurned) return is_column;
  return is_row || (is_column && spec.tiling != Tiling::kRowRow);
}

absl::Status CheckExchange(const KernelSpec& spec) {
  const bool exchanges = spec.exchange != Exchange::kNone;
  const size_t passes = spec.factors.size() + spec.second_axis.factors.size();
  const bool is_full = spec.exchange == Exchange::kFull, is_staged = spec.staging != Staging::kNone;
  const bool is_line = HoldsLines(spec.kind);
  const bool turns = spec.kind == kTranspose && spec.tiling != Tiling::kRowRow;
  const bool is_mixed = LoadsRows(spec.tiling) != StoresRows(spec.tiling);
  const bool is_vector = spec.exchange == Exchange::kPingPong;
  bool may_stage = false;
  switch (spec.staging) {
    case Staging::kNone:
      may_stage = true;
      break;
    case Staging::kLoad:
      may_stage = is_mixed && passes == 1 && is_full;
      break;
    case Staging::kLoadAndStore:
      may_stage = spec.tiling == Tiling::kRowRow && is_full;
      break;
    case Staging::kTurned:
      may_stage = spec.tiling == Tiling::kRowRow && is_vector;
      break;
  }
  const bool needs = is_line ? passes > 1 || is_staged : turns || spec.kind == kStockhamPlane;
  const bool persists = HoldsPasses(spec.exchange) && !is_staged && !IsStorage(InPrecision(spec)) &&
                        spec.load == AxisFormat::kComplex;
  return Check({
      {exchanges == needs, "exchange", TextOf(spec.exchange),
       needs ? "one, as passes or tiles meet in LDS" : "none, as nothing meets in LDS"},
      {spec.kind != kTranspose || is_full || !exchanges, "exchange", TextOf(spec.exchange), "full"},
      {spec.kind != kStockhamPlane || is_full || is_vector, "exchange", TextOf(spec.exchange),
       "full or pingpong"},
      {!spec.lines_per_transform || TurnsRound(spec.exchange) || is_vector, "exchange",
       TextOf(spec.exchange), "full, inplace or pingpong where lines are made"},
      {may_stage, "staging", TextOf(spec.staging), "one that suits tiling, passes and exchange"},
      {!IsPersistent(spec) || persists, "workgroups", TextOf(spec.workgroups),
       "one for each tile, or exchange full or half of complex numbers that are not staged"},
      {exchanges == (spec.lds.words > 0), "lds", TextOf(spec.lds),
       exchanges ? "the places of an exchange" : "none without an exchange"},
      {!exchanges || HasPlaces(spec), "lds", TextOf(spec.lds),
       "steps with which each point of a workgroup has a place of its own"},
  });
}

// Whether the sides of a real-to-real axis are those that RealAxisOf gives its kind.
bool AreRealEnds(const KernelSpec& spec) {
  const bool both = spec.load_reals && spec.store_reals;
  if (both ? spec.load_reals != spec.store_reals || spec.kind == kConvert : spec.kind != kConvert) {
    return false;
  }
  const RealSide side = *RealSideOf(spec);
  if (side.length < (side.kind == AxisKind::kDct1 ? 2 : 1)) return false;
  const bool is_inverse = spec.direction == Direction::kInverse;
  for (const RealPoints points : {RealPoints::kPairs, RealPoints::kSingle}) {
    const RealAxis axis = RealAxisOf(side.kind, side.length, points);
    const AxisFormat in = spec.load_reals ? axis.in.format : AxisFormat::kComplex;
    const AxisFormat out = spec.store_reals ? axis.out.format : AxisFormat::kComplex;
    if (axis.points == AxisLength(spec) && in == spec.load && out == spec.store &&
        (axis.fourier == AxisKind::kInverse) == is_inverse) {
      return true;
    }
  }
  return false;
}

// Whether kernels of the kind read and write the elements of these axis formats.
bool AreEnds(const KernelSpec& spec) {
  using enum AxisFormat;
  if (RealSideOf(spec)) return spec.row_operation == RowOperation::kNone && AreRealEnds(spec);
  const AxisFormat in = spec.load, out = spec.store;
  const auto is = [&](AxisFormat load, AxisFormat store) { return in == load && out == store; };
  const bool is_plain = is(kComplex, kComplex);
  const bool has_pairs = is(kComplex, kHermitianOfPairs) || is(kHermitianOfPairs, kComplex);
  if (spec.kind == kConvert) {
    const bool chirps = out == kChirped || is(kChirpedSpectrum, kFiltered) ||
                        (in == kConvolved && !IsHalfSpectrum(out));
    if (chirps || IsChirped(in) || IsChirped(out)) {
      return chirps && spec.points && in != kChirped && (in == kConvolved) != IsChirped(out);
    }
    return !spec.points && (in == kComplex || out == kComplex || is(kReal, kReal));
  }
  if (spec.kind == kStockhamPlane) return is_plain || has_pairs;
  if (spec.row_operation == RowOperation::kNone && HoldsLines(spec.kind)) {
    return is_plain || has_pairs || is(kReal, kHermitian) || is(kHermitian, kReal);
  }
  if (spec.row_operation == RowOperation::kChirpIn) {
    return out == kComplex && (in == kComplex || in == kReal || in == kHermitianOfPairs);
  }
  if (spec.row_operation == RowOperation::kChirpOut) return is_plain || is(kComplex, kReal);
  return is_plain || (IsChain(spec) && is(kReal, kReal));
}

// Whether an array holds what the side of the kernel reads or writes.
bool IsArray(const KernelSpec& spec, ArrayFormat array, bool holds_reals) {
  const bool is_complex =
      array == ArrayFormat::kComplexInterleaved || array == ArrayFormat::kComplexPlanar;
  if (!is_complex && array != ArrayFormat::kReal) return false;
  if (spec.kind == kOverlapAdd) return is_complex == (spec.in_format != ArrayFormat::kReal);
  return is_complex != holds_reals;
}

// How the array, the axis and the operation of a side go together.
absl::Status CheckSides(const KernelSpec& spec) {
  const int64_t axis = AxisLength(spec);
  const auto is_range = [&](const std::optional<Range>& range, AxisFormat format) {
    if (!range) return true;
    const int64_t all = Elements({format}, axis);
    return !RealSideOf(spec) && range->first < all && range->count <= all;
  };
  const bool in_reals = spec.load == AxisFormat::kReal || spec.load_reals;
  const bool out_reals = spec.store == AxisFormat::kReal || spec.store_reals;
  const bool has_function = spec.function != PointFunction::kNone;
  const bool loads = spec.load == AxisFormat::kReal, stores = spec.store == AxisFormat::kReal;
  const bool is_paired = loads != stores
                             ? (loads ? spec.store : spec.load) == AxisFormat::kHermitian
                             : loads && IsChain(spec);
  const bool has_window = spec.window != WindowUse::kNone;
  const bool takes_window =
      (HoldsLines(spec.kind) || spec.kind == kConvert) && spec.kind != kFilter &&
      !RealSideOf(spec) &&
      (spec.load == AxisFormat::kComplex ||
       (spec.load == AxisFormat::kReal && spec.window == WindowUse::kElements));
  const auto computes_alike = [&spec](Precision stored) {
    return ComputePrecision(stored) == ComputePrecision(spec.precision);
  };
  const std::string alike =
      "one that the kernel computes with as with its " + TextOf(spec.precision);
  const KnownTile& tile = spec.known_tile;
  const auto is_packed = [&](StrideKind stride, AxisFormat format) {
    return stride == StrideKind::kUnit && format == AxisFormat::kComplex && !RealSideOf(spec) &&
           spec.tiling == Tiling::kRowRow && TileWidth(spec) > 1;
  };
  return Check({
      {AreEnds(spec), "load", absl::StrCat(ToString(spec.load), " to ", ToString(spec.store)),
       absl::StrCat("ends that go with each other in kernels of the kind ", ToString(spec.kind))},
      {IsArray(spec, spec.in_format, in_reals), "in_format", TextOf(spec.in_format),
       "R for reals, CI or CP for complex numbers"},
      {IsArray(spec, spec.out_format, out_reals || has_function), "out_format",
       TextOf(spec.out_format), "R for reals, CI or CP for complex numbers"},
      {computes_alike(InPrecision(spec)), "in_precision", TextOf(spec.in_precision), alike},
      {computes_alike(OutPrecision(spec)), "out_precision", TextOf(spec.out_precision), alike},
      {!has_window || takes_window, "window", TextOf(spec.window),
       "none unless complex numbers are read, or reals by a window of elements"},
      {!has_function || !out_reals, "function", TextOf(spec.function),
       "none where reals are written"},
      {!spec.transforms_per_line || is_paired, "transforms_per_line",
       TextOf(spec.transforms_per_line), "none unless lines hold transforms of reals"},
      {is_range(spec.in_range, spec.load), "in_range", TextOf(spec.in_range),
       "a part of an axis that is no real-to-real axis"},
      {is_range(spec.out_range, spec.store), "out_range", TextOf(spec.out_range),
       "a part of an axis that is no real-to-real axis"},
      {spec.tile_end == TileEnd::kStops || spec.outer_loops > 0, "tile_end", TextOf(spec.tile_end),
       "stops without outer loops"},
      {!spec.tiles_ahead || ReadsRows(spec), "tiles_ahead", TextOf(spec.tiles_ahead),
       "none where a workgroup reads more than the rows of one line"},
      {!tile.packed_in || is_packed(spec.in_stride, spec.load), "known_tile", TextOf(tile),
       "packed rows only in tiles of several rows of complex numbers"},
      {!tile.packed_out || is_packed(spec.out_stride, spec.store), "known_tile", TextOf(tile),
       "packed rows only in tiles of several rows of complex numbers"},
  });
}

}  // namespace

absl::Status CheckSpec(const KernelSpec& spec) {
  FFT_RETURN_IF_ERROR(CheckNumbers(spec));
  FFT_RETURN_IF_ERROR(CheckKind(spec));
  FFT_RETURN_IF_ERROR(CheckLengths(spec));
  FFT_RETURN_IF_ERROR(CheckExchange(spec));
  return CheckSides(spec);
}

}  // namespace fft::kernels
