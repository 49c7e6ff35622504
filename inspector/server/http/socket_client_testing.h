// A simple HTTP client for tests. It sends given bytes over a socket and returns the received ones.
#ifndef INSPECTOR_SERVER_HTTP_SOCKET_CLIENT_TESTING_H_
#define INSPECTOR_SERVER_HTTP_SOCKET_CLIENT_TESTING_H_

#include <httplib.h>

#include <string>
#include <vector>

namespace fft::inspector {

// Whether the client closes its sending direction after the request. The HTTP library takes a
// closed direction for a lost client and does not answer, so complete requests leave the direction
// open.
enum class Ending { kOpen, kClosed };

// A socket that is connected to `port` of this machine, with timeouts of ten seconds. It is -1 if
// the connection fails.
int ConnectTo(int port);

// Sends `bytes` over a new connection. Returns all bytes that come back until the server closes the
// connection.
std::string Exchange(int port, const std::string& bytes, Ending ending);

// The statuses of all answers in `text`. A status that is not a number is 0.
std::vector<int> Statuses(const std::string& text);

struct SocketAnswer {
  int status = 0;  // 0 if the connection broke
  std::string body;
};

// A client that uses one connection for all requests. It opens a new one if the server has closed
// it.
class SocketClient {
 public:
  explicit SocketClient(int port) : client_("127.0.0.1", port) {
    client_.set_keep_alive(true);
    client_.set_tcp_nodelay(true);
    client_.set_read_timeout(10);
  }

  SocketAnswer Get(const std::string& path) { return AnswerOf(client_.Get(path, kPlain)); }
  SocketAnswer Post(const std::string& path, const std::string& json) {
    return AnswerOf(client_.Post(path, kPlain, json, "application/json"));
  }

 private:
  static SocketAnswer AnswerOf(const httplib::Result& result) {
    return result ? SocketAnswer{result->status, result->body} : SocketAnswer();
  }

  const httplib::Headers kPlain = {{"Accept-Encoding", "identity"}};
  httplib::Client client_;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_SOCKET_CLIENT_TESTING_H_
