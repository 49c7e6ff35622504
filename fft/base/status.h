// Status helpers used by every folder.
//
// Errors that a caller, a file or a machine can cause are returned as absl::Status. A broken
// invariant of this library aborts by FFT_CHECK. No exception leaves a folder, and nothing is
// printed.
#ifndef FFT_BASE_STATUS_H_
#define FFT_BASE_STATUS_H_

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace fft {

// Returns an InvalidArgument error that names the field at fault, its value and what is allowed:
// "lengths[0] is 0; allowed: at least 1".
absl::Status InvalidField(const std::string& field, const std::string& value,
                          const std::string& allowed);

}  // namespace fft

#define FFT_RETURN_IF_ERROR(expr)              \
  do {                                         \
    ::absl::Status fft_status_ = (expr);       \
    if (!fft_status_.ok()) return fft_status_; \
  } while (false)

#define FFT_STATUS_CONCAT_INNER_(a, b) a##b
#define FFT_STATUS_CONCAT_(a, b) FFT_STATUS_CONCAT_INNER_(a, b)
#define FFT_ASSIGN_OR_RETURN(lhs, expr) \
  FFT_ASSIGN_OR_RETURN_IMPL_(FFT_STATUS_CONCAT_(fft_status_or_, __LINE__), lhs, expr)
#define FFT_ASSIGN_OR_RETURN_IMPL_(var, lhs, expr) \
  auto var = (expr);                               \
  if (!var.ok()) return std::move(var).status();   \
  lhs = std::move(var).value()

// Aborts when an invariant of the library itself is broken; never for bad input.
#define FFT_CHECK(cond)                                                                 \
  do {                                                                                  \
    if (!(cond)) {                                                                      \
      std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #cond); \
      std::abort();                                                                     \
    }                                                                                   \
  } while (false)

#endif  // FFT_BASE_STATUS_H_
