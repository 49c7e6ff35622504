#include "fft/dist/thread_communicator.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "fft/base/status.h"

namespace fft::dist {
namespace {

// The place where the threads of all ranks meet. In a meeting every rank brings a slot, and gets
// the slots of all ranks.
class MeetingPoint {
 public:
  struct Slot {
    std::string bytes;
    const void* pointer = nullptr;
  };

  MeetingPoint(int ranks, absl::Duration timeout) : timeout_(timeout), slots_(ranks) {}

  // Waits for all ranks and returns the slots of all. The next meeting begins after all ranks have
  // left this one.
  absl::StatusOr<std::vector<Slot>> Meet(int rank, Slot slot) {
    absl::MutexLock lock(&mutex_);
    FFT_RETURN_IF_ERROR(WaitUntil(&MeetingPoint::IsOpen));
    slots_[rank] = std::move(slot);
    const int64_t meeting = meeting_;
    if (++arrived_ == static_cast<int>(slots_.size())) {
      is_open_ = false;
      ++meeting_;
    }
    const auto is_complete = [this, meeting] { return meeting_ > meeting || !broken_.ok(); };
    if (!mutex_.AwaitWithTimeout(absl::Condition(&is_complete), timeout_)) {
      broken_.Update(absl::DeadlineExceededError(
          absl::StrCat("rank ", rank, " waited ", absl::FormatDuration(timeout_), " for others")));
    }
    FFT_RETURN_IF_ERROR(broken_);
    std::vector<Slot> all = slots_;
    if (--arrived_ == 0) is_open_ = true;
    return all;
  }

  // Ends all meetings: this and all later calls of Meet return `why`.
  void Break(const absl::Status& why) {
    absl::MutexLock lock(&mutex_);
    broken_.Update(why);
  }

 private:
  bool IsOpen() const { return is_open_ || !broken_.ok(); }

  absl::Status WaitUntil(bool (MeetingPoint::*condition)() const) {
    const auto holds = [this, condition] { return (this->*condition)(); };
    if (!mutex_.AwaitWithTimeout(absl::Condition(&holds), timeout_)) {
      broken_.Update(absl::DeadlineExceededError("a rank is stuck"));
    }
    return broken_;
  }

  absl::Mutex mutex_;
  const absl::Duration timeout_;
  std::vector<Slot> slots_;
  int arrived_ = 0;
  int64_t meeting_ = 0;
  bool is_open_ = true;
  absl::Status broken_;  // the first error
};

class ThreadCommunicator final : public Communicator {
 public:
  ThreadCommunicator(std::shared_ptr<MeetingPoint> meeting, int rank, int size)
      : meeting_(std::move(meeting)), rank_(rank), size_(size) {}
  ~ThreadCommunicator() override {
    meeting_->Break(absl::UnavailableError(absl::StrCat("rank ", rank_, " has left")));
  }

  const char* name() const override { return "threads"; }
  int rank() const override { return rank_; }
  int size() const override { return size_; }

  absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) override {
    FFT_ASSIGN_OR_RETURN(auto slots, meeting_->Meet(rank_, {std::string(bytes)}));
    std::vector<std::string> all;
    for (auto& slot : slots) all.push_back(std::move(slot.bytes));
    return all;
  }

  absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) override {
    FFT_ASSIGN_OR_RETURN(auto all, AllGather(rank_ == root ? bytes : ""));
    return std::move(all[root]);
  }

  absl::Status Barrier() override { return meeting_->Meet(rank_, {}).status(); }

  absl::Status Conclude(const absl::Status& status) override {
    if (!status.ok()) {
      meeting_->Break(
          absl::UnavailableError(absl::StrCat("rank ", rank_, " has failed: ", status.message())));
    }
    return status;
  }

  bool Takes(const rtc::Device&) const override { return true; }
  bool SharesMemory() const override { return true; }

  // Messages between threads: the receiver copies from the sender's memory.
  class Copies final : public Transmission {
   public:
    Copies(ThreadCommunicator* owner, std::vector<Transferred> sends,
           std::vector<Transferred> receives, rtc::Device* device)
        : owner_(owner),
          sends_(std::move(sends)),
          receives_(std::move(receives)),
          device_(device) {}

    absl::Status Finish(rtc::Stream stream) override {
      FFT_ASSIGN_OR_RETURN(const auto slots, owner_->meeting_->Meet(owner_->rank_, {"", &sends_}));
      for (const Transferred& receive : receives_) {
        const void* from = Find(slots[receive.peer].pointer, receive.bytes);
        if (from == nullptr) {
          return absl::InternalError(absl::StrCat("rank ", receive.peer, " sends no ",
                                                  receive.bytes, " bytes to rank ", owner_->rank_));
        }
        FFT_RETURN_IF_ERROR(device_->CopyOnDevice(receive.data, from, receive.bytes, stream));
      }
      FFT_RETURN_IF_ERROR(device_->Synchronize(stream));
      return owner_->Barrier();
    }

   private:
    const void* Find(const void* sends, int64_t bytes) const {
      for (const Transferred& send : *static_cast<const std::vector<Transferred>*>(sends)) {
        if (send.peer == owner_->rank_ && send.bytes == bytes) return send.data;
      }
      return nullptr;
    }

    ThreadCommunicator* const owner_;
    const std::vector<Transferred> sends_;
    const std::vector<Transferred> receives_;
    rtc::Device* const device_;
  };

  absl::StatusOr<std::unique_ptr<Transmission>> Begin(const std::vector<Transferred>& sends,
                                                      const std::vector<Transferred>& receives,
                                                      rtc::Device& device,
                                                      rtc::Stream stream) override {
    FFT_RETURN_IF_ERROR(device.Synchronize(stream));
    return std::make_unique<Copies>(this, sends, receives, &device);
  }

  // An event behind the work of a rank. In Finish the stream of each rank waits for the events of
  // all ranks.
  class Marked final : public Transmission {
   public:
    Marked(ThreadCommunicator* owner, rtc::ScopedEvent event, rtc::Device* device)
        : owner_(owner), event_(std::move(event)), device_(device) {}

    absl::Status Finish(rtc::Stream stream) override {
      const rtc::Event event = event_.get();
      FFT_ASSIGN_OR_RETURN(const auto slots, owner_->meeting_->Meet(owner_->rank_, {"", &event}));
      for (const auto& slot : slots) {
        const rtc::Event other = *static_cast<const rtc::Event*>(slot.pointer);
        FFT_RETURN_IF_ERROR(device_->WaitEvent(stream, other));
      }
      return owner_->Barrier();
    }

   private:
    ThreadCommunicator* const owner_;
    const rtc::ScopedEvent event_;
    rtc::Device* const device_;
  };

  absl::StatusOr<std::unique_ptr<Transmission>> Mark(rtc::Device& device,
                                                     rtc::Stream stream) override {
    FFT_ASSIGN_OR_RETURN(rtc::ScopedEvent event, rtc::ScopedEvent::Create(device));
    FFT_RETURN_IF_ERROR(device.RecordEvent(event.get(), stream));
    return std::make_unique<Marked>(this, std::move(event), &device);
  }

 private:
  const std::shared_ptr<MeetingPoint> meeting_;
  const int rank_;
  const int size_;
};

}  // namespace

std::vector<std::unique_ptr<Communicator>> MakeThreadCommunicators(int ranks,
                                                                   absl::Duration timeout) {
  const auto meeting = std::make_shared<MeetingPoint>(ranks, timeout);
  std::vector<std::unique_ptr<Communicator>> all;
  for (int rank = 0; rank < ranks; ++rank) {
    all.push_back(std::make_unique<ThreadCommunicator>(meeting, rank, ranks));
  }
  return all;
}

}  // namespace fft::dist
