// The library's messages to its user. Errors are returned; a message tells of a fault that costs
// time but changes no result.
//
// The library prints nothing. A caller who wants the messages passes a sink; without a sink they
// are dropped. Severities are Abseil's, and all messages are warnings.
#ifndef FFT_BASE_LOG_H_
#define FFT_BASE_LOG_H_

#include <functional>
#include <string>

#include "absl/base/log_severity.h"

namespace fft {

// A receiver of messages. It is called from any thread, possibly from several at once, with one
// line without a line end. It must not call back into the library.
using LogSink = std::function<void(absl::LogSeverity severity, const std::string& message)>;

inline void LogWarning(const LogSink& sink, const std::string& message) {
  if (sink) sink(absl::LogSeverity::kWarning, message);
}

}  // namespace fft

#endif  // FFT_BASE_LOG_H_
