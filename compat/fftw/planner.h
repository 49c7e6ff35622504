// FFTW's planner of one precision, with everything that its interface keeps between calls.
#ifndef COMPAT_FFTW_PLANNER_H_
#define COMPAT_FFTW_PLANNER_H_

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "compat/fftw/library.h"
#include "compat/fftw/offload.h"
#include "compat/fftw/plan.h"
#include "compat/fftw/problem_of.h"
#include "compat/fftw/request.h"
#include "compat/fftw/wisdom.h"

namespace fft::fftw {

// Makes plans of one precision and keeps wisdom. Thread-safe.
class Planner {
 public:
  // The planner of a precision. It is never destroyed, because programs plan even in destructors of
  // globals.
  static Planner& Of(Precision precision);

  // Makes a plan. Returns null where the request cannot be planned; the reason goes to FFT_LOG.
  std::unique_ptr<Plan> MakePlan(const Request& request);

  void SetThreads(int threads);
  int threads() const;
  void SetTimeLimit(double seconds);
  void SetParallelLoop(ParallelLoop loop);

  void ForgetWisdom();
  std::string ExportWisdom() const;
  bool ImportWisdom(const std::string& text);

  // Deletes all wisdom and recent plans and closes the library's contexts. Existing plans remain
  // usable.
  void Cleanup();

 private:
  explicit Planner(const char* precision) : wisdom_(precision) {}

  // A plan of the library that was made recently.
  struct Recent {
    std::string name;
    int rigor;
    std::shared_ptr<const LibraryPlan> plan;
  };

  std::unique_ptr<Plan> MakeLocked(const Request& request, std::string* why);
  // Cuts the longest loop of the request into parts if the program has set a ParallelLoop.
  Parts Divide(Request* request) const;
  std::shared_ptr<const LibraryPlan> LibraryPlanOf(const Attempt& attempt, int64_t real_bytes,
                                                   const std::string& name, const PlanWish& wish,
                                                   std::string* why);

  mutable std::mutex mutex_;
  int threads_ = 1;      // this and all below are guarded by mutex_
  double seconds_ = -1;  // the time limit; negative: none
  ParallelLoop loop_;
  Wisdom wisdom_;
  Library library_;
  std::optional<Offload> offload_;  // opened at its first use
  std::deque<Recent> recent_;       // the newest is the last
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PLANNER_H_
