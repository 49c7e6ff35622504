#include "tests/compile/kernel_selection.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"

namespace fft::testing {

std::vector<kernels::PlannedKernel> DistinctKernels(
    const std::vector<kernels::PlannedKernel>& kernels) {
  std::set<std::string> names;
  std::vector<kernels::PlannedKernel> distinct;
  for (const kernels::PlannedKernel& kernel : kernels) {
    if (names.insert(kernel.name).second) distinct.push_back(kernel);
  }
  return distinct;
}

std::set<std::string> Features(const kernels::KernelSpec& spec) {
  // Half precision is only for storage; its kernels compute in single precision.
  const std::string precision = ToString(ComputePrecision(spec.precision));
  std::set<std::string> features;
  features.insert(absl::StrCat("ways ", precision, " ", ToString(spec.tiling), " ",
                               ToString(spec.exchange), " ", ToString(spec.staging)));
  for (int radix : spec.factors) features.insert(absl::StrCat("radix ", precision, " ", radix));
  features.insert(absl::StrCat("twiddle ", precision, " ", ToString(spec.tiling), " ",
                               spec.large_twiddle.steps, " ",
                               static_cast<int>(spec.large_twiddle.space)));
  features.insert(absl::StrCat("kind ", precision, " ", static_cast<int>(spec.kind), " ",
                               ToString(spec.exchange)));
  // The size of the workgroup is a feature, since each thread of a large workgroup has few
  // registers.
  const int threads = spec.threads_per_transform * spec.transforms_per_group;
  features.insert(absl::StrCat("pressure ", precision, " ", ToString(spec.tiling), " ",
                               ToString(spec.exchange), " ", CeilLog2(threads)));
  features.insert(absl::StrCat("strides ", static_cast<int>(spec.in_stride),
                               static_cast<int>(spec.out_stride), " loops ", spec.outer_loops));
  features.insert(absl::StrCat("ends ", ToString(spec.load), " ", ToString(spec.store), " kind ",
                               static_cast<int>(spec.kind)));
  features.insert(absl::StrCat("row ", precision, " ", ToString(spec.row_operation)));
  features.insert(
      absl::StrCat("formats ", ToString(spec.in_format), " ", ToString(spec.out_format)));
  features.insert(absl::StrCat("storage ", ToString(spec.precision)));
  features.insert(absl::StrCat("index ", static_cast<int>(spec.index)));
  features.insert(absl::StrCat("scale ", static_cast<int>(spec.scale)));
  features.insert(absl::StrCat("direction ", static_cast<int>(spec.direction)));
  return features;
}

std::vector<kernels::PlannedKernel> CoveringSubset(
    const std::vector<kernels::PlannedKernel>& kernels) {
  std::vector<kernels::PlannedKernel> ordered = DistinctKernels(kernels);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.spec.length > b.spec.length; });
  std::set<std::string> covered;
  std::vector<kernels::PlannedKernel> subset;
  for (const kernels::PlannedKernel& kernel : ordered) {
    const size_t before = covered.size();
    covered.merge(Features(kernel.spec));
    if (covered.size() > before) subset.push_back(kernel);
  }
  return subset;
}

}  // namespace fft::testing
