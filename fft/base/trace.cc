#include "fft/base/trace.h"

namespace fft {

Json Trace::StageToJson(const std::string& stage) const {
  Json array = Json::array();
  for (const TraceEvent& event : events_) {
    if (event.stage != stage) continue;
    array.push_back({{"subject", event.subject}, {"detail", event.detail}});
  }
  return array;
}

}  // namespace fft
