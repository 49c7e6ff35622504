// The planner of one precision, with all that FFTW's interface keeps between calls.
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

// FFTW's planner of one precision: it makes plans and keeps wisdom. Thread-safe.
class Planner {
 public:
  // The planner of a precision, which lives as long as the process: programs plan in destructors of
  // their own.
  static Planner& Of(Precision precision);

  // Makes a plan; null where the request cannot be planned, and FFT_LOG is told why.
  std::unique_ptr<Plan> MakePlan(const Request& request);

  void SetThreads(int threads);
  int threads() const;
  void SetTimeLimit(double seconds);
  void SetParallelLoop(ParallelLoop loop);

  void ForgetWisdom();
  std::string ExportWisdom() const;
  bool ImportWisdom(const std::string& text);

  // Forgets everything and closes the library's contexts. Plans stay usable.
  void Cleanup();

 private:
  explicit Planner(const char* precision) : wisdom_(precision) {}

  // A plan of the library that was made lately.
  struct Recent {
    std::string name;
    int rigor;
    std::shared_ptr<const LibraryPlan> plan;
  };

  std::unique_ptr<Plan> MakeLocked(const Request& request, std::string* why);
  // Cuts the longest loop of the request where the program brings a ParallelLoop.
  Parts Divide(Request* request) const;
  std::shared_ptr<const LibraryPlan> LibraryPlanOf(const Attempt& attempt, int64_t real_bytes,
                                                   const std::string& name, const PlanWish& wish,
                                                   std::string* why);

  mutable std::mutex mutex_;
  int threads_ = 1;      // all below guarded by mutex_
  double seconds_ = -1;  // the time limit; negative: none
  ParallelLoop loop_;
  Wisdom wisdom_;
  Library library_;
  std::optional<Offload> offload_;  // opened when it is first wanted
  std::deque<Recent> recent_;       // the newest last
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PLANNER_H_
