#include "fft/codegen/lower_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/core/cost_model.h"

namespace fft::codegen {
namespace {

// Threads of a workgroup of a conversion.
constexpr int kConvertThreads = 256;

// A leaf's index map in memory strides, arranged for a kernel: one axis, the loop that tiles run
// along, and the loops around it.
struct KernelMap {
  Dim axis;
  Dims loops;             // [0] is the tile loop
  int twiddle_loop = -1;  // index into loops, or -1
  Tiling tiling = Tiling::kRowRow;
};

// Joins two loops when stepping the outer one continues the inner one in both arrays.
bool TryMerge(const Dim& outer, const Dim& inner, Dim* merged) {
  if (outer.in_stride != inner.in_stride * inner.length) return false;
  if (outer.out_stride != inner.out_stride * inner.length) return false;
  *merged = {outer.length * inner.length, inner.in_stride, inner.out_stride};
  return true;
}

// Merges all pairs that can be, in any order of the list.
void MergeLoops(Dims* loops) {
  for (size_t a = 0; a < loops->size(); ++a) {
    for (size_t b = 0; b < loops->size(); ++b) {
      Dim merged;
      if (a == b || !TryMerge((*loops)[a], (*loops)[b], &merged)) continue;
      (*loops)[b] = merged;
      loops->erase(loops->begin() + static_cast<std::ptrdiff_t>(a));
      MergeLoops(loops);
      return;
    }
  }
}

// Moves the loop that tiles run along to the front.
void PlaceTile(KernelMap* map) {
  const TileChoice choice = ChooseTile(map->axis, map->loops);
  map->tiling = choice.tiling;
  if (map->loops.empty()) {
    map->loops.push_back({1, 0, 0});
    return;
  }
  std::swap(map->loops[0], map->loops[choice.loop]);
  if (map->twiddle_loop == choice.loop) {
    map->twiddle_loop = 0;
  } else if (map->twiddle_loop == 0) {
    map->twiddle_loop = choice.loop;
  }
}

KernelMap MapOf(const PlanNode& leaf, const Step& step) {
  KernelMap map;
  map.axis = step.axes.front();
  Dims plain;
  Dims twiddled;
  for (size_t i = 0; i < step.loops.size(); ++i) {
    if (step.loops[i].length == 1) continue;
    const bool is_twiddled =
        leaf.large_twiddle.length > 0 && leaf.large_twiddle.loop == static_cast<int>(i);
    (is_twiddled ? twiddled : plain).push_back(step.loops[i]);
  }
  MergeLoops(&plain);
  map.loops = plain;
  if (!twiddled.empty()) {
    map.twiddle_loop = static_cast<int>(map.loops.size());
    map.loops.push_back(twiddled.front());
  }
  PlaceTile(&map);
  return map;
}

// The fewest table look-ups whose tables stay within a few thousand entries.
TwiddleSteps StepsFor(int64_t length, int loop) {
  const int bits = CeilLog2(length);
  const int steps = bits <= 11 ? 1 : bits <= 22 ? 2 : 3;
  return {steps, static_cast<int>(CeilDiv(bits, steps)), loop};
}

// Every offset and index the kernel computes, lanes beyond the end included, fits 32 bits.
bool Fits32(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec) {
  Dims dims = map.loops;
  dims[0].length = RoundUp(dims[0].length, spec.transforms_per_group);
  dims.push_back(map.axis);
  dims.back().length = std::max({leaf.InLength(), leaf.OutLength(), map.axis.length});
  const int64_t limit = std::numeric_limits<int32_t>::max();
  const std::optional<int64_t> in = InExtent(dims), out = OutExtent(dims);
  if (!in || !out || *in - 1 > limit || *out - 1 > limit) return false;
  for (const Dim& dim : dims) {
    if (dim.length > limit || dim.in_stride > limit || dim.out_stride > limit) return false;
  }
  // Conversions number their threads through the grid.
  const std::optional<int64_t> points = Volume(dims);
  if (spec.kind == KernelKind::kConvert && (!points || *points > limit / 2)) return false;
  return spec.large_twiddle.steps == 0 || leaf.large_twiddle.length <= limit / 2;
}

// Points that the passes of a leaf's kernel transform.
int64_t TransformedPoints(const PlanNode& leaf, const KernelMap& map) {
  return IsConvolution(leaf.scheme) ? leaf.convolution : map.axis.length;
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step,
                    const KernelMap& map, const KernelShape& shape) {
  KernelSpec spec;
  spec.direction = IsForward(problem.type) ? Direction::kForward : Direction::kInverse;
  spec.length = TransformedPoints(leaf, map);
  if (IsConvolution(leaf.scheme)) {
    spec.kind = leaf.scheme == SchemeKind::kRader ? KernelKind::kRader : KernelKind::kBluestein;
    spec.points = map.axis.length;
  }
  spec.tiling = map.tiling;
  SetShape(shape, &spec);
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  spec.load = leaf.in_side.data;
  spec.store = leaf.out_side.data;
  spec.in_stride = map.axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = map.axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  if (map.twiddle_loop >= 0) {
    spec.large_twiddle = StepsFor(leaf.large_twiddle.length, map.twiddle_loop);
  }
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  if (leaf.scheme == SchemeKind::kConvert) spec.kind = KernelKind::kConvert;
  spec.index = Fits32(leaf, map, spec) ? IndexWidth::k32 : IndexWidth::k64;
  return spec;
}

// The value of an index parameter by its name in the signature.
int64_t IndexValue(const std::string& name, const KernelMap& map) {
  if (name == "in_stride") return map.axis.in_stride;
  if (name == "out_stride") return map.axis.out_stride;
  if (name == "tile_count") return map.loops[0].length;
  if (name == "tile_in_stride") return map.loops[0].in_stride;
  if (name == "tile_out_stride") return map.loops[0].out_stride;
  for (size_t i = 1; i < map.loops.size(); ++i) {
    if (name == absl::StrCat("length_", i)) return map.loops[i].length;
    if (name == absl::StrCat("in_stride_", i)) return map.loops[i].in_stride;
    if (name == absl::StrCat("out_stride_", i)) return map.loops[i].out_stride;
  }
  FFT_CHECK(false && "a signature names an index that lowering does not know");
  return 0;
}

// Of the passes of one transform, once.
int64_t PassFlops(const KernelSpec& spec) {
  int64_t flops = 0;
  int64_t rest = spec.length;
  for (int radix : spec.factors) {
    const int64_t butterflies = spec.length / radix;
    const OpCounts ops = CountOps(radix);
    flops += butterflies * (ops.adds + ops.muls);
    rest /= radix;
    // A rotation is six operations; the first of each group and the last pass have none.
    if (rest > 1) flops += butterflies * (radix - 1) * 6;
  }
  return flops;
}

int64_t Flops(const KernelSpec& spec, int64_t transforms) {
  const int64_t points = spec.points.value_or(spec.length);
  int64_t flops = PassFlops(spec);
  // There and back, with a product between; Bluestein's chirps or Rader's point 0 around it.
  if (IsConvolution(spec.kind)) flops = 2 * flops + 6 * spec.length;
  if (spec.kind == KernelKind::kBluestein) flops += 12 * points;
  if (spec.kind == KernelKind::kRader) flops += 2 * points;
  if (HasPairs(spec)) flops += spec.length * 8;
  flops += points * 6 * spec.large_twiddle.steps;
  if (spec.scale == ScaleKind::kScale) flops += 2 * points;
  return flops * transforms;
}

// What a table parameter of a kernel points to; none for other parameters.
std::optional<TwiddleTable> TableOf(ParameterKind kind, const KernelSpec& spec,
                                    const PlanNode& leaf) {
  TwiddleTable table;
  table.precision = ComputePrecision(spec.precision);
  table.length = spec.points.value_or(spec.length);
  switch (kind) {
    case ParameterKind::kTwiddles:
      table.kind = TwiddleTable::Kind::kPasses;
      table.length = spec.length;
      table.factors = spec.factors;
      return table;
    case ParameterKind::kLargeTwiddles:
      table.kind = TwiddleTable::Kind::kLarge;
      table.length = leaf.large_twiddle.length;
      table.steps = spec.large_twiddle.steps;
      table.base_bits = spec.large_twiddle.base_bits;
      return table;
    case ParameterKind::kPairTwiddles:
      table.kind = TwiddleTable::Kind::kPairs;
      return table;
    case ParameterKind::kChirp:
      table.kind = TwiddleTable::Kind::kChirp;
      return table;
    case ParameterKind::kPermutation:
      table.kind = TwiddleTable::Kind::kGenerator;
      return table;
    case ParameterKind::kFilter:
      if (spec.kind == KernelKind::kRader) {
        table.kind = TwiddleTable::Kind::kRaderFilter;
      } else {
        table.kind = TwiddleTable::Kind::kChirpFilter;
        table.convolution = spec.length;
      }
      return table;
    default:
      return std::nullopt;
  }
}

// The shape of the kernel that runs `map`. Conversions are pointwise: a workgroup is a run of
// threads, along the axis or across the tile loop.
absl::StatusOr<KernelShape> ShapeOf(const Problem& problem, const PlanNode& leaf,
                                    const Target& target, KernelMap* map) {
  if (leaf.scheme != SchemeKind::kConvert) {
    const bool converts = leaf.in_side != AxisSide{} || leaf.out_side != AxisSide{};
    const Trip trip = IsConvolution(leaf.scheme) ? Trip::kForthAndBack : Trip::kForth;
    return ChooseKernelShape({.length = TransformedPoints(leaf, *map),
                              .precision = problem.precision,
                              .tiling = map->tiling,
                              .count = map->loops[0].length,
                              .converts = converts,
                              .twiddled = map->twiddle_loop >= 0,
                              .trip = trip},
                             target);
  }
  const bool across = map->tiling == Tiling::kColCol || map->tiling == Tiling::kRowCol;
  map->tiling = across ? Tiling::kColCol : Tiling::kRowRow;
  KernelShape shape;
  shape.threads_per_transform = kConvertThreads;
  return shape;
}

int64_t Blocks(const KernelSpec& spec, const Dims& loops) {
  int64_t rows = 1;
  for (const Dim& loop : loops) rows *= loop.length;
  if (spec.kind == KernelKind::kConvert) {
    return CeilDiv(rows * ConversionsPerRow(spec), spec.threads_per_transform);
  }
  return CeilDiv(loops[0].length, spec.transforms_per_group) * (rows / loops[0].length);
}

// The kernel's arguments and tables, by its signature.
void FillArguments(const Problem& problem, const PlanNode& leaf, const KernelMap& map,
                   PlannedKernel* kernel) {
  for (const Parameter& parameter : Signature(kernel->spec)) {
    KernelArgument argument{parameter.kind, parameter.name, 0, 0};
    if (parameter.kind == ParameterKind::kIndex) argument.value = IndexValue(parameter.name, map);
    if (parameter.kind == ParameterKind::kReal) argument.real = problem.scale;
    if (const auto table = TableOf(parameter.kind, kernel->spec, leaf)) {
      kernel->tables.push_back(*table);
    }
    kernel->arguments.push_back(argument);
  }
}

absl::StatusOr<PlannedKernel> LowerStep(const Problem& problem, const PlanNode& leaf,
                                        const Step& step, const Target& target) {
  const bool known = leaf.scheme == SchemeKind::kStockham || leaf.scheme == SchemeKind::kConvert ||
                     IsConvolution(leaf.scheme);
  if (!known || step.axes.size() != 1) {
    return absl::InternalError(absl::StrCat("no kernel for leaf ", ToString(leaf)));
  }
  KernelMap map = MapOf(leaf, step);
  FFT_ASSIGN_OR_RETURN(const KernelShape shape, ShapeOf(problem, leaf, target, &map));
  PlannedKernel kernel;
  kernel.leaf = step.leaf;
  kernel.spec = MakeSpec(problem, leaf, step, map, shape);
  kernel.name = KernelName(kernel.spec);
  kernel.threads = shape.threads();
  kernel.lds_bytes = shape.lds_bytes;
  kernel.blocks = Blocks(kernel.spec, map.loops);
  if (kernel.blocks > std::numeric_limits<int32_t>::max()) {
    return absl::OutOfRangeError(absl::StrCat(kernel.name, " would need ", kernel.blocks,
                                              " workgroups; a grid holds at most 2^31 - 1"));
  }
  FillArguments(problem, leaf, map, &kernel);
  int64_t transforms = 1;
  for (const Dim& loop : map.loops) transforms *= loop.length;
  // Planar data moves as two arrays.
  const auto element_bytes = [&](ArrayFormat format) {
    return ElementBytes(format, problem.precision) * (IsPlanar(format) ? 2 : 1);
  };
  kernel.bytes_moved = transforms * (leaf.InLength() * element_bytes(step.in.format) +
                                     leaf.OutLength() * element_bytes(step.out.format));
  kernel.flops = Flops(kernel.spec, transforms);
  return kernel;
}

const char* KindName(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kInput:
      return "input";
    case ParameterKind::kInputImag:
      return "input_imag";
    case ParameterKind::kOutput:
      return "output";
    case ParameterKind::kOutputImag:
      return "output_imag";
    case ParameterKind::kTwiddles:
      return "twiddles";
    case ParameterKind::kLargeTwiddles:
      return "large_twiddles";
    case ParameterKind::kPairTwiddles:
      return "pair_twiddles";
    case ParameterKind::kChirp:
      return "chirp";
    case ParameterKind::kFilter:
      return "filter";
    case ParameterKind::kPermutation:
      return "permutation";
    case ParameterKind::kIndex:
      return "index";
    case ParameterKind::kReal:
      return "real";
    case ParameterKind::kLoadUser:
      return "load_user";
    case ParameterKind::kStoreUser:
      return "store_user";
  }
  return "?";
}

}  // namespace

absl::StatusOr<std::vector<PlannedKernel>> LowerPlan(const Problem& problem, const PlanNode& root,
                                                     const Candidate& candidate,
                                                     const Target& target) {
  const std::vector<const PlanNode*> leaves = Leaves(root);
  std::vector<PlannedKernel> kernels;
  for (const Step& step : candidate.steps) {
    FFT_ASSIGN_OR_RETURN(PlannedKernel kernel,
                         LowerStep(problem, *leaves[step.leaf], step, target));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Json ToJson(const PlannedKernel& kernel) {
  Json arguments = Json::array();
  for (const KernelArgument& argument : kernel.arguments) {
    Json json = {{"name", argument.name}, {"kind", KindName(argument.kind)}};
    if (argument.kind == ParameterKind::kIndex) json["value"] = argument.value;
    if (argument.kind == ParameterKind::kReal) json["value"] = argument.real;
    arguments.push_back(json);
  }
  Json tables = Json::array();
  for (const TwiddleTable& table : kernel.tables) tables.push_back(TableKey(table));
  return {
      {"leaf", kernel.leaf},     {"name", kernel.name},       {"spec", ToJson(kernel.spec)},
      {"blocks", kernel.blocks}, {"threads", kernel.threads}, {"lds_bytes", kernel.lds_bytes},
      {"arguments", arguments},  {"tables", tables},          {"bytes_moved", kernel.bytes_moved},
      {"flops", kernel.flops}};
}

}  // namespace fft::codegen
