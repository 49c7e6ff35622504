#include <array>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/core/problem.h"

namespace fft {
namespace {

// The JSON text of a value, for an error; a long text is cut.
std::string Excerpt(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

absl::Status WrongValue(const std::string& field, const Json& json, const std::string& allowed) {
  return InvalidField(field, Excerpt(json), allowed);
}

bool IsInt64(const Json& json) {
  if (json.is_number_unsigned()) {
    return json.get<uint64_t>() <= uint64_t{std::numeric_limits<int64_t>::max()};
  }
  return json.is_number_integer();
}

absl::Status ReadInteger(const std::string& field, const Json& json, int64_t* value) {
  if (!IsInt64(json)) return WrongValue(field, json, "an integer of 64 bits");
  *value = json.get<int64_t>();
  return absl::OkStatus();
}

absl::Status ReadIntegers(const std::string& field, const Json& json,
                          std::vector<int64_t>* values) {
  if (!json.is_array()) return WrongValue(field, json, "an array of integers");
  values->clear();
  for (size_t i = 0; i < json.size(); ++i) {
    int64_t value = 0;
    FFT_RETURN_IF_ERROR(ReadInteger(absl::StrCat(field, "[", i, "]"), json[i], &value));
    values->push_back(value);
  }
  return absl::OkStatus();
}

template <typename Enum, size_t kCount>
absl::Status ReadEnum(const std::string& field, const Json& json,
                      const std::array<Enum, kCount>& values, Enum* value) {
  for (Enum candidate : values) {
    if (json != Json(ToString(candidate))) continue;
    *value = candidate;
    return absl::OkStatus();
  }
  return WrongValue(field, json, absl::StrJoin(values, ", ", [](std::string* out, Enum e) {
                      absl::StrAppend(out, ToString(e));
                    }));
}

absl::Status ReadOffsets(const std::string& field, const Json& json,
                         std::array<int64_t, 2>* offsets) {
  std::vector<int64_t> values;
  FFT_RETURN_IF_ERROR(ReadIntegers(field, json, &values));
  if (values.empty() || values.size() > offsets->size()) {
    return WrongValue(field, json, "one or two offsets");
  }
  *offsets = {0, 0};
  for (size_t i = 0; i < values.size(); ++i) (*offsets)[i] = values[i];
  return absl::OkStatus();
}

absl::Status ReadRanges(const std::string& field, const Json& json, Ranges* ranges) {
  if (!json.is_array()) return WrongValue(field, json, "an array of ranges");
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string name = absl::StrCat(field, "[", i, "]");
    if (!json[i].is_object()) return WrongValue(name, json[i], "an object");
    Range range;
    for (const auto& [key, value] : json[i].items()) {
      int64_t* member = key == "first" ? &range.first : key == "count" ? &range.count : nullptr;
      if (member == nullptr) {
        return WrongValue(absl::StrCat(name, ".", key), value, "first, count as members");
      }
      FFT_RETURN_IF_ERROR(ReadInteger(absl::StrCat(name, ".", key), value, member));
    }
    ranges->push_back(range);
  }
  return absl::OkStatus();
}

absl::Status ReadBool(const std::string& field, const Json& json, bool* value) {
  if (!json.is_boolean()) return WrongValue(field, json, "true or false");
  *value = json.get<bool>();
  return absl::OkStatus();
}

absl::Status ReadArray(const std::string& side, const Json& json, ArrayDescription* array) {
  if (!json.is_object()) return WrongValue(side, json, "an object");
  for (const auto& [key, value] : json.items()) {
    const std::string field = absl::StrCat(side, ".", key);
    if (key == "format") {
      FFT_RETURN_IF_ERROR(ReadEnum(field, value, kArrayFormats, &array->format));
    } else if (key == "strides") {
      FFT_RETURN_IF_ERROR(ReadIntegers(field, value, &array->strides));
    } else if (key == "distance") {
      FFT_RETURN_IF_ERROR(ReadInteger(field, value, &array->distance));
    } else if (key == "offsets") {
      FFT_RETURN_IF_ERROR(ReadOffsets(field, value, &array->offsets));
    } else if (key == "ranges") {
      FFT_RETURN_IF_ERROR(ReadRanges(field, value, &array->ranges));
    } else if (key == "precision") {
      FFT_RETURN_IF_ERROR(ReadEnum(field, value, kPrecisions, &array->precision.emplace()));
    } else if (key == "window") {
      FFT_RETURN_IF_ERROR(ReadBool(field, value, &array->has_window));
    } else if (key == "function") {
      FFT_RETURN_IF_ERROR(ReadEnum(field, value, kPointFunctions, &array->function));
    } else {
      return WrongValue(field, value,
                        "format, strides, distance, offsets, ranges, precision, window, function "
                        "as members");
    }
  }
  // An output with a function has the format kReal by default.
  if (HasFunction(*array) && !json.contains("format")) array->format = ArrayFormat::kReal;
  return absl::OkStatus();
}

absl::Status ReadLoops(const std::string& field, const Json& json, Dims* loops) {
  if (!json.is_array()) return WrongValue(field, json, "an array of loops");
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string name = absl::StrCat(field, "[", i, "]");
    if (!json[i].is_object()) return WrongValue(name, json[i], "an object");
    Dim loop;
    for (const auto& [key, value] : json[i].items()) {
      int64_t* member = key == "length"       ? &loop.length
                        : key == "in_stride"  ? &loop.in_stride
                        : key == "out_stride" ? &loop.out_stride
                                              : nullptr;
      if (member == nullptr) {
        return WrongValue(absl::StrCat(name, ".", key), value,
                          "length, in_stride, out_stride as members");
      }
      FFT_RETURN_IF_ERROR(ReadInteger(absl::StrCat(name, ".", key), value, member));
    }
    loops->push_back(loop);
  }
  return absl::OkStatus();
}

absl::Status ReadKinds(const std::string& field, const Json& json, std::vector<AxisKind>* kinds) {
  if (!json.is_array()) return WrongValue(field, json, "an array of kinds");
  for (size_t i = 0; i < json.size(); ++i) {
    FFT_RETURN_IF_ERROR(
        ReadEnum(absl::StrCat(field, "[", i, "]"), json[i], kAxisKinds, &kinds->emplace_back()));
  }
  return absl::OkStatus();
}

absl::Status ReadMember(const std::string& key, const Json& value, Problem* problem) {
  if (key == "type") return ReadEnum(key, value, kTransformTypes, &problem->type);
  if (key == "lengths") return ReadIntegers(key, value, &problem->lengths);
  if (key == "kinds") return ReadKinds(key, value, &problem->kinds);
  if (key == "precision") return ReadEnum(key, value, kPrecisions, &problem->precision);
  if (key == "placement") return ReadEnum(key, value, kPlacements, &problem->placement);
  if (key == "batch") return ReadInteger(key, value, &problem->batch);
  if (key == "loops") return ReadLoops(key, value, &problem->loops);
  if (key == "input") return ReadArray(key, value, &problem->input);
  if (key == "output") return ReadArray(key, value, &problem->output);
  if (key == "scale") {
    if (!value.is_number()) return WrongValue(key, value, "a number");
    problem->scale = value.get<double>();
    return absl::OkStatus();
  }
  if (key == "callbacks") return ReadBool(key, value, &problem->has_callbacks);
  return WrongValue(
      key, value,
      "type, lengths, kinds, precision, placement, batch, loops, input, output, scale, callbacks, "
      "or token alone, as members");
}

Json ArrayToJson(const ArrayDescription& array) {
  Json json = {{"format", ToString(array.format)},
               {"strides", array.strides},
               {"distance", array.distance},
               {"offsets", array.offsets}};
  for (const Range& range : array.ranges) {
    json["ranges"].push_back({{"first", range.first}, {"count", range.count}});
  }
  if (array.precision) json["precision"] = ToString(*array.precision);
  if (array.has_window) json["window"] = true;
  if (HasFunction(array)) json["function"] = ToString(array.function);
  return json;
}

}  // namespace

Json ToJson(const Problem& problem) {
  Json json = {{"type", ToString(problem.type)},
               {"lengths", problem.lengths},
               {"precision", ToString(problem.precision)},
               {"placement", ToString(problem.placement)},
               {"batch", problem.batch},
               {"input", ArrayToJson(problem.input)},
               {"output", ArrayToJson(problem.output)},
               {"scale", problem.scale},
               {"callbacks", problem.has_callbacks}};
  if (!problem.loops.empty()) json["loops"] = ToJson(problem.loops);
  for (AxisKind kind : problem.kinds) json["kinds"].push_back(ToString(kind));
  return json;
}

absl::StatusOr<Problem> ProblemFromJson(const Json& json) {
  if (!json.is_object()) return WrongValue("problem", json, "an object");
  const auto token = json.find("token");
  if (token != json.end() && json.size() == 1) {
    if (!token->is_string()) return WrongValue("token", *token, "a string");
    return ParseToken(token->get<std::string>());
  }
  if (!json.contains("lengths"))
    return InvalidField("lengths", "missing", absl::StrCat("1 to ", kMostLengths, " lengths"));
  Problem problem;
  if (json.contains("type")) FFT_RETURN_IF_ERROR(ReadMember("type", json["type"], &problem));
  SetDefaultFormats(&problem);
  for (const auto& [key, value] : json.items()) {
    FFT_RETURN_IF_ERROR(ReadMember(key, value, &problem));
  }
  return CompleteProblem(problem);
}

}  // namespace fft
