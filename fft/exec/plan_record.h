// A file by which the inspector's list of running programs learns what plan this program has made
// and how often it runs.
//
// Its first line has kPlanRecordHead bytes: four numbers (executions, nanoseconds in them, when the
// last one ended in milliseconds since 1970, and 1 once the plan is gone) and blanks. The rest is
// JSON.
#ifndef FFT_EXEC_PLAN_RECORD_H_
#define FFT_EXEC_PLAN_RECORD_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"

namespace fft {

inline constexpr int kPlanRecordHead = 96;
inline constexpr char kPlanRecordSuffix[] = ".fftplan";

// The record of one plan. Thread safe. Counting writes to the file and allocates nothing; faults of
// writing are not reported.
class PlanRecord {
 public:
  // A new file in `folder`, which is made if need be. `device` names the device.
  static absl::StatusOr<std::unique_ptr<const PlanRecord>> Create(const std::string& folder,
                                                                  const std::string& device,
                                                                  const PlanDescription& plan);
  ~PlanRecord();
  PlanRecord(const PlanRecord&) = delete;
  PlanRecord& operator=(const PlanRecord&) = delete;

  // Counts one execution, which lasts from construction to destruction. It does nothing where the
  // record is null.
  class Call {
   public:
    explicit Call(const PlanRecord* record) : record_(record) {
      if (record_ != nullptr) start_ = std::chrono::steady_clock::now();
    }
    ~Call() {
      if (record_ != nullptr) record_->Count(std::chrono::steady_clock::now() - start_);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    const PlanRecord* record_;
    std::chrono::steady_clock::time_point start_;
  };

 private:
  explicit PlanRecord(int file) : file_(file) {}
  void Count(std::chrono::nanoseconds took) const;
  // Whether the head could be written. Later faults are not reported.
  bool WriteHead(bool gone) const;

  const int file_;
  mutable std::atomic<int64_t> executions_{0};
  mutable std::atomic<int64_t> nanoseconds_{0};
  mutable std::atomic<int64_t> last_milliseconds_{0};
};

}  // namespace fft

#endif  // FFT_EXEC_PLAN_RECORD_H_
