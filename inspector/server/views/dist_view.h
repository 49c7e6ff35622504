// A transform over several ranks as JSON: the parts that ranks hold, the candidates, who sends how
// much to whom, and the stages of each rank.
#ifndef INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_
#define INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/dist/plan.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

inline constexpr int kMaxShownRanks = 32;

struct DistRequest {
  dist::DistProblem problem;  // completed
  dist::DistOptions options;
};

// Reads {"token": T or "problem": {...}, "ranks": n, "input": [...], "output": [...], "link": L,
// "transport": T, "candidate": k}. `input` and `output` are processes along each length, whose
// product is `ranks`: [n, 1, 1] is slabs of the first axis, which stand in for a missing input.
// Slabs of the second axis stand in for a missing output.
absl::StatusOr<DistRequest> ParseDistRequest(const Json& json);

// {token, ranks, options, lengths: {input, output}, boxes: {input, output}, candidates, candidate,
// exchanges: [{number, bytes: [[...]]}], plans: [{rank, work_bytes, stages}]}. Rank i sends
// `bytes[i][j]` to rank j; with transport "direct" all of that is exchange 0. Cancelled when
// `cancellation` is.
absl::StatusOr<Json> DistView(const DistRequest& request, const Cancellation& cancellation);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_
