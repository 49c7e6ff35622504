// What a plan is, for people and programs that do not know the library's insides: numbers, and all
// the rest as JSON text, whose members docs/API.md names.
#ifndef FFT_EXEC_REPORT_H_
#define FFT_EXEC_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft {

class Plan;
struct PlanDescription;  // fft/exec/pipeline.h
struct PlanReport;       // fft/fft_report.h
struct ReportLimits;

// Of a plan that is ready to run.
PlanReport ReportOf(const Plan& plan);

// Plans for a machine by its name ("host", "sm_90", "H200"), which need not be there: nothing is
// compiled, no device is opened. NotFound lists the names. Takes what planning and search take
// (PlanOptions has their limits) for each tree, and what the report holds.
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options = {});
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options, const ReportLimits& limits);

// The plan with tree, buffers and kernels ("fft.plan_summary/1"); with its candidates, the first
// `limit` of them or, for 0, all ("fft.candidates/1"; InvalidArgument for less than 0); with the
// source text of its kernels ("fft.sources/1"). Time and memory grow with what is returned.
std::string DescriptionJson(const PlanDescription& plan);
std::string DescriptionJson(const Plan& plan);  // also says where each kernel's code came from
absl::StatusOr<std::string> CandidatesJson(const Plan& plan, int64_t limit = 0);
absl::StatusOr<std::string> SourcesJson(const Plan& plan);

}  // namespace fft

#endif  // FFT_EXEC_REPORT_H_
