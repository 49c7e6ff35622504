// The communication between ranks: one interface over MPI, NCCL, or the threads of one process.
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

// A message that this rank sends to `peer` or receives from it: its memory on this rank.
struct Transferred {
  int peer = 0;
  void* data = nullptr;
  int64_t bytes = 0;
};

// Messages that have been started.
class Transmission {
 public:
  virtual ~Transmission() = default;
  // Waits for the messages. Later work in `stream` may read the messages that this rank receives,
  // and overwrite those that it sends. If the stream can wait by itself, the call returns at once.
  virtual absl::Status Finish(rtc::Stream stream) = 0;
};

// The connection of one rank to the others. All functions that communicate are collective: every
// rank calls them in the same order, from one thread at a time. Errors of the communication are
// kUnavailable or kDeadlineExceeded; after such an error the communicator can only be destroyed.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual const char* name() const = 0;  // "mpi", "nccl", "threads"
  virtual int rank() const = 0;
  virtual int size() const = 0;

  // Returns the strings of all ranks, by rank.
  virtual absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) = 0;
  // Sends the `bytes` of the rank `root` to every rank. The `bytes` of other ranks are not used.
  virtual absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) = 0;
  virtual absl::Status Barrier() = 0;

  // Whether memory of `device` can be given to Begin. If not, the caller moves the data through the
  // host.
  virtual bool Takes(const rtc::Device& device) const = 0;
  // Starts messages after the work enqueued in `stream`. Each rank sends at most one message to
  // each other rank, and sender and receiver give the same size. `device` is the device that the
  // memory is on.
  virtual absl::StatusOr<std::unique_ptr<Transmission>> Begin(
      const std::vector<Transferred>& sends, const std::vector<Transferred>& receives,
      rtc::Device& device, rtc::Stream stream) = 0;

  // Ends an execution, which has the result `status` on this rank. If streams wait for messages by
  // themselves (NCCL), an error of one rank is returned on all, so that no stream waits for a
  // message that is never sent. With threads the waiting ranks fail at once. With MPI they fail
  // when their time is over.
  virtual absl::Status Conclude(const absl::Status& status) { return status; }

  // Whether the ranks are threads of one process, as Transport::kDirect needs.
  virtual bool SharesMemory() const { return false; }
  // Marks the work that is enqueued in `stream`. A stream that is given to Finish of the result
  // waits for the marked work of all ranks. Only for ranks that share memory.
  virtual absl::StatusOr<std::unique_ptr<Transmission>> Mark(rtc::Device& device,
                                                             rtc::Stream stream);
};

// Makes an error of one rank an error of all ranks. Collective. Returns Ok if the status of every
// rank is Ok, else the error of the first rank that has one, with the rank's number: "rank 3: ...".
absl::Status AgreeOnStatus(Communicator& communicator, const absl::Status& status);

}  // namespace fft::dist

#endif  // FFT_DIST_COMMUNICATOR_H_
