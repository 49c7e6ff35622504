#include "fft/kernels/relay_spec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "fft/base/json.h"

namespace fft::kernels {
namespace {

std::string OwnName(const KernelSpec& spec) {
  return std::string(absl::StripPrefix(KernelName(spec), "fft_"));
}

}  // namespace

std::string RelayName(const RelaySpec& spec) {
  std::string name = "fft_relay_";
  if (spec.resident_groups > 0) absl::StrAppend(&name, "rg", spec.resident_groups, "_");
  absl::StrAppend(&name, OwnName(spec.first), "_then_", OwnName(spec.second));
  return name;
}

Json ToJson(const RelaySpec& spec) {
  return {{"first", ToJson(spec.first)},
          {"second", ToJson(spec.second)},
          {"resident_groups", spec.resident_groups}};
}

}  // namespace fft::kernels
