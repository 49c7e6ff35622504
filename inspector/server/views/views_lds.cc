#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fft/shapes/lds_points.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

constexpr int kBankBytes = 4;

// The transform and the butterfly that a lane works on. Neighbouring lanes have neighbouring
// butterflies of one transform, or the same butterfly of neighbouring transforms.
struct Lane {
  int64_t transform;
  int64_t butterfly;
};
Lane LaneOf(const kernels::KernelSpec& spec, int64_t lane) {
  if (spec.tiling == Tiling::kColCol) {
    return {lane % spec.transforms_per_group, lane / spec.transforms_per_group};
  }
  return {lane / spec.threads_per_transform, lane % spec.threads_per_transform};
}

// The kernel's layout of LDS without padding.
LdsLayout Packed(const kernels::KernelSpec& spec) {
  LdsLayout lds = spec.lds;
  lds.pad_every = 0;
  if (spec.second_axis.length > 0) lds.transform_step = spec.length;
  return lds;
}

int64_t UnitOf(const LdsLayout& lds, int64_t point, int64_t transform, int64_t units) {
  const int64_t linear = point * lds.point_step + transform * lds.transform_step;
  return (linear + (lds.pad_every > 0 ? linear / lds.pad_every : 0)) % units;
}

PlanePasses PlaneOf(const kernels::KernelSpec& spec) {
  return {spec.length,
          spec.second_axis.length,
          spec.factors,
          spec.second_axis.factors,
          spec.threads_per_transform * spec.transforms_per_group,
          spec.transforms_per_group};
}

// UnitsOfLines for a pass of a plane's kernel.
std::vector<int64_t> UnitsOfPlane(const kernels::KernelSpec& spec, size_t pass,
                                  const LdsLayout& lds, int64_t units) {
  const PlanePasses passes = PlaneOf(spec);
  const PlanePoints points(passes, pass);
  std::vector<int64_t> list;
  for (int64_t lane = 0; lane < std::min({units, int64_t{passes.threads}, points.butterflies()});
       ++lane) {
    const PlanePoints::Point at = points.Written(lane, 0);
    list.push_back(UnitOf(lds, at.x, at.row, units));
  }
  return list;
}

// The unit of LDS to which each lane writes point 0 of its butterfly in a pass.
std::vector<int64_t> UnitsOfLines(const kernels::KernelSpec& spec, size_t pass,
                                  const LdsLayout& lds, int64_t units) {
  const LdsPoints points = LdsPoints::Of(spec.factors, spec.exchange, pass);
  std::vector<int64_t> list;
  const int64_t threads = int64_t{spec.threads_per_transform} * spec.transforms_per_group;
  for (int64_t lane = 0; lane < std::min(units, threads); ++lane) {
    const auto [transform, i] = LaneOf(spec, lane);
    if (i >= points.butterflies()) continue;  // this lane has no butterfly
    list.push_back(UnitOf(lds, points.Written(i), transform, units));
  }
  return list;
}

std::string WhyNone(const kernels::KernelSpec& spec) {
  const size_t passes = spec.factors.size() + spec.second_axis.factors.size();
  if (passes == 0) return "drawn for transforms only";
  if (spec.exchange == Exchange::kNone || passes < 2) {
    return "its threads exchange nothing through LDS";
  }
  if (spec.tiling == Tiling::kPlane) return "";
  if (spec.tiling != Tiling::kRowRow && spec.tiling != Tiling::kColCol) {
    return "its lanes run one way when reading and another when writing; not drawn";
  }
  return "";
}

}  // namespace

Json LdsView(const kernels::KernelSpec& spec, const Target& target) {
  const int parts = spec.exchange == Exchange::kHalf ? 1 : 2;
  const int64_t bytes = parts * ElementBytes(ArrayFormat::kReal, ComputePrecision(spec.precision));
  const int64_t units = std::max<int64_t>(1, target.lds_banks * kBankBytes / bytes);
  Json json = {{"reason", WhyNone(spec)},
               {"banks", target.lds_banks},
               {"access_bytes", bytes},
               {"units", units},
               {"passes", Json::array()}};
  if (target.lds_banks == 0) json["reason"] = "a CPU has no banks of LDS";
  if (json["reason"] != "") return json;
  const bool is_plane = spec.tiling == Tiling::kPlane;
  const auto units_of = is_plane ? UnitsOfPlane : UnitsOfLines;
  std::vector<int> radices = spec.factors;
  radices.insert(radices.end(), spec.second_axis.factors.begin(), spec.second_axis.factors.end());
  int64_t span = 1;
  for (size_t pass = 0; pass + 1 < radices.size(); ++pass) {
    if (is_plane && pass == spec.factors.size()) span = 1;
    json["passes"].push_back({{"pass", pass},
                              {"radix", radices[pass]},
                              {"span", span},
                              {"packed", HopsView(units_of(spec, pass, Packed(spec), units))},
                              {"placed", HopsView(units_of(spec, pass, spec.lds, units))}});
    span *= radices[pass];
  }
  return json;
}

}  // namespace fft::inspector
