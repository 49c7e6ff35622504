// A way to stop work whose result nobody waits for.
#ifndef FFT_BASE_CANCEL_H_
#define FFT_BASE_CANCEL_H_

#include <atomic>
#include <memory>

namespace fft {

// A flag that all copies of a token share. A default token cannot be cancelled and costs nothing to
// ask. Thread safe.
class CancelToken {
 public:
  CancelToken() = default;
  static CancelToken Create() {
    CancelToken token;
    token.flag_ = std::make_shared<std::atomic<bool>>(false);
    return token;
  }

  // Does nothing on a default token.
  void Cancel() const {
    if (flag_) flag_->store(true, std::memory_order_relaxed);
  }
  bool is_cancelled() const { return flag_ && flag_->load(std::memory_order_relaxed); }

  // Any two tokens compare equal. So options that differ only in their tokens compare equal.
  friend bool operator==(const CancelToken&, const CancelToken&) { return true; }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace fft

#endif  // FFT_BASE_CANCEL_H_
