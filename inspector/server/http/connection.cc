#include "inspector/server/http/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr size_t kReadBytes = 16 << 10;
constexpr milliseconds kTick{50};         // time between two looks at a client
constexpr milliseconds kDrainTime{500};   // time for a client to read the last answer
constexpr milliseconds kSlowWrite{1000};  // time after which a write may make room for others
constexpr seconds kSendTime{30};          // time for any write; each kSendRate bytes add a second
constexpr size_t kSendRate = 64 << 10;

bool IsLater(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// Waits for an event of the socket until `deadline`.
void Await(int fd, short events, Connection::Clock::time_point deadline) {
  const auto rest = std::chrono::ceil<milliseconds>(deadline - Connection::Clock::now()).count();
  pollfd ready = {.fd = fd, .events = events, .revents = 0};
  poll(&ready, 1, static_cast<int>(std::max<int64_t>(0, rest)));
}

}  // namespace

Connection::~Connection() {
  if (fd_ >= 0) close(fd_);
}

bool Connection::Receive() {
  inbox_.clear();
  read_ = 0;
  char buffer[kReadBytes];
  while (fd_ >= 0) {
    const ssize_t n = recv(fd_, buffer, sizeof(buffer), MSG_DONTWAIT);
    if (n > 0) {
      inbox_.assign(buffer, n);
      return true;
    }
    if (n == 0 || !IsLater(errno)) return false;
    if (Clock::now() >= deadline_) {
      fault_ = 408;
      return false;
    }
    Await(fd_, POLLIN, deadline_);
  }
  return false;
}

bool Connection::AwaitRequest(milliseconds patience) {
  deadline_ = Clock::now() + patience;
  has_answered_ = false;
  while ((read_ < inbox_.size() || Receive()) && Clock::now() < deadline_) {
    if (inbox_[read_] != '\r' && inbox_[read_] != '\n') return true;
    ++read_;
  }
  return false;
}

void Connection::Allow(Part part, size_t bytes, milliseconds patience) {
  part_ = part;
  allowed_ = bytes;
  deadline_ = Clock::now() + patience;
  fault_ = 0;
}

void Connection::Finish() {
  if (fd_ < 0) return;
  shutdown(fd_, SHUT_WR);
  deadline_ = Clock::now() + kDrainTime;
  while (Clock::now() < deadline_ && Receive()) {
  }
}

ssize_t Connection::read(char* to, size_t size) {
  if (allowed_ == 0 && part_ == Part::kBody) return 0;
  if (allowed_ == 0) fault_ = 431;
  if (allowed_ == 0 || (read_ == inbox_.size() && !Receive())) return -1;
  const size_t count = std::min({size, allowed_, inbox_.size() - read_});
  std::memcpy(to, inbox_.data() + read_, count);
  read_ += count;
  allowed_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, size_t size) {
  has_answered_ = true;
  writes_since_ = Clock::now();
  const bool sends = Send(from, size);
  writes_since_ = Clock::time_point::max();
  return sends ? static_cast<ssize_t>(size) : -1;
}

bool Connection::Send(const char* from, size_t size) {
  if (fd_ < 0) written_.append(from, size);
  const Clock::time_point deadline = Clock::now() + kSendTime + seconds(size / kSendRate);
  for (size_t sent = 0; fd_ >= 0 && sent < size;) {
    const ssize_t n = send(fd_, from + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) sent += n;
    if (n >= 0) continue;
    const Clock::time_point now = Clock::now();
    if (!IsLater(errno) || now >= deadline || cancellation_->cancelled()) return false;
    Await(fd_, POLLOUT, std::min(deadline, now + kTick));
  }
  return true;
}

ConnectionList::ConnectionList(size_t most) : most_(most), watcher_([this] { Watch(); }) {}

ConnectionList::~ConnectionList() {
  Stop();
  watcher_.join();
}

bool ConnectionList::TakePlace() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (places_ >= most_) {
    Connection* oldest = nullptr;
    Connection* slowest = nullptr;
    Connection::Clock::time_point slowest_since = Connection::Clock::now() - kSlowWrite;
    for (Connection* one : connections_) {
      if (one->is_dropped_) continue;
      if (!one->is_working_ && (oldest == nullptr || one->waits_since_ < oldest->waits_since_)) {
        oldest = one;
      }
      const Connection::Clock::time_point since = one->writes_since_;
      if (since < slowest_since) {
        slowest = one;
        slowest_since = since;
      }
    }
    Connection* const dropped = oldest != nullptr ? oldest : slowest;
    if (dropped == nullptr) return false;
    dropped->is_dropped_ = true;
    shutdown(dropped->fd_, SHUT_RDWR);
  }
  ++places_;
  return true;
}

void ConnectionList::LeavePlace() {
  std::lock_guard<std::mutex> lock(mutex_);
  --places_;
  if (stopping_) ended_.notify_all();
}

bool ConnectionList::Add(Connection* connection) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!stopping_) connections_.insert(connection);
  return !stopping_;
}

void ConnectionList::Remove(Connection* connection) {
  std::lock_guard<std::mutex> lock(mutex_);
  connections_.erase(connection);
}

void ConnectionList::BeginWork(Connection* connection) {
  std::lock_guard<std::mutex> lock(mutex_);
  connection->cancellation_ = std::make_shared<Cancellation>();
  if (stopping_) connection->cancellation_->Cancel();
  connection->is_working_ = true;
  if (++working_ == 1) begun_.notify_one();
}

void ConnectionList::EndWork(Connection* connection) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (connection->is_working_) --working_;
  connection->is_working_ = false;
  connection->waits_since_ = Connection::Clock::now();
}

void ConnectionList::Stop() {
  std::unique_lock<std::mutex> lock(mutex_);
  stopping_ = true;
  for (Connection* connection : connections_) {
    connection->cancellation_->Cancel();
    shutdown(connection->fd_, SHUT_RD);
  }
  begun_.notify_one();
  ended_.notify_all();
  ended_.wait(lock, [this] { return places_ == 0; });
}

void ConnectionList::Watch() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    if (working_ == 0) {
      begun_.wait(lock);
      continue;
    }
    for (Connection* connection : connections_) {
      if (!connection->is_working_) continue;
      pollfd gone = {.fd = connection->fd_, .events = POLLRDHUP, .revents = 0};
      if (poll(&gone, 1, 0) > 0) connection->cancellation_->Cancel();
    }
    ended_.wait_for(lock, kTick);
  }
}

}  // namespace fft::inspector
