// Fuzz target: JSON bodies, which every route with a body reads.
#include <string>

#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/testing/fuzz_target.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/http/problem_details.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/runs/measure.h"
#include "inspector/server/runs/run_view.h"
#include "inspector/server/views/dist_view.h"

namespace {

using fft::Json;
using fft::inspector::HttpResponse;

// Checks that an error is one of the client (4xx), and that its answer is a JSON document.
void CheckAnswer(const absl::Status& status) {
  if (status.ok()) return;
  const HttpResponse response = fft::inspector::ProblemResponse(status);
  FFT_CHECK(response.status >= 400 && response.status < 500);
  const Json body = Json::parse(response.body, nullptr, false);
  FFT_CHECK(body.is_object() && body["status"] == response.status);
}

const fft::PlanDescription& SomePlan() {
  static const auto& plan = *new fft::PlanDescription(*fft::DescribePlan(
      *fft::ParseToken("complex_forward_len_4096_single_op"), *fft::FindTarget("gfx90a"), {}));
  return plan;
}

void CheckPlanRequest(const Json& body) {
  const auto request = fft::inspector::ParsePlanRequest(body, *fft::FindTarget("host"));
  CheckAnswer(request.status());
  if (!request.ok()) return;
  // An accepted request is written as JSON and read again. It must be the same.
  Json again = {{"target", request->target.name},
                {"options", fft::inspector::OptionsMember(request->options)},
                {"part", request->part}};
  if (request->chain) {
    again["token"] = ToToken(*request->chain);
  } else {
    again["problem"] = fft::ToJson(request->problem);
  }
  const auto reread = fft::inspector::ParsePlanRequest(again, *fft::FindTarget("host"));
  FFT_CHECK(reread.ok());
  FFT_CHECK(fft::inspector::CanonicalText(*reread) == fft::inspector::CanonicalText(*request));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto body = fft::inspector::ParseJsonObject({reinterpret_cast<const char*>(data), size});
  CheckAnswer(body.status());
  if (!body.ok()) return 0;
  CheckPlanRequest(*body);
  CheckAnswer(fft::inspector::ParseProblemMember(*body).status());
  CheckAnswer(fft::inspector::ParsePlanOptions(*body).status());
  CheckAnswer(fft::inspector::ParseDistRequest(*body).status());
  CheckAnswer(fft::inspector::ParseRunRequest(*body, SomePlan()).status());
  CheckAnswer(fft::inspector::ParseMeasureRequest(*body, SomePlan()).status());
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() { return {"{}"}; }

}  // namespace fft::rtc
