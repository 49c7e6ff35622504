// The one function that decides which kernel a leaf gets, and questions that can be answered before
// a buffer is assigned. Planner, buffer assignment and lowering all use the choices that it
// returns, so every admitted leaf can be lowered.
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
  kSameIndices,  // only where each element, or each row as a whole, is written where it was read
};

// The formats that the kernel of a leaf's scheme reads and writes. They are formats of placements,
// where Hermitian arrays count as complex ones. Sides that hold reals have R, as the last kernel's
// output has where it stores a function of complex numbers; other sides have another format.
struct KernelRule {
  SchemeKind scheme;
  std::vector<ArrayFormat> reads;
  std::vector<ArrayFormat> writes;
  InPlace in_place;
  absl::StatusOr<KernelChoice> (*choose)(const KernelRequest&);
  // Whether there is a kernel whatever the memory strides turn out to be; null: always.
  absl::Status (*fits)(const KernelRequest&) = nullptr;
};

// One entry per leaf scheme.
const std::vector<KernelRule>& KernelRules();
// The entry of a leaf's scheme; null for schemes that are no kernels.
const KernelRule* FindKernelRule(SchemeKind scheme);

// The kernel of a leaf with these strides, or why the target has none. Where rows are independent
// its price is that of one transform.
absl::StatusOr<KernelChoice> ChooseKernel(const KernelRequest& request);

// Whether the target has a kernel for the leaf whatever buffers and layouts it is given.
absl::Status KernelFits(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_CHOOSE_H_
