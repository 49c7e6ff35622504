#include "inspector/server/http/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace fft::inspector {
namespace {

constexpr size_t kReadBytes = 16 << 10;
constexpr size_t kMaxCopyBytes = 64 << 10;  // the most bytes that one piece copies

}  // namespace

Connection::~Connection() {
  if (fd_ >= 0) close(fd_);
}

Connection::Input Connection::Receive(size_t limit) {
  char buffer[kReadBytes];
  const size_t size = std::min(limit, sizeof(buffer));
  const ssize_t n = recv(fd_, buffer, size, MSG_DONTWAIT);
  if (n > 0) {
    inbox_.append(buffer, n);
    return Input::kSome;
  }
  const bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return later ? Input::kNone : Input::kEnd;
}

void Connection::BeginRequest(size_t bytes) {
  request_bytes_ = bytes;
  read_ = 0;
  cancellation_ = std::make_shared<Cancellation>();
  answer_head_.clear();
  head_written_ = false;
}

size_t Connection::ReadRequest(char* to, size_t size) {
  const size_t count = std::min(size, request_bytes_ - read_);
  std::memcpy(to, inbox_.data() + read_, count);
  read_ += count;
  return count;
}

void Connection::EndRequest() {
  inbox_.erase(0, request_bytes_);
  if (inbox_.empty()) inbox_.shrink_to_fit();
  request_bytes_ = 0;
  read_ = 0;
}

void Connection::Write(absl::string_view bytes) {
  if (!head_written_) {
    answer_head_.append(bytes.data(), bytes.size());
    const size_t end = answer_head_.find("\r\n\r\n");
    if (end != std::string::npos) {
      const absl::string_view head(answer_head_.data(), end + 4);
      says_close_ = says_close_ ||
                    absl::StrContains(absl::AsciiStrToLower(head), "\r\nconnection: close\r\n");
      head_written_ = !absl::StartsWith(head, "HTTP/1.1 100");
      answer_head_.clear();
    }
  }
  outbox_bytes_ += bytes.size();
  const std::shared_ptr<const void> owner = std::exchange(next_owner_, nullptr);
  const bool inside = owner != nullptr && bytes.data() >= next_text_.data() &&
                      bytes.data() + bytes.size() <= next_text_.data() + next_text_.size();
  const bool joins = !inside && !outbox_.empty() && outbox_.back().owner == nullptr &&
                     outbox_.back().copy.size() + bytes.size() <= kMaxCopyBytes;
  if (!joins) outbox_.emplace_back();
  if (inside) {
    outbox_.back().owner = owner;
    outbox_.back().shared = bytes;
  } else {
    outbox_.back().copy.append(bytes.data(), bytes.size());
  }
}

void Connection::ShareNext(std::shared_ptr<const void> owner, absl::string_view text) {
  next_owner_ = std::move(owner);
  next_text_ = text;
}

bool Connection::Flush() {
  while (fd_ >= 0 && !outbox_.empty()) {
    const absl::string_view rest = outbox_.front().bytes().substr(sent_);
    const ssize_t n =
        rest.empty() ? 0 : send(fd_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    sent_ += n;
    outbox_bytes_ -= n;
    if (static_cast<size_t>(n) < rest.size()) continue;
    outbox_.pop_front();
    sent_ = 0;
  }
  return true;
}

bool Connection::FlushWithin(Clock::duration patience) {
  const Clock::time_point end = Clock::now() + patience;
  while (Flush()) {
    if (outbox_.empty() || fd_ < 0) return true;
    if (Clock::now() >= end || cancellation_->cancelled()) return false;
    pollfd ready = {.fd = fd_, .events = POLLOUT, .revents = 0};
    poll(&ready, 1, 50);
  }
  return false;
}

std::string Connection::TakeOutbox() {
  std::string text;
  for (const Piece& piece : outbox_) absl::StrAppend(&text, piece.bytes());
  outbox_.clear();
  outbox_bytes_ = 0;
  return text;
}

}  // namespace fft::inspector
