#include "fft/machine/model.h"

#include <cmath>

#include "fft/base/status.h"

namespace fft {
namespace {

// A weight that a file lacks fails the build.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"
// kModels: one for each file of the folder.
#include "fft/machine/models.inc"
#pragma GCC diagnostic pop

}  // namespace

const MachineModel& ModelOf(const Target& target) {
  const MachineModel *named = nullptr, *alike = nullptr;
  const auto distance = [&target](const MachineModel& model) {
    return std::abs(model.bandwidth_gbs - target.bandwidth_gbs);
  };
  for (const MachineModel& model : kModels) {
    if (target.name == model.target && (named == nullptr || distance(model) < distance(*named))) {
      named = &model;
    }
    if (alike == nullptr && model.dialect == target.dialect) alike = &model;
  }
  if (named != nullptr) return *named;
  FFT_CHECK(alike != nullptr);
  return *alike;
}

}  // namespace fft
