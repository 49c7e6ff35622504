// The options of a plan.
#ifndef FFT_PLAN_PLAN_OPTIONS_H_
#define FFT_PLAN_PLAN_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/cancel.h"
#include "fft/base/json_fwd.h"
#include "fft/core/callbacks.h"
#include "fft/core/problem.h"
#include "fft/shapes/asked_shape.h"
#include "fft/tree/scheme_kind.h"

namespace fft {

// How the valid assignments are ordered. The first one wins (CriteriaOf of fft/assign/ranking.h).
enum class Strategy {
  kFewestBuffers,  // least memory, even with fewer fusions
  kBalanced,       // most fusions without TEMP1; TEMP1 only if no assignment goes without it
  kMostFusion,     // most fusions, even with more memory
  kFastest,        // least predicted time, of trees and of assignments
};

inline constexpr Strategy kStrategies[] = {Strategy::kFewestBuffers, Strategy::kBalanced,
                                           Strategy::kMostFusion, Strategy::kFastest};
// One of "fewest_buffers", "balanced", "most_fusion" and "fastest".
std::string ToString(Strategy strategy);

// How a plan is chosen among candidates.
enum class Rigor {
  kEstimate,  // the first candidate of the cheapest tree
  kMeasure,  // the fastest on the device of the first candidates of several trees; the kernel cache
             // keeps the result for the problem, device and library, so that it is timed once
};

// The most factors that a length of 63 bits can have.
inline constexpr int kMostFactors = 62;
// The most candidates that a program may ask a search to keep; clients of the inspector get fewer.
inline constexpr int kMostCandidates = 1000000;

// What a caller may ask of a plan. For example, {.scheme = SchemeKind::kL1dCc, .factors = {512,
// 2048}} asks for 2^20 points as columns of 512 and rows of 2048.
struct PlanOptions {
  Strategy strategy = Strategy::kBalanced;
  // Whether steps may write the input of an out-of-place transform.
  bool allow_input_overwrite = false;
  // Whether steps may write the memory between the elements of the user's layouts.
  bool allow_gap_overwrite = false;
  // Whether a transform's result must depend only on its own input, not on its neighbours in the
  // batch or its place among them. If false, two real transforms of odd length may be computed as
  // one complex transform, so that rounding errors of one reach the other.
  bool independent_rows = false;
  // The scheme to use for the largest parts of the problem that can use it. It is refused where no
  // part can use it. nullopt: the planner chooses.
  std::optional<SchemeKind> scheme;
  // The factors into which `scheme`, one of large 1D transforms, splits a length: two or more, in
  // the scheme's order. They are refused if their product is not the length. Empty: the scheme
  // chooses.
  std::vector<int64_t> factors;
  // Shapes for the kernels that transform lines of given lengths, at most one shape a length. They
  // have priority over measured shapes and over the model's shapes. A shape is refused where no
  // kernel of the plan has its length, or no kernel can have the shape.
  std::vector<AskedShape> shapes;
  // Index into the ranked candidate assignments; 0 is the winner.
  int candidate = 0;
  // Functions that the kernels call on what they load from and store to the user's arrays.
  Callbacks callbacks;
  // kMeasure needs a device, so it has an effect only in Context::MakePlan. It sets `candidate`,
  // and also `scheme` and `factors` if a tree other than the planner's is the fastest.
  Rigor rigor = Rigor::kEstimate;
  // The number of assignments that kMeasure measures: first of the planner's tree, then of the
  // fastest tree.
  int measured_candidates = 8;
  // The number of other trees, by other schemes and splits, that kMeasure measures. It takes the
  // trees with the least predicted times.
  int measured_trees = 3;
  // After kMeasure has spent this time on planning, compiling and timing, it measures no further
  // assignment. It measures the first assignment in any case.
  double measure_seconds = 10;
  // The most kernels that the planner prices, which bounds the time of planning whatever the
  // length. Once they are used up, each part that is still to be planned gets the first plan that
  // works. Where the work may not suffice, each scheme gets an equal share. PlannerReport says
  // whether a share was used up.
  int64_t max_plan_work = 8000;
  // Planning, searching and compiling ask the token often; a plan that is cancelled fails with
  // Cancelled.
  CancelToken cancel;
  // Limits of the search: candidates that it keeps, tries in each round, and bytes of candidates
  // and tries together. The search result says if a limit was reached; the winner is the best
  // candidate in any case.
  int max_candidates = 1000;
  int64_t max_tries = 20000;
  int64_t max_search_bytes = int64_t{32} << 20;

  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

// The number of the problem's transforms if options.independent_rows is set, else 0.
int64_t IndependentRows(const Problem& problem, const PlanOptions& options);

// The strategy with this name. For an unknown name, InvalidArgument whose message names `field` and
// lists the names that are allowed.
absl::StatusOr<Strategy> ParseStrategy(const std::string& field, const std::string& name);

// The options that decide which plans there are, as requests to the inspector have them: strategy,
// allow_input_overwrite, allow_gap_overwrite, scheme (null: the planner chooses), factors, shapes.
Json ToJson(const PlanOptions& options);

}  // namespace fft

#endif  // FFT_PLAN_PLAN_OPTIONS_H_
