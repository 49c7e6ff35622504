#include "tests/verify/report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "fft/base/json.h"

namespace fft::testing {
namespace {

std::string EscapeXml(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"\n", "&#10;"}});
}

// JSON has no word for a NaN or an infinity.
Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

void Tally::Add(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      ++passed;
      break;
    case Verdict::kFail:
      ++failed;
      break;
    case Verdict::kRefused:
      ++skipped;
      break;
  }
}

std::string ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "FAIL";
    case Verdict::kRefused:
      return "refused";
  }
  return "";
}

std::string OutcomeLine(const Outcome& outcome) {
  std::string line = absl::StrFormat("%-7s", ToString(outcome.verdict));
  if (outcome.measured) {
    absl::StrAppendFormat(&line, "  l2 %.2e  linf %.2e  gate %.2e", outcome.norms.l2,
                          outcome.norms.linf, outcome.gate);
  }
  absl::StrAppendFormat(&line, "  plan %6.1f ms  %s", outcome.plan_ms, outcome.token);
  if (!outcome.note.empty()) absl::StrAppend(&line, "\n         ", outcome.note);
  return line;
}

std::string TallyLine(const Tally& tally) {
  return absl::StrCat(tally.passed, " passed, ", tally.failed, " failed, ", tally.skipped,
                      " skipped");
}

std::string OutcomeJson(const Outcome& outcome) {
  Json json;
  json["token"] = outcome.token;
  json["result"] = outcome.verdict == Verdict::kFail ? "fail" : ToString(outcome.verdict);
  if (outcome.measured) {
    json["l2"] = Number(outcome.norms.l2);
    json["linf"] = Number(outcome.norms.linf);
    json["gate"] = Number(outcome.gate);
  }
  json["plan_ms"] = outcome.plan_ms;
  if (!outcome.note.empty()) json["note"] = outcome.note;
  return json.dump();
}

std::string TallyJson(const Tally& tally) {
  Json json;
  json["passed"] = tally.passed;
  json["failed"] = tally.failed;
  json["skipped"] = tally.skipped;
  return json.dump();
}

std::string OutcomesXml(const std::vector<Outcome>& outcomes) {
  Tally tally;
  std::string cases;
  for (const Outcome& outcome : outcomes) {
    tally.Add(outcome.verdict);
    absl::StrAppend(&cases, "    <testcase name=\"", EscapeXml(outcome.token),
                    "\" classname=\"fft_verify\" time=\"",
                    absl::StrFormat("%.3f", outcome.plan_ms / 1000), "\">");
    if (outcome.verdict == Verdict::kFail) {
      absl::StrAppend(&cases, "<failure message=\"", EscapeXml(OutcomeLine(outcome)), "\"/>");
    } else if (outcome.verdict == Verdict::kRefused) {
      absl::StrAppend(&cases, "<skipped message=\"", EscapeXml(outcome.note), "\"/>");
    }
    absl::StrAppend(&cases, "</testcase>\n");
  }
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
                      "  <testsuite name=\"fft_verify\" tests=\"", outcomes.size(),
                      "\" failures=\"", tally.failed, "\" skipped=\"", tally.skipped, "\">\n",
                      cases, "  </testsuite>\n</testsuites>\n");
}

}  // namespace fft::testing
