// A list of malformed and hostile requests. Each is sent over its own connection.
#ifndef INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_
#define INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_

#include <string>
#include <vector>

namespace fft::inspector {

struct HostileRequest {
  std::string what;         // for messages
  std::string bytes;        // as sent
  bool breaks_off = false;  // the client stops sending early; the server need not answer
};

// The list of requests. `host` is the header with the server's name, such as
// "Host: 127.0.0.1:8080\r\n". `plan` is the path of a plan that the server holds, such as
// "/api/v1/plans/ID".
std::vector<HostileRequest> HostileRequests(const std::string& host, const std::string& plan);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HOSTILE_REQUESTS_TESTING_H_
