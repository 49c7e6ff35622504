// Reports of plans, as structs and as JSON text (docs/plan-json.md, docs/report-json.md). Callers
// need none of the library's inner headers.
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

// Returns the report of a plan that is ready to run.
PlanReport ReportOf(const Plan& plan);

// Returns the report of plans for a machine by its name ("host", "sm_90", "H200"). Nothing is
// compiled and no device is opened, so the machine need not exist. NotFound lists the names. Each
// tree takes the time and memory of planning and search (PlanOptions has their limits).
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options = {});
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options, const ReportLimits& limits);

// Return three texts about a plan. DescriptionJson has tree, buffers and kernels
// ("fft.plan_summary/1"). CandidatesJson has the first `limit` candidates with scores and strides,
// or all if `limit` is 0 ("fft.candidates/1"); a limit below 0 is InvalidArgument. SourcesJson has
// the sources of kernels and relays in every dialect of the device ("fft.sources/1"). Time and
// memory grow with the text. The texts of a plan that is ready to run also say where each kernel's
// code came from, and which source the compiler gets.
std::string DescriptionJson(const PlanDescription& plan);
std::string DescriptionJson(const Plan& plan);
absl::StatusOr<std::string> CandidatesJson(const PlanDescription& plan, int64_t limit = 0);
absl::StatusOr<std::string> CandidatesJson(const Plan& plan, int64_t limit = 0);
absl::StatusOr<std::string> SourcesJson(const PlanDescription& plan);
absl::StatusOr<std::string> SourcesJson(const Plan& plan);

// Return the same texts for a machine by its name, as ReportFor does.
absl::StatusOr<std::string> DescriptionJson(const std::string& target, const Problem& problem,
                                            const PlanOptions& options = {});
absl::StatusOr<std::string> CandidatesJson(const std::string& target, const Problem& problem,
                                           const PlanOptions& options = {}, int64_t limit = 0);
absl::StatusOr<std::string> SourcesJson(const std::string& target, const Problem& problem,
                                        const PlanOptions& options = {});

}  // namespace fft

#endif  // FFT_EXEC_REPORT_H_
