#include "fft/machine/model.h"

#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

#include "fft/base/status.h"

namespace fft {
namespace {

// A weight that a file lacks fails the build.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"
// Defines kModels, which has a model for each file of the folder.
#include "fft/machine/models.inc"
#pragma GCC diagnostic pop

// The target names of all models. They are a constant, since every price looks a model up by its
// name.
constexpr auto kTargets = [] {
  std::array<std::string_view, std::size(kModels)> names;
  for (size_t i = 0; i < names.size(); ++i) names[i] = kModels[i].target;
  return names;
}();

}  // namespace

const MachineModel& ModelOf(const Target& target) {
  const MachineModel* best = nullptr;
  const auto distance = [&target](const MachineModel& model) {
    return std::abs(model.bandwidth_gbs - target.bandwidth_gbs);
  };
  for (size_t i = 0; i < kTargets.size(); ++i) {
    if (kTargets[i] != target.name) continue;
    if (best == nullptr || distance(kModels[i]) < distance(*best)) best = &kModels[i];
  }
  for (size_t i = 0; best == nullptr && i < kTargets.size(); ++i) {
    if (kModels[i].dialect == target.dialect) best = &kModels[i];
  }
  FFT_CHECK(best != nullptr);
  return *best;
}

std::vector<Target> MachinesOf(const Target& target) {
  std::vector<Target> machines;
  for (size_t i = 0; i < kTargets.size(); ++i) {
    if (kTargets[i] != target.name) continue;
    machines.push_back(target);
    machines.back().bandwidth_gbs = kModels[i].bandwidth_gbs;
  }
  if (machines.empty()) machines.push_back(target);
  return machines;
}

}  // namespace fft
