#include "fft/plan/planner_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/base/json.h"
#include "fft/choice/price.h"

namespace fft {
namespace {

Json Assigned(const ConsideredScheme& considered) {
  return considered.assigned_seconds ? Json(*considered.assigned_seconds * 1e6) : Json(nullptr);
}

Json ToJson(const ConsideredScheme& considered) {
  const bool accepted = considered.is_accepted;
  return {{"scheme", ToString(considered.scheme)},
          {"accepted", accepted},
          {"microseconds", accepted ? Json(considered.seconds * 1e6) : Json(nullptr)},
          {"assigned_microseconds", Assigned(considered)},
          {"refusal", accepted ? Json(nullptr) : Json(considered.refusal)}};
}

}  // namespace

std::string WhyCutShort(const PlannerReport& report) {
  if (!report.is_cut_short) return "";
  return absl::StrCat("the limit of PlanOptions::max_plan_work, ", report.max_plan_work,
                      " kernels: parts took the first plan that works");
}

std::string WhyNotFastest(const PlannerReport& report) {
  if (!report.faster) return "";
  const FasterTree& tree = *report.faster;
  return absl::StrFormat(
      "kernels of %s would take %.4g us, those chosen take %.4g us; with what is charged beyond "
      "kernels they take %.4g and %.4g us, and gains under %g %% count as none",
      ToString(tree.scheme), tree.seconds * 1e6, tree.chosen_seconds * 1e6,
      (tree.seconds + tree.extra_seconds) * 1e6,
      (tree.chosen_seconds + tree.chosen_extra_seconds) * 1e6, kLeastGain * 100);
}

Json ToJson(const PlannerReport& report) {
  Json decisions = Json::array();
  for (const SchemeDecision& decision : report.decisions) {
    Json considered = Json::array();
    for (const ConsideredScheme& one : decision.considered) considered.push_back(ToJson(one));
    decisions.push_back({{"transform", decision.transform},
                         {"chosen", ToString(decision.chosen)},
                         {"considered", std::move(considered)}});
  }
  return {{"cut_short", report.is_cut_short ? Json(WhyCutShort(report)) : Json(nullptr)},
          {"not_fastest", report.faster ? Json(WhyNotFastest(report)) : Json(nullptr)},
          {"decisions", std::move(decisions)}};
}

std::vector<std::pair<std::string, Json>> EventsOf(const PlannerReport& report) {
  std::vector<std::pair<std::string, Json>> events;
  for (const SchemeDecision& decision : report.decisions) {
    for (const ConsideredScheme& one : decision.considered) {
      Json detail = {{"transform", decision.transform}, {"scheme", ToString(one.scheme)}};
      if (one.is_accepted) {
        detail["microseconds"] = one.seconds * 1e6;
        if (one.assigned_seconds) detail["assigned_microseconds"] = *one.assigned_seconds * 1e6;
      } else {
        detail["reason"] = one.refusal;
      }
      events.emplace_back(one.is_accepted ? "accepted" : "refused", std::move(detail));
    }
    events.emplace_back(
        "chosen", Json{{"transform", decision.transform}, {"scheme", ToString(decision.chosen)}});
  }
  if (report.faster) events.emplace_back("not fastest", Json{{"reason", WhyNotFastest(report)}});
  if (report.is_cut_short) {
    events.emplace_back("cut short", Json{{"max_plan_work", report.max_plan_work},
                                          {"reason", WhyCutShort(report)}});
  }
  return events;
}

}  // namespace fft
