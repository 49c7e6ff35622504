#include "inspector/server/routes_shared.h"

#include <memory>

#include "fft/base/status.h"
#include "inspector/server/answers.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/service.h"
#include "inspector/server/views/dist_view.h"

namespace fft::inspector {
namespace {

absl::StatusOr<HttpResponse> PostDistributed(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const DistRequest request, ReadBody(body, ParseDistRequest));
  const Cancellation& cancellation = *call.request.cancellation;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.EnterPlan(cancellation));
  FFT_ASSIGN_OR_RETURN(const Json json, DistView(request, cancellation));
  HttpResponse response = JsonResponse(json);
  FFT_ASSIGN_OR_RETURN(response.holds, call.service.HoldBytes(response.body.size(), cancellation));
  return response;
}

}  // namespace

std::vector<Route> SharedRoutes() {
  return {
      {"POST",
       "/api/v1/distributed",
       PostDistributed,
       "Plan a transform over several ranks",
       {"Distributed"},
       {"DistributedRequest", R"({"token": "complex_forward_len_64_64_64_single_op", "ranks": 4,)"
                              R"( "output": [1, 4, 1], "link": "nvlink"})"}},
  };
}

}  // namespace fft::inspector
