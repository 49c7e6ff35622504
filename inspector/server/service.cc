#include "inspector/server/service.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/export.h"
#include "inspector/server/http/compress.h"
#include "inspector/server/process.h"
#include "inspector/server/runs/plan_runner.h"
#include "inspector/server/runs/sweep.h"

namespace fft::inspector {
namespace {

// The most weight of all plans together (plan_store.h). A unit is a record of a few hundred bytes.
constexpr int64_t kPlanWeightLimit = 400000;
// The most bytes of all answers that are being sent. The largest export has about a tenth of them.
constexpr int64_t kAnswerBytes = 128 << 20;
constexpr auto kWait = std::chrono::seconds(20);
constexpr auto kBetweenTries = std::chrono::milliseconds(100);
constexpr auto kExportWait = std::chrono::seconds(60);

}  // namespace

Service::Service(absl::StatusOr<std::shared_ptr<Context>> context,
                 std::vector<rtc::DeviceKindListing> devices, const RunLimits& run_limits)
    : context_(std::move(context)),
      devices_(std::move(devices)),
      plans_(kPlanWeightLimit),
      run_limits_(run_limits),
      planning_({4, 16, kWait, "too many plans are being made; try again"}),
      compiling_({2, 8, kWait, "too many kernels are being compiled; try again"}),
      viewing_({4, 128, kWait, "too many views are being made; try again"}),
      exporting_({1, 64, kExportWait, "too many files are being made; try again"}),
      running_({1, 8, kWait, "another run is not done yet; try again"}),
      answers_({kAnswerBytes, 128, kWait, "too many bytes wait to be sent; try again"}),
      compiler_(ReadEnvironment()) {
  default_target_ = context_.ok() ? (*context_)->target() : *FindTarget("host");
}

absl::StatusOr<std::shared_ptr<const StoredPlan>> Service::MakePlan(
    const PlanRequest& request, const Cancellation& cancellation) {
  if (std::shared_ptr<const StoredPlan> held = plans_.FindEqual(request)) return held;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, planning_.Enter(cancellation));
  return plans_.Make(request, cancellation);
}

absl::Status Service::CheckPlan(const PlanRequest& request, const Cancellation& cancellation) {
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, planning_.Enter(cancellation));
  return inspector::MakePlan(request, cancellation).status();
}

absl::StatusOr<RunReport> Service::Run(const PlanDescription& plan, const RunRequest& request,
                                       const Cancellation& cancellation) {
  FFT_RETURN_IF_ERROR(HasDevice("run"));
  FFT_RETURN_IF_ERROR(
      CheckRun(plan, {request.candidate}, request.caches, **context_, run_limits_).status());
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, running_.Enter(cancellation));
  return RunPlan(plan, request, **context_, run_limits_, cancellation);
}

absl::StatusOr<std::string> Service::SubmitForDevice(const std::string& kind,
                                                     const std::string& plan_id, JobWork work) {
  const std::string subject = absl::StrCat(kind, " ", plan_id);
  return jobs_.Submit(
      subject,
      [this, subject, work = std::move(work)](JobControl& control) -> absl::StatusOr<Json> {
        absl::StatusOr<std::shared_ptr<void>> place = absl::UnavailableError("");
        while (absl::IsUnavailable(place.status())) {
          place = running_.Enter(control.cancellation());
          if (absl::IsUnavailable(place.status())) std::this_thread::sleep_for(kBetweenTries);
        }
        FFT_RETURN_IF_ERROR(place.status());
        FFT_ASSIGN_OR_RETURN(const Json found, work(control));
        std::lock_guard<std::mutex> lock(mutex_);
        std::erase_if(findings_, [&](const auto& finding) { return finding.first == subject; });
        if (findings_.size() >= kMostFindings) findings_.pop_front();
        findings_.emplace_back(subject, found);
        return found;
      });
}

absl::StatusOr<std::string> Service::Measure(std::shared_ptr<const StoredPlan> plan,
                                             const MeasureRequest& request) {
  FFT_RETURN_IF_ERROR(HasDevice("measure"));
  FFT_RETURN_IF_ERROR(
      CheckRun(plan->plan, request.candidates, request.caches, **context_, run_limits_).status());
  return SubmitForDevice("measure", plan->id, [this, plan, request](JobControl& control) {
    return MeasureCandidates(plan->plan, request, **context_, control, run_limits_);
  });
}

absl::StatusOr<std::string> Service::StartSweep(std::shared_ptr<const StoredPlan> plan,
                                                const SweepRequest& request) {
  FFT_RETURN_IF_ERROR(HasDevice("measure"));
  FFT_RETURN_IF_ERROR(CheckRunnable(plan->plan, 0, **context_, run_limits_));
  return SubmitForDevice("sweep", plan->id, [this, plan, request](JobControl& control) {
    return RunSweep(plan->plan, request, **context_, control, run_limits_);
  });
}

absl::Status Service::HasDevice(const char* purpose) const {
  if (context_.ok()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("no device to ", purpose, " on: ", context_.status().message()));
}

Json Service::FindingOf(const std::string& kind, const std::string& plan_id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::string subject = absl::StrCat(kind, " ", plan_id);
  for (const auto& [known, found] : findings_) {
    if (known == subject) return found;
  }
  return nullptr;
}

absl::StatusOr<Json> Service::Compile(const kernels::PlannedKernel& kernel, const Target& target,
                                      const Cancellation& cancellation) {
  if (absl::StatusOr<Json> known = Compiled(kernel, target); known.ok()) return known;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, compiling_.Enter(cancellation));
  return compiler_.Compile(kernel, target);
}

absl::StatusOr<Json> Service::Compiled(const kernels::PlannedKernel& kernel, const Target& target) {
  return compiler_.Compiled(kernel, target);
}

absl::StatusOr<Service::Text> Service::Export(const StoredPlan& plan, const Json& machine,
                                              ExportKind kind, bool gzip,
                                              const Cancellation& cancellation) {
  const bool html = kind == ExportKind::kHtml;
  const std::string key = absl::StrCat(html ? "html " : "json ", plan.id, " ", plan.canonical,
                                       machine.dump(-1, ' ', true, Json::error_handler_t::replace));
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, exporting_.Enter(cancellation));
  const auto make_plain = [&]() -> absl::StatusOr<std::string> {
    FFT_ASSIGN_OR_RETURN(std::string document, ExportDocument(plan, machine, cancellation));
    return html ? ExportHtml(document) : absl::StatusOr<std::string>(std::move(document));
  };
  if (!gzip) return KeepExport(key, cancellation, make_plain);
  return KeepExport(key + " gzip", cancellation, [&]() -> absl::StatusOr<std::string> {
    FFT_ASSIGN_OR_RETURN(const Text plain, KeepExport(key, cancellation, make_plain));
    return Gzip(*plain);
  });
}

absl::StatusOr<Service::Text> Service::KeepExport(
    const std::string& key, const Cancellation& cancellation,
    const std::function<absl::StatusOr<std::string>()>& make) {
  for (const auto& [known, text] : exports_) {
    if (known == key) return text;
  }
  FFT_ASSIGN_OR_RETURN(std::string text, make());
  if (exports_.size() >= kKeptExports) exports_.pop_front();
  // The room is taken as long as any request holds the text.
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> room, HoldBytes(text.size(), cancellation));
  struct Held {
    std::string text;
    std::shared_ptr<void> room;
  };
  const auto held = std::make_shared<const Held>(Held{std::move(text), room});
  exports_.emplace_back(key, Text(held, &held->text));
  ReturnFreeMemory();
  return exports_.back().second;
}

absl::StatusOr<std::shared_ptr<void>> Service::EnterView(const Cancellation& cancellation) {
  return viewing_.Enter(cancellation);
}

absl::StatusOr<std::shared_ptr<void>> Service::HoldBytes(size_t bytes,
                                                         const Cancellation& cancellation) {
  return answers_.Enter(cancellation, static_cast<int64_t>(bytes));
}

absl::StatusOr<std::shared_ptr<void>> Service::TakeStream() {
  if (!streams_.try_acquire()) {
    return absl::UnavailableError("too many streams are open; GET the job instead");
  }
  return std::shared_ptr<void>(nullptr, [this](void*) { streams_.release(); });
}

}  // namespace fft::inspector
