// How ranks reach each other: one small interface over MPI, NCCL, or the threads of one process.
#ifndef FFT_DIST_COMMUNICATOR_H_
#define FFT_DIST_COMMUNICATOR_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/device.h"

namespace fft::dist {

// The memory of a message on this rank.
struct Transferred {
  int peer = 0;
  void* data = nullptr;
  int64_t bytes = 0;
};

// Messages under way.
class Transmission {
 public:
  virtual ~Transmission() = default;
  // Waits for the messages. Work that is enqueued in `stream` afterwards finds all messages
  // arrived, and may overwrite those sent. Returns before they have arrived where the stream can
  // wait by itself.
  virtual absl::Status Finish(rtc::Stream stream) = 0;
};

// One rank's end. All calls but rank and size are collective: every rank makes them, in the same
// order, from one thread at a time. Errors of the communication itself come back as kUnavailable or
// kDeadlineExceeded; after such an error the communicator is of no more use.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual const char* name() const = 0;  // "mpi", "nccl", "threads"
  virtual int rank() const = 0;
  virtual int size() const = 0;

  // The strings of all ranks, by rank.
  virtual absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) = 0;
  // Sends the `bytes` of the rank `root` to every rank. The `bytes` of other ranks are not used.
  virtual absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) = 0;
  virtual absl::Status Barrier() = 0;

  // Whether memory of `device` can be given to Begin. If not, the caller moves the data through the
  // host.
  virtual bool Takes(const rtc::Device& device) const = 0;
  // Starts messages after the work enqueued in `stream`. At most one message goes from a rank to
  // another; sender and receiver give the same size. `device` is the one the memory is on.
  virtual absl::StatusOr<std::unique_ptr<Transmission>> Begin(
      const std::vector<Transferred>& sends, const std::vector<Transferred>& receives,
      rtc::Device& device, rtc::Stream stream) = 0;

  // Ends an execution that came to `status` on this rank. Where the streams wait for messages by
  // themselves, an error of one rank becomes one of all, so that none waits for a message that
  // never comes; elsewhere the ranks that wait learn of it, or find out when they have waited too
  // long.
  virtual absl::Status Conclude(const absl::Status& status) { return status; }

  // Whether the ranks are threads of one process, so that Transport::kDirect serves.
  virtual bool SharesMemory() const { return false; }
  // Puts a mark behind the work in `stream`, where memory is shared. A stream in which the mark is
  // finished waits for the marked work of all ranks.
  virtual absl::StatusOr<std::unique_ptr<Transmission>> Mark(rtc::Device& device,
                                                             rtc::Stream stream);
};

// Makes an error of any rank an error of all. Returns Ok when every rank brings Ok, else the error
// of the first rank that brings one, with its number: "rank 3: ...".
absl::Status AgreeOnStatus(Communicator& communicator, const absl::Status& status);

}  // namespace fft::dist

#endif  // FFT_DIST_COMMUNICATOR_H_
