// A whole plan as one file: JSON, or the page itself with the JSON inside, which opens offline.
#ifndef INSPECTOR_SERVER_EXPORT_H_
#define INSPECTOR_SERVER_EXPORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/plan_store.h"

namespace fft::inspector {

// The most candidates that an export holds in detail and compares with each other. Only its table
// lists more, and `limits` says so.
inline constexpr int kExportedCandidates = 32;
inline constexpr int kComparedCandidates = 10;

// The text of {schema: "fft.inspector.export/1", summary, limits, responses, bodies}: every view of
// the plan as the server would answer. `responses` maps paths below /api/v1 to indices into
// `bodies`, where equal answers stand once. `extra` holds further answers by path, such as the
// targets. Holds one view at a time besides the text; Cancelled between two views.
absl::StatusOr<std::string> ExportDocument(const StoredPlan& plan, const Json& extra,
                                           const Cancellation& cancellation);

// The page with such a document in it. FailedPrecondition when the page was not built.
absl::StatusOr<std::string> ExportHtml(const std::string& document);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_EXPORT_H_
