// Devices, targets, compiled kernels and environment variables as text for people.
#ifndef TOOLS_CLI_SYSTEM_TEXT_H_
#define TOOLS_CLI_SYSTEM_TEXT_H_

#include <optional>
#include <string>
#include <vector>

#include "fft/base/options.h"
#include "fft/core/target.h"
#include "fft/rtc/device_registry.h"
#include "fft/rtc/objects/code_object_stats.h"

namespace fft::cli {

// Returns the devices that can be opened, then the reasons why other kinds of device are missing.
std::string DevicesText(const std::vector<rtc::DeviceKindListing>& kinds);

std::string TargetsText(const std::vector<Target>& targets);

// A compiled kernel. It has no stats if its format holds none.
struct CompiledKernel {
  std::string name;
  std::optional<rtc::KernelStats> stats;
  int64_t dynamic_lds_bytes = 0;  // of the launch
  int64_t code_bytes = 0;
  double milliseconds = 0;
};
std::string StatsText(const std::vector<CompiledKernel>& kernels);

// Returns every variable with its current value and its meaning.
std::string EnvironmentText(const std::vector<EnvironmentVariable>& variables,
                            const ContextOptions& options);

}  // namespace fft::cli

#endif  // TOOLS_CLI_SYSTEM_TEXT_H_
