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

// The request for a problem that reads and writes these arrays, which outlive it.
RootRequest RequestOf(const Problem& problem, const Layout& in, const Layout& out);

// The request for a chain whose WholeProblem is `problem`.
RootRequest RequestOf(const Chain& chain, const Problem& problem, const Layout& in,
                      const Layout& out);

// Drops axes of one element, which have nothing to transform; one axis remains. Transforms of reals
// keep theirs, since the last axis also decides the kind of data in the edges.
TransformRequest WithoutPoints(TransformRequest request);

}  // namespace fft

#endif  // FFT_PLAN_ROOT_REQUEST_H_
