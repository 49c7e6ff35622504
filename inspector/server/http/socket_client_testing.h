// A plain HTTP client for tests: bytes over a socket, answers as they come.
#ifndef INSPECTOR_SERVER_HTTP_SOCKET_CLIENT_TESTING_H_
#define INSPECTOR_SERVER_HTTP_SOCKET_CLIENT_TESTING_H_

#include <httplib.h>

#include <string>
#include <vector>

namespace fft::inspector {

// Whether the client ends its side after sending. The HTTP library takes that for a lost client and
// answers no more, so complete requests leave it open.
enum class Ending { kOpen, kClosed };

// A connected socket of this machine's `port`, with timeouts of ten seconds; -1 if there is none.
int ConnectTo(int port);

// Sends `bytes` over a connection of its own and returns all that comes back until the server hangs
// up.
std::string Exchange(int port, const std::string& bytes, Ending ending);

// Statuses of all answers in `text`; 0 for a status that is no number.
std::vector<int> Statuses(const std::string& text);

struct SocketAnswer {
  int status = 0;  // 0: the connection broke
  std::string body;
};

// A client that keeps its connection from request to request and opens a new one when the server
// has closed it.
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
