#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "inspector/server/routes.h"

namespace fft::inspector {
namespace {

// A part of a path, or a parameter of a query, with its example in the document.
struct Parameter {
  const char* name;
  const char* schema;
  const char* example;      // as JSON
  const char* sample;       // the value in the document's commands; null if they leave it out
  const char* description;  // null if the path is clear without it
};

constexpr char kText[] = R"({"type": "string"})";

constexpr Parameter kOfPaths[] = {
    {"id", kText, R"("56adcc0986730490")", "$ID", nullptr},
    {"job", kText, R"("1")", "$JOB", nullptr},
    {"candidate", kText, R"("0")", "0", nullptr},
    {"other", kText, R"("1")", "1", nullptr},
    {"kernel", kText, R"("0")", "0", nullptr},
    {"leaf", kText, R"("0")", "0", nullptr},
};

constexpr Parameter kOfQueries[] = {
    {"candidate", R"({"type": "integer"})", "0", "0", "of the assignment; default: the chosen one"},
    {"sort", kText, R"("-workspace_bytes")", "-workspace_bytes",
     R"(rank or a criterion, "-" before it for descending)"},
    {"limit", R"({"type": "integer", "minimum": 1, "maximum": 2000, "default": 500})", "10", "10",
     "the most candidates to answer with"},
    {"offset", kText, R"("0")", nullptr, "candidates to leave out before"},
    {"with", kText, R"("56adcc0986730490")", nullptr,
     "id of another plan that the second candidate belongs to"},
    {"dialect", kText, R"("host")", nullptr,
     "of the device, as in `dialects`; default: the target's"},
    {"code", R"({"type": "string", "enum": ["kernel", "relay"]})", R"("kernel")", nullptr,
     "whose source: the kernel's, or that of the relay which runs it; default: the kernel's"},
};

Json ParameterJson(const Parameter& parameter, const char* in) {
  Json json = {{"name", parameter.name},
               {"in", in},
               {"schema", Json::parse(parameter.schema)},
               {"example", Json::parse(parameter.example)}};
  if (in == absl::string_view("path")) json["required"] = true;
  if (parameter.description != nullptr) json["description"] = parameter.description;
  return json;
}

// The path of a route's command, with samples in place of the pattern's parameters. Fills
// `parameters`.
std::string SamplePath(const Route& route, Json* parameters) {
  std::string path = route.pattern;
  for (const Parameter& parameter : kOfPaths) {
    const std::string part = absl::StrCat("{", parameter.name, "}");
    if (!absl::StrContains(path, part)) continue;
    path = absl::StrReplaceAll(path, {{part, parameter.sample}});
    parameters->push_back(ParameterJson(parameter, "path"));
  }
  const char* before = "?";
  for (const Parameter& parameter : kOfQueries) {
    for (const std::string& option : route.options) {
      if (option != parameter.name) continue;
      parameters->push_back(ParameterJson(parameter, "query"));
      if (parameter.sample == nullptr) continue;
      absl::StrAppend(&path, before, option, "=", parameter.sample);
      before = "&";
    }
  }
  return path;
}

std::string Command(const Route& route, const std::string& path) {
  const absl::string_view method = route.method;
  std::string flags = method == "DELETE" ? " -X DELETE" : "";
  if (method != "GET") flags += " -H 'Content-Type: application/json'";
  if (route.body.schema != nullptr) absl::StrAppend(&flags, " -d '", route.body.example, "'");
  return absl::StrCat("curl --compressed", flags, " \"http://127.0.0.1:8080", path, "\"");
}

// The content of a body. `name` is the name of a schema or a media type.
Json Content(const std::string& name, const char* json_type = "application/json") {
  if (absl::StrContains(name, '/')) return {{name, {{"schema", {{"type", "string"}}}}}};
  const Json schema = name == "object"
                          ? Json{{"type", "object"}}
                          : Json{{"$ref", absl::StrCat("#/components/schemas/", name)}};
  return {{json_type, {{"schema", schema}}}};
}

Json Operation(const Route& route) {
  Json parameters = Json::array();
  const std::string command = Command(route, SamplePath(route, &parameters));
  Json operation = {{"summary", route.summary},
                    {"x-codeSamples", {{{"lang", "Shell"}, {"source", command}}}}};
  if (!parameters.empty()) operation["parameters"] = std::move(parameters);
  if (route.body.schema != nullptr) {
    Json content = Content(route.body.schema);
    content["application/json"]["example"] = Json::parse(route.body.example);
    operation["requestBody"] = {{"required", true}, {"content", std::move(content)}};
  }
  operation["responses"] = {{absl::StrCat(route.answer.status),
                             {{"description", "OK"}, {"content", Content(route.answer.schema)}}},
                            {"default",
                             {{"description", "Error"},
                              {"content", Content("ProblemDetails", "application/problem+json")}}}};
  return operation;
}

}  // namespace

Json OpenApi(const std::vector<Route>& routes, const Json& schemas) {
  Json paths = Json::object();
  for (const Route& route : routes) {
    paths[route.pattern][absl::AsciiStrToLower(route.method)] = Operation(route);
  }
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "FFT plan inspector"},
            {"version", "0.1.0"},
            {"description",
             "Plans of fast Fourier transforms and why they are as they are. Errors are "
             "application/problem+json. Views of a plan carry an ETag and answer 304 to "
             "If-None-Match. 503 with Retry-After means busy."}}},
          {"paths", std::move(paths)},
          {"components", {{"schemas", schemas}}}};
}

}  // namespace fft::inspector
