// Tests the route table and its handlers, without sockets and without a device.
#include "inspector/server/routes.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fft/base/json.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

class RoutesTest : public ::testing::Test {
 protected:
  HttpResponse Send(const std::string& method, const std::string& path,
                    const std::string& body = "") {
    HttpRequest request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    if (request.path != path) {
      // The tests use at most one query parameter.
      const std::string query = path.substr(request.path.size() + 1);
      request.query[query.substr(0, query.find('='))] = query.substr(query.find('=') + 1);
    }
    request.body = body;
    request.if_none_match = if_none_match_;
    HttpResponse response = Respond(service_, request);
    if (response.shared_body != nullptr) response.body = *response.shared_body;
    return response;
  }

  Json GetJson(const std::string& path) {
    const HttpResponse response = Send("GET", path);
    EXPECT_EQ(response.status, 200) << path << ": " << response.body;
    EXPECT_EQ(response.content_type, "application/json") << path;
    return Json::parse(response.body);
  }

  std::string MakePlan(const std::string& body) {
    const HttpResponse response = Send("POST", "/api/v1/plans", body);
    EXPECT_EQ(response.status, 201) << response.body;
    return "/api/v1/plans/" + Json::parse(response.body).value("id", std::string("none"));
  }

  Service service_{absl::UnavailableError("none in this test"), {}};
  std::string if_none_match_;
};

constexpr char kPlan[] = R"({"token": "complex_forward_len_65536_single_op", "target": "gfx90a"})";

TEST_F(RoutesTest, NoRouteTakesParametersThatItDoesNotKnow) {
  for (const Route& route : RouteTable()) {
    std::string path;
    for (const char c : route.pattern) {
      if (c != '{' && c != '}') path += c;
    }
    const HttpResponse response = Send(route.method, path + "?colour=red");
    EXPECT_EQ(response.status, 422) << route.method << " " << path;
    EXPECT_EQ(Json::parse(response.body)["errors"][0]["field"], "colour") << path;
  }
}

TEST_F(RoutesTest, RefusedParametersComeWithOneThatIsTaken) {
  const std::string plan = MakePlan(kPlan);
  const auto proposed = [&](const std::string& rest) {
    const Json body = Json::parse(Send("GET", plan + rest).body);
    return body.contains("errors") ? body["errors"][0].value("proposed", Json()) : Json("no field");
  };
  EXPECT_EQ(proposed("/candidates?sort=bufers"), "buffers");
  EXPECT_EQ(proposed("/candidates?limt=1"), "limit");
  EXPECT_EQ(proposed("/candidates?limit=0"), 1);
  EXPECT_EQ(proposed("/candidates?offset=-1"), 0);
  EXPECT_EQ(proposed("/candidates/99999/hints"),
            GetJson(plan + "/candidates?limit=1")["total"].get<int>() - 1);
  EXPECT_EQ(proposed("/kernels/99"), proposed("/kernels/98")) << "both are beyond the last";
}

TEST_F(RoutesTest, RefusedOptionsComeWithThoseThatPlan) {
  const auto proposed = [&](const Json& options) {
    const Json body = {
        {"token", "complex_forward_len_64_single_op"}, {"target", "gfx90a"}, {"options", options}};
    const HttpResponse response = Send("POST", "/api/v1/plans", body.dump());
    EXPECT_EQ(response.status, 422) << response.body;
    return Json::parse(response.body)["errors"][0].value("proposed", Json());
  };
  EXPECT_EQ(proposed({{"shapes", "64:persistent=1"}}), 0);
  EXPECT_EQ(proposed({{"shapes", "64:factors=64"}}), nullptr);
  EXPECT_EQ(proposed({{"shapes", "64:factors=4x8"}}), nullptr);
  EXPECT_EQ(proposed({{"shapes", "64:transforms=5000"}}), 1024);
  EXPECT_EQ(proposed({{"shapes", "128:threads=16"}}), nullptr);
  EXPECT_EQ(proposed({{"shapes", "64:threads=100"}}), 64);
  MakePlan(R"({"token": "complex_forward_len_64_single_op", "target": "gfx90a",
               "options": {"shapes": "64:threads=64"}})");
  const Json last = proposed({{"candidate", 1999}});
  EXPECT_TRUE(last.is_number_integer()) << last;
}

TEST_F(RoutesTest, TableIsWellFormed) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const Route& route : RouteTable()) {
    EXPECT_TRUE(seen.insert({route.method, route.pattern}).second) << route.pattern;
    EXPECT_EQ(route.pattern.rfind("/api/v1", 0), 0u) << route.pattern;
    EXPECT_NE(route.handler, nullptr);
    EXPECT_FALSE(std::string(route.summary).empty()) << route.pattern;
  }
  EXPECT_EQ(GetJson("/api/v1")["routes"].size(), RouteTable().size());
}

TEST_F(RoutesTest, MatchesPathsSegmentBySegment) {
  std::map<std::string, std::string> captures;
  EXPECT_TRUE(MatchPath("/a/{x}/b/{y}", "/a/1/b/2", &captures));
  EXPECT_EQ(captures, (std::map<std::string, std::string>{{"x", "1"}, {"y", "2"}}));
  for (const char* path : {"/a/1/b", "/a//b/2", "/a/1/b/2/", "/a/1/c/2", "a/1/b/2", ""}) {
    EXPECT_FALSE(MatchPath("/a/{x}/b/{y}", path, &captures)) << path;
  }
}

TEST_F(RoutesTest, TheSamePlanHasTheSameId) {
  EXPECT_EQ(MakePlan(kPlan), MakePlan(kPlan));
  EXPECT_EQ(MakePlan(kPlan),
            MakePlan(R"({"problem": {"lengths": [65536]}, "target": "gfx90a", "options": {}})"));
  EXPECT_NE(MakePlan(kPlan), MakePlan(R"({"token": "complex_forward_len_65536_single_op",
                                          "target": "sm_90"})"));
  EXPECT_EQ(GetJson("/api/v1/plans")["plans"].size(), 2u);
}

// Tests the views of chains that are one plan, of chains that are two, and of added frames.
TEST_F(RoutesTest, PlansOfChainsAreShownAsAnyPlan) {
  const struct {
    const char* token;
    std::vector<std::string> parts;
  } cases[] = {
      {"real_convolve_len_2048_single_op_batch_64", {"whole"}},
      {"complex_correlate_len_1024_1024_single_op", {"whole"}},
      {"complex_convolve_len_1009_single_op_batch_4_spectra_2", {"forth", "back"}},
      {"real_layer_len_4_64_64_single_op_batch_2_modes_56_16_0_12", {"whole"}},
      {"real_overlap_add_len_400_single_op_batch_98_odist_160_normalized", {"frames", "addition"}},
  };
  for (const auto& [token, parts] : cases) {
    for (size_t part = 0; part < parts.size(); ++part) {
      const Json body = {{"token", token}, {"target", "sm_90"}, {"part", part}};
      const std::string plan = MakePlan(body.dump());
      const Json summary = GetJson(plan);
      EXPECT_EQ(summary["chain"]["parts"], Json(parts)) << token;
      EXPECT_EQ(summary["chain"]["part"], part);
      EXPECT_EQ(summary["token"].get<std::string>().substr(0, 16), std::string(token, 16));
      for (const char* view : {"/tree", "/candidates", "/candidates/0", "/candidates/0/strides",
                               "/candidates/0/hints", "/search", "/tries", "/report", "/kernels",
                               "/kernels/0", "/kernels/0/source", "/kernels/0/ast"}) {
        const HttpResponse response = Send("GET", plan + view);
        EXPECT_EQ(response.status, 200) << token << view << response.body;
      }
      EXPECT_EQ(GetJson(plan + "/candidates/0/compare/0")["a"]["token"], summary["token"]);
      EXPECT_EQ(Send("GET", plan + "/export.json").status, 200);
      for (const char* work : {"/run", "/measurement", "/sweep"}) {
        const HttpResponse refused = Send("POST", plan + work, "{}");
        EXPECT_EQ(refused.status, 409) << refused.body;
      }
    }
    const Json beyond = {{"token", token}, {"target", "sm_90"}, {"part", parts.size()}};
    const HttpResponse refused = Send("POST", "/api/v1/plans", beyond.dump());
    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_EQ(Json::parse(refused.body)["errors"][0]["field"], "part");
    const HttpResponse read = Send("POST", "/api/v1/problems", Json{{"token", token}}.dump());
    EXPECT_TRUE(Json::parse(read.body).value("chain", false)) << read.body;
  }
  const HttpResponse wrong = Send(
      "POST", "/api/v1/plans", R"({"token": "real_convolve_len_16_single_op_batch_4_spectra_3"})");
  EXPECT_EQ(wrong.status, 422) << wrong.body;
  EXPECT_EQ(Json::parse(wrong.body)["errors"][0]["field"], "spectra") << wrong.body;
}

TEST_F(RoutesTest, SourceIsTextOrJson) {
  const std::string plan = MakePlan(kPlan);
  const HttpResponse text = Send("GET", plan + "/kernels/0/source.txt");
  EXPECT_EQ(text.content_type, "text/plain; charset=utf-8");
  EXPECT_NE(text.body.find("__global__"), std::string::npos);
  const Json json = GetJson(plan + "/kernels/0/source");
  EXPECT_EQ(json["text"], text.body);
  EXPECT_EQ(json["dialect"], "hip");
  EXPECT_EQ(Send("GET", plan + "/kernels/99/source").status, 404);
}

TEST_F(RoutesTest, CallbacksAreRefusedInWords) {
  const HttpResponse response = Send("POST", "/api/v1/plans",
                                     R"({"token": "complex_forward_len_64_single_op",
               "options": {"callbacks": {"load": "T load(void*) { return {}; }"}}})");
  EXPECT_EQ(response.status, 422);
  EXPECT_NE(response.body.find("code is never taken over HTTP"), std::string::npos)
      << response.body;
  EXPECT_EQ(response.body.find("return {}"), std::string::npos);
}

TEST_F(RoutesTest, UnchangedAnswersAre304) {
  const std::string plan = MakePlan(kPlan);
  for (const auto& [name, value] : Send("GET", plan + "/tree").headers) {
    if (name == "ETag") if_none_match_ = value;
  }
  ASSERT_FALSE(if_none_match_.empty());
  const HttpResponse again = Send("GET", plan + "/tree");
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(Send("GET", plan + "/candidates").status, 200);
}

TEST_F(RoutesTest, BadInputNamesTheField) {
  const struct {
    const char* body;
    int status;
    const char* field;
  } cases[] = {
      {R"({})", 422, "problem"},
      {R"({"token": "x", "problem": {}})", 422, "problem"},
      {R"({"token": 5})", 422, "token"},
      {R"({"problem": []})", 422, "problem"},
      {R"({"problem": {"lengths": [0]}})", 422, "lengths[0]"},
      {R"({"problem": {"lengths": [-4]}})", 422, "lengths[0]"},
      {R"({"problem": {"lengths": [8], "batch": -1}})", 422, "batch"},
      {R"({"problem": {"lengths": [8], "precision": "quad"}})", 422, "precision"},
      {R"({"problem": {"lengths": [8]}, "target": "gfx0"})", 422, "target"},
      {R"({"problem": {"lengths": [8]}, "target": 1})", 422, "target"},
      {R"({"problem": {"lengths": [8]}, "options": 1})", 422, "options"},
      {R"({"problem": {"lengths": [8]}, "options": {"strategy": "x"}})", 422, "options.strategy"},
      {R"({"problem": {"lengths": [8]}, "options": {"scheme": "x"}})", 422, "options.scheme"},
      {R"({"problem": {"lengths": [8]}, "options": {"max_candidates": 0}})", 422,
       "options.max_candidates"},
      {R"({"problem": {"lengths": [8]}, "options": {"candidate": -1}})", 422, "options.candidate"},
      {R"({"problem": {"lengths": [8]}, "options": {"factors": [4, 0]}})", 422, "options.factors"},
      {R"({"problem": {"lengths": [8]}, "options": {"factors": "4x2"}})", 422, "options.factors"},
      {R"({"problem": {"lengths": [8]}, "options": {"factors": [4, 2]}})", 422, "options.factors"},
      {R"({"problem": {"lengths": [8]}, "options": {"callbacks": {"load": "text"}}})", 422,
       "options.callbacks"},
      {R"({"problem": {"lengths": [8]}, "colour": 1})", 422, "colour"},
      {R"([])", 400, ""},
      {R"({"token")", 400, ""},
  };
  for (const auto& test : cases) {
    const HttpResponse response = Send("POST", "/api/v1/plans", test.body);
    EXPECT_EQ(response.status, test.status) << test.body << response.body;
    EXPECT_EQ(response.content_type, "application/problem+json");
    const Json body = Json::parse(response.body);
    EXPECT_EQ(body["status"], test.status);
    if (test.field[0] != '\0') {
      ASSERT_TRUE(body.contains("errors")) << test.body << response.body;
      EXPECT_EQ(body["errors"][0]["field"], test.field) << response.body;
    }
  }
}

TEST_F(RoutesTest, QueriesAreChecked) {
  const std::string plan = MakePlan(kPlan);
  EXPECT_EQ(GetJson(plan + "/candidates?limit=1")["items"].size(), 1u);
  EXPECT_EQ(GetJson(plan + "/candidates?sort=-workspace_bytes")["returned"],
            GetJson(plan + "/candidates")["returned"]);
  for (const char* query :
       {"limit=0", "limit=x", "offset=-1", "limit=99999", "sort=colour", "sort=-"}) {
    EXPECT_EQ(Send("GET", plan + "/candidates?" + query).status, 422) << query;
  }
  for (const char* path :
       {"/candidates/-1", "/candidates/x", "/candidates/99999999999999", "/nothing", "/kernels/99",
        "/leaves/99/verdicts", "/candidates/0/compare/99999"}) {
    EXPECT_EQ(Send("GET", plan + path).status, 404) << path;
  }
}

TEST_F(RoutesTest, UnknownRoutesAndMethods) {
  EXPECT_EQ(Send("GET", "/nothing").status, 404);
  EXPECT_EQ(Send("GET", "/api/v1/plans/0123456789abcdef").status, 404);
  const HttpResponse response = Send("DELETE", "/api/v1/plans");
  EXPECT_EQ(response.status, 405);
  std::string allow;
  for (const auto& [name, value] : response.headers) {
    if (name == "Allow") allow = value;
  }
  EXPECT_EQ(allow, "GET, HEAD, POST");
}

TEST_F(RoutesTest, WithoutADeviceRunsSayWhy) {
  const HttpResponse response = Send("POST", MakePlan(kPlan) + "/run", "{}");
  EXPECT_EQ(response.status, 503);
  EXPECT_NE(response.body.find("none in this test"), std::string::npos);
}

TEST_F(RoutesTest, JobsThatAreNotThereAre404) {
  for (const char* path : {"/api/v1/jobs/1", "/api/v1/jobs/x/events"}) {
    EXPECT_EQ(Send("GET", path).status, 404) << path;
  }
  EXPECT_EQ(Send("DELETE", "/api/v1/jobs/1").status, 404);
  EXPECT_EQ(Send("POST", MakePlan(kPlan) + "/measurement", "{}").status, 503);
  EXPECT_EQ(Send("POST", MakePlan(kPlan) + "/measurement", R"({"top": 0})").status, 422);
}

TEST_F(RoutesTest, ExportsHoldTheServersAnswers) {
  const std::string plan = MakePlan(kPlan);
  const Json document = GetJson(plan + "/export.json");
  EXPECT_EQ(document["schema"], "fft.inspector.export/1");
  const std::string prefix = "/plans/" + document["summary"]["id"].get<std::string>();
  for (const char* path : {"/tree", "/search", "/candidates/0", "/candidates/1/strides",
                           "/candidates/0/compare/1", "/leaves/1/verdicts"}) {
    ASSERT_TRUE(document["responses"].contains(prefix + path)) << path;
    const int body = document["responses"][prefix + path];
    EXPECT_EQ(document["bodies"][body], GetJson(plan + path)) << path;
  }
  EXPECT_TRUE(document["responses"].contains(prefix + "/kernels/1/source?candidate=0"));
  EXPECT_LT(document["bodies"].size(), document["responses"].size());
}

TEST_F(RoutesTest, TheExportedPageCannotBeEndedByItsData) {
  const HttpResponse page = Send("GET", MakePlan(kPlan) + "/export.html");
  if (page.status == 409) GTEST_SKIP() << page.body;
  ASSERT_EQ(page.status, 200) << page.body;
  size_t scripts = 0;
  for (size_t at = 0; (at = page.body.find("</script", at)) != std::string::npos; ++at) ++scripts;
  EXPECT_EQ(scripts, 2u);
  EXPECT_EQ(page.body.find("src=\"app.js\""), std::string::npos);
  EXPECT_NE(page.body.find("default-src 'none'"), std::string::npos);
}

// Texts from elsewhere, such as a driver's message in a measurement, must remain data in an
// exported page.
TEST_F(RoutesTest, TextsOfOthersStayTextInTheExportedPage) {
  const std::string told = "</script><!--<script>alert(1)</script> & \"\xe2\x80\xa8";
  const std::string path = MakePlan(kPlan);
  const auto plan = service_.plans().Find(path.substr(path.rfind('/') + 1));
  ASSERT_TRUE(plan.ok()) << plan.status();
  const Json machine = {{"/told", {{"by_a_driver", told + "\xff"}}}};
  const auto exported =
      service_.Export(**plan, machine, Service::ExportKind::kHtml, false, Cancellation());
  if (absl::IsFailedPrecondition(exported.status())) GTEST_SKIP() << exported.status();
  ASSERT_TRUE(exported.ok()) << exported.status();
  const std::string& page = **exported;
  const std::string open = "<script type=\"application/json\" id=\"export\">";
  const size_t start = page.find(open) + open.size();
  const std::string data = page.substr(start, page.find("</script>", start) - start);
  EXPECT_EQ(data.find('<'), std::string::npos);
  const Json document = Json::parse(data);
  const int body = document["responses"]["/told"];
  EXPECT_EQ(document["bodies"][body]["by_a_driver"], told + "\xef\xbf\xbd");
  EXPECT_EQ(page.find("alert(1)"), page.rfind("alert(1)")) << "in the data alone";
}

TEST_F(RoutesTest, KernelsAreCompiledOnDemand) {
  const std::string plan =
      MakePlan(R"({"token": "complex_forward_len_16_single_op", "target": "host"})");
  const std::string path = plan + "/kernels/0/code";
  // A link can cause a GET, so a GET must not start a compiler.
  EXPECT_EQ(Send("GET", path).status, 404);
  const HttpResponse response = Send("POST", path, "{}");
  ASSERT_EQ(response.status, 200) << response.body;
  const Json code = Json::parse(response.body);
  EXPECT_EQ(code["compiler"], "host");
  EXPECT_GT(code["code_bytes"], 0);
#ifdef __x86_64__
  ASSERT_TRUE(code["machine_code"].is_string()) << code["machine_code_reason"];
  EXPECT_NE(code["machine_code"].get<std::string>().find("\tret"), std::string::npos);
#endif
  EXPECT_TRUE(code["machine_code_lines"].is_array());
  EXPECT_EQ(GetJson(path), code);
  EXPECT_EQ(Send("POST", path, R"({"source": "x"})").status, 422);
}

TEST_F(RoutesTest, ACancelledRequestCancelsTheLibrary) {
  Cancellation gone;
  const PlanOptions options = CancelledBy(gone, {});
  EXPECT_FALSE(options.cancel.is_cancelled());
  gone.Cancel();
  EXPECT_TRUE(options.cancel.is_cancelled());
  const absl::Status status = DescribePlan(*ParseToken("complex_forward_len_65536_single_op"),
                                           *FindTarget("gfx90a"), options)
                                  .status();
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
}

TEST_F(RoutesTest, WorkThatNobodyWaitsForIsNotDone) {
  const std::string plan = MakePlan(kPlan);
  auto gone = std::make_shared<Cancellation>();
  gone->Cancel();
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"GET", plan + "/tree"},
                                                        {"GET", plan + "/export.json"},
                                                        {"POST", plan + "/kernels/0/code"},
                                                        {"POST", "/api/v1/plans"}}) {
    HttpRequest request;
    request.method = method;
    request.path = path;
    request.body = path == "/api/v1/plans" ? R"({"token": "complex_forward_len_6_single_op"})" : "";
    request.cancellation = gone;
    const HttpResponse response = Respond(service_, request);
    EXPECT_EQ(response.status, 503) << path << response.body;
  }
  EXPECT_EQ(GetJson("/api/v1/plans")["plans"].size(), 1u);
}

TEST_F(RoutesTest, TheOtherPlanOfAComparisonMustBeHeld) {
  const std::string plan = MakePlan(kPlan);
  EXPECT_EQ(Send("GET", plan + "/candidates/0/compare/0?with=0").status, 404);
  const std::string other =
      MakePlan(R"({"token": "complex_forward_len_65536_single_op", "target": "sm_90"})");
  const std::string id = other.substr(other.rfind('/') + 1);
  EXPECT_EQ(GetJson(plan + "/candidates/0/compare/0?with=" + id)["b"]["target"], "sm_90");
}

TEST_F(RoutesTest, ProblemsAreCompleted) {
  const HttpResponse response =
      Send("POST", "/api/v1/problems", R"({"token": "complex_forward_len_4_8_double_ip"})");
  ASSERT_EQ(response.status, 200) << response.body;
  const Json json = Json::parse(response.body);
  EXPECT_EQ(json["problem"]["input"]["strides"], Json({8, 1}));
  const HttpResponse again =
      Send("POST", "/api/v1/problems", Json({{"problem", json["problem"]}}).dump());
  EXPECT_EQ(Json::parse(again.body), json);
}

}  // namespace
}  // namespace fft::inspector
