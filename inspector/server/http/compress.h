// Compresses answers for clients that accept gzip.
#ifndef INSPECTOR_SERVER_HTTP_COMPRESS_H_
#define INSPECTOR_SERVER_HTTP_COMPRESS_H_

#include <string>

namespace fft::inspector {

struct HttpRequest;
struct HttpResponse;

// `text` in the gzip format. Empty if there is not enough memory.
std::string Gzip(const std::string& text);

// Whether an Accept-Encoding header accepts gzip.
bool TakesGzip(const std::string& accept_encoding);

// Compresses the response's body if it is a text of at least 1024 bytes and the client accepts
// gzip, and sets the headers. Encoded bodies, streams and shared bodies stay as they are.
void CompressFor(const HttpRequest& request, HttpResponse* response);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_COMPRESS_H_
