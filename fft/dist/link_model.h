// A model of the time to move data between ranks. It is data, so planning needs no network.
#ifndef FFT_DIST_LINK_MODEL_H_
#define FFT_DIST_LINK_MODEL_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"

namespace fft::dist {

// A connection between two ranks. A message takes latency + bytes / bandwidth. All messages that a
// rank sends at the same time share the bandwidth.
struct Link {
  double latency_us = 1;
  double bandwidth_gbs = 10;  // out of one rank, to all its peers together
  friend bool operator==(const Link&, const Link&) = default;
};

// The links of a machine or cluster. For example, *FindLinkModel("nvlink") has all ranks on one
// node.
struct LinkModel {
  std::string name = "memory";
  Link node;               // between ranks of one node
  Link network;            // between nodes
  int ranks_per_node = 0;  // 0: all ranks on one node
  double memory_gbs = 10;  // read + write of a rank's own memory, by its transforms and copies
  double launch_us = 1;    // time of one launch

  bool OnOneNode(int a, int b) const {
    return ranks_per_node <= 0 || a / ranks_per_node == b / ranks_per_node;
  }
  friend bool operator==(const LinkModel&, const LinkModel&) = default;
};

// Returns the model of a name: "memory" (ranks of one host), "nvlink", "pcie", "infiniband" and
// "infiniband_hdr" (nodes of 8 GPUs), or "infiniband_fdr" (nodes of 4 GPUs). NotFound lists these
// names.
absl::StatusOr<LinkModel> FindLinkModel(const std::string& name);

std::string LinkModelNames();  // "memory, nvlink, ..."

Json ToJson(const LinkModel& model);

}  // namespace fft::dist

#endif  // FFT_DIST_LINK_MODEL_H_
