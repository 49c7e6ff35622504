#include "inspector/server/http/http.h"

#include <thread>

#include "fft/base/json.h"
#include "fft/base/status.h"
#include "gtest/gtest.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

TEST(HttpTest, LoopbackNamesWithOurPortAreAllowed) {
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"}) {
    EXPECT_TRUE(HostAllowed(host, "127.0.0.1", 8080)) << host;
  }
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:80", "localhost:8081", "evil.example:8080",
                           "127.0.0.1.evil.example:8080", "localhost.evil.example:8080",
                           "10.0.0.1:8080", "127.0.0.1:8080:8080"}) {
    EXPECT_FALSE(HostAllowed(host, "127.0.0.1", 8080)) << host;
  }
  EXPECT_TRUE(HostAllowed("localhost", "127.0.0.1", 80));
}

TEST(HttpTest, AnOpenServerTakesAddressesButNoNames) {
  EXPECT_TRUE(HostAllowed("10.0.0.1:8080", "0.0.0.0", 8080));
  EXPECT_TRUE(HostAllowed("[fe80::1]:8080", "::", 8080));
  EXPECT_FALSE(HostAllowed("evil.example:8080", "0.0.0.0", 8080));
}

TEST(HttpTest, ASecondServerOnThePortFails) {
  const HttpHandler handler = [](const HttpRequest&) { return HttpResponse(); };
  auto first = HttpServer::Create({}, handler);
  ASSERT_TRUE(first.ok()) << first.status();
  std::thread thread([&] { EXPECT_TRUE((*first)->Run().ok()); });
  HttpOptions same;
  same.port = (*first)->port();
  auto second = HttpServer::Create(same, handler);
  EXPECT_FALSE(second.ok());
  (*first)->Stop();
  thread.join();
}

TEST(ProblemDetailsTest, NamesTheFieldAtFault) {
  const HttpResponse response = ProblemResponse(InvalidField("lengths[0]", "0", "at least 1"));
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(response.content_type, "application/problem+json");
  const Json body = Json::parse(response.body);
  EXPECT_EQ(body["status"], 422);
  EXPECT_EQ(body["errors"][0]["field"], "lengths[0]");
  EXPECT_EQ(body["errors"][0]["value"], "0");
  EXPECT_EQ(body["errors"][0]["allowed"], "at least 1");
}

TEST(ProblemDetailsTest, FieldsAreNamesOnly) {
  EXPECT_EQ(FieldAtFault(InvalidField("input.strides[1]", "-1", "1")), "input.strides[1]");
  EXPECT_EQ(FieldAtFault(InvalidField("token part 5 (precision)", "sngle", "half")), "token");
  EXPECT_EQ(FieldAtFault(InvalidField("shapes[0]: factors", "3x5", "4x4")), "shapes[0]");
  EXPECT_EQ(FieldAtFault(InvalidField("the whole of it", "x", "y")), "");
  EXPECT_EQ(FieldAtFault(absl::InvalidArgumentError("batch is 0; allowed: 1")), "");
}

TEST(ProblemDetailsTest, StatusCodesBecomeHttpStatus) {
  EXPECT_EQ(ProblemResponse(absl::NotFoundError("x")).status, 404);
  EXPECT_EQ(ProblemResponse(absl::FailedPreconditionError("x")).status, 409);
  EXPECT_EQ(ProblemResponse(absl::UnavailableError("x")).status, 503);
  EXPECT_EQ(ProblemResponse(absl::InternalError("x")).status, 500);
  EXPECT_EQ(ProblemResponse(WithHttpStatus(400, absl::InvalidArgumentError("x"))).status, 400);
}

TEST(ProblemDetailsTest, BrokenUtf8IsReplaced) {
  EXPECT_NO_THROW(Json::parse(ProblemResponse(400, "\xff\xfe").body));
}

TEST(JsonBodyTest, TakesObjects) {
  EXPECT_EQ(ParseJsonObject("")->size(), 0u);
  EXPECT_EQ((*ParseJsonObject("{\"a\": [1, {\"b\": 2}]}"))["a"][1]["b"], 2);
  EXPECT_TRUE(ParseJsonObject("{\"brackets\": \"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"}").ok());
}

TEST(JsonBodyTest, RefusesEverythingElse) {
  for (const char* body : {"{", "}", "[]", "1", "null", "\"x\"", "{\"a\":}", "{'a':1}", "{} {}",
                           "{\"a\":1e999}", "{\"a\":\"\xff\"}", "nul"}) {
    const absl::StatusOr<Json> json = ParseJsonObject(body);
    ASSERT_FALSE(json.ok()) << body;
    EXPECT_EQ(ProblemResponse(json.status()).status, 400) << body;
  }
}

TEST(JsonBodyTest, CapsDepthAndMembers) {
  EXPECT_FALSE(ParseJsonObject("{\"a\":" + std::string(100000, '[')).ok());
  EXPECT_FALSE(ParseJsonObject("{\"a\":" + std::string(40, '[') + std::string(40, ']') + "}").ok());
  std::string many = "{";
  for (int i = 0; i < 2000; ++i) many += "\"" + std::to_string(i) + "\":0,";
  many.back() = '}';
  EXPECT_FALSE(ParseJsonObject(many).ok());
}

}  // namespace
}  // namespace fft::inspector
