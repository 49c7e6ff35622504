// One client's connection, and the list of all of them.
//
// A thread of the HTTP library's pool has a connection from its first byte to its last.
#ifndef INSPECTOR_SERVER_HTTP_CONNECTION_H_
#define INSPECTOR_SERVER_HTTP_CONNECTION_H_

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

// One client's socket as the library's stream. It bounds the bytes and the time of a request's head
// and body, and the time of each write, which grows with the bytes.
class Connection : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `socket_fd`. -1: no socket; `received` is all that comes, and what is written stays.
  explicit Connection(int socket_fd, std::string received = "")
      : fd_(socket_fd), inbox_(std::move(received)) {}
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // What of a request may be read: its head, or its body.
  enum class Part { kHead, kBody };
  // Waits for the next request until `patience` ends, and past empty lines before it (RFC 9112,
  // section 2.2). False when none comes.
  bool AwaitRequest(std::chrono::milliseconds patience);
  // From here on at most `bytes` may be read, until `patience` ends.
  void Allow(Part part, size_t bytes, std::chrono::milliseconds patience);
  // The HTTP status for a request that broke a limit of Allow; 0: none did.
  int fault() const { return fault_; }
  // Whether an answer has been begun since AwaitRequest.
  bool has_answered() const { return has_answered_; }
  // The cancellation of the request that was begun last.
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }

  // Says that nothing more comes, and waits a moment for the client to read the last answer:
  // closing at once could take the answer from a client that is still sending.
  void Finish();
  // What was written without a socket.
  const std::string& written() const { return written_; }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return !cancellation_->cancelled(); }
  ssize_t read(char* to, size_t size) override;
  ssize_t write(const char* from, size_t size) override;
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return 0; }  // the library only compares it with FD_SETSIZE

 private:
  friend class ConnectionList;

  // Waits until deadline_ for bytes in place of those that were read. False when none come.
  bool Receive();

  const int fd_;
  std::string inbox_;
  size_t read_ = 0;  // of the inbox
  std::string written_;
  Part part_ = Part::kHead;
  size_t allowed_ = 0;
  Clock::time_point deadline_;
  int fault_ = 0;
  bool has_answered_ = false;
  std::shared_ptr<Cancellation> cancellation_ = std::make_shared<Cancellation>();

  // Guarded by the list's mutex.
  bool is_working_ = false;
  bool is_dropped_ = false;
  Clock::time_point waits_since_ = Clock::now();
};

// The open connections of a server. A client that hangs up cancels its request. Thread safe.
class ConnectionList {
 public:
  explicit ConnectionList(size_t most);
  ~ConnectionList();

  // Takes a place for a connection that comes. Where there is none, the connection that has waited
  // for its request the longest is closed. False when all are at work.
  bool TakePlace();
  void LeavePlace();

  // From here on the list knows the connection; false when the server stops.
  bool Add(Connection* connection);
  void Remove(Connection* connection);
  // Begins the work on a request, with a cancellation of its own, and ends it.
  void BeginWork(Connection* connection);
  void EndWork(Connection* connection);

  // Cancels all work, lets nothing more come and waits until all places are left.
  void Stop();

 private:
  void Watch();

  const size_t most_;
  std::mutex mutex_;
  std::condition_variable begun_;  // the first request in work
  std::condition_variable ended_;  // the server, or the last place then
  std::set<Connection*> connections_;
  size_t places_ = 0;   // taken
  size_t working_ = 0;  // requests
  bool stopping_ = false;
  std::thread watcher_;  // last: it uses the rest
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_H_
