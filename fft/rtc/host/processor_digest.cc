#include "fft/rtc/host/processor_digest.h"

#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/sha256.h"

namespace fft::rtc {

std::string ProcessorDigest() {
  // Only the first processor is read, because a machine with hundreds of processors takes
  // milliseconds to list them all.
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string features;
  for (std::string line; std::getline(cpuinfo, line) && !line.empty();) {
    for (const char* field : {"vendor_id", "cpu family", "model", "flags", "Features"}) {
      if (absl::StartsWith(line, field)) absl::StrAppend(&features, line, "\n");
    }
  }
  return features.empty() ? "unknown" : Sha256Hex(features).substr(0, 12);
}

}  // namespace fft::rtc
