// Reads fft/core/tuning/resources.table.
#ifndef FFT_CORE_RESOURCE_TABLE_H_
#define FFT_CORE_RESOURCE_TABLE_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/target_resources.h"

namespace fft {

// Returns the resources by the names of their targets. InvalidArgument names the line, the word and
// what is allowed.
absl::StatusOr<std::map<std::string, KernelResources>> ParseResources(absl::string_view text);

// The library's table.
const std::map<std::string, KernelResources>& LibraryResources();

}  // namespace fft

#endif  // FFT_CORE_RESOURCE_TABLE_H_
