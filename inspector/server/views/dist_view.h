// A transform over several ranks as JSON: the part of each rank, the candidates, the bytes between
// ranks, and the stages of each rank.
#ifndef INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_
#define INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/dist/plan.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

inline constexpr int kMaxShownRanks = 32;

struct DistRequest {
  dist::DistProblem problem;  // completed by CompleteProblem
  dist::DistOptions options;
};

// Reads {"token": T or "problem": {...}, "ranks": n, "input": [...], "output": [...], "link": L,
// "transport": T, "candidate": k}. `input` and `output` are the numbers of processes along each
// length, whose product is `ranks`. For example, [n, 1, 1] is slabs of the first axis. By default
// the input has slabs of the first axis and the output slabs of the second.
absl::StatusOr<DistRequest> ParseDistRequest(const Json& json);

// {token, ranks, options, lengths: {input, output}, boxes: {input, output}, candidates, candidate,
// exchanges: [{number, bytes: [[...]]}], plans: [{rank, work_bytes, stages}]}. Rank i sends
// `bytes[i][j]` bytes to rank j. With transport "direct" all bytes belong to exchange 0. Cancelled
// if `cancellation` is cancelled.
absl::StatusOr<Json> DistView(const DistRequest& request, const Cancellation& cancellation);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_DIST_VIEW_H_
