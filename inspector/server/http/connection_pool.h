// All connections of a server: one thread waits for whole requests and sends what clients are slow
// to take, so that worker threads see only requests that can be answered at once.
#ifndef INSPECTOR_SERVER_HTTP_CONNECTION_POOL_H_
#define INSPECTOR_SERVER_HTTP_CONNECTION_POOL_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "inspector/server/http/connection.h"
#include "inspector/server/http/http_head.h"

namespace fft::inspector {

// The limits of a pool. For example, {.workers = 4, .connections = 8} answers four requests at once
// and keeps eight clients.
struct PoolLimits {
  HeadLimits head;
  int workers = 128;  // requests in work, waiting for their turn, or streams
  size_t connections = 256;
  // bytes received and not yet answered, of all connections; beyond this the largest unfinished
  // connection is closed
  size_t inbox_bytes = 16 << 20;
  std::chrono::milliseconds head_time{5000};  // for a whole head, from its first byte or the start
  std::chrono::milliseconds body_time{10000};
  std::chrono::milliseconds idle_time{5000};  // between two requests
  int requests = 1000;                        // of one connection
};

// The pool. A client that hangs up cancels its request. Where connections run out, the one that has
// been sending its head the longest is closed. Destruction stops and waits for the workers.
// cpp-httplib's own pool has none of this: a connection keeps a thread from its first byte to its
// last, and each byte renews its time.
class ConnectionPool {
 public:
  enum class After { kKeep, kClose };
  // Answers the request that `connection` has begun; `last` when no further one is taken.
  using Answer = std::function<After(Connection& connection, bool last)>;
  // The whole answer to a request that is refused before it reaches a route. It says that the
  // connection ends.
  using Refusal = std::function<std::string(int status, const std::string& detail)>;

  ConnectionPool(const PoolLimits& limits, Answer answer, Refusal refusal);
  ~ConnectionPool();
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;

  // Takes the socket over.
  void Add(int socket_fd);
  // Cancels all work and takes no more; waits for the workers. Thread safe.
  void Stop();

 private:
  using Clock = Connection::Clock;
  enum class State { kReading, kWorking, kWriting, kDraining };
  struct Client {
    explicit Client(int socket_fd) : connection(socket_fd) {}
    Connection connection;
    State state = State::kReading;
    Clock::time_point since;     // of the state
    Clock::time_point deadline;  // of the state; none for kWorking
    bool in_body = false;
    bool continued = false;  // the word to send the body has been said
    size_t wanted = 0;       // bytes of the whole request, while in_body
    bool close_after = false;
    int requests = 0;
    size_t counted = 0;  // bytes of the inbox in inbox_bytes_
  };
  using ClientPointer = std::shared_ptr<Client>;

  void Poll();
  void Work();
  // Callers of all functions below hold the mutex.
  void Handle(const ClientPointer& client, uint32_t events);
  void Read(const ClientPointer& client);
  void Examine(const ClientPointer& client);
  void Refuse(const ClientPointer& client, int status, const std::string& detail);
  void Send(const ClientPointer& client);
  void Sent(const ClientPointer& client);
  void Enter(Client& client, State state, Clock::duration time);
  void Watch(Client& client, uint32_t events);
  void Count(Client& client);
  void Drop(const ClientPointer& client);
  void Expire();
  void MakeRoom();
  void RefuseLargest();

  const PoolLimits limits_;
  const Answer answer_;
  const Refusal refusal_;
  const int epoll_fd_;
  const int wake_fd_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::map<int, ClientPointer> clients_;  // by socket
  std::deque<ClientPointer> ready_;       // whole requests that wait for a worker
  size_t inbox_bytes_ = 0;
  bool stopping_ = false;
  std::once_flag stopped_;
  std::vector<std::thread> workers_;
  std::thread poller_;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_POOL_H_
