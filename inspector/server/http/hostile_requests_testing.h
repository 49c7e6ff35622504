// A list of malformed and hostile requests, each complete in itself.
#ifndef INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_
#define INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_

#include <string>
#include <vector>

namespace fft::inspector {

struct HostileRequest {
  std::string what;         // for messages
  std::string bytes;        // as sent
  bool breaks_off = false;  // the client ends its side early: no answer is owed
};

// `host` is the header that names the server ("Host: 127.0.0.1:8080\r\n"), `plan` the path of a
// plan that it holds ("/api/v1/plans/ID").
std::vector<HostileRequest> HostileRequests(const std::string& host, const std::string& plan);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_
