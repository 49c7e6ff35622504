#include "fft/kernels/relay_spec.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/kernels/kernel_name.h"

namespace fft::kernels {
namespace {

constexpr char kRelay[] = "fft_relay_", kThen[] = "_then_";

std::string OwnName(const KernelSpec& spec) {
  return std::string(absl::StripPrefix(KernelName(spec), "fft_"));
}

}  // namespace

std::string RelayName(const RelaySpec& spec) {
  std::string name = kRelay;
  if (spec.resident_groups > 0) absl::StrAppend(&name, "rg", spec.resident_groups, "_");
  absl::StrAppend(&name, OwnName(spec.first), kThen, OwnName(spec.second));
  return name;
}

bool IsRelayName(const std::string& name) { return absl::StartsWith(name, kRelay); }

absl::StatusOr<RelaySpec> ParseRelayName(const std::string& name) {
  absl::string_view rest = absl::StripPrefix(name, kRelay);
  RelaySpec spec;
  if (absl::ConsumePrefix(&rest, "rg")) {
    const absl::string_view groups = rest.substr(0, rest.find('_'));
    if (!absl::SimpleAtoi(groups, &spec.resident_groups) || spec.resident_groups < 1) {
      return InvalidField("resident_groups", std::string(groups), "1 or more");
    }
    rest.remove_prefix(std::min(groups.size() + 1, rest.size()));
  }
  const std::vector<absl::string_view> legs = absl::StrSplit(rest, kThen);
  if (legs.size() != 2) {
    return InvalidField("relay", std::string(rest), "FIRST_then_SECOND");
  }
  FFT_ASSIGN_OR_RETURN(spec.first, ParseKernelName(absl::StrCat("fft_", legs[0])));
  FFT_ASSIGN_OR_RETURN(spec.second, ParseKernelName(absl::StrCat("fft_", legs[1])));
  if (RelayName(spec) != name) return InvalidField("relay", "another name", RelayName(spec));
  return spec;
}

Json ToJson(const RelaySpec& spec) {
  return {{"first", ToJson(spec.first)},
          {"second", ToJson(spec.second)},
          {"resident_groups", spec.resident_groups}};
}

}  // namespace fft::kernels
