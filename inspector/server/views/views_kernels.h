// Views of a plan's kernels: launch, spec, traffic.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_KERNELS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_KERNELS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/sources.h"
#include "fft/kernels/lower_plan.h"

namespace fft::inspector {

// The library's JSON of a kernel, with its intensity in operations per byte of memory.
Json KernelView(const kernels::PlannedKernel& kernel);
// A candidate's kernel. If the plan runs it together with its neighbour, `relay` describes this.
Json KernelView(const PlanDescription& plan, int candidate,
                const std::vector<kernels::PlannedKernel>& kernels, int index);

// The bytes of one read of the input and one write of the output.
double IdealBytes(const Problem& problem);

// {kernels: [...], bytes_moved, flops, ideal_bytes, amplification}.
Json KernelsView(const PlanDescription& plan, int candidate,
                 const std::vector<kernels::PlannedKernel>& kernels);

// {name, dialect, dialects, target, language, lines, sections, text, name_parts}. `dialects` are
// those of the target's device. `sections` are the generator's remarks before parts of the kernel:
// [{line, title}], with lines counted from 1. `name_parts` explains the name (name_parts.h).
Json SourceView(const kernels::PlannedKernel& kernel, const Target& target,
                const SourceForm& source);
// The same for a relay. Its `name_parts` are empty.
Json SourceView(const PlannedRelay& relay, const Target& target, const SourceForm& source);

// {name, passes: [{pass, changed, text}], final, source_to_final}. `passes` has the syntax tree as
// generated and after each AST pass of the dialect; a pass that changes nothing has an empty text.
// `final` is the tree from which the source is printed. `source_to_final` has for each line of the
// source its line of `final`, counted from 1, or 0.
absl::StatusOr<Json> AstView(const kernels::PlannedKernel& kernel, Dialect dialect);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_KERNELS_H_
