// A client's connection, and the list of all connections of a server.
//
// One thread of the HTTP library's pool serves a connection from its first byte to its last.
#ifndef INSPECTOR_SERVER_HTTP_CONNECTION_H_
#define INSPECTOR_SERVER_HTTP_CONNECTION_H_

#include <httplib.h>

#include <atomic>
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

// A client's socket as a stream of the HTTP library. It limits the bytes and the time of a
// request's head and of its body. It also limits the time of each write, which grows with the
// bytes.
class Connection : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `socket_fd`. With -1 there is no socket: `received` is all that can be read, and written()
  // returns what was written.
  explicit Connection(int socket_fd, std::string received = "")
      : fd_(socket_fd), inbox_(std::move(received)) {}
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The part of a request that may be read.
  enum class Part { kHead, kBody };
  // Waits at most `patience` for the first byte of the next request. Empty lines before it are
  // skipped (RFC 9112, section 2.2). Returns false if no request comes.
  bool AwaitRequest(std::chrono::milliseconds patience);
  // Allows the thread to read `bytes` bytes of a part within `patience`.
  void Allow(Part part, size_t bytes, std::chrono::milliseconds patience);
  // The HTTP status for a request that exceeds a limit of Allow, or 0.
  int fault() const { return fault_; }
  // Whether a part of an answer was written since AwaitRequest.
  bool has_answered() const { return has_answered_; }
  // The cancellation of the latest request.
  const std::shared_ptr<Cancellation>& cancellation() const { return cancellation_; }

  // Closes the sending direction, and waits a moment for the client to read the last answer. If the
  // socket were closed at once, a client that is still sending could lose the answer.
  void Finish();
  // The bytes that were written without a socket.
  const std::string& written() const { return written_; }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return !cancellation_->cancelled(); }
  ssize_t read(char* to, size_t size) override;
  ssize_t write(const char* from, size_t size) override;
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return 0; }  // the library compares it with FD_SETSIZE only

 private:
  friend class ConnectionList;

  // Waits until deadline_ for bytes, which replace those that were read. Returns false if none
  // come.
  bool Receive();
  // Sends all bytes. Returns false if the client is gone or too slow, or the request is cancelled.
  bool Send(const char* from, size_t size);

  const int fd_;
  std::string inbox_;
  size_t read_ = 0;  // bytes of the inbox that were read
  std::string written_;
  Part part_ = Part::kHead;
  size_t allowed_ = 0;
  Clock::time_point deadline_;
  int fault_ = 0;
  bool has_answered_ = false;
  std::shared_ptr<Cancellation> cancellation_ = std::make_shared<Cancellation>();

  // The begin of the write that is under way, or the end of all time.
  std::atomic<Clock::time_point> writes_since_ = Clock::time_point::max();

  // The list's mutex guards the following members.
  bool is_working_ = false;
  bool is_dropped_ = false;
  Clock::time_point waits_since_ = Clock::now();
};

// The open connections of a server. If a client closes its connection, the list cancels its
// request. Thread safe.
class ConnectionList {
 public:
  explicit ConnectionList(size_t most);
  ~ConnectionList();

  // Takes a place for a new connection. If all are taken, it closes the connection that has waited
  // for its request the longest. If none waits, it closes the connection that has read its answer
  // the longest, if that took more than a second. Otherwise it returns false.
  bool TakePlace();
  void LeavePlace();

  // Adds a connection. Returns false if the server stops.
  bool Add(Connection* connection);
  void Remove(Connection* connection);
  // Begins the work on a request, which gets a new cancellation.
  void BeginWork(Connection* connection);
  void EndWork(Connection* connection);

  // Cancels all work, ends all connections and waits until all places are free.
  void Stop();

 private:
  // Cancels the requests of clients that have gone, until the server stops.
  void Watch();

  const size_t most_;
  std::mutex mutex_;
  std::condition_variable begun_;  // notified when the first request is in work
  std::condition_variable ended_;  // notified when the server stops, and then of free places
  std::set<Connection*> connections_;
  size_t places_ = 0;   // taken places
  size_t working_ = 0;  // requests in work
  bool stopping_ = false;
  std::thread watcher_;  // the last member, since it uses the others
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_H_
