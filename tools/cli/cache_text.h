// The kernel cache as text for people. Pure functions of their arguments.
#ifndef TOOLS_CLI_CACHE_TEXT_H_
#define TOOLS_CLI_CACHE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "fft/rtc/cache/kernel_store.h"

namespace fft::cli {

// Returns the figures of a cache: the number and the bytes of its kernels, in all and per
// architecture, the time that their compiles took, and how many are from a generator other than
// `generator_version`. No plan looks these up.
std::string CacheStatsText(const std::string& path, const std::vector<rtc::KernelEntry>& entries,
                           int64_t used_bytes, const std::string& generator_version);

// Returns one numbered line per kernel.
std::string CacheListText(const std::vector<rtc::KernelEntry>& entries, absl::Time now);

// Returns the fields that the keys of two entries share, the fields in which they differ, and an
// explanation of the difference.
std::string ExplainText(const rtc::KernelEntry& a, const rtc::KernelEntry& b);

}  // namespace fft::cli

#endif  // TOOLS_CLI_CACHE_TEXT_H_
