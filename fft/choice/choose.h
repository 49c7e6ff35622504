// ChooseKernel decides which kernel a leaf gets. Planner, buffer assignment and lowering all use
// its choices, so every leaf that the planner admits can be lowered. The other functions answer
// questions about kernels before buffers are assigned.
#ifndef FFT_CHOICE_CHOOSE_H_
#define FFT_CHOICE_CHOOSE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/core/problem.h"
#include "fft/tree/kernel_choice.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Whether a kernel can write into the buffer that it reads.
enum class InPlace {
  kNever,
  kSameIndices,  // only if each element, or each row as a whole, is written where it was read
};

// The formats that the kernel of a leaf's scheme reads and writes. They are formats of placements,
// so Hermitian arrays count as complex ones. A side has the format R if it holds reals, or stores a
// real function of complex numbers. For example, a transpose reads and writes complex numbers,
// interleaved or planar, and is never in place.
struct KernelRule {
  SchemeKind scheme;
  std::vector<ArrayFormat> reads;
  std::vector<ArrayFormat> writes;
  InPlace in_place;
  absl::StatusOr<KernelChoice> (*choose)(const KernelRequest&);
  // OK if the target has a kernel whatever the memory strides are, else the reason; null: always
  // OK.
  absl::Status (*fits)(const KernelRequest&) = nullptr;
};

// The rules, one for each leaf scheme.
const std::vector<KernelRule>& KernelRules();
// The entry of a leaf's scheme; null for schemes that are no kernels.
const KernelRule* FindKernelRule(SchemeKind scheme);

// The kernel of a leaf with these strides, or why the target has none. If rows are independent, the
// choice holds the price of one transform.
absl::StatusOr<KernelChoice> ChooseKernel(const KernelRequest& request);

// OK if the target has a kernel for the leaf whatever its buffers and layouts are, else the reason.
absl::Status KernelFits(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_CHOOSE_H_
