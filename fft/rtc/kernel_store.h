// One SQLite database of compiled kernels: a table from key to code object, in memory or in a file.
//
// Schema (PRAGMA user_version = 1), one row per kernel:
//   kernel_name, arch, compiler_version, generator_version   TEXT, together the primary key
//   code, log                                                 the code object and what the compiler
//   said code_digest, source_digest                                SHA-256, 32 bytes each
//   milliseconds                                              compile time
// A store never takes the place of a compile: its errors are for the cache above it to report and
// step around.

#ifndef FFT_RTC_KERNEL_STORE_H_
#define FFT_RTC_KERNEL_STORE_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/sha256.h"

namespace fft::rtc {

// Identifies a compiled kernel. The kernel's name encodes every field by which kernels can differ;
// the compile options follow from the architecture and the generator.
struct CacheKey {
  std::string kernel_name;
  std::string arch;
  std::string compiler_version;
  std::string generator_version;

  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

// One line for people: "name | arch | compiler | generator".
std::string DescribeKey(const CacheKey& key);

struct StoredKernel {
  CodeObject object;
  Sha256Digest source_digest = {};
};

enum class StoreMode { kReadWrite, kReadOnly };

// Thread-safe; several processes may use one file.
class KernelStore {
 public:
  virtual ~KernelStore() = default;

  // Empty if there is no such kernel. kDataLoss if the stored code does not match its digest; other
  // errors if the database cannot be read.
  virtual absl::StatusOr<std::optional<StoredKernel>> Get(const CacheKey& key) = 0;

  // Inserts or replaces. kFailedPrecondition in a read-only store.
  virtual absl::Status Put(const CacheKey& key, const StoredKernel& kernel) = 0;
};

// Opens a database; ":memory:" is a new one in memory. Errors (unreadable, not a database, another
// schema) name the path.
absl::StatusOr<std::unique_ptr<KernelStore>> OpenKernelStore(const std::string& path,
                                                             StoreMode mode);

}  // namespace fft::rtc

#endif  // FFT_RTC_KERNEL_STORE_H_
