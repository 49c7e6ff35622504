#include "inspector/server/http/socket_client_testing.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "absl/strings/numbers.h"

namespace fft::inspector {
namespace {

bool SendAll(int socket_fd, const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = send(socket_fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += n;
  }
  return true;
}

}  // namespace

int ConnectTo(int port) {
  const int socket_fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval timeout = {.tv_sec = 10, .tv_usec = 0};
  setsockopt(socket_fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  setsockopt(socket_fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
  if (connect(socket_fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
    return socket_fd;
  }
  close(socket_fd);
  return -1;
}

std::string Exchange(int port, const std::string& bytes, Ending ending) {
  const int socket_fd = ConnectTo(port);
  SendAll(socket_fd, bytes);  // may fail, since the server may close the connection early
  if (ending == Ending::kClosed) shutdown(socket_fd, SHUT_WR);
  std::string answer;
  char buffer[4096];
  ssize_t n = 0;
  while ((n = recv(socket_fd, buffer, sizeof(buffer), 0)) > 0) answer.append(buffer, n);
  close(socket_fd);
  return answer;
}

std::vector<int> Statuses(const std::string& text) {
  std::vector<int> statuses;
  for (size_t at = 0; (at = text.find("HTTP/1.1 ", at)) != std::string::npos; at += 9) {
    int status = 0;
    if (!absl::SimpleAtoi(text.substr(at + 9, 3), &status)) status = 0;
    statuses.push_back(status);
  }
  return statuses;
}

}  // namespace fft::inspector
