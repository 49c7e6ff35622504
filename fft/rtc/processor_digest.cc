#include "fft/rtc/processor_digest.h"

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/sha256.h"
#include "fft/rtc/subprocess.h"

namespace fft::rtc {

std::string ProcessorDigest() {
  const absl::StatusOr<std::string> cpuinfo = ReadFile("/proc/cpuinfo");
  if (!cpuinfo.ok()) return "unknown";
  std::string features;
  for (absl::string_view line : absl::StrSplit(*cpuinfo, '\n')) {
    if (line.empty()) break;  // the end of the first processor
    for (const char* field : {"vendor_id", "cpu family", "model", "flags", "Features"}) {
      if (absl::StartsWith(line, field)) absl::StrAppend(&features, line, "\n");
    }
  }
  return Sha256Hex(features).substr(0, 12);
}

}  // namespace fft::rtc
