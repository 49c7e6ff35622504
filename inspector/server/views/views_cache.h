// The compiled kernels that this server's device has used. A pure function to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_CACHE_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_CACHE_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/rtc/cache/kernel_cache.h"

namespace fft::inspector {

// {status, counters, code_bytes, kernels: [{name, arch, compiler, generator, code_bytes,
// compile_ms}]}. `bundle` holds the kernels as Context::SerializeCache gives them.
absl::StatusOr<Json> CacheView(const std::string& bundle, const rtc::CacheCounters& counters,
                               const std::string& status);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_CACHE_H_
