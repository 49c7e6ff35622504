// A scheme turns one transform into children, or refuses with a reason.
#ifndef FFT_CORE_SCHEME_H_
#define FFT_CORE_SCHEME_H_

#include <string>
#include <variant>
#include <vector>

#include "fft/core/plan_node.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

// The transform a scheme is asked to plan: axes and loops in canonical strides.
struct TransformRequest {
  Dims axes;
  Dims loops;
  Precision precision = Precision::kSingle;
  Placement placement = Placement::kOutOfPlace;
  // Asked of the kernel that computes this transform; only a leaf can take it.
  LargeTwiddle large_twiddle;
};

struct Refusal {
  std::string reason;  // for people: "101 has a prime factor above 31"
};

// The parameters a scheme would use; the meaning is the scheme's own. `split` holds factors of the
// last axis, `cost` the predicted seconds.
struct Choice {
  std::vector<int64_t> split;
  double cost = 0;
};

struct Scheme {
  SchemeKind kind;
  const char* name;
  const char* summary;  // one line for the inspector
  std::variant<std::vector<Choice>, Refusal> (*applicable)(const TransformRequest&, const Target&);
  // Children whose own axes may still need a scheme are expanded by the planner: Expand returns
  // requests in execution order.
  std::vector<TransformRequest> (*expand)(const TransformRequest&, const Choice&, PlanNode* node);
  // Predicted seconds beyond those of the children; null: none.
  double (*extra_seconds)(const TransformRequest&, const Target&) = nullptr;
};

// All schemes in display order.
const std::vector<Scheme>& SchemeTable();

}  // namespace fft

#endif  // FFT_CORE_SCHEME_H_
