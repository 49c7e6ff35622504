#include "inspector/server/http/socket_client_testing.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

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

SocketClient::~SocketClient() { Close(); }

void SocketClient::Close() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  received_.clear();
}

SocketAnswer SocketClient::Get(const std::string& path) {
  return Send(absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", port_, "\r\n\r\n"));
}

SocketAnswer SocketClient::Post(const std::string& path, const std::string& json) {
  return Send(absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", port_,
                           "\r\nContent-Type: application/json\r\nContent-Length: ", json.size(),
                           "\r\n\r\n", json));
}

SocketAnswer SocketClient::Send(const std::string& request) {
  // The server may have closed a kept connection. The second attempt uses a new one.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (socket_ < 0) socket_ = ConnectTo(port_);
    if (socket_ >= 0 && SendAll(socket_, request)) {
      const SocketAnswer answer = Receive();
      if (answer.status != 0) return answer;
    }
    Close();
  }
  return {};
}

SocketAnswer SocketClient::Receive() {
  SocketAnswer answer;
  size_t body = std::string::npos;
  size_t length = 0;
  char buffer[16384];
  while (true) {
    if (body == std::string::npos) {
      const size_t end = received_.find("\r\n\r\n");
      if (end != std::string::npos) {
        body = end + 4;
        const size_t at = received_.find("Content-Length: ");
        length = at < end ? std::strtoull(received_.c_str() + at + 16, nullptr, 10) : 0;
      }
    }
    if (body != std::string::npos && received_.size() >= body + length) break;
    const ssize_t n = recv(socket_, buffer, sizeof(buffer), 0);
    if (n <= 0) return {};
    received_.append(buffer, n);
  }
  const std::vector<int> statuses = Statuses(received_.substr(0, body));
  answer.status = statuses.empty() ? 0 : statuses[0];
  answer.body = received_.substr(body, length);
  const bool closes = received_.substr(0, body).find("Connection: close") != std::string::npos;
  received_.erase(0, body + length);
  if (closes) Close();
  return answer;
}

}  // namespace fft::inspector
