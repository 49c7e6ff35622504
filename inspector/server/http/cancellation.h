// A flag that tells running work that its result is not wanted.
#ifndef INSPECTOR_SERVER_HTTP_CANCELLATION_H_
#define INSPECTOR_SERVER_HTTP_CANCELLATION_H_

#include "absl/status/status.h"
#include "fft/base/cancel.h"

namespace fft::inspector {

// The cancellation of one request or job. It cannot be undone. Thread safe.
class Cancellation {
 public:
  void Cancel() { token_.Cancel(); }
  bool cancelled() const { return token_.is_cancelled(); }
  // The token that the library's stages check.
  const CancelToken& token() const { return token_; }

  // Cancelled or OK. Call it between two stages of work.
  absl::Status Check() const {
    return cancelled() ? absl::CancelledError("nobody waits for the answer any more")
                       : absl::OkStatus();
  }

 private:
  const CancelToken token_ = CancelToken::Create();
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_CANCELLATION_H_
