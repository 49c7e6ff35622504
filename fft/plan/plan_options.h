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

// The order of the valid assignments, of which the first one wins (fft/assign/ranking.h,
// CriteriaOf).
enum class Strategy {
  kFewestBuffers,  // least memory, whatever it costs in fusions
  kBalanced,       // most fusions that at most one temporary allows; a second one only if needed
  kMostFusion,     // most fusions, whatever they cost in memory
  kFastest,        // least predicted time, of trees and of assignments
};

inline constexpr Strategy kStrategies[] = {Strategy::kFewestBuffers, Strategy::kBalanced,
                                           Strategy::kMostFusion, Strategy::kFastest};
// "fewest_buffers", "balanced", "most_fusion", "fastest"
std::string ToString(Strategy strategy);

enum class Rigor {
  kEstimate,  // the first candidate, chosen by its scores
  kMeasure,   // the fastest of the first candidates of this tree and others, timed on the device;
              // what was once chosen for a problem, device and library is kept in the kernel cache
              // and not timed again
};

// The most factors that a length of 63 bits can have.
inline constexpr int kMostFactors = 62;
// The most candidates that a program may ask a search to keep; clients of the inspector get fewer.
inline constexpr int kMostCandidates = 1000000;

// What a caller may ask of a plan. For example, {.scheme = SchemeKind::kL1dCc, .factors = {512,
// 2048}} asks for 2^20 points as columns of 512 and rows of 2048.
struct PlanOptions {
  Strategy strategy = Strategy::kBalanced;
  // The input of an out-of-place transform may serve as scratch. Otherwise nothing writes it.
  bool allow_input_overwrite = false;
  // Memory between the elements of the user's layouts may serve as scratch too. Otherwise nothing
  // writes it.
  bool allow_gap_overwrite = false;
  // A transform's result depends on its own input alone, not on its neighbours in the batch nor on
  // its place among them. Otherwise two real transforms of odd length may be computed as one of
  // complex numbers.
  bool independent_rows = false;
  // Forces this scheme on the largest parts of the problem that can use it. It is refused where no
  // part can.
  std::optional<SchemeKind> scheme;
  // With a scheme of large 1D transforms: the factors it splits lengths into, two or more, in its
  // order; refused for lengths that are not their product. Empty: the scheme's choice.
  std::vector<int64_t> factors;
  // Shapes of kernels that transform lines of these lengths, one a length. They come before
  // measured shapes and before the model's. They are refused where no kernel of the plan has the
  // length, or no kernel can have the shape.
  std::vector<AskedShape> shapes;
  // Index into the ranked candidate assignments; 0 is the winner.
  int candidate = 0;
  // Functions between the transform and the user's arrays. With one of them the problem is one with
  // callbacks.
  Callbacks callbacks;
  // kMeasure needs a device, so only Context::MakePlan heeds it; it sets `candidate`, and where
  // another tree is faster `scheme` and `factors`.
  Rigor rigor = Rigor::kEstimate;
  // How many assignments kMeasure times of the planner's tree, and again of the tree that is the
  // fastest.
  int measured_candidates = 8;
  // How many other trees, by other schemes and splits, kMeasure times: those predicted to be the
  // fastest.
  int measured_trees = 3;
  // Once this time is spent on planning, compiling and timing, no further assignment is begun. The
  // first one is timed in any case.
  double measure_seconds = 10;
  // How many kernels the planner prices. After that it takes the first plan that works for what is
  // still to be planned. So this bounds the time of planning, whatever the length. Schemes have
  // equal shares. PlannerReport says when a share was used up.
  int64_t max_plan_work = 8000;
  // Asked while planning, searching and compiling; a plan that is cancelled fails with Cancelled.
  CancelToken cancel;
  // Limits on what the search keeps (candidates), spends (tries of each round) and holds (bytes of
  // candidates and tries together). Reaching one is reported in the search result; the winner is
  // exact all the same.
  int max_candidates = 1000;
  int64_t max_tries = 20000;
  int64_t max_search_bytes = int64_t{32} << 20;

  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

// The transforms of the problem where its rows are independent, else 0.
int64_t IndependentRows(const Problem& problem, const PlanOptions& options);

// The strategy of a name. InvalidArgument says that `field` is `name`, and lists the names.
absl::StatusOr<Strategy> ParseStrategy(const std::string& field, const std::string& name);

// The options that decide which plans there are, as in requests to the inspector: strategy,
// allow_input_overwrite, allow_gap_overwrite, scheme (null: chosen), factors and shapes.
Json ToJson(const PlanOptions& options);

}  // namespace fft

#endif  // FFT_PLAN_PLAN_OPTIONS_H_
