// Writes the kernels of listed problems as text files, for goldens and for the comparison of two
// commits.
#ifndef TESTS_GOLDEN_KERNEL_FILES_H_
#define TESTS_GOLDEN_KERNEL_FILES_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/chain.h"
#include "fft/exec/pipeline.h"

namespace fft::testing {

// A problem or a chain, with the target to plan it for. Its text is "TARGET TOKEN", or "TARGET
// TOKEN SCHEME" to force a scheme. With "TARGET.ptx" the kernels are written in PTX.
struct ListedProblem {
  std::string text;
  Target target;
  Dialect dialect = Dialect::kHip;
  std::optional<Chain> chain;
  Problem problem;      // used if `chain` is empty
  PlanOptions options;  // callbacks are those of tests/support/test_callbacks.h
};

// Returns the plans of a listed chain, or the single plan of a listed problem.
absl::StatusOr<std::vector<PlanDescription>> DescribeListed(const ListedProblem& listed);

// Reads one problem per line; '#' starts a comment. The target "all" stands for gfx90a, sm_90 and
// host. InvalidArgument names the line.
absl::StatusOr<std::vector<ListedProblem>> ReadProblems(const std::string& path);

// Path -> text. "plans.txt" has the kernels and launches of every problem, or the reason why it has
// no plan. "TARGET/KERNEL.txt" or "TARGET.ptx/KERNEL.txt" has the source of a kernel.
using KernelFiles = std::map<std::string, std::string>;
absl::StatusOr<KernelFiles> MakeKernelFiles(const std::vector<ListedProblem>& problems);

// Reads the .txt files below a folder.
absl::StatusOr<KernelFiles> ReadKernelFiles(const std::string& folder);

// Replaces the .txt files below `folder` by `files`.
absl::Status WriteKernelFiles(const KernelFiles& files, const std::string& folder);

}  // namespace fft::testing

#endif  // TESTS_GOLDEN_KERNEL_FILES_H_
