#include "inspector/server/views/views_cache.h"

#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/rtc/cache/kernel_bundle.h"

namespace fft::inspector {

absl::StatusOr<Json> CacheView(const std::string& bundle, const rtc::CacheCounters& counters,
                               const std::string& status) {
  FFT_ASSIGN_OR_RETURN(const std::vector<rtc::BundledKernel> held, rtc::UnpackKernels(bundle));
  Json kernels = Json::array();
  int64_t bytes = 0;
  for (const rtc::BundledKernel& one : held) {
    bytes += static_cast<int64_t>(one.kernel.object.bytes.size());
    kernels.push_back({{"name", one.key.kernel_name},
                       {"arch", one.key.arch},
                       {"compiler", one.key.compiler_version},
                       {"generator", one.key.generator_version},
                       {"code_bytes", one.kernel.object.bytes.size()},
                       {"compile_ms", one.kernel.object.milliseconds}});
  }
  return Json({{"status", status},
               {"counters",
                {{"memory_hits", counters.memory_hits},
                 {"system_hits", counters.system_hits},
                 {"user_hits", counters.user_hits},
                 {"compiles", counters.compiles},
                 {"shared", counters.shared},
                 {"store_errors", counters.store_errors}}},
               {"code_bytes", bytes},
               {"kernels", std::move(kernels)}});
}

}  // namespace fft::inspector
