// One client's socket, with the bytes that came and those that are to go.
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

// One client's connection. Not thread safe, except `cancellation()`: at any time one thread has it.
class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `socket_fd`, which must not block. -1: no socket; what is written stays.
  explicit Connection(int socket_fd) : fd_(socket_fd) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int fd() const { return fd_; }

  // ---- What came.
  enum class Input { kSome, kNone, kEnd };
  // Takes up to `limit` more bytes from the socket.
  Input Receive(size_t limit);
  const std::string& inbox() const { return inbox_; }
  void Append(absl::string_view bytes) { inbox_.append(bytes.data(), bytes.size()); }
  // Begins the request of the first `bytes` of the inbox, with a cancellation of its own.
  void BeginRequest(size_t bytes);
  // The next bytes of the request; 0 at its end.
  size_t ReadRequest(char* to, size_t size);
  // Forgets the request's bytes.
  void EndRequest();
  // The cancellation of the request begun last.
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }

  // ---- What is to be sent.
  void Write(absl::string_view bytes);
  // The next Write of bytes that lie in `text`, which `owner` keeps, does not copy them.
  void ShareNext(std::shared_ptr<const void> owner, absl::string_view text);
  size_t outbox_bytes() const { return outbox_bytes_; }
  // Sends what the socket takes at once. False when the client is gone.
  bool Flush();
  // Sends all, waiting for the client for at most `patience`.
  bool FlushWithin(Clock::duration patience);
  // All that is to be sent, as one text.
  std::string TakeOutbox();

  // ---- For the thread that holds the connection.

  // Whether the answer's head says that the connection ends.
  bool says_close() const { return says_close_; }

 private:
  struct Piece {
    std::shared_ptr<const void> owner;  // null: `copy` holds the bytes
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
  size_t sent_ = 0;  // of the first piece
  std::shared_ptr<const void> next_owner_;
  absl::string_view next_text_;
  std::string answer_head_;
  bool head_written_ = false;
  bool says_close_ = false;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_H_
