#include "inspector/server/http/compress.h"

#include <zlib.h>

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "inspector/server/http/http.h"

namespace fft::inspector {
namespace {

constexpr size_t kWorthIt = 1024;  // bytes; shorter bodies fit into one packet without compression
constexpr int kLevel = 5;
constexpr int kGzipWindow = 15 + 16;  // 16 asks for the gzip format
constexpr int kMemoryLevel = 8;

bool IsText(const std::string& content_type) {
  return absl::StartsWith(content_type, "application/json") ||
         absl::StartsWith(content_type, "application/problem+json") ||
         absl::StartsWith(content_type, "text/plain") ||
         absl::StartsWith(content_type, "text/html");
}

}  // namespace

std::string Gzip(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return "";
  }
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(done ? stream.total_out : 0);
  packed.shrink_to_fit();
  deflateEnd(&stream);
  return packed;
}

bool TakesGzip(const std::string& accept_encoding) {
  for (const absl::string_view part : absl::StrSplit(accept_encoding, ',')) {
    const std::vector<std::string> words =
        absl::StrSplit(absl::AsciiStrToLower(part), absl::ByAnyChar("; \t"), absl::SkipEmpty());
    if (words.empty() || (words[0] != "gzip" && words[0] != "*")) continue;
    double weight = 1;
    if (words.size() > 1 && absl::StartsWith(words[1], "q=") &&
        !absl::SimpleAtod(words[1].substr(2), &weight)) {
      return false;
    }
    return weight > 0;
  }
  return false;
}

void CompressFor(const HttpRequest& request, HttpResponse* response) {
  if (!IsText(response->content_type) || response->next_piece) return;
  for (const auto& [name, value] : response->headers) {
    if (name == "Content-Encoding") return;
  }
  response->headers.push_back({"Vary", "Accept-Encoding"});
  if (!request.accepts_gzip || response->shared_body != nullptr) return;
  if (response->body.size() < kWorthIt) return;
  std::string packed = Gzip(response->body);
  if (packed.empty()) return;
  response->body = std::move(packed);
  response->headers.push_back({"Content-Encoding", "gzip"});
  // The tag becomes a weak one, since it was made for the uncompressed bytes.
  for (auto& [name, value] : response->headers) {
    if (name == "ETag" && !absl::StartsWith(value, "W/")) value = "W/" + value;
  }
}

}  // namespace fft::inspector
