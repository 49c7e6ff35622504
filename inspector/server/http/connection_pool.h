// All connections of a server. One thread waits until a request has arrived completely, and sends
// answers to slow clients. The worker threads only see complete requests, so slow clients do not
// block them.
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
  int workers = 128;  // worker threads; a running or waiting request or a stream takes one
  size_t connections = 256;
  // The most bytes of all connections that are received and not answered. Beyond it the connection
  // with the largest incomplete request is closed.
  size_t inbox_bytes = 16 << 20;
  std::chrono::milliseconds head_time{5000};  // for a head, from its first byte or the connection
  std::chrono::milliseconds body_time{10000};
  std::chrono::milliseconds idle_time{5000};  // between two requests
  int requests = 1000;                        // the most requests of one connection
};

// Accepts requests and runs them in worker threads. A client that hangs up cancels its request. If
// there are too many connections, the one that has been sending its head the longest is closed. The
// destructor stops the workers and waits for them.
//
// cpp-httplib's own pool is not used: there a connection takes a thread for as long as it lives,
// and each received byte extends its time limit.
class ConnectionPool {
 public:
  enum class After { kKeep, kClose };
  // Answers the request that `connection` has begun. `last` says that the connection takes no
  // further request.
  using Answer = std::function<After(Connection& connection, bool last)>;
  // The whole answer to a request that is refused before it reaches a route. It announces the end
  // of the connection.
  using Refusal = std::function<std::string(int status, const std::string& detail)>;

  ConnectionPool(const PoolLimits& limits, Answer answer, Refusal refusal);
  ~ConnectionPool();
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;

  // Adds a connection and owns its socket.
  void Add(int socket_fd);
  // Cancels all requests, refuses new ones, and waits for the workers. Thread safe.
  void Stop();

 private:
  using Clock = Connection::Clock;
  enum class State { kReading, kWorking, kWriting, kDraining };
  struct Client {
    explicit Client(int socket_fd) : connection(socket_fd) {}
    Connection connection;
    State state = State::kReading;
    Clock::time_point since;     // when the state began
    Clock::time_point deadline;  // when the state must end; none for kWorking
    bool in_body = false;
    bool continued = false;  // "100 Continue" has been sent
    size_t wanted = 0;       // bytes of the whole request, while in_body
    bool close_after = false;
    int requests = 0;
    size_t counted = 0;  // the inbox's bytes that inbox_bytes_ includes
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
  std::deque<ClientPointer> ready_;       // clients whose complete requests wait for a worker
  size_t inbox_bytes_ = 0;
  bool stopping_ = false;
  std::once_flag stopped_;
  std::vector<std::thread> workers_;
  std::thread poller_;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CONNECTION_POOL_H_
