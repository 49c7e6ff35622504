#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "inspector/server/answers.h"
#include "inspector/server/routes.h"
#include "inspector/server/runs/jobs.h"
#include "inspector/server/runs/measure.h"
#include "inspector/server/runs/run_view.h"
#include "inspector/server/runs/sweep.h"

namespace fft::inspector {
namespace {

using PlanPointer = std::shared_ptr<const StoredPlan>;

// The plan that the path names. Refuses parts of chains, which need spectra that the server lacks.
absl::StatusOr<PlanPointer> RunnableOf(const Call& call) {
  FFT_ASSIGN_OR_RETURN(PlanPointer plan, PlanOf(call));
  if (!plan->chain) return plan;
  return absl::FailedPreconditionError(
      "plans of chains are shown, not executed: they need the caller's spectra");
}

absl::StatusOr<HttpResponse> PostRun(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, RunnableOf(call));
  FFT_ASSIGN_OR_RETURN(const RunRequest request, ReadBody(call, [&](const Json& json) {
                         return ParseRunRequest(json, plan->plan);
                       }));
  FFT_ASSIGN_OR_RETURN(const RunReport report,
                       call.service.Run(plan->plan, request, *call.request.cancellation));
  return JsonResponse(RunView(report));
}

// An answer of status 202 that says where the job can be followed.
absl::StatusOr<HttpResponse> JobResponse(Service& service, const std::string& id) {
  FFT_ASSIGN_OR_RETURN(const Json job, service.jobs().Describe(id));
  HttpResponse response = JsonResponse(job);
  response.status = 202;
  response.headers.push_back({"Location", absl::StrCat("/api/v1/jobs/", id)});
  return response;
}

absl::StatusOr<HttpResponse> PostMeasurement(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, RunnableOf(call));
  FFT_ASSIGN_OR_RETURN(const MeasureRequest request, ReadBody(call, [&](const Json& json) {
                         return ParseMeasureRequest(json, plan->plan);
                       }));
  FFT_ASSIGN_OR_RETURN(const std::string id, call.service.Measure(plan, request));
  return JobResponse(call.service, id);
}

absl::StatusOr<HttpResponse> GetMeasurement(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  return JsonResponse({{"measurement", call.service.FindingOf("measure", plan->id)}});
}

absl::StatusOr<HttpResponse> PostSweep(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, RunnableOf(call));
  FFT_ASSIGN_OR_RETURN(const SweepRequest request, ReadBody(call, [&](const Json& json) {
                         return ParseSweepRequest(json, plan->plan);
                       }));
  FFT_ASSIGN_OR_RETURN(const std::string id, call.service.StartSweep(plan, request));
  return JobResponse(call.service, id);
}

absl::StatusOr<HttpResponse> GetSweep(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  return JsonResponse({{"sweep", call.service.FindingOf("sweep", plan->id)}});
}

absl::StatusOr<HttpResponse> GetJobs(const Call& call) {
  return JsonResponse({{"jobs", call.service.jobs().ListOpen()}});
}

absl::StatusOr<HttpResponse> GetJob(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json job, call.service.jobs().Describe(call.captures.at("job")));
  return JsonResponse(job);
}

absl::StatusOr<HttpResponse> DeleteJob(const Call& call) {
  FFT_RETURN_IF_ERROR(call.service.jobs().Cancel(call.captures.at("job")));
  return GetJob(call);
}

// The text of the job's next events. If there are none within a second, the text is a comment,
// which keeps the stream open. Nullopt at the job's end, and if the client has hung up.
std::optional<std::string> NextEvents(JobQueue& jobs, const std::string& id,
                                      const Cancellation& cancellation, int* seen) {
  for (int look = 0; look < 10 && !cancellation.cancelled(); ++look) {
    const auto next = jobs.EventsAfter(id, *seen, std::chrono::milliseconds(100));
    if (!next.ok() || next->ended) return std::nullopt;
    std::string text;
    for (const JobEvent& event : next->events) {
      *seen = event.number;
      absl::StrAppend(&text, "id: ", event.number, "\nevent: ", event.kind,
                      "\ndata: ", event.data.dump(-1, ' ', false, Json::error_handler_t::replace),
                      "\n\n");
    }
    if (!text.empty()) return text;
  }
  if (cancellation.cancelled()) return std::nullopt;
  return ": waiting\n\n";
}

// Server-sent events: one for each progress of the job, a comment after each second without
// progress, and finally "end" with the whole job.
absl::StatusOr<HttpResponse> GetJobEvents(const Call& call) {
  JobQueue& jobs = call.service.jobs();
  const std::string id = call.captures.at("job");
  FFT_RETURN_IF_ERROR(jobs.Describe(id).status());
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.TakeStream());
  int seen = 0;
  if (!absl::SimpleAtoi(call.request.last_event_id, &seen)) seen = 0;
  HttpResponse response;
  response.content_type = "text/event-stream";
  response.headers.push_back({"Cache-Control", "no-store"});
  response.next_piece = [&jobs, id, place, seen,
                         cancellation = call.request.cancellation]() mutable {
    return NextEvents(jobs, id, *cancellation, &seen);
  };
  return response;
}

}  // namespace

std::vector<Route> DeviceRoutes() {
  return {
      {"POST",
       "/api/v1/plans/{id}/run",
       PostRun,
       "Execute on this machine's device: time and error",
       {"RunResult"},
       {"RunRequest", R"({"candidate": 0, "repeats": 5})"}},
      {"POST",
       "/api/v1/plans/{id}/measurement",
       PostMeasurement,
       "Measure candidates against each other, as a job",
       {"Job", 202},
       {"MeasureRequest", R"({"top": 3, "rounds": 10})"}},
      {"GET",
       "/api/v1/plans/{id}/measurement",
       GetMeasurement,
       "The plan's last measurement",
       {"MeasurementAnswer"}},
      {"POST",
       "/api/v1/plans/{id}/sweep",
       PostSweep,
       "Measure the plan with other paddings, kernel shapes or schemes, as a job",
       {"Job", 202},
       {"SweepRequest",
        R"({"rows": {"field": "input.padding", "values": [0, 8, 16]},)"
        R"( "columns": {"field": "output.padding", "values": [0, 8]}, "rounds": 5})"}},
      {"GET", "/api/v1/plans/{id}/sweep", GetSweep, "The plan's last sweep", {"SweepAnswer"}},
      {"GET", "/api/v1/jobs", GetJobs, "The jobs that wait or run, in their turn", {"Jobs"}},
      {"GET", "/api/v1/jobs/{job}", GetJob, "A job's state", {"Job"}},
      {"DELETE", "/api/v1/jobs/{job}", DeleteJob, "Cancel a job", {"Job"}},
      {"GET",
       "/api/v1/jobs/{job}/events",
       GetJobEvents,
       "A job's progress as server-sent events",
       {"text/event-stream"}},
  };
}

}  // namespace fft::inspector
