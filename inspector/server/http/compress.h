// Compresses answers for clients that accept that.
#ifndef INSPECTOR_SERVER_HTTP_COMPRESS_H_
#define INSPECTOR_SERVER_HTTP_COMPRESS_H_

#include <string>

namespace fft::inspector {

struct HttpRequest;
struct HttpResponse;

// `text` in the gzip format, or "" where memory is short.
std::string Gzip(const std::string& text);

// Whether an Accept-Encoding header takes gzip.
bool TakesGzip(const std::string& accept_encoding);

// Compresses the body of a text of some length if the client takes that, and says so. A body that
// is already encoded, a stream and a shared body stay as they are.
void CompressFor(const HttpRequest& request, HttpResponse* response);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_COMPRESS_H_
