#include "fft/kernels/lower_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/residency.h"

namespace fft::kernels {
namespace {

// Kernels that move fewer bytes (some 60 us on an H200) gain by an early launch, since their start
// and end take a large part of their time.
constexpr int64_t kShortBytes = int64_t{256} << 20;
// A kernel that moves at most this many times the bytes of the cache reads no more than the cache
// holds. It finds the data there in any order of tiles.
constexpr int64_t kCachesMoved = 2;

int64_t ValueOf(const Parameter& parameter, const IndexValues& values) {
  for (const auto& [known, value] : values) {
    if (known == parameter) return value;
  }
  FFT_CHECK(false && "a signature has an index that lowering does not know");
  return 0;
}

// Whether a kernel that multiplies by a chirp multiplies after the convolution.
bool EndsConvolution(const KernelSpec& spec) {
  return spec.load == AxisFormat::kConvolved || spec.row_operation == RowOperation::kChirpOut;
}

// The rotations of a real-to-real kind: exp(-2 pi i k / 4n) for element k of half a spectrum, or
// exp(-2 pi i (8p + 1) / 16n) for point p of quarters.
TwiddleTable RealTurns(const RealSide& side, Precision precision) {
  const bool are_quarters = PartsOf(side.kind).basis == RealBasis::kQuarters;
  TwiddleTable table;
  table.kind = TwiddleTable::Kind::kArc;
  table.precision = precision;
  table.length = (are_quarters ? 16 : 4) * side.length;
  table.first = are_quarters ? 1 : 0;
  table.step = are_quarters ? 8 : 1;
  table.count = are_quarters ? side.length / 2 : side.length / 2 + 1;
  return table;
}

// The table that a parameter of a kernel points to; none for other parameters.
std::optional<TwiddleTable> TableOf(ParameterId id, const KernelSpec& spec, const PlanNode& leaf) {
  TwiddleTable table;
  table.precision = ComputePrecision(spec.precision);
  const bool is_of_row = Chirps(spec.row_operation) || spec.row_operation == RowOperation::kFilter;
  table.length = is_of_row ? leaf.row.transform_length() : spec.points.value_or(spec.length);
  switch (id) {
    case ParameterId::kTwiddles:
    case ParameterId::kTwiddlesBack:
      table.kind = TwiddleTable::Kind::kPasses;
      table.length = spec.length;
      table.factors = spec.factors;
      return table;
    case ParameterId::kTwiddlesFirst:
      table.kind = TwiddleTable::Kind::kPasses;
      table.factors = FactorsIntoLines(spec);
      return table;
    case ParameterId::kTwiddlesY:
      table.kind = TwiddleTable::Kind::kPasses;
      table.length = spec.second_axis.length;
      table.factors = spec.second_axis.factors;
      return table;
    case ParameterId::kLargeTwiddles:
      table.kind = TwiddleTable::Kind::kLarge;
      table.length = leaf.large_twiddle.length;
      table.steps = spec.large_twiddle.steps;
      table.base_bits = spec.large_twiddle.base_bits;
      return table;
    case ParameterId::kRealTurns:
      return RealTurns(*RealSideOf(spec), table.precision);
    case ParameterId::kRealOrder:
      table.kind = TwiddleTable::Kind::kQuarterOrder;
      table.is_sine = PartsOf(RealSideOf(spec)->kind).negates_odds;
      return table;
    case ParameterId::kPairTwiddles:
      table.kind = TwiddleTable::Kind::kPairs;
      return table;
    case ParameterId::kChirp:
      table.kind =
          EndsConvolution(spec) ? TwiddleTable::Kind::kChirpBack : TwiddleTable::Kind::kChirp;
      return table;
    case ParameterId::kChirpBack:
      table.kind = TwiddleTable::Kind::kChirpBack;
      return table;
    case ParameterId::kPermutation:
      table.kind = TwiddleTable::Kind::kGenerator;
      table.length = LinePoints(spec);
      return table;
    case ParameterId::kChirpFilter:
      table.kind = TwiddleTable::Kind::kChirpFilter;
      table.convolution = is_of_row ? leaf.row.length : spec.length;
      return table;
    case ParameterId::kColumnsFilter:
      table.kind = TwiddleTable::Kind::kChirpFilter;
      table.convolution = leaf.row.length;
      table.columns = leaf.row.length / spec.length;
      return table;
    case ParameterId::kRaderFilter:
      table.kind = TwiddleTable::Kind::kRaderFilter;
      table.length = LinePoints(spec);
      return table;
    default:
      return std::nullopt;
  }
}

int64_t ArgumentOf(ParameterId id, const PlannedKernel& kernel) {
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.parameter == Parameter(id)) return argument.value;
  }
  return 0;
}

// How many tiles ahead a kernel prefetches. It prefetches where a compute unit holds few workgroups
// (KernelRow::ask_groups), since memory would idle while they compute.
std::optional<int> TilesAhead(const PlannedKernel& kernel, const Target& target) {
  constexpr int64_t kLeastRounds = 2;
  const KernelSpec& spec = kernel.spec;
  const int64_t elements = DenseElements(spec), units = target.compute_units;
  if (elements == 0 || kernel.blocks < kLeastRounds * units) return std::nullopt;
  const bool is_plane = spec.second_axis.length > 0;
  if (is_plane && ArgumentOf(ParameterId::kYInStride, kernel) * spec.second_axis.length != elements)
    return std::nullopt;
  const int64_t groups =
      std::max<int64_t>(spec.resident_groups.value_or(1),
                        ResidentGroups(kernel.threads, kernel.lds_bytes, kernel.registers, target));
  if (groups > RowOf(spec.kind).ask_groups) return std::nullopt;
  const int64_t bytes =
      elements * TileWidth(spec) * ElementBytes(spec.in_format, InPrecision(spec)) * groups;
  if (bytes * units > target.ahead_bytes) return std::nullopt;
  return static_cast<int>(units * groups);
}

}  // namespace

// A kernel that does its tiles from the last to the first begins with the data that the kernel
// before it wrote last, and a part of this data is in the cache. Short kernels gain by starting
// early.
void JoinInSequence(const Target& target, const std::vector<int>& launches,
                    std::vector<PlannedKernel>* kernels) {
  FFT_CHECK(launches.size() == kernels->size());
  int64_t most_bytes = 0;
  for (const PlannedKernel& kernel : *kernels) {
    most_bytes = std::max(most_bytes, kernel.bytes_moved);
  }
  const bool are_short = target.launches_early && kernels->size() > 1 && most_bytes <= kShortBytes;
  for (size_t i = 0; i < kernels->size(); ++i) {
    PlannedKernel& kernel = (*kernels)[i];
    const bool is_leg = std::count(launches.begin(), launches.end(), launches[i]) > 1;
    const bool early = are_short && !is_leg;
    const bool falls = target.turns_groups && !is_leg && launches[i] % 2 == 1 &&
                       kernel.bytes_moved > kCachesMoved * target.l2_bytes;
    kernel.launches_early = early && i > 0;
    const auto order = falls ? GroupOrder::kFalling : GroupOrder::kRising;
    const auto launch = early ? LaunchTime::kEarly : LaunchTime::kInTurn;
    const auto ahead = is_leg ? std::nullopt : TilesAhead(kernel, target);
    if (kernel.spec.group_order == order && kernel.spec.launch == launch &&
        kernel.spec.tiles_ahead == ahead) {
      continue;
    }
    kernel.spec.group_order = order;
    kernel.spec.launch = launch;
    kernel.spec.tiles_ahead = ahead;
    kernel.name = KernelName(kernel.spec);
  }
}

PlannedKernel LowerStep(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelChoice& choice = *step.kernel;
  LoweredStep lowered = RowOf(choice.kind).lower(problem, leaf, step);
  PlannedKernel kernel;
  kernel.leaf = step.leaf;
  kernel.spec = std::move(lowered.spec);
  kernel.name = KernelName(kernel.spec);
  kernel.blocks = choice.blocks;
  kernel.threads = choice.threads;
  kernel.lds_bytes = choice.lds_bytes;
  kernel.registers = choice.registers;
  kernel.bytes_moved = lowered.bytes_moved;
  kernel.flops = lowered.flops;
  for (const Parameter& parameter : Signature(kernel.spec)) {
    KernelArgument argument{parameter};
    if (parameter.kind() == ParameterKind::kIndex) {
      argument.value = ValueOf(parameter, lowered.values);
    }
    if (parameter.kind() == ParameterKind::kReal) argument.real = leaf.scale;
    if (const auto table = TableOf(parameter.id, kernel.spec, leaf)) {
      kernel.tables.push_back(*table);
    }
    kernel.arguments.push_back(argument);
  }
  return kernel;
}

absl::StatusOr<std::vector<PlannedKernel>> LowerPlan(const Problem& problem, const PlanNode& root,
                                                     const Candidate& candidate) {
  const std::vector<const PlanNode*> leaves = Leaves(root);
  std::vector<PlannedKernel> kernels;
  for (const Step& step : candidate.steps) {
    if (!step.kernel) {
      return InvalidField("candidate.steps", absl::StrCat("a step of leaf ", step.leaf),
                          "steps of AssignBuffers, which hold their kernels");
    }
    kernels.push_back(LowerStep(problem, KernelNode(leaves, step), step));
  }
  return kernels;
}

Json ToJson(const PlannedKernel& kernel) {
  Json arguments = Json::array();
  for (const KernelArgument& argument : kernel.arguments) {
    Json json = {{"name", argument.parameter.name()}, {"kind", ToString(argument.kind())}};
    if (argument.kind() == ParameterKind::kIndex) json["value"] = argument.value;
    if (argument.kind() == ParameterKind::kReal) json["value"] = argument.real;
    arguments.push_back(json);
  }
  Json tables = Json::array();
  for (const TwiddleTable& table : kernel.tables) tables.push_back(TableKey(table));
  return {{"leaf", kernel.leaf},
          {"name", kernel.name},
          {"spec", ToJson(kernel.spec)},
          {"blocks", kernel.blocks},
          {"threads", kernel.threads},
          {"lds_bytes", kernel.lds_bytes},
          {"registers_expected", kernel.registers},
          {"arguments", arguments},
          {"tables", tables},
          {"bytes_moved", kernel.bytes_moved},
          {"flops", kernel.flops},
          {"launches_early", kernel.launches_early}};
}

}  // namespace fft::kernels
