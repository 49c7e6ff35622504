#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/dist/plan.h"

namespace fft::dist {
namespace {

std::string Name(const ArrayRef& ref) {
  switch (ref.place) {
    case Place::kInput:
      return absl::StrCat("input+", ref.byte_offset);
    case Place::kOutput:
      return absl::StrCat("output+", ref.byte_offset);
    case Place::kWork:
      return absl::StrCat("work", ref.array, "+", ref.byte_offset);
    case Place::kPeerWork:
      return absl::StrCat("rank", ref.peer, ".work", ref.array, "+", ref.byte_offset);
    case Place::kPeerOutput:
      return absl::StrCat("rank", ref.peer, ".output+", ref.byte_offset);
  }
  return "?";
}

Json ToJson(const std::vector<Message>& messages) {
  Json list = Json::array();
  for (const Message& message : messages) {
    list.push_back({{"peer", message.peer},
                    {"box", ToJson(message.box)},
                    {"array", Name(message.array)},
                    {"bytes", message.bytes}});
  }
  return list;
}

Json WorkJson(const LocalTransform& work) {
  Json json = {{"kind", "transform"},
               {"token", ToToken(work.problem)},
               {"in", Name(work.in)},
               {"out", Name(work.out)}};
  if (work.line > 0) json["twiddles_of_line"] = work.line;
  return json;
}

Json WorkJson(const BoxCopy& work) {
  return {{"kind", "copy"},
          {"dims", ToJson(work.dims)},
          {"element_bytes", work.element_bytes},
          {"in", Name(work.in)},
          {"out", Name(work.out)}};
}

Json WorkJson(const Exchange& work) {
  return {{"kind", "exchange"},
          {"number", work.number},
          {"sends", ToJson(work.sends)},
          {"receives", ToJson(work.receives)}};
}

Json WorkJson(const Finish& work) { return {{"kind", "finish"}, {"number", work.number}}; }

Json WorkJson(const Fence& work) {
  return {{"kind", "fence"}, {"after_lane", work.after_lane}, {"of_all_ranks", work.of_all_ranks}};
}

Json ToJson(const Stage& stage) {
  Json json = std::visit([](const auto& work) { return WorkJson(work); }, stage.work);
  json["lane"] = stage.lane;
  return json;
}

int64_t Bytes(const std::vector<Message>& messages) {
  int64_t bytes = 0;
  for (const Message& message : messages) bytes += message.bytes;
  return bytes;
}

std::string Line(const LocalTransform& work) {
  return absl::StrCat("transform ", Name(work.in), " -> ", Name(work.out), "  ",
                      ToToken(work.problem));
}

std::string Line(const BoxCopy& work) {
  return absl::StrCat("copy ", Name(work.in), " -> ", Name(work.out), "  ", ToString(work.dims),
                      " of ", work.element_bytes, " bytes");
}

std::string Line(const Exchange& work) {
  return absl::StrCat("exchange ", work.number, ": ", work.sends.size(), " sends of ",
                      Bytes(work.sends), " bytes, ", work.receives.size(), " receives of ",
                      Bytes(work.receives));
}

std::string Line(const Finish& work) { return absl::StrCat("finish ", work.number); }

std::string Line(const Fence& work) {
  return absl::StrCat("fence after lane ", work.after_lane,
                      work.of_all_ranks ? " of all ranks" : "");
}

}  // namespace

Json ToJson(const DistPlan& plan) {
  Json candidates = Json::array(), stages = Json::array(), arrays = Json::array();
  for (const DistCandidate& candidate : plan.candidates) candidates.push_back(ToJson(candidate));
  for (const Stage& stage : plan.stages) stages.push_back(ToJson(stage));
  for (const WorkArray& array : plan.arrays) {
    arrays.push_back({{"bytes", array.bytes}, {"byte_offset", array.byte_offset}});
  }
  return {{"schema", "fft.dist_plan/1"},         {"rank", plan.rank},
          {"problem", ToJson(plan.problem)},     {"options", ToJson(plan.options)},
          {"candidates", std::move(candidates)}, {"candidate", plan.candidate},
          {"stages", std::move(stages)},         {"arrays", std::move(arrays)},
          {"work_bytes", plan.work_bytes}};
}

std::string ToString(const Stage& stage) {
  return absl::StrCat("lane ", stage.lane, ": ",
                      std::visit([](const auto& work) { return Line(work); }, stage.work));
}

}  // namespace fft::dist
