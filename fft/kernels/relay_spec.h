// Two kernels of a plan as one launch (fft/codegen/passes/relay_kernels.h).
#ifndef FFT_KERNELS_RELAY_SPEC_H_
#define FFT_KERNELS_RELAY_SPEC_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::kernels {

// Everything by which two relays can differ.
struct RelaySpec {
  KernelSpec first, second;
  int resident_groups = 0;  // workgroups that registers should allow on a compute unit; 0: no wish
  friend bool operator==(const RelaySpec&, const RelaySpec&) = default;
};

// The names of both kernels without the parts that all names have:
// "fft_relay_rg2_stockham_.._then_stockham_..".
std::string RelayName(const RelaySpec& spec);
// Whether a name is a relay's, and not a kernel's.
bool IsRelayName(const std::string& name);
// The relay whose RelayName is `name`. Errors are those of ParseKernelName.
absl::StatusOr<RelaySpec> ParseRelayName(const std::string& name);

Json ToJson(const RelaySpec& spec);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_RELAY_SPEC_H_
