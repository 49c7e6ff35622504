// The source texts of a plan's kernels and relays, in every dialect of its device.
#ifndef FFT_EXEC_SOURCES_H_
#define FFT_EXEC_SOURCES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/target.h"
#include "fft/exec/relay.h"
#include "fft/kernels/lower_plan.h"

namespace fft {

struct PlanDescription;  // fft/exec/pipeline.h

// One source text.
struct SourceForm {
  Dialect dialect = Dialect::kHip;
  std::string text;
  friend bool operator==(const SourceForm&, const SourceForm&) = default;
};

// The dialects of a target's device: C++, and its intermediate representation where it has one.
std::vector<Dialect> DialectsOf(const Target& target);

// The language that a source is written in, for people: "C++", "PTX", "LLVM's representation".
std::string LanguageOf(const std::string& source);

// The source of a kernel or relay in a dialect of the target's device (DialectsOf), or in C++ where
// the dialect has no form of the kernel.
absl::StatusOr<SourceForm> FormIn(Dialect dialect, const kernels::PlannedKernel& kernel,
                                  const Target& target);
absl::StatusOr<SourceForm> FormIn(Dialect dialect, const PlannedRelay& relay, const Target& target);

// The sources of a kernel or relay for the target's device: C++, and then the intermediate
// representation where there is one of the kernel.
absl::StatusOr<std::vector<SourceForm>> FormsOf(const kernels::PlannedKernel& kernel,
                                                const Target& target);
absl::StatusOr<std::vector<SourceForm>> FormsOf(const PlannedRelay& relay, const Target& target);

// The form that a compiler of `dialect`, one of DialectsOf(target), is given; the one in C++ where
// there is none in `dialect`.
const SourceForm& FormFor(const std::vector<SourceForm>& forms, Dialect dialect);

// The code of a step or of two neighbouring ones, with its sources.
//
// Example: the plan of 2^20 points for sm_90, 64 times, has three entries: two kernels, and a relay
// that runs both. In each entry `relay` is the relay's name, since only the relay runs.
struct CodeSources {
  std::string name;
  int leaf = 0;            // of the plan tree, the first that it covers
  bool callbacks = false;  // for executions with callbacks
  std::string
      relay;  // the relay that runs this kernel, or that this code is; empty: it runs by itself
  std::vector<SourceForm> forms;
  friend bool operator==(const CodeSources&, const CodeSources&) = default;

  bool runs() const { return relay.empty() || relay == name; }
};

// The sources of the plan's kernels in order, of those with callbacks, and of its relays. Each is
// generated anew: time and memory grow with what is returned.
absl::StatusOr<std::vector<CodeSources>> SourcesOf(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_SOURCES_H_
