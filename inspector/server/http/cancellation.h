// A flag that tells work that nobody wants its result any more.
#ifndef INSPECTOR_SERVER_HTTP_CANCELLATION_H_
#define INSPECTOR_SERVER_HTTP_CANCELLATION_H_

#include "absl/status/status.h"
#include "fft/base/cancel.h"

namespace fft::inspector {

// The cancellation of one request or job, which happens once and for good. Thread safe.
class Cancellation {
 public:
  void Cancel() { token_.Cancel(); }
  bool cancelled() const { return token_.is_cancelled(); }
  // The token that the library's own stages look at.
  const CancelToken& token() const { return token_; }

  // Cancelled, or OK: to ask between two stages of work.
  absl::Status Check() const {
    return cancelled() ? absl::CancelledError("nobody waits for the answer any more")
                       : absl::OkStatus();
  }

 private:
  const CancelToken token_ = CancelToken::Create();
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CANCELLATION_H_
