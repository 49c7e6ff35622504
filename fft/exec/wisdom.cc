#include "fft/exec/wisdom.h"

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft {
namespace {

constexpr char kSchema[] = "fft.wisdom/1";

absl::StatusOr<std::string> TextMember(const Json& choice, const char* name, size_t index) {
  const std::string field = absl::StrCat("wisdom.choices[", index, "].", name);
  if (!choice.is_object() || !choice.contains(name))
    return InvalidField(field, "missing", "a text");
  if (!choice[name].is_string()) return InvalidField(field, choice[name].dump(), "a text");
  return choice[name].get<std::string>();
}

}  // namespace

std::string TreeText(const PlanOptions& options) {
  std::string text;
  if (options.scheme) absl::StrAppend(&text, " scheme=", ToString(*options.scheme));
  for (int64_t factor : options.factors) absl::StrAppend(&text, " factor=", factor);
  return text;
}

std::string WisdomProblem(const Problem& problem, const PlanOptions& options) {
  std::string text = absl::StrCat(ToToken(problem), " ", ToString(options.strategy));
  if (options.allow_input_overwrite) absl::StrAppend(&text, " allow_input_overwrite");
  if (options.allow_gap_overwrite) absl::StrAppend(&text, " allow_gap_overwrite");
  if (options.independent_rows) absl::StrAppend(&text, " independent_rows");
  absl::StrAppend(&text, TreeText(options));
  if (!options.shapes.empty()) absl::StrAppend(&text, " shapes=", ToString(options.shapes));
  return text;
}

std::string WisdomText(const WisdomChoices& choices) {
  Json json = {{"schema", kSchema}, {"choices", Json::array()}};
  for (const auto& [key, choice] : choices) {
    json["choices"].push_back({{"problem", key.problem},
                               {"device", key.device},
                               {"versions", key.versions},
                               {"choice", choice}});
  }
  return json.dump(1);
}

absl::StatusOr<WisdomChoices> ParseWisdom(absl::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("schema", Json()) != kSchema) {
    return InvalidField("wisdom", "another text",
                        absl::StrCat("a JSON object of schema ", kSchema));
  }
  if (!json.contains("choices")) return InvalidField("wisdom.choices", "missing", "a list");
  if (!json["choices"].is_array()) {
    return InvalidField("wisdom.choices", absl::StrCat("of type ", json["choices"].type_name()),
                        "a list");
  }
  WisdomChoices choices;
  size_t index = 0;
  for (const Json& choice : json["choices"]) {
    rtc::WisdomKey key;
    FFT_ASSIGN_OR_RETURN(key.problem, TextMember(choice, "problem", index));
    FFT_ASSIGN_OR_RETURN(key.device, TextMember(choice, "device", index));
    FFT_ASSIGN_OR_RETURN(key.versions, TextMember(choice, "versions", index));
    FFT_ASSIGN_OR_RETURN(choices[key], TextMember(choice, "choice", index));
    ++index;
  }
  return choices;
}

}  // namespace fft
