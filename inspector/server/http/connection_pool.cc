#include "inspector/server/http/connection_pool.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kTick{100};       // precision of deadlines
constexpr milliseconds kDrainTime{500};  // time for a client to read the last answer
constexpr seconds kSendTime{30};         // to send any answer
constexpr size_t kSendRate = 64 << 10;   // bytes; an answer gets 1 s more for each 64 KiB
constexpr uint32_t kGone = EPOLLRDHUP | EPOLLHUP | EPOLLERR;

}  // namespace

ConnectionPool::ConnectionPool(const PoolLimits& limits, Answer answer, Refusal refusal)
    : limits_(limits),
      answer_(std::move(answer)),
      refusal_(std::move(refusal)),
      epoll_fd_(epoll_create1(EPOLL_CLOEXEC)),
      wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event = {.events = EPOLLIN, .data = {.fd = wake_fd_}};
  epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, wake_fd_, &event);
  for (int i = 0; i < limits_.workers; ++i) workers_.emplace_back([this] { Work(); });
  poller_ = std::thread([this] { Poll(); });
}

ConnectionPool::~ConnectionPool() {
  Stop();
  close(epoll_fd_);
  close(wake_fd_);
}

void ConnectionPool::Stop() {
  std::call_once(stopped_, [this] {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      for (const auto& [fd, client] : clients_) client->connection.cancellation()->Cancel();
      work_.notify_all();
      eventfd_write(wake_fd_, 1);
    }
    poller_.join();
    for (std::thread& worker : workers_) worker.join();
    std::lock_guard<std::mutex> lock(mutex_);
    ready_.clear();
    clients_.clear();
  });
}

void ConnectionPool::Add(int socket_fd) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto client = std::make_shared<Client>(socket_fd);
  if (stopping_) return;
  MakeRoom();
  if (clients_.size() >= limits_.connections) return;
  clients_[socket_fd] = client;
  epoll_event event = {.events = 0, .data = {.fd = socket_fd}};
  epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, socket_fd, &event);
  Enter(*client, State::kReading, limits_.head_time);
  Watch(*client, EPOLLIN | EPOLLRDHUP);
  eventfd_write(wake_fd_, 1);
}

void ConnectionPool::MakeRoom() {
  if (clients_.size() < limits_.connections) return;
  ClientPointer oldest;
  for (const auto& [fd, client] : clients_) {
    const bool waits = client->state == State::kReading || client->state == State::kDraining;
    if (waits && (oldest == nullptr || client->since < oldest->since)) oldest = client;
  }
  if (oldest != nullptr) Drop(oldest);
}

void ConnectionPool::RefuseLargest() {
  ClientPointer largest;
  for (const auto& [fd, client] : clients_) {
    if (client->state != State::kReading) continue;
    if (largest == nullptr || client->counted > largest->counted) largest = client;
  }
  if (largest != nullptr) Refuse(largest, 503, "too many bytes of requests wait; try again");
}

void ConnectionPool::Poll() {
  std::vector<epoll_event> events(64);
  while (true) {
    bool empty = false;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (stopping_) return;
      empty = clients_.empty();
    }
    const int count = epoll_wait(epoll_fd_, events.data(), static_cast<int>(events.size()),
                                 empty ? -1 : static_cast<int>(kTick.count()));
    std::lock_guard<std::mutex> lock(mutex_);
    for (int i = 0; i < count; ++i) {
      if (events[i].data.fd == wake_fd_) {
        eventfd_t value = 0;
        eventfd_read(wake_fd_, &value);
        continue;
      }
      const auto it = clients_.find(events[i].data.fd);
      if (it != clients_.end()) Handle(ClientPointer(it->second), events[i].events);
    }
    Expire();
  }
}

void ConnectionPool::Handle(const ClientPointer& client, uint32_t events) {
  switch (client->state) {
    case State::kReading:
      return Read(client);
    case State::kWorking:
      if ((events & kGone) != 0) client->connection.cancellation()->Cancel();
      return;  // the socket is watched for one event only
    case State::kWriting:
      return (events & kGone) != 0 ? Drop(client) : Send(client);
    case State::kDraining:
      if (client->connection.Receive(limits_.head.head_bytes) == Connection::Input::kEnd) {
        return Drop(client);
      }
      client->connection.BeginRequest(client->connection.inbox().size());
      client->connection.EndRequest();
  }
}

void ConnectionPool::Read(const ClientPointer& client) {
  const size_t before = client->connection.inbox().size();
  const Connection::Input input = client->connection.Receive(limits_.head.head_bytes);
  if (input == Connection::Input::kNone) return;
  if (input == Connection::Input::kEnd) return Drop(client);
  Count(*client);
  if (inbox_bytes_ > limits_.inbox_bytes) {
    RefuseLargest();
    if (client->state != State::kReading) return;
  }
  if (before == 0) client->deadline = Clock::now() + limits_.head_time;
  // Only the end of a line can complete a head, and only the last byte can complete a body.
  const std::string& inbox = client->connection.inbox();
  const bool may_be_whole = client->in_body ? inbox.size() >= client->wanted
                                            : inbox.find('\n', before) != std::string::npos ||
                                                  inbox.size() > limits_.head.head_bytes;
  if (may_be_whole) Examine(client);
}

// Examines the inbox of a client in kReading.
void ConnectionPool::Examine(const ClientPointer& client) {
  Connection& connection = client->connection;
  // An empty line before a request is ignored (RFC 9112, section 2.2).
  if (connection.inbox().size() > 2 && connection.inbox().starts_with("\r\n") &&
      connection.inbox()[2] != '\r') {
    connection.BeginRequest(2);
    connection.EndRequest();
    Count(*client);
  }
  if (connection.inbox().empty()) return;
  const HeadVerdict verdict = ExamineHead(connection.inbox(), limits_.head);
  if (verdict.state == HeadVerdict::State::kRefused) {
    return Refuse(client, verdict.status, verdict.detail);
  }
  if (verdict.state == HeadVerdict::State::kIncomplete) return;
  client->wanted = verdict.head_bytes + verdict.body_bytes;
  if (connection.inbox().size() < client->wanted) {
    if (!client->in_body) client->deadline = Clock::now() + limits_.body_time;
    client->in_body = true;
    if (verdict.expects_continue && !client->continued) {
      client->continued = true;
      connection.Write("HTTP/1.1 100 Continue\r\n\r\n");
      if (!connection.Flush()) Drop(client);
    }
    return;
  }
  connection.BeginRequest(client->wanted);
  Enter(*client, State::kWorking, {});
  Watch(*client, EPOLLRDHUP | EPOLLONESHOT);
  ready_.push_back(client);
  work_.notify_one();
}

void ConnectionPool::Refuse(const ClientPointer& client, int status, const std::string& detail) {
  client->connection.BeginRequest(client->connection.inbox().size());
  client->connection.EndRequest();
  Count(*client);
  client->connection.Write(refusal_(status, detail));
  client->close_after = true;
  Send(client);
}

// Sends the bytes that are ready. The rest is sent when the socket accepts more.
void ConnectionPool::Send(const ClientPointer& client) {
  Connection& connection = client->connection;
  if (!connection.Flush()) return Drop(client);
  if (connection.outbox_bytes() == 0) return Sent(client);
  if (client->state == State::kWriting) return;
  Enter(*client, State::kWriting, kSendTime + seconds(connection.outbox_bytes() / kSendRate));
  Watch(*client, EPOLLOUT | EPOLLRDHUP);
}

void ConnectionPool::Sent(const ClientPointer& client) {
  if (client->close_after) {
    // If the socket were closed at once, a client that is still sending could lose the answer.
    shutdown(client->connection.fd(), SHUT_WR);
    Enter(*client, State::kDraining, kDrainTime);
    return Watch(*client, EPOLLIN | EPOLLRDHUP);
  }
  Enter(*client, State::kReading,
        client->connection.inbox().empty() ? limits_.idle_time : limits_.head_time);
  Watch(*client, EPOLLIN | EPOLLRDHUP);
  Examine(client);  // the next request may already be in the inbox
}

void ConnectionPool::Enter(Client& client, State state, Clock::duration time) {
  client.state = state;
  client.since = Clock::now();
  client.deadline = client.since + time;
  client.in_body = false;
  client.continued = false;
}

void ConnectionPool::Watch(Client& client, uint32_t events) {
  epoll_event event = {.events = events, .data = {.fd = client.connection.fd()}};
  epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, client.connection.fd(), &event);
}

void ConnectionPool::Count(Client& client) {
  inbox_bytes_ += client.connection.inbox().size() - client.counted;
  client.counted = client.connection.inbox().size();
}

void ConnectionPool::Drop(const ClientPointer& client) {
  inbox_bytes_ -= client->counted;
  client->counted = 0;
  epoll_ctl(epoll_fd_, EPOLL_CTL_DEL, client->connection.fd(), nullptr);
  shutdown(client->connection.fd(), SHUT_RDWR);
  clients_.erase(client->connection.fd());
}

void ConnectionPool::Expire() {
  const Clock::time_point now = Clock::now();
  std::vector<ClientPointer> late;
  for (const auto& [fd, client] : clients_) {
    if (client->state != State::kWorking && now > client->deadline) late.push_back(client);
  }
  for (const ClientPointer& client : late) {
    if (client->state == State::kReading && !client->connection.inbox().empty()) {
      Refuse(client, 408, "the request did not come in time");
    } else {
      Drop(client);
    }
  }
}

void ConnectionPool::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
    if (stopping_) return;
    const ClientPointer client = std::move(ready_.front());
    ready_.pop_front();
    const bool last = ++client->requests >= limits_.requests;
    lock.unlock();
    After after = After::kClose;
    if (!client->connection.cancellation()->cancelled()) {
      after = answer_(client->connection, last);
    }
    client->connection.EndRequest();
    client->connection.Flush();  // sends most bytes without the lock; Send sends the rest
    lock.lock();
    if (stopping_) return;
    Count(*client);
    client->close_after = after == After::kClose || last;
    if (client->connection.cancellation()->cancelled()) {
      Drop(client);
    } else {
      Send(client);
    }
  }
}

}  // namespace fft::inspector
