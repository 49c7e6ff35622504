#include "inspector/server/views_lds.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fft/core/lds_points.h"
#include "inspector/server/views_strides.h"

namespace fft::inspector {
namespace {

constexpr int kBankBytes = 4;

// The transform and the butterfly of a lane: lanes run along a transform, or across them.
struct Lane {
  int64_t transform;
  int64_t butterfly;
};
Lane LaneOf(const codegen::KernelSpec& spec, int64_t lane) {
  if (spec.tiling == Tiling::kColCol) {
    return {lane % spec.transforms_per_group, lane / spec.transforms_per_group};
  }
  return {lane / spec.threads_per_transform, lane % spec.threads_per_transform};
}

// Where what a pass writes of point 0 of each lane's butterfly lies, in units.
std::vector<int64_t> Units(const codegen::KernelSpec& spec, size_t pass, int pad_every,
                           int64_t units) {
  const LdsPoints points(spec.factors, spec.exchange, pass);
  std::vector<int64_t> list;
  const int64_t threads = int64_t{spec.threads_per_transform} * spec.transforms_per_group;
  for (int64_t lane = 0; lane < std::min(units, threads); ++lane) {
    const auto [transform, i] = LaneOf(spec, lane);
    if (i >= points.butterflies()) continue;  // a lane that does nothing
    const int64_t point = points.Written(i);
    const int64_t linear = point * spec.lds.point_step + transform * spec.lds.transform_step;
    const int64_t slot = linear + (pad_every > 0 ? linear / pad_every : 0);
    list.push_back(slot % units);
  }
  return list;
}

std::string WhyNone(const codegen::KernelSpec& spec) {
  if (spec.factors.empty() || spec.second_axis.length > 0) {
    return "drawn for transforms along one axis only";
  }
  if (spec.exchange == Exchange::kNone || spec.factors.size() < 2) {
    return "its threads exchange nothing through LDS";
  }
  if (spec.tiling != Tiling::kRowRow && spec.tiling != Tiling::kColCol) {
    return "its lanes run one way when reading and another when writing; not drawn";
  }
  return "";
}

}  // namespace

Json LdsView(const codegen::KernelSpec& spec, const Target& target) {
  const int parts = spec.exchange == Exchange::kHalf ? 1 : 2;
  const int64_t bytes = parts * ElementBytes(ArrayFormat::kReal, ComputePrecision(spec.precision));
  const int64_t units = std::max<int64_t>(1, target.lds_banks * kBankBytes / bytes);
  Json json = {{"reason", WhyNone(spec)},
               {"banks", target.lds_banks},
               {"access_bytes", bytes},
               {"units", units},
               {"passes", Json::array()}};
  if (target.dialect == Dialect::kHostCpp) json["reason"] = "a CPU has no banks of LDS";
  if (json["reason"] != "") return json;
  int64_t span = 1;
  for (size_t pass = 0; pass + 1 < spec.factors.size(); ++pass) {
    const int radix = spec.factors[pass];
    json["passes"].push_back({{"pass", pass},
                              {"radix", radix},
                              {"span", span},
                              {"packed", HopsView(Units(spec, pass, 0, units))},
                              {"placed", HopsView(Units(spec, pass, spec.lds.pad_every, units))}});
    span *= radix;
  }
  return json;
}

}  // namespace fft::inspector
