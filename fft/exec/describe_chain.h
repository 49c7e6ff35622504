// The plan of a chain (fft/core/chain.h), as a value.
#ifndef FFT_EXEC_DESCRIBE_CHAIN_H_
#define FFT_EXEC_DESCRIBE_CHAIN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/chain.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/plan_options.h"

namespace fft {

// A chain's plan as one part or two, whichever is predicted to be faster. For example, 64 rows of
// 2048 reals on sm_90 are one part, whose tree is a leaf of kFilter. A plane of 1024 x 1024 is one
// part of three kernels. Rows of a prime length are two parts, with spectra at the begin of the
// workspace.
struct ChainDescription {
  Chain chain;  // completed
  // One plan that is the whole chain, of WholeProblem; or the transforms forth and back; or, where
  // frames are added, their transform and their addition.
  std::vector<PlanDescription> parts;

  bool is_whole() const { return parts.size() == 1; }
  // Bytes that the spectra, or the frames, take between the two plans; 0 for a whole chain.
  int64_t between_bytes() const;
  int64_t workspace_bytes() const;
};

// Whether a scheme is one of chains: kFilter, which is one kernel, or one of several kernels.
bool IsChainScheme(SchemeKind scheme);
// The scheme of this name that the options of a chain may ask for: one of chains, or one of
// problems. The error is ParseScheme's.
absl::StatusOr<SchemeKind> ParseChainScheme(const std::string& field, const std::string& name);

// The chain's plan for a target. A pure function, as DescribePlan. `options.scheme` asks for a
// scheme of chains, Unimplemented where there is no such plan, or for two plans by the scheme of
// both transforms. Callbacks are refused, candidates are the first ones, and times are estimated
// whatever the rigor.
absl::StatusOr<ChainDescription> DescribeChain(const Chain& chain, const Target& target,
                                               const PlanOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_DESCRIBE_CHAIN_H_
