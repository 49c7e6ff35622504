// The kernel cache as text for people. Pure functions of their arguments.
#ifndef TOOLS_CLI_CACHE_TEXT_H_
#define TOOLS_CLI_CACHE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "fft/rtc/cache/kernel_store.h"

namespace fft::cli {

// Figures of a cache: kernels and their sizes, in all and per architecture; the compile time that
// they stand for; and how many belong to another generator than `generator_version`, so that
// nothing will look them up.
std::string CacheStatsText(const std::string& path, const std::vector<rtc::KernelEntry>& entries,
                           int64_t used_bytes, const std::string& generator_version);

// One numbered line per kernel.
std::string CacheListText(const std::vector<rtc::KernelEntry>& entries, absl::Time now);

// The fields that two keys share, the fields in which they differ, and an explanation of the
// difference.
std::string ExplainText(const rtc::KernelEntry& a, const rtc::KernelEntry& b);

}  // namespace fft::cli

#endif  // TOOLS_CLI_CACHE_TEXT_H_
