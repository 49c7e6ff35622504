// Kernels of a plan: launch, spec, traffic. Pure functions to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_KERNELS_H_
#define INSPECTOR_SERVER_VIEWS_KERNELS_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/codegen/lower_plan.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// The library's JSON of a kernel with the intensity (operations per byte of memory).
Json KernelView(const codegen::PlannedKernel& kernel);

// {kernels: [...], bytes_moved, flops, ideal_bytes, amplification}. `ideal_bytes` is one read of
// the input and one write of the output.
Json KernelsView(const PlanDescription& plan, const std::vector<codegen::PlannedKernel>& kernels);

// {name, dialect, language, lines, text}.
Json SourceView(const codegen::PlannedKernel& kernel, const Target& target,
                const std::string& source);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_KERNELS_H_
