#include "inspector/server/http/compress.h"

#include <zlib.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/socket_client_testing.h"

namespace fft::inspector {
namespace {

std::string Unpack(const std::string& packed, size_t size) {
  std::string text(size, '\0');
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.total_out, size);
  inflateEnd(&stream);
  return text;
}

std::string Numbers() {
  std::string text = "[0";
  for (int i = 1; i < 5000; ++i) absl::StrAppend(&text, ",", i * i);
  return text + "]";
}

TEST(CompressTest, GzipIsReadBack) {
  for (const std::string& text : {std::string(), std::string("x"), Numbers()}) {
    const std::string packed = Gzip(text);
    EXPECT_EQ(Unpack(packed, text.size()), text);
  }
  EXPECT_LT(Gzip(Numbers()).size(), Numbers().size() / 2);
}

TEST(CompressTest, ReadsAcceptEncoding) {
  for (const char* yes : {"gzip", "GZIP", "br, gzip", "gzip;q=0.5", "deflate, gzip; q=1", "*"}) {
    EXPECT_TRUE(TakesGzip(yes)) << yes;
  }
  for (const char* no : {"", "br", "gzip;q=0", "gzip; q=0.0", "gzip;q=x", "xgzip", "identity"}) {
    EXPECT_FALSE(TakesGzip(no)) << no;
  }
}

TEST(CompressTest, OnlyLongTextsAreCompressed) {
  HttpRequest request;
  request.accepts_gzip = true;
  const auto compressed = [&](const std::string& type, const std::string& body) {
    HttpResponse response;
    response.content_type = type;
    response.body = body;
    CompressFor(request, &response);
    return response.body != body;
  };
  EXPECT_TRUE(compressed("application/json", Numbers()));
  EXPECT_FALSE(compressed("application/json", "{}"));
  EXPECT_FALSE(compressed("image/png", Numbers()));
  request.accepts_gzip = false;
  EXPECT_FALSE(compressed("application/json", Numbers()));
}

TEST(CompressTest, TheServerCompressesForWhoAsks) {
  auto server = HttpServer::Create({}, [](const HttpRequest&) {
    HttpResponse response;
    response.content_type = "application/json";
    response.body = Numbers();
    response.headers = {{"ETag", "\"tag\""}};
    return response;
  });
  ASSERT_TRUE(server.ok());
  const auto ask = [&](const std::string& header) {
    return (*server)->AnswerTo(absl::StrCat(
        "GET /api/v1 HTTP/1.1\r\nHost: 127.0.0.1:", (*server)->port(), "\r\n", header, "\r\n"));
  };
  const std::string packed = ask("Accept-Encoding: gzip\r\n");
  EXPECT_TRUE(absl::StrContains(packed, "Content-Encoding: gzip\r\n")) << packed.substr(0, 500);
  EXPECT_TRUE(absl::StrContains(packed, "Vary: Accept-Encoding\r\n"));
  EXPECT_TRUE(absl::StrContains(packed, "ETag: W/\"tag\"\r\n"));
  EXPECT_EQ(Unpack(packed.substr(packed.find("\r\n\r\n") + 4), Numbers().size()), Numbers());
  const std::string plain = ask("");
  EXPECT_FALSE(absl::StrContains(plain, "Content-Encoding"));
  EXPECT_TRUE(absl::StrContains(plain, "ETag: \"tag\"\r\n"));
  EXPECT_TRUE(absl::EndsWith(plain, Numbers()));
}

}  // namespace
}  // namespace fft::inspector
