#include "fft/plan/schemes/large_1d.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/choice/kernel_prices.h"
#include "fft/machine/model.h"
#include "fft/plan/schemes/convolution_leaf.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

// The most divisors near the ideal one that are considered, the most divisors near the square root
// (DivisorsNearRoot), and the most splits that the planner gets.
constexpr size_t kMaxDivisors = 16, kMaxNearRoot = 10;
constexpr size_t kMaxChoices = 3;
// Seconds added for each factor that has no kernel yet, so that splits with fewer such factors are
// preferred.
constexpr double kNoKernelSeconds = 1e6;
// First factors of splits into two kernels and into three are near these powers of the length.
constexpr double kHalf = 0.5, kThird = 1.0 / 3;
// The divisors of `length` other than 1 and itself, nearest (in ratio) to length^exponent.
std::vector<int64_t> DivisorsNear(int64_t length, double exponent) {
  const double ideal = exponent * std::log(static_cast<double>(length));
  return NearestDivisors(length, kMaxDivisors, [ideal](int64_t d) {
    return std::abs(std::log(static_cast<double>(d)) - ideal);
  });
}

double StockhamEstimate(const TransformRequest& request, Planning* planning) {
  const auto kernel = planning->Kernel(NodeFor(SchemeKind::kStockham, request), request);
  return kernel.ok() ? (*kernel)->price.Seconds() : kNoKernelSeconds;
}

// The predicted seconds of a single kernel for the request: the Stockham kernel if there is one, or
// if the request names it, else the cheaper of Rader's and Bluestein's kernels.
double KernelEstimate(const TransformRequest& request, Planning* planning) {
  double best = StockhamEstimate(request, planning);
  if (best < kNoKernelSeconds || request.scheme == SchemeKind::kStockham) return best;
  for (SchemeKind kind : {SchemeKind::kRader, SchemeKind::kBluestein}) {
    const auto answer = ChooseConvolutionLength(kind, request, planning);
    const auto* choices = std::get_if<std::vector<Choice>>(&answer);
    if (choices != nullptr) best = std::min(best, choices->front().cost);
  }
  return best;
}

// The estimated seconds of a part that is split again: the seconds of two kernels with lengths near
// the square root of its length.
double NestedEstimate(const TransformRequest& request, Planning* planning) {
  const int64_t length = request.axes.front().length;
  const std::vector<int64_t> divisors = DivisorsNear(length, kHalf);
  if (divisors.empty()) return kNoKernelSeconds;
  double total = 0;
  for (int64_t factor : {divisors.front(), length / divisors.front()}) {
    TransformRequest part = request;
    part.in_layout = part.out_layout = nullptr;
    part.row = {};
    part.large_twiddle = {};
    part.axes = {{factor, length / factor, length / factor}};
    part.loops.push_back({length / factor, 1, 1});
    total += KernelEstimate(part, planning);
  }
  return total;
}

// Seconds that two kernels would take if they moved full rows.
double IdealSeconds(const TransformRequest& request, const Target& target) {
  const double passes = PlansReal(request.kind) ? 2 : 4;  // n reals take n/2 complex numbers
  return passes * DataBytes(request) / (target.bandwidth_gbs * 1e9);
}

void KeepCheapest(std::vector<Choice>* choices) {
  std::stable_sort(choices->begin(), choices->end(),
                   [](const Choice& a, const Choice& b) { return a.cost < b.cost; });
  if (choices->size() > kMaxChoices) choices->resize(kMaxChoices);
}

// The two transforms among the children of `request`.
std::vector<TransformRequest> Transforms(const TransformRequest& request,
                                         std::vector<TransformRequest> children) {
  PassLayouts(request, &children);
  std::erase_if(children, [](const TransformRequest& child) {
    return child.scheme && IsTranspose(*child.scheme);
  });
  return children;
}

// Returns ": " and the reason if a kernel would need more workgroups than a grid can have, else "".
// It considers both kernels of the most balanced split, and the kernel of the first factor of other
// splits near the `exponents`.
std::string GridRefusal(const TransformRequest& request, Planning* planning, SplitFunction split,
                        std::initializer_list<double> exponents) {
  const int64_t length = request.axes.front().length;
  bool is_balanced = true;
  for (double exponent : exponents) {
    for (int64_t n1 : DivisorsNear(length, exponent)) {
      for (const TransformRequest& child : Transforms(request, split(request, {n1, length / n1}))) {
        const auto kernel = planning->Kernel(NodeFor(SchemeKind::kStockham, child), child);
        if (absl::IsOutOfRange(kernel.status())) {
          return absl::StrCat(": ", kernel.status().message());
        }
        if (!is_balanced) break;
      }
      is_balanced = false;
    }
  }
  return "";
}

bool SplitsRanges(const TransformRequest& request, int64_t n1) {
  return RowsOf(request.in_ranges, request.axes.front().length / n1) &&
         RowsOf(request.out_ranges, n1);
}

using Estimate = double (*)(const TransformRequest&, Planning*);

// A lower bound of the seconds that the kernels of a request take.
double LeastSeconds(const TransformRequest& request, const Planning& planning) {
  const bool moves_all = PlansComplex(request.kind) && !HasRanges(request) &&
                         request.row.operation == RowOperation::kNone;
  if (!moves_all || planning.independent_rows() > 0) return 0;
  return PricesOf(planning.target()).LeastSeconds(2 * DataBytes(request), planning.target());
}

// Whether KeepCheapest would drop another choice that costs at least `least`.
bool IsBeyond(double least, const std::vector<Choice>& choices) {
  const auto cheaper = std::count_if(choices.begin(), choices.end(),
                                     [least](const Choice& one) { return one.cost <= least; });
  return static_cast<size_t>(cheaper) >= kMaxChoices;
}

// Splits whose first factor n1 is near length^exponent and has a kernel. Splits that KeepCheapest
// would not keep may be missing.
std::vector<Choice> SplitsNear(const TransformRequest& request, Planning* planning,
                               SplitFunction split, double exponent, Estimate second) {
  const int64_t length = request.axes.front().length;
  std::vector<Choice> choices;
  for (int64_t n1 : DivisorsNear(length, exponent)) {
    if (planning->IsShort() && !choices.empty()) break;
    if (!SplitsRanges(request, n1)) continue;
    std::vector<TransformRequest> children = Transforms(request, split(request, {n1, length / n1}));
    // From here on the transform of n1 points is children[0].
    if (children.back().scheme) std::swap(children[0], children[1]);
    const double first_seconds = KernelEstimate(children[0], planning);
    if (first_seconds >= kNoKernelSeconds) continue;
    if (IsBeyond(first_seconds + LeastSeconds(children[1], *planning), choices)) continue;
    choices.push_back({{n1, length / n1}, first_seconds + second(children[1], planning)});
  }
  return choices;
}

// The split for which the request asks.
Applicability AskedSplit(const TransformRequest& request) {
  const int64_t length = request.axes.front().length;
  int64_t rest = length;
  for (int64_t factor : request.factors)
    rest = factor > 1 && rest % factor == 0 ? rest / factor : 0;
  if (request.factors.size() < 2 || rest != 1) {
    return Refusal{absl::StrCat("the factors ", absl::StrJoin(request.factors, " x "),
                                " are not a split of ", length)};
  }
  if (!SplitsRanges(request, request.factors.front())) {
    return Refusal{absl::StrCat("what is there of ", length, " are no whole rows of a split by ",
                                request.factors.front())};
  }
  return std::vector<Choice>{{request.factors, 0}};
}

}  // namespace

std::vector<int64_t> DivisorsNearRoot(int64_t length) {
  return NearestDivisors(length, kMaxNearRoot, [length](int64_t d) {
    return std::abs(
        std::log(static_cast<double>(d) * static_cast<double>(d) / static_cast<double>(length)));
  });
}

Applicability CheapestSplits(std::vector<Choice> choices, const std::string& reason) {
  if (choices.empty()) return Refusal{absl::StrCat("no two factors fit one kernel each: ", reason)};
  KeepCheapest(&choices);
  return choices;
}

std::optional<double> KernelSeconds(const std::vector<TransformRequest>& children,
                                    Planning* planning, std::string* reason) {
  double seconds = 0;
  for (const TransformRequest& child : children) {
    const auto kernel =
        planning->Kernel(NodeFor(child.scheme.value_or(SchemeKind::kConvert), child), child);
    if (!kernel.ok()) {
      *reason = std::string(kernel.status().message());
      return std::nullopt;
    }
    seconds += (*kernel)->price.Seconds();
  }
  return seconds;
}

std::optional<Ranges> RowsOf(const Ranges& ranges, int64_t row) {
  if (ranges.empty()) return Ranges();
  const auto& [first, count] = ranges.front();
  if (first % row != 0 || count % row != 0) return std::nullopt;
  return Ranges{{first / row, count / row}};
}

Dims FourStepParts(const Dim& axis, int64_t n1) {
  const int64_t n2 = axis.length / n1;
  return {{n1, axis.in_stride * n2, axis.out_stride}, {n2, axis.in_stride, axis.out_stride * n1}};
}

void PassRanges(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps) {
  const int64_t n2 = request.axes.front().length / n1;
  steps->front().in_ranges = RowsOf(request.in_ranges, n2).value_or(Ranges());
  steps->back().out_ranges = RowsOf(request.out_ranges, n1).value_or(Ranges());
}

// The step that reads or writes the longer row has the loops of the request and, last, one loop of
// its own. A large twiddle turns output k = k1 + n1 k2 by k j / N, where j is the index of the
// twiddle's loop. The first step turns it by k1 j / N along with its own twiddle, the last step by
// k2 j / (N / n1).
void PassRow(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps) {
  const EnclosingRow& row = request.row;
  for (TransformRequest& step : *steps) step.row = {};
  if (row.operation == RowOperation::kNone) return;
  const bool reads = CutsInput(row.operation);
  TransformRequest& step = reads ? steps->front() : steps->back();
  int64_t Dim::*const side = reads ? &Dim::in_stride : &Dim::out_stride;
  step.row = row;
  step.row.axis_step = step.axes.front().*side / row.stride;
  step.row.loop_steps.push_back(step.loops.back().*side / row.stride);
  if (request.large_twiddle.length == 0) return;
  steps->front().large_twiddle = request.large_twiddle;
  steps->back().large_twiddle = {request.large_twiddle.length / n1, request.large_twiddle.loop};
}

bool HasConvolution(const TransformRequest& request, const Target& target) {
  return LargestPrimeFactor(request.axes.front().length) > LargestPrimeRadix(target);
}

double SplitPartSeconds(const TransformRequest& request, const Target& target) {
  const Dim& axis = request.axes.front();
  const bool is_part = axis.in_stride != 1 || axis.out_stride != 1;
  return is_part ? ModelOf(target).plan.part * IdealSeconds(request, target) : 0;
}

Applicability ChooseSplits(const TransformRequest& request, Planning* planning,
                           SplitFunction split) {
  const int64_t length = request.axes.front().length;
  const std::vector<int64_t> primes = PrimeFactors(length);
  if (primes.size() < 2) {
    return Refusal{absl::StrCat(length, " has no factors to split into")};
  }
  if (!request.factors.empty()) return AskedSplit(request);
  std::vector<Choice> choices = SplitsNear(request, planning, split, kHalf, KernelEstimate);
  std::erase_if(choices, [](const Choice& choice) { return choice.cost >= kNoKernelSeconds; });
  KeepCheapest(&choices);
  if (choices.empty() || choices.front().cost > ModelOf(planning->target()).plan.inefficient *
                                                    IdealSeconds(request, planning->target())) {
    std::vector<Choice> nested = SplitsNear(request, planning, split, kThird, NestedEstimate);
    KeepCheapest(&nested);
    choices.insert(choices.end(), nested.begin(), nested.end());
  }
  if (choices.empty()) {
    return Refusal{absl::StrCat("no factor of ", length, " fits one kernel of ",
                                planning->target().name,
                                GridRefusal(request, planning, split, {kHalf, kThird}))};
  }
  return choices;
}

}  // namespace fft
