#include "bench/peer.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "bench/cufft_peer.h"
#include "bench/fftw_peer.h"
#include "bench/plugin_peer.h"
#include "bench/vkfft_peer.h"
#include "fft/base/status.h"

namespace fft::bench {
namespace {

struct PeerRow {
  const char* name;
  rtc::DeviceKind kind;
  absl::StatusOr<std::unique_ptr<Peer>> (*make)();
};

constexpr PeerRow kPeers[] = {
    {"fftw", rtc::DeviceKind::kHost, MakeFftwPeer},
    {"cufft", rtc::DeviceKind::kCuda, MakeCufftPeer},
    {"vkfft", rtc::DeviceKind::kCuda, MakeVkfftPeer},
};

}  // namespace

absl::StatusOr<std::unique_ptr<Peer>> MakePeer(const std::string& name, const rtc::Device& device) {
  if (absl::string_view path = name; absl::ConsumePrefix(&path, kPluginPrefix)) {
    return OpenPlugin(std::string(path));
  }
  std::string allowed;
  for (const PeerRow& row : kPeers) {
    absl::StrAppend(&allowed, allowed.empty() ? "" : ", ", row.name);
    if (name != row.name) continue;
    if (row.kind == device.kind()) return row.make();
    return absl::FailedPreconditionError(
        absl::StrCat(name, " runs on ", rtc::DeviceKindName(row.kind), " devices; this one is ",
                     rtc::DeviceKindName(device.kind())));
  }
  return InvalidField("--vs", name, absl::StrCat(allowed, ", ", kPluginPrefix, "FILE.so"));
}

}  // namespace fft::bench
