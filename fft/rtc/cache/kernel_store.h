// One SQLite database of compiled kernels: a table from key to code object, in memory or in a file.
//
// Schema (PRAGMA application_id "fftk", user_version 2), one row per kernel:
//   kernel_name, arch, compiler_version, generator_version   TEXT, together the primary key
//   source_digest   SHA-256 of the source compiled
//   row_digest      SHA-256 of key, source digest and code: KernelDigest; zeros in memory
//   milliseconds    compile time
//   code_bytes      size of the code
//   last_use        microseconds since 1970
//   log, code       what the compiler said, and the code object
// A store's errors never make a compile fail: the cache above reports them and goes on without the
// store.

#ifndef FFT_RTC_CACHE_KERNEL_STORE_H_
#define FFT_RTC_CACHE_KERNEL_STORE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/sha256.h"
#include "fft/rtc/cache/sqlite.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// Identifies a compiled kernel. The kernel's name encodes every field by which kernels can differ;
// the compile options follow from the architecture and the generator.
struct CacheKey {
  std::string kernel_name;
  std::string arch;
  std::string compiler_version;
  std::string generator_version;

  friend auto operator<=>(const CacheKey&, const CacheKey&) = default;
};

// The number that marks a database as a kernel cache ("fftk").
inline constexpr int kKernelStoreApplicationId = 0x6666746b;

// The statement of wisdom_store.h's table, as SQLite keeps it. This table may stand beside the
// kernels.
inline constexpr char kWisdomTable[] =
    "CREATE TABLE wisdom(problem TEXT NOT NULL, device TEXT NOT NULL, versions TEXT NOT NULL, "
    "choice TEXT NOT NULL, PRIMARY KEY(problem, device, versions))";

// One line for people: "name | arch | compiler | generator".
std::string DescribeKey(const CacheKey& key);

struct StoredKernel {
  CodeObject object;
  Sha256Digest source_digest = {};
};

// A digest that binds a code object to its key. It tells whether a byte has changed or a row stands
// under another key.
Sha256Digest KernelDigest(const CacheKey& key, const StoredKernel& kernel);

// Rows whose names begin with this text hold decisions of the planner (fft/exec/decision_memory.h)
// and no kernels.
inline constexpr absl::string_view kDecisionPrefix = "plan ";
inline bool HoldsDecision(const CacheKey& key) {
  return absl::StartsWith(key.kernel_name, kDecisionPrefix);
}

// A row of the database without its code.
struct KernelEntry {
  CacheKey key;
  Sha256Digest source_digest = {};
  double milliseconds = 0;
  int64_t code_bytes = 0;
  absl::Time last_use;
};

// The compiler versions whose code a look-up takes: only the key's, or any if there is no code of
// the key's version. Any version serves GPUs, whose driver refuses code that it cannot run.
enum class CompilerMatch { kExact, kAny };

enum class StoreMode { kReadWrite, kReadOnly };

struct StoreOptions {
  // The limit of the pages in use, in bytes; 0 is no limit. Beyond the limit, the kernels that were
  // used least recently are removed.
  int64_t limit_bytes = 0;
  // How long to wait for another process's lock.
  absl::Duration busy_timeout = absl::Seconds(2);
  // A look-up records its time only if the recorded time is older than this, so that readers seldom
  // write.
  absl::Duration touch_interval = absl::Hours(1);
  // Gives the time of each use. A constant makes files reproducible.
  std::function<absl::Time()> clock = absl::Now;
};

// An open database. Thread-safe; several processes may use one file.
class KernelStore {
 public:
  // The kernel of a key; empty if there is none. kDataLoss if the stored code does not match its
  // digest; other errors if the database cannot be read (sqlite.h).
  absl::StatusOr<std::optional<StoredKernel>> Get(const CacheKey& key,
                                                  CompilerMatch match = CompilerMatch::kExact);

  // The most kernels that one Put removes from a file far above its limit. Later calls of Put
  // remove the others.
  static constexpr int64_t kMostEvictedByPut = 256;

  // Inserts or replaces a row, then removes rows beyond the limit. kFailedPrecondition in a
  // read-only store.
  absl::Status Put(const CacheKey& key, const StoredKernel& kernel);
  // Puts several rows: all are written, or none.
  absl::Status PutAll(const std::map<CacheKey, StoredKernel>& rows);

  // All kernels, in the order of the keys.
  absl::StatusOr<std::vector<KernelEntry>> List();

  // Bytes of the pages in use, which limits count.
  absl::StatusOr<int64_t> UsedBytes();

  // Removes least recently used kernels until the pages in use are at most `limit_bytes`, and gives
  // their room back to the file system. Returns the number of removed kernels.
  absl::StatusOr<int64_t> Evict(int64_t limit_bytes);

  // Removes every kernel that `is_unwanted`. Returns their number.
  absl::StatusOr<int64_t> RemoveIf(const std::function<bool(const KernelEntry&)>& is_unwanted);

  // The faults of the file and its rows, one line each; empty if there are none. Reads the whole
  // file.
  absl::StatusOr<std::vector<std::string>> Verify();

  // True once the file has proved to be damaged. Then nothing in the file is reliable.
  bool damaged();

  const std::string& path() const { return database_->path(); }

 private:
  friend absl::StatusOr<std::unique_ptr<KernelStore>> OpenKernelStore(const std::string& path,
                                                                      StoreMode mode,
                                                                      const StoreOptions& options);
  KernelStore(std::unique_ptr<SqliteDatabase> database, StoreMode mode, const StoreOptions& options)
      : mode_(mode), options_(options), database_(std::move(database)) {}

  absl::Status PrepareSchema();
  absl::Status CreateSchema();
  absl::Status CheckSchema();
  absl::Status CheckWritable() const;
  absl::Status PutLocked(const CacheKey& key, const StoredKernel& kernel);
  absl::Status MakeRoomLocked();
  Sha256Digest DigestOf(const CacheKey& key, const StoredKernel& kernel) const;
  absl::StatusOr<int64_t> UsedBytesLocked();
  // The least recently used rows that take about `bytes` together, at most `most` of them.
  absl::StatusOr<std::vector<int64_t>> OldestLocked(int64_t bytes, int64_t most);
  absl::StatusOr<int64_t> EvictLocked(int64_t limit_bytes, int64_t most);
  absl::StatusOr<std::vector<KernelEntry>> ListLocked();
  absl::Status RemoveLocked(const CacheKey& key);
  void TouchLocked(const CacheKey& key, absl::Time last_use);

  const StoreMode mode_;
  const StoreOptions options_;
  std::mutex mutex_;  // one user of the connection at a time
  const std::unique_ptr<SqliteDatabase> database_;
  SqliteStatement get_;
  SqliteStatement get_any_;
  SqliteStatement put_;
  SqliteStatement touch_;
};

// Opens a database; ":memory:" is a new one in memory. An older schema's kernels are dropped.
// Errors name the path:
//   kDataLoss            not a database, or a damaged one
//   kFailedPrecondition  another program's database, a newer schema, no permission, or a file that
//                        others may have written (file_trust.h)
//   others               see sqlite.h
absl::StatusOr<std::unique_ptr<KernelStore>> OpenKernelStore(const std::string& path,
                                                             StoreMode mode,
                                                             const StoreOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_KERNEL_STORE_H_
