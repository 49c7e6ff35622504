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

// The plan of a chain, as one part or two parts, whichever is predicted to be faster. For example,
// 64 rows of 2048 reals on sm_90 are one part, whose tree is a leaf of kFilter. A plane of 1024 x
// 1024 is one part of three kernels. Rows of a prime length are two parts; the spectra between them
// lie at the begin of the workspace.
struct ChainDescription {
  Chain chain;  // completed
  // One plan of the whole chain (WholeProblem), or the forward and the inverse transform. If frames
  // are added: their transform and their addition.
  std::vector<PlanDescription> parts;

  bool is_whole() const { return parts.size() == 1; }
  // The bytes of the spectra, or of the frames, between the two parts; 0 if there is one part.
  int64_t between_bytes() const;
  int64_t workspace_bytes() const;
};

// Whether a scheme is a scheme of chains: kFilter, which is one kernel, or a scheme of several
// kernels.
bool IsChainScheme(SchemeKind scheme);
// Returns the scheme with this name, which the options of a chain may ask for. It is a scheme of
// chains or one of problems. The error is that of ParseScheme.
absl::StatusOr<SchemeKind> ParseChainScheme(const std::string& field, const std::string& name);

// Returns the plan of a chain for a target. This is a pure function, as DescribePlan is. If
// `options.scheme` is a scheme of chains, the plan has this scheme; the error is Unimplemented if
// there is no such plan. If it is a scheme of problems, the chain is two plans, and both transforms
// have this scheme. The only callback allowed is Callbacks::spectrum. `candidate` and `rigor`
// change nothing: the best candidates by their scores run.
absl::StatusOr<ChainDescription> DescribeChain(const Chain& chain, const Target& target,
                                               const PlanOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_DESCRIBE_CHAIN_H_
