// A file that describes a plan of this program and counts its executions; the inspector opens it.
//
// Its first line has kPlanRecordHead bytes: four numbers and blanks. The numbers are the count of
// executions, their nanoseconds together, the end of the last one in milliseconds since 1970, and 1
// once the plan is destroyed, else 0. The rest is JSON.
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

// The record of one plan. Thread safe. Counting writes to the file and allocates nothing. Faults in
// writing are not reported.
class PlanRecord {
 public:
  // Creates a file in `folder`, and the folder if it does not exist. `device` is the device's name.
  static absl::StatusOr<std::unique_ptr<const PlanRecord>> Create(const std::string& folder,
                                                                  const std::string& device,
                                                                  const PlanDescription& plan);
  ~PlanRecord();
  PlanRecord(const PlanRecord&) = delete;
  PlanRecord& operator=(const PlanRecord&) = delete;

  // Counts one execution, which lasts from the construction of this object to its destruction. Does
  // nothing if the record is null.
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
  // Writes the head and returns whether it could be written.
  bool WriteHead(bool gone) const;

  const int file_;
  mutable std::atomic<int64_t> executions_{0};
  mutable std::atomic<int64_t> nanoseconds_{0};
  mutable std::atomic<int64_t> last_milliseconds_{0};
};

}  // namespace fft

#endif  // FFT_EXEC_PLAN_RECORD_H_
