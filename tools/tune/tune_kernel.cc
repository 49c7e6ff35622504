#include "tools/tune/tune_kernel.h"

#include <algorithm>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kinds/convolution.h"
#include "fft/choice/large_twiddles.h"
#include "fft/choice/line_map.h"
#include "fft/kernels/lower_plan.h"
#include "fft/tree/kernel_choice.h"
#include "fft/tree/plan_node.h"

namespace fft::tune {
int64_t TuneCase::transforms() const {
  int64_t count = 1;
  for (const Dim& loop : loops) count *= loop.length;
  return count;
}

int64_t TuneCase::points() const { return Elements({restores() ? load : store}, axis.length); }

namespace {

void MakeConverting(int64_t elements, TuneCase* made) {
  const int64_t n = made->key.length;
  const bool has_pairs = n % 2 == 0;
  made->load = has_pairs ? AxisFormat::kComplex : AxisFormat::kReal;
  made->store = has_pairs ? AxisFormat::kHermitianOfPairs : AxisFormat::kHermitian;
  made->transforms_per_line = has_pairs ? 1 : 2;
  made->axis = {n, 1, 1};
  if (made->restores()) std::swap(made->load, made->store);
  const int64_t points = made->points(), count = std::max<int64_t>(2, elements / points);
  made->loops = {made->restores() ? Dim{count, points, n} : Dim{count, n, points}};
}

PlanNode LeafOf(const TuneCase& wanted) {
  PlanNode leaf;
  if (wanted.restores()) leaf.kinds = {AxisKind::kInverse};
  leaf.axes = {wanted.axis};
  leaf.loops = wanted.loops;
  leaf.in_side.format = wanted.load;
  leaf.out_side.format = wanted.store;
  leaf.large_twiddle = {wanted.twiddle_length, 0};
  leaf.convolution = wanted.key.use == ShapeUse::kConvolving ? wanted.key.length : 0;
  return leaf;
}

}  // namespace

absl::StatusOr<TuneCase> MakeCase(const ShapeKey& key, int64_t elements) {
  const bool converts = RequestOf(key).converts;
  if (key.tiling == Tiling::kPlane || (converts && key.tiling != Tiling::kRowRow)) {
    return absl::UnimplementedError("only lines are timed by themselves, what converts as rows");
  }
  TuneCase made;
  made.key = key;
  if (converts) {
    MakeConverting(elements, &made);
    return made;
  }
  int64_t n = key.length;
  if (key.use == ShapeUse::kConvolving) {
    made.is_rader = IsPrime(key.length + 1);
    if (key.lines_per_transform > 1 && !made.is_rader) {
      return InvalidField("length", LengthText(key), "lines of a prime number of points less one");
    }
    n = made.is_rader ? key.lines_per_transform * (key.length + 1) : (key.length + 1) / 2;
  }
  const int64_t usual = (key.length & (key.length - 1)) == 0 ? 1024 : 960;
  const int64_t columns = std::clamp<int64_t>(elements / n, 1, usual);
  if (key.tiling == Tiling::kRowRow) {
    made.axis = {n, 1, 1};
    made.loops = {{std::max<int64_t>(1, elements / n), n, n}};
  } else {
    const bool rows_in = LoadsRows(key.tiling), rows_out = StoresRows(key.tiling);
    made.axis = {n, rows_in ? 1 : columns, rows_out ? 1 : columns};
    made.loops = {{columns, rows_in ? n : 1, rows_out ? n : 1},
                  {std::max<int64_t>(1, elements / (n * columns)), n * columns, n * columns}};
  }
  if (key.use == ShapeUse::kTwiddled) {
    made.twiddle_length = key.length * (made.loops.size() > 1 ? columns : made.loops[0].length);
  }
  return made;
}

KernelShapeRequest RequestFor(const TuneCase& wanted) {
  KernelShapeRequest request = RequestOf(wanted.key);
  request.takes_pairs = TakesPairs(LeafOf(wanted), wanted.transforms_per_line);
  if (wanted.is_few) {
    request.count = CeilDiv(wanted.loops[0].length, wanted.transforms_per_line);
    request.few = CeilDiv(wanted.transforms(), wanted.transforms_per_line);
  }
  return request;
}

kernels::PlannedKernel MakeKernel(const TuneCase& wanted, const KernelShape& shape,
                                  const Target& target) {
  const ShapeKey& key = wanted.key;
  const PlanNode leaf = LeafOf(wanted);
  KernelChoice choice;
  if (leaf.convolution > 0) {
    choice.kind = KindOf(wanted.is_rader ? Convolution::kRader : Convolution::kBluestein);
  }
  choice.map.axes = leaf.axes;
  choice.map.loops = leaf.loops;
  choice.map.tiling = key.tiling;
  choice.map.row_steps.resize(leaf.loops.size());
  choice.map.twiddle_steps = TwiddleStepsOf(leaf);
  if (wanted.twiddle_length > 0) {
    choice.twiddles =
        StepsFor({wanted.twiddle_length, {0}, 0, key.precision, shape.lds_bytes}, target);
  }
  choice.transforms_per_line = wanted.transforms_per_line;
  choice.lines_per_transform = key.lines_per_transform;
  choice.threads = shape.threads();
  choice.lds_bytes = shape.lds_bytes + TableLdsBytes(choice.twiddles, key.precision);
  choice.registers = shape.registers;
  choice.shape = shape;
  choice.blocks = GroupsFor(TilesOf(choice.map, choice.TileWidth()), shape, target);
  Step step;
  step.axes = leaf.axes;
  step.loops = leaf.loops;
  step.in.format = step.out.format = ArrayFormat::kComplexInterleaved;
  if (wanted.load == AxisFormat::kReal) step.in.format = ArrayFormat::kReal;
  if (wanted.store == AxisFormat::kReal) step.out.format = ArrayFormat::kReal;
  step.kernel = SharedChoice(choice);
  Problem problem;
  problem.precision = key.precision;
  return kernels::LowerStep(problem, leaf, step);
}

}  // namespace fft::tune
