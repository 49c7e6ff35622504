// Other FFT libraries to be timed next to this one.
#ifndef BENCH_PEER_H_
#define BENCH_PEER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "bench/buffers.h"
#include "fft/core/problem.h"
#include "fft/rtc/device.h"

namespace fft::bench {

// Returns the address of a side's first element in its array.
inline void* FirstElement(void* array, const ArrayDescription& side, const Problem& problem) {
  return static_cast<char*>(array) + side.offsets[0] * ElementBytes(problem, side);
}

// Returns Unimplemented if a side of the problem has a precision of its own.
inline absl::Status CheckOnePrecision(const Problem& problem) {
  if (!problem.input.precision && !problem.output.precision) return absl::OkStatus();
  return absl::UnimplementedError("peers are timed with one precision");
}

// A transform ready to run.
class PeerPlan {
 public:
  virtual ~PeerPlan() = default;
  virtual absl::Status Enqueue(const Arrays& arrays, rtc::Stream stream) = 0;
  virtual int64_t workspace_bytes() const = 0;
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  // The library with its version, for the report's head.
  virtual std::string description() const = 0;
  // Makes a plan for `arrays` and for other arrays of equal alignment. May overwrite `arrays`.
  // Unimplemented says why the peer cannot express the problem.
  virtual absl::StatusOr<std::unique_ptr<PeerPlan>> MakePlan(const Problem& problem,
                                                             const Arrays& arrays) = 0;
};

// The prefix of a plug-in's name; the plug-in's file follows (bench/plugin/peer_plugin.h).
inline constexpr char kPluginPrefix[] = "plugin:";

// Opens a peer by its name: "fftw" (one thread) on the host, "cufft" and "vkfft" on NVIDIA devices,
// "plugin:FILE.so" on all devices. InvalidArgument for an unknown name, FailedPrecondition for a
// device that the peer does not support, Unavailable if its library cannot be loaded.
absl::StatusOr<std::unique_ptr<Peer>> MakePeer(const std::string& name, const rtc::Device& device);

}  // namespace fft::bench

#endif  // BENCH_PEER_H_
