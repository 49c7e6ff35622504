#include "fft/codegen/lowering.h"

#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/dag/butterfly.h"

namespace fft::codegen {
namespace {

int64_t ValueOf(const std::string& name, const IndexValues& values) {
  for (const auto& [known, value] : values) {
    if (known == name) return value;
  }
  FFT_CHECK(false && "a signature names an index that lowering does not know");
  return 0;
}

// What a table parameter of a kernel points to; none for other parameters.
std::optional<TwiddleTable> TableOf(const Parameter& parameter, const KernelSpec& spec,
                                    const PlanNode& leaf) {
  TwiddleTable table;
  table.precision = ComputePrecision(spec.precision);
  table.length = spec.points.value_or(spec.length);
  const bool is_second = parameter.name == "twiddles_y";
  switch (parameter.kind) {
    case ParameterKind::kTwiddles:
      table.kind = TwiddleTable::Kind::kPasses;
      table.length = is_second ? spec.second_axis.length : spec.length;
      table.factors = is_second ? spec.second_axis.factors : spec.factors;
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
      if (spec.row_product != RowProduct::kNone) table.length = leaf.row.points;
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
      if (spec.row_product != RowProduct::kNone) {
        table.length = leaf.row.points;
        table.convolution = leaf.row.length;
      }
      return table;
    default:
      return std::nullopt;
  }
}

}  // namespace

IndexWidth IndexWidthFor(const Dims& dims, int64_t twiddle_length) {
  const int64_t limit = std::numeric_limits<int32_t>::max();
  const std::optional<int64_t> in = InExtent(dims), out = OutExtent(dims);
  if (!in || !out || *in - 1 > limit || *out - 1 > limit) return IndexWidth::k64;
  for (const Dim& dim : dims) {
    if (dim.length > limit || dim.in_stride > limit || dim.out_stride > limit) {
      return IndexWidth::k64;
    }
  }
  return twiddle_length <= limit / 2 ? IndexWidth::k32 : IndexWidth::k64;
}

int64_t PointBytes(ArrayFormat format, Precision precision) {
  return int64_t{ElementBytes(format, precision)} * (IsPlanar(format) ? 2 : 1);
}

int64_t PassFlops(int64_t length, const std::vector<int>& factors) {
  int64_t flops = 0;
  int64_t rest = length;
  for (int radix : factors) {
    const int64_t butterflies = length / radix;
    const OpCounts ops = CountOps(radix);
    flops += butterflies * (ops.adds + ops.muls);
    rest /= radix;
    // A rotation is six operations; the first of each group and the last pass have none.
    if (rest > 1) flops += butterflies * (radix - 1) * 6;
  }
  return flops;
}

void AddArguments(const Problem& problem, const PlanNode& leaf, const IndexValues& values,
                  PlannedKernel* kernel) {
  for (const Parameter& parameter : Signature(kernel->spec)) {
    KernelArgument argument{parameter.kind, parameter.name, 0, 0};
    if (parameter.kind == ParameterKind::kIndex) argument.value = ValueOf(parameter.name, values);
    if (parameter.kind == ParameterKind::kReal) argument.real = problem.scale;
    if (const auto table = TableOf(parameter, kernel->spec, leaf)) {
      kernel->tables.push_back(*table);
    }
    kernel->arguments.push_back(argument);
  }
}

}  // namespace fft::codegen
