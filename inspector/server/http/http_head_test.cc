#include "inspector/server/http/http_head.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

using State = HeadVerdict::State;

HeadVerdict Examine(const std::string& bytes) { return ExamineHead(bytes, {}); }

TEST(HttpHeadTest, FindsTheEndOfARequest) {
  const std::string head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
  const HeadVerdict verdict = Examine(head + "12345GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(verdict.state, State::kComplete);
  EXPECT_EQ(verdict.head_bytes, head.size());
  EXPECT_EQ(verdict.body_bytes, 5u);
  EXPECT_FALSE(verdict.expects_continue);
  for (size_t length = 0; length < head.size(); ++length) {
    EXPECT_EQ(Examine(head.substr(0, length)).state, State::kIncomplete) << length;
  }
}

TEST(HttpHeadTest, ABodyMayWaitForAWord) {
  EXPECT_TRUE(Examine("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                  .expects_continue);
}

TEST(HttpHeadTest, RefusesWhatTwoReadersCouldReadTwoWays) {
  for (const char* headers :
       {"A: b\nC: d\r\n", "\n", " A: b\r\n", "A : b\r\n", ": b\r\n", "A\r\n", "A: b\r\n c\r\n",
        "A: \x01\r\n", "A: b\rC: d\r\n", "Content-Length: +5\r\n", "Content-Length: 5, 5\r\n",
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: \r\n",
        "content-length: 0x5\r\n", "Content-Length: -1\r\n",
        "Content-Length: 99999999999999999999\r\n"}) {
    const HeadVerdict verdict = Examine(absl::StrCat("POST / HTTP/1.1\r\n", headers, "\r\n"));
    EXPECT_EQ(verdict.state, State::kRefused) << headers;
    EXPECT_EQ(verdict.status, 400) << headers;
  }
  EXPECT_EQ(Examine(std::string("GET /\0 HTTP/1.1\r\n\r\n", 19)).status, 400);
  EXPECT_EQ(Examine("\r\n\r\n").status, 400);
  EXPECT_EQ(Examine("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").status, 411);
  EXPECT_EQ(Examine("POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n").status, 413);
  EXPECT_EQ(Examine("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n").status, 400);
}

TEST(HttpHeadTest, TakesAHundredHeadersAndNoMore) {
  std::string head = "GET / HTTP/1.1\r\n";
  for (int i = 0; i < 100; ++i) absl::StrAppend(&head, "X-", i, ": y\r\n");
  EXPECT_EQ(Examine(head + "\r\n").state, State::kComplete);
  EXPECT_EQ(Examine(head + "One: more\r\n\r\n").status, 431);
  // The refusal comes before the head ends, so that a longer head takes no more memory.
  EXPECT_EQ(Examine(head + "One: more\r\nTwo: more\r\n").status, 431);
  EXPECT_EQ(Examine("GET / HTTP/1.1\r\nX: " + std::string(40000, 'x')).status, 431);
}

}  // namespace
}  // namespace fft::inspector
