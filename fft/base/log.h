// The library's messages to its user, beside returned errors. They tell of faults that it stepped
// around.
//
// The library prints nothing. Whoever wants the messages passes a sink; without one they are
// dropped. Severities are Abseil's. All messages are warnings: a fault that costs time but changes
// no result. Errors are returned.
#ifndef FFT_BASE_LOG_H_
#define FFT_BASE_LOG_H_

#include <functional>
#include <string>

#include "absl/base/log_severity.h"

namespace fft {

// A receiver of messages. It is called from any thread, possibly from several at once, with one
// line without its end. It must not call back into the library.
using LogSink = std::function<void(absl::LogSeverity severity, const std::string& message)>;

inline void LogWarning(const LogSink& sink, const std::string& message) {
  if (sink) sink(absl::LogSeverity::kWarning, message);
}

}  // namespace fft

#endif  // FFT_BASE_LOG_H_
