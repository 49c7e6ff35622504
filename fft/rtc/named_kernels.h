// The kernels of a loaded module, by name.

#ifndef FFT_RTC_NAMED_KERNELS_H_
#define FFT_RTC_NAMED_KERNELS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/device.h"

namespace fft::rtc {

class NamedKernels {
 public:
  void Add(std::unique_ptr<Kernel> kernel) { kernels_.push_back(std::move(kernel)); }

  // The kernel of a name. kNotFound lists the names there are.
  absl::StatusOr<const Kernel*> Find(absl::string_view name) const {
    for (const auto& kernel : kernels_) {
      if (kernel->name() == name) return kernel.get();
    }
    return absl::NotFoundError(absl::StrCat(
        "the module has no kernel \"", name, "\"; it was loaded with: ",
        absl::StrJoin(kernels_, ", ", [](std::string* out, const std::unique_ptr<Kernel>& kernel) {
          out->append(kernel->name());
        })));
  }

 private:
  std::vector<std::unique_ptr<Kernel>> kernels_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_NAMED_KERNELS_H_
