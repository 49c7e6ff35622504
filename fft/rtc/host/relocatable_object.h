// Loads a relocatable object (ELF, x86-64) of one host kernel into memory, without a linker.

#ifndef FFT_RTC_HOST_RELOCATABLE_OBJECT_H_
#define FFT_RTC_HOST_RELOCATABLE_OBJECT_H_

#include <cstddef>
#include <string>
#include <unordered_map>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

// Whether the first bytes are those of a relocatable object (ELF, x86-64).
bool IsRelocatableObject(absl::string_view bytes);

// The code and constants of an object, executable and not writable. The code may call functions of
// the process, and `fft_scratch(bytes)`. This function returns memory of the calling thread, which
// lasts until the thread's next call of it.
class RelocatableObject {
 public:
  // Loads an object. kInvalidArgument if a table reaches outside of the bytes, or if the object has
  // what kernels do not need: data that can be written, thread-local variables, another processor.
  static absl::StatusOr<RelocatableObject> Load(absl::string_view bytes);

  RelocatableObject(RelocatableObject&& other) noexcept;
  RelocatableObject& operator=(RelocatableObject&&) = delete;
  ~RelocatableObject();

  // The address of a global function; null if there is none of that name.
  void* Symbol(const std::string& name) const;

 private:
  RelocatableObject(void* memory, size_t bytes) : memory_(memory), bytes_(bytes) {}

  void* memory_;
  size_t bytes_;
  std::unordered_map<std::string, size_t> symbols_;  // offsets
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_RELOCATABLE_OBJECT_H_
