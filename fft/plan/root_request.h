// The requests with which planning begins.
#ifndef FFT_PLAN_ROOT_REQUEST_H_
#define FFT_PLAN_ROOT_REQUEST_H_

#include "fft/core/chain.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/plan/scheme.h"

namespace fft {

// A completed problem and the request for it.
struct RootRequest {
  const Problem& problem;
  TransformRequest request;
};

// The request for a problem whose user arrays have the layouts `in` and `out`, which outlive the
// request.
RootRequest RequestOf(const Problem& problem, const Layout& in, const Layout& out);

// The request for a chain, where `problem` is WholeProblem(chain).
RootRequest RequestOf(const Chain& chain, const Problem& problem, const Layout& in,
                      const Layout& out);

// The request without its axes of one element, which have nothing to transform. One axis remains.
// Requests for transforms of reals stay as they are, since their last axis says what the edges
// hold.
TransformRequest WithoutPoints(TransformRequest request);

}  // namespace fft

#endif  // FFT_PLAN_ROOT_REQUEST_H_
