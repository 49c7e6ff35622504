// Reports of plans for people and programs that do not know the library's insides: numbers in
// structs, and all the rest as JSON text (docs/plan-json.md, docs/report-json.md).
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

// The report of a plan that is ready to run.
PlanReport ReportOf(const Plan& plan);

// The report of plans for a machine by its name ("host", "sm_90", "H200"). The machine need not be
// there: nothing is compiled, no device is opened. NotFound lists the names. Each tree takes the
// time and memory of planning and search (PlanOptions has their limits), and the report takes the
// memory of what it holds.
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options = {});
absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options, const ReportLimits& limits);

// Three texts about a plan. DescriptionJson has tree, buffers and kernels ("fft.plan_summary/1").
// CandidatesJson has the first `limit` candidates with scores and strides, or all where `limit` is
// 0 ("fft.candidates/1"; InvalidArgument for less than 0). SourcesJson has the sources of kernels
// and relays in every dialect of the device ("fft.sources/1"). Time and memory grow with what is
// returned. The texts of a plan that is ready to run also say where each kernel's code came from,
// and which source a compiler is given for it.
std::string DescriptionJson(const PlanDescription& plan);
std::string DescriptionJson(const Plan& plan);
absl::StatusOr<std::string> CandidatesJson(const PlanDescription& plan, int64_t limit = 0);
absl::StatusOr<std::string> CandidatesJson(const Plan& plan, int64_t limit = 0);
absl::StatusOr<std::string> SourcesJson(const PlanDescription& plan);
absl::StatusOr<std::string> SourcesJson(const Plan& plan);

// The same texts for a machine by its name, as ReportFor.
absl::StatusOr<std::string> DescriptionJson(const std::string& target, const Problem& problem,
                                            const PlanOptions& options = {});
absl::StatusOr<std::string> CandidatesJson(const std::string& target, const Problem& problem,
                                           const PlanOptions& options = {}, int64_t limit = 0);
absl::StatusOr<std::string> SourcesJson(const std::string& target, const Problem& problem,
                                        const PlanOptions& options = {});

}  // namespace fft

#endif  // FFT_EXEC_REPORT_H_
