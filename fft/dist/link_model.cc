#include "fft/dist/link_model.h"

#include <array>

#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft::dist {
namespace {

// "nvlink" was measured between two H200s of one host. Each of them sends 389 GB/s by copies and
// 328 GB/s by NCCL. The other models are estimates. "infiniband" has an adapter of 400 Gbit/s for
// each GPU, at 90 % of its rate. "infiniband_hdr" has nodes of 8 GPUs. Each GPU has 300 GB/s of
// NVLink at 80 % and 25 GB/s of network at 90 %. "infiniband_fdr" has nodes of 4 V100s on PCIe 3,
// which share 56 Gbit/s.
const std::array<LinkModel, 6>& Models() {
  static const auto* const kModels = new std::array<LinkModel, 6>{{
      {"memory", {2, 5}, {20, 1}, 0, 10, 5},
      {"nvlink", {8, 360}, {15, 45}, 0, 3900, 4},
      {"pcie", {12, 25}, {15, 25}, 0, 3900, 4},
      {"infiniband", {8, 360}, {15, 45}, 8, 3900, 4},
      {"infiniband_hdr", {8, 240}, {15, 22.5}, 8, 1700, 4},
      {"infiniband_fdr", {12, 11}, {15, 1.57}, 4, 750, 5},
  }};
  return *kModels;
}

Json ToJson(const Link& link) {
  return {{"latency_us", link.latency_us}, {"bandwidth_gbs", link.bandwidth_gbs}};
}

}  // namespace

absl::StatusOr<LinkModel> FindLinkModel(const std::string& name) {
  for (const LinkModel& model : Models()) {
    if (model.name == name) return model;
  }
  return absl::NotFoundError("link model is \"" + name + "\"; allowed: " + LinkModelNames());
}

std::string LinkModelNames() {
  return absl::StrJoin(Models(), ", ", [](std::string* names, const LinkModel& model) {
    names->append(model.name);
  });
}

Json ToJson(const LinkModel& model) {
  return {{"name", model.name},
          {"node", ToJson(model.node)},
          {"network", ToJson(model.network)},
          {"ranks_per_node", model.ranks_per_node},
          {"memory_gbs", model.memory_gbs},
          {"launch_us", model.launch_us}};
}

}  // namespace fft::dist
