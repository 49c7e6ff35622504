// A JobControl for tests. It keeps the reports and cancels the job after some of them.
#ifndef INSPECTOR_SERVER_RUNS_COUNTING_CONTROL_TESTING_H_
#define INSPECTOR_SERVER_RUNS_COUNTING_CONTROL_TESTING_H_

#include <utility>
#include <vector>

#include "inspector/server/runs/jobs.h"

namespace fft::inspector {

class CountingControl : public JobControl {
 public:
  explicit CountingControl(int cancel_after) : cancel_after_(cancel_after) {}
  void Report(Json progress) override {
    reports.push_back(std::move(progress));
    if (static_cast<int>(reports.size()) >= cancel_after_) cancellation_.Cancel();
  }
  const Cancellation& cancellation() const override { return cancellation_; }
  std::vector<Json> reports;

 private:
  Cancellation cancellation_;
  const int cancel_after_;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_COUNTING_CONTROL_TESTING_H_
