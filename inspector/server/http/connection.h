// A client's socket with the received bytes and the bytes to be sent.
#ifndef INSPECTOR_SERVER_HTTP_CONNECTION_H_
#define INSPECTOR_SERVER_HTTP_CONNECTION_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

// One client's connection. Only one thread at a time may use it, but `cancellation()` is thread
// safe.
class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `socket_fd`, which must not block. With -1 there is no socket, and written bytes remain in
  // the outbox.
  explicit Connection(int socket_fd) : fd_(socket_fd) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int fd() const { return fd_; }

  // ---- received bytes
  enum class Input { kSome, kNone, kEnd };
  // Receives up to `limit` more bytes from the socket.
  Input Receive(size_t limit);
  const std::string& inbox() const { return inbox_; }
  void Append(absl::string_view bytes) { inbox_.append(bytes.data(), bytes.size()); }
  // Begins the request that consists of the first `bytes` bytes of the inbox. It gets a new
  // cancellation.
  void BeginRequest(size_t bytes);
  // Copies the next bytes of the request to `to`. Returns their number, or 0 at the request's end.
  size_t ReadRequest(char* to, size_t size);
  // Removes the request's bytes from the inbox.
  void EndRequest();
  // The cancellation of the latest request.
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }

  // ---- bytes to be sent
  void Write(absl::string_view bytes);
  // The next Write does not copy bytes that lie in `text`. `owner` keeps `text` alive.
  void ShareNext(std::shared_ptr<const void> owner, absl::string_view text);
  size_t outbox_bytes() const { return outbox_bytes_; }
  // Sends what the socket accepts at once. Returns false if the client is gone.
  bool Flush();
  // Sends everything, waiting at most `patience` for the client. Returns false if this fails.
  bool FlushWithin(Clock::duration patience);
  // Removes all bytes to be sent and returns them as one text.
  std::string TakeOutbox();

  // ---- for the thread that uses the connection

  // Whether the answer's head announces the end of the connection.
  bool says_close() const { return says_close_; }

 private:
  struct Piece {
    std::shared_ptr<const void> owner;  // if null, `copy` holds the bytes
    std::string copy;
    absl::string_view shared;
    absl::string_view bytes() const { return owner == nullptr ? absl::string_view(copy) : shared; }
  };

  const int fd_;
  std::string inbox_;
  size_t request_bytes_ = 0;
  size_t read_ = 0;
  std::shared_ptr<Cancellation> cancellation_ = std::make_shared<Cancellation>();
  std::deque<Piece> outbox_;
  size_t outbox_bytes_ = 0;
  size_t sent_ = 0;  // bytes of the first piece that are sent
  std::shared_ptr<const void> next_owner_;
  absl::string_view next_text_;
  std::string answer_head_;
  bool head_written_ = false;
  bool says_close_ = false;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_H_
