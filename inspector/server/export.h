// A plan as one file that opens offline: JSON, or the page with the JSON in it.
#ifndef INSPECTOR_SERVER_EXPORT_H_
#define INSPECTOR_SERVER_EXPORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/plan_store.h"

namespace fft::inspector {

// The most candidates that an export holds in detail and compares with each other. The table of
// candidates lists more. `limits` in the document states both numbers.
inline constexpr int kExportedCandidates = 32;
inline constexpr int kComparedCandidates = 10;

// The text of {schema: "fft.inspector.export/1", summary, limits, responses, bodies}. It holds
// every view of the plan as the server would answer it. `responses` maps paths below /api/v1 to
// indices into `bodies`, which has equal answers only once. `extra` holds further answers by path,
// such as the targets. Besides the text only one view is in memory at a time. Cancelled if
// `cancellation` is cancelled.
absl::StatusOr<std::string> ExportDocument(const StoredPlan& plan, const Json& extra,
                                           const Cancellation& cancellation);

// The page with a document in it. FailedPrecondition if the page was not built.
absl::StatusOr<std::string> ExportHtml(const std::string& document);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_EXPORT_H_
