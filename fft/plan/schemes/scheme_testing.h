// Functions for tests that ask one scheme for its choices and children of a request.
#ifndef FFT_PLAN_SCHEMES_SCHEME_TESTING_H_
#define FFT_PLAN_SCHEMES_SCHEME_TESTING_H_

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fft/core/target.h"
#include "fft/plan/scheme.h"
#include "fft/tree/plan_node.h"
#include "gtest/gtest.h"

namespace fft::testing_schemes {

inline TransformRequest Request(Dims axes, Dims loops) {
  TransformRequest request;
  request.axes = std::move(axes);
  request.loops = std::move(loops);
  return request;
}

inline Applicability Ask(SchemeKind kind, const TransformRequest& request,
                         const std::string& name = "MI210") {
  const Target target = *FindTarget(name);
  Planning planning(target, 1000, {});
  return ChoicesOf(SchemeOf(kind), request, &planning);
}

inline std::string RefusalOf(SchemeKind kind, const TransformRequest& request) {
  const auto answer = Ask(kind, request);
  const Refusal* refusal = std::get_if<Refusal>(&answer);
  return refusal == nullptr ? "" : refusal->reason;
}

inline std::vector<TransformRequest> Expand(SchemeKind kind, const TransformRequest& request,
                                            const Choice& choice) {
  PlanNode node;
  std::vector<TransformRequest> children = SchemeOf(kind).expand(request, choice, &node);
  EXPECT_EQ(node.scheme, kind);
  EXPECT_EQ(node.axes, request.axes);
  EXPECT_EQ(node.loops, request.loops);
  return children;
}

}  // namespace fft::testing_schemes

#endif  // FFT_PLAN_SCHEMES_SCHEME_TESTING_H_
