// The parts that the sources of the C interface share.
#ifndef FFT_FFT_C_INTERNAL_H_
#define FFT_FFT_C_INTERNAL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/fft.h"
#include "fft/fft_c.h"

struct fft_context {
  std::shared_ptr<fft::Context> context;
};

struct fft_plan {
  std::shared_ptr<fft::Context> context;
  std::shared_ptr<const fft::Plan> plan;
  void* stream = nullptr;
  void* load_user = nullptr;
  void* store_user = nullptr;
};

struct fft_error {
  int code;
  std::string message;
};

namespace fft::c {

// The error for a lack of memory. It is static: no caller owns it.
fft_error* NoMemory();

// Makes the error of a status; null for success. Returns NoMemory() where the error cannot be
// allocated.
fft_error* ToError(const absl::Status& status);

// Runs `body`, which returns a Status. Exceptions become errors, so none reaches the C program.
template <typename Body>
fft_error* Guard(const Body& body) {
  try {
    return ToError(CatchOutOfMemory(body));
  } catch (const std::exception& error) {
    return ToError(CatchOutOfMemory([&error] { return absl::InternalError(error.what()); }));
  }
}

inline absl::Status NullArgument(const char* field) {
  return InvalidField(field, "null", "a pointer");
}

// Copies the caller's struct, which may be that of another release. Members beyond the end of the
// caller's struct become zero. Bytes of the caller's struct beyond the library's struct must be
// zero. `first_size` is the struct's size in the first release; a struct_size of 0 stands for it. A
// size below the smaller of `first_size` and `least_size` is refused.
template <typename T>
absl::StatusOr<T> ReadStruct(const T& given, size_t first_size, const char* field,
                             size_t least_size = SIZE_MAX) {
  const size_t size = given.struct_size == 0 ? first_size : given.struct_size;
  least_size = std::min(least_size, first_size);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&given);
  // In every release the size is a multiple of the struct's alignment, and far below kMostSize
  // bytes.
  constexpr size_t kMostSize = size_t{1} << 16;
  if (size < least_size || size > kMostSize || size % alignof(T) != 0) {
    return InvalidField(
        absl::StrCat(field, ".struct_size"), absl::StrCat(size),
        absl::StrCat("0 or sizeof, at least ", least_size, ", at most ", kMostSize));
  }
  for (size_t i = sizeof(T); i < size; ++i) {
    if (bytes[i] == 0) continue;
    return InvalidField(absl::StrCat(field, ".struct_size"), absl::StrCat(size),
                        absl::StrCat(sizeof(T), ", or zero members beyond: this library (",
                                     fft_version(), ") is older than the program's header"));
  }
  T result;
  std::memset(&result, 0, sizeof(T));
  std::memcpy(&result, bytes, size < sizeof(T) ? size : sizeof(T));
  return result;
}

// Refuses a reserved member that is not 0: a later release may give it a meaning, which would
// change programs that fill it.
inline absl::Status CheckReserved(const std::string& field, int64_t value) {
  return value == 0 ? absl::OkStatus() : InvalidField(field, absl::StrCat(value), "0");
}

// Gives the caller a copy of the text, which fft_string_free frees.
absl::Status GiveText(const std::string& text, char** result);

absl::StatusOr<Problem> ReadProblem(const fft_problem* problem);

// The library's options for fft_plan_options, which may be null. For example, flags of
// FFT_OWN_WORKSPACE give own_workspace = true, and null gives ReadOptions{}.
struct ReadOptions {
  PlanOptions options;
  bool own_workspace = false;
  std::string wisdom;
  void* stream = nullptr;
  void* load_user = nullptr;
  void* store_user = nullptr;
};
absl::StatusOr<ReadOptions> ReadPlanOptions(const fft_plan_options* options);

// Reads a long convolution. A count of rows of 0 means 1.
absl::StatusOr<LongConvolution> ReadLongConvolution(const fft_long_convolution& convolution);

}  // namespace fft::c

#endif  // FFT_FFT_C_INTERNAL_H_
