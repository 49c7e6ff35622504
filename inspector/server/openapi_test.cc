// Checks that the OpenAPI document agrees with the server: it has every route, and answers fit its
// schemas.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "fft/base/json.h"
#include "gtest/gtest.h"
#include "inspector/server/routes.h"

namespace fft::inspector {
namespace {

Json Ask(Service& service, const std::string& method, const std::string& path,
         const std::string& body = "") {
  HttpRequest request;
  request.method = method;
  request.path = path;
  request.body = body;
  const HttpResponse response = Respond(service, request);
  EXPECT_LT(response.status, 300) << path << response.body;
  return Json::parse(response.shared_body == nullptr ? response.body : *response.shared_body,
                     nullptr, false);
}

bool HasType(const Json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "null") return value.is_null();
  return value.type_name() == type;
}

// The members of `value` that `schema` lacks, since the schemas are also the page's types.
std::string Unknown(const Json& value, const Json& schema, const std::string& at) {
  if (!value.is_object() || !schema.contains("properties")) return "";
  if (schema.contains("additionalProperties")) return "";
  for (const auto& member : value.items()) {
    if (!schema["properties"].contains(member.key())) {
      return absl::StrCat(at, " has ", member.key(), ", of which the schema says nothing");
    }
  }
  return "";
}

// The first member of `value` that does not fit `schema`, with the reason, or "". It supports the
// keywords of the document: $ref, anyOf, allOf, type, enum, required, properties, items, minItems,
// maxItems.
std::string Misfit(const Json& value, const Json& schema, const Json& all, const std::string& at) {
  if (schema.contains("$ref")) {
    const std::string name = schema["$ref"].get<std::string>().substr(21);
    return all.contains(name) ? Misfit(value, all[name], all, at) : at + ": no schema " + name;
  }
  if (schema.contains("anyOf")) {
    std::string misfit = at;
    for (const Json& choice : schema["anyOf"]) {
      misfit = Misfit(value, choice, all, at);
      if (misfit.empty()) return "";
    }
    return misfit;
  }
  for (const Json& part : schema.value("allOf", Json::array())) {
    Json open = part;  // a part of allOf lacks the members of the other parts
    if (part.contains("$ref")) {
      open = all.value(part["$ref"].get<std::string>().substr(21), Json::object());
    }
    open["additionalProperties"] = true;
    const std::string misfit = Misfit(value, open, all, at);
    if (!misfit.empty()) return misfit;
  }
  if (schema.contains("enum")) {
    const Json& allowed = schema["enum"];
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
      return absl::StrCat(at, " is ", value.dump(), ", not one of ", allowed.dump());
    }
  }
  if (schema.contains("minItems") &&
      (value.size() < schema["minItems"] || value.size() > schema["maxItems"])) {
    return absl::StrCat(at, " has ", value.size(), " items");
  }
  if (const std::string unknown = Unknown(value, schema, at); !unknown.empty()) return unknown;
  if (schema.contains("type")) {
    const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
    bool fits = false;
    for (const Json& type : types) fits = fits || HasType(value, type);
    if (!fits) return absl::StrCat(at, " is ", value.type_name(), ", not ", types.dump());
  }
  if (value.is_object() && schema.contains("required")) {
    for (const Json& name : schema["required"]) {
      if (!value.contains(name)) return absl::StrCat(at, " lacks ", name.get<std::string>());
    }
  }
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& property : schema["properties"].items()) {
      if (!value.contains(property.key())) continue;
      const std::string misfit = Misfit(value[property.key()], property.value(), all,
                                        absl::StrCat(at, ".", property.key()));
      if (!misfit.empty()) return misfit;
    }
  }
  if (value.is_array() && schema.contains("items")) {
    for (size_t i = 0; i < value.size(); ++i) {
      const std::string misfit =
          Misfit(value[i], schema["items"], all, absl::StrCat(at, "[", i, "]"));
      if (!misfit.empty()) return misfit;
    }
  }
  return "";
}

class OpenApiTest : public ::testing::Test {
 protected:
  OpenApiTest() : file_(Ask(service_, "GET", "/api/v1/openapi.json")) {}

  Service service_{absl::UnavailableError("none in this test"), {}};
  const Json file_;
};

// A command of the document, read as curl reads it.
struct Command {
  std::string method = "GET";
  std::string path;
  std::map<std::string, std::string> query;
  std::string body;
};

Command ReadCommand(const std::string& text) {
  Command command;
  const size_t data = text.find(" -d '");
  if (data != std::string::npos) {
    command.method = "POST";
    command.body = text.substr(data + 5, text.find("'", data + 5) - data - 5);
  }
  if (absl::StrContains(text, "-X DELETE")) command.method = "DELETE";
  const std::string host = "\"http://127.0.0.1:8080";
  const std::string url = text.substr(text.find(host) + host.size());
  command.path = url.substr(0, url.find_first_of("?\""));
  if (absl::StrContains(url, "?")) {
    const std::string query = url.substr(url.find('?') + 1, url.size() - url.find('?') - 2);
    for (const auto& part : absl::StrSplit(query, '&')) {
      const std::pair<std::string, std::string> pair =
          absl::StrSplit(part, absl::MaxSplits('=', 1));
      command.query.insert(pair);
    }
  }
  return command;
}

// Every operation has a command, and running it gives the documented answer.
TEST_F(OpenApiTest, CommandsWork) {
  const Json plan = Ask(service_, "POST", "/api/v1/plans",
                        R"({"token": "complex_forward_len_512_512_single_op", "target": "host"})");
  const Json& schemas = file_["components"]["schemas"];
  int succeeded = 0;
  for (const auto& path : file_["paths"].items()) {
    for (const auto& operation : path.value().items()) {
      const std::string name = operation.key() + " " + path.key();
      ASSERT_TRUE(operation.value().contains("x-codeSamples")) << name;
      ASSERT_EQ(operation.value()["x-codeSamples"].size(), 1u) << name;
      const std::string source = operation.value()["x-codeSamples"][0]["source"];
      const Command command = ReadCommand(
          absl::StrReplaceAll(source, {{"$ID", plan["id"].get<std::string>()}, {"$JOB", "1"}}));
      for (const Json& parameter : operation.value().value("parameters", Json::array())) {
        EXPECT_TRUE(parameter.contains("example")) << name << parameter;
      }
      if (operation.value().contains("requestBody")) {
        const Json& content = operation.value()["requestBody"]["content"]["application/json"];
        ASSERT_TRUE(content.contains("example")) << name;
        EXPECT_EQ(Misfit(content["example"], content["schema"], schemas, name), "");
        EXPECT_EQ(Json::parse(command.body), content["example"]) << name;
      }
      HttpRequest request;
      request.method = command.method;
      request.path = command.path;
      request.query = command.query;
      request.body = command.body;
      const HttpResponse response = Respond(service_, request);
      EXPECT_EQ(command.body.empty(), !operation.value().contains("requestBody")) << name;
      // The test has no device and no jobs, and the plan's code is not compiled.
      const bool wants_device =
          command.method == "POST" &&
          (absl::EndsWith(path.key(), "/run") || absl::EndsWith(path.key(), "measurement") ||
           absl::EndsWith(path.key(), "sweep"));
      const bool not_yet = absl::StrContains(path.key(), "{job}");
      EXPECT_EQ(response.status / 100, wants_device ? 5
                                       : not_yet    ? 4
                                                    : 2)
          << name << source << response.body.substr(0, 300);
      if (response.status >= 300) continue;
      ++succeeded;
      const Json& answer = operation.value()["responses"][absl::StrCat(response.status)];
      if (!answer["content"].contains("application/json")) continue;
      const Json body = Json::parse(
          response.shared_body == nullptr ? response.body : *response.shared_body, nullptr, false);
      EXPECT_EQ(Misfit(body, answer["content"]["application/json"]["schema"], schemas, name), "");
    }
  }
  EXPECT_GE(succeeded, 30);
}

// The document states the bounds and the names that the options of a plan have.
TEST_F(OpenApiTest, OptionsAreBoundedAndNamed) {
  const Json& schemas = file_["components"]["schemas"];
  const auto respond = [this](const std::string& option, const Json& value) {
    Json body = {{"token", "complex_forward_len_16_single_op"}, {"target", "host"}};
    body["options"][option] = value;
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/plans";
    request.body = body.dump();
    return Respond(service_, request);
  };
  const int most = schemas["AskedOptions"]["properties"]["max_candidates"]["maximum"].get<int>();
  EXPECT_EQ(respond("max_candidates", most).status / 100, 2);
  EXPECT_EQ(respond("max_candidates", most + 1).status / 100, 4);
  const Json& parameters = file_["paths"]["/api/v1/plans/{id}/candidates"]["get"]["parameters"];
  const auto limit = std::find_if(parameters.begin(), parameters.end(),
                                  [](const Json& one) { return one["name"] == "limit"; });
  ASSERT_NE(limit, parameters.end());
  EXPECT_EQ((*limit)["schema"]["maximum"], most);
  std::string names;
  for (const Json& name : schemas["Strategy"]["enum"]) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", name.get<std::string>());
    EXPECT_EQ(respond("strategy", name).status / 100, 2) << name;
  }
  const std::string refusal = respond("strategy", "none").body;
  EXPECT_TRUE(absl::StrContains(refusal, absl::StrCat("; allowed: ", names, "\""))) << refusal;
}

TEST_F(OpenApiTest, ProblemsWithLoopsFitTheSchemas) {
  const Json& schemas = file_["components"]["schemas"];
  const Json completed =
      Ask(service_, "POST", "/api/v1/problems",
          R"({"token": "complex_forward_len_16_single_op_loop_3_32_64_loop_2_16_16"})");
  const Json problem = completed.value("problem", Json::object());
  EXPECT_EQ(problem.value("loops", Json::array()).size(), 2u);
  EXPECT_EQ(Misfit(completed, {{"$ref", "#/components/schemas/CompletedProblem"}}, schemas, "x"),
            "");
}

TEST_F(OpenApiTest, TheCheckFindsMisfits) {
  const Json& schemas = file_["components"]["schemas"];
  const Json tree = {{"$ref", "#/components/schemas/Tree"}};
  EXPECT_EQ(Misfit({{"nodes", Json::array()}}, tree, schemas, "x"), "");
  EXPECT_NE(Misfit(Json::object(), tree, schemas, "x"), "");
  EXPECT_NE(Misfit({{"nodes", {{{"id", 5}}}}}, tree, schemas, "x"), "");
  EXPECT_NE(Misfit({{"nodes", Json::array()}, {"leaves", 1}}, tree, schemas, "x"), "");
  const Json criterion = {{"$ref", "#/components/schemas/Criterion"}};
  Json fits = {{"name", "fused"}, {"label", "fused kernels"}, {"better", "more"}};
  EXPECT_EQ(Misfit(fits, criterion, schemas, "x"), "");
  fits["better"] = "higher";
  EXPECT_NE(Misfit(fits, criterion, schemas, "x"), "");
}

}  // namespace
}  // namespace fft::inspector
