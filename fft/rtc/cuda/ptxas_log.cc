#include "fft/rtc/cuda/ptxas_log.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace fft::rtc {

std::string StablePtxasLog(std::string log) {
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  std::vector<std::string> lines = absl::StrSplit(log, '\n');
  std::erase_if(lines, [](const std::string& line) {
    return absl::StrContains(line, "info") && absl::StrContains(line, "Compile time");
  });
  return absl::StrJoin(lines, "\n");
}

}  // namespace fft::rtc
