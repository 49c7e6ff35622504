#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/dist/candidates.h"

namespace fft::dist {

std::string ToString(Transport transport) {
  return transport == Transport::kMessages ? "messages" : "direct";
}

std::string ToString(PeerStore store) {
  switch (store) {
    case PeerStore::kAuto:
      return "auto";
    case PeerStore::kKernels:
      return "kernels";
    case PeerStore::kCopies:
      return "copies";
  }
  return "?";
}

std::string ToString(Holder holder) {
  switch (holder) {
    case Holder::kInput:
      return "input";
    case Holder::kGrid:
      return "grid";
    case Holder::kOutput:
      return "output";
  }
  return "?";
}

std::string ToString(const DistCandidate& candidate) {
  return absl::StrJoin(candidate.path, " -> ", [](std::string* out, const Held& held) {
    absl::StrAppend(out,
                    held.holder == Holder::kGrid ? ToString(held.grid) : ToString(held.holder));
    if (held.transformed.empty()) return;
    absl::StrAppend(out, held.transformed.size() == 1 ? ": axis " : ": axes ",
                    absl::StrJoin(held.transformed, " "));
  });
}

Json ToJson(const DistOptions& options) {
  return {{"transport", ToString(options.transport)},
          {"link", ToJson(options.link)},
          {"candidate", options.candidate},
          {"max_candidates", options.max_candidates},
          {"pieces", options.pieces},
          {"groups", options.groups},
          {"peer_store", ToString(options.peer_store)},
          {"max_split_launches", options.max_split_launches}};
}

Json ToJson(const DistCandidate& candidate) {
  Json path = Json::array();
  for (const Held& held : candidate.path) {
    Json step = {{"holder", ToString(held.holder)}};
    if (held.holder == Holder::kGrid) step["grid"] = held.grid.processes;
    step["transformed"] = held.transformed;
    path.push_back(std::move(step));
  }
  return {{"path", std::move(path)},
          {"microseconds", candidate.seconds * 1e6},
          {"local_microseconds", candidate.local_seconds * 1e6},
          {"exchange_microseconds", candidate.exchange_seconds * 1e6},
          {"exchanges", candidate.exchanges},
          {"node_bytes", candidate.node_bytes},
          {"network_bytes", candidate.network_bytes}};
}

}  // namespace fft::dist
