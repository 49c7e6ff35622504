// The kernels of listed problems as text files: for goldens, and for diffing two commits.
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

// A problem, or a chain, planned for a target. Text form: "TARGET TOKEN", or "TARGET TOKEN SCHEME" to
// force a scheme by its name; "TARGET.ptx" has the kernels written in PTX.
struct ListedProblem {
  std::string text;
  Target target;
  Dialect dialect = Dialect::kHip;
  std::optional<Chain> chain;
  Problem problem;      // where there is no chain
  PlanOptions options;  // callbacks are those of tests/support/test_callbacks.h
};

// The plan of a listed problem. Unimplemented for a chain that is two plans.
absl::StatusOr<PlanDescription> DescribeListed(const ListedProblem& listed);

// Reads one problem a line; '#' starts a comment. In the place of a target, "all" stands for
// gfx90a, sm_90 and host. An error names the line.
absl::StatusOr<std::vector<ListedProblem>> ReadProblems(const std::string& path);

// Text by path: "plans.txt" with the kernels and launches of every problem, or why there is no
// plan, and "TARGET/KERNEL.txt" ("TARGET.ptx/KERNEL.txt") with the source of every kernel.
using KernelFiles = std::map<std::string, std::string>;
absl::StatusOr<KernelFiles> MakeKernelFiles(const std::vector<ListedProblem>& problems);

// The .txt files below a folder, likewise.
absl::StatusOr<KernelFiles> ReadKernelFiles(const std::string& folder);

// Replaces the .txt files below `folder` by these.
absl::Status WriteKernelFiles(const KernelFiles& files, const std::string& folder);

}  // namespace fft::testing

#endif  // TESTS_GOLDEN_KERNEL_FILES_H_
