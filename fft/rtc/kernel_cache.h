// Compiled kernels by key: looked up in the stores, compiled when absent, each key by one thread at
// a time.
//
// The cache never makes a compile fail: a store that is locked, corrupt, read-only or full is
// stepped around, and status() says so. Thread-safe.
//
//   auto cache = KernelCache::Open({});
//   auto kernel = cache->GetOrCompile(key, [&] { return MakeRequest(spec); }, *compiler);

#ifndef FFT_RTC_KERNEL_CACHE_H_
#define FFT_RTC_KERNEL_CACHE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/kernel_store.h"

namespace fft::rtc {

// Where a code object came from.
enum class CodeOrigin { kStored, kCompiled };

// "stored" or "compiled".
std::string CodeOriginName(CodeOrigin origin);

struct CachedKernel {
  CodeObject object;
  Sha256Digest source_digest = {};
  CodeOrigin origin = CodeOrigin::kCompiled;
};

struct CacheCounters {
  int64_t hits = 0;          // found in a store
  int64_t compiles = 0;      // compiled, successfully or not
  int64_t shared = 0;        // waited for another thread's result
  int64_t store_errors = 0;  // look-ups and insertions that a store could not do
};

struct KernelCacheOptions {
  // The database; empty keeps it in memory.
  std::string path;
};

class KernelCache {
 public:
  // Makes the request to compile; called at most once per look-up, on the caller's thread, only if
  // nothing is stored.
  using RequestProducer = absl::FunctionRef<absl::StatusOr<CompileRequest>()>;

  // Never fails: a database that cannot be opened is replaced by one in memory, see status().
  static std::unique_ptr<KernelCache> Open(const KernelCacheOptions& options);

  // The kernel of `key`, from a store or compiled and then stored. Threads that want the same key
  // at once share one compile and its outcome. kInvalidArgument if the request's name or
  // architecture is not the key's; otherwise the errors of `producer` and of `compiler`.
  absl::StatusOr<CachedKernel> GetOrCompile(const CacheKey& key, RequestProducer producer,
                                            Compiler& compiler);

  CacheCounters counters() const;

  // "ok", or the first fault that made the cache step around a store.
  std::string status() const;

 private:
  struct Flight;
  struct Layer {
    std::unique_ptr<KernelStore> store;
    StoreMode mode;
  };

  KernelCache() = default;
  // False, and reported, if the database cannot be opened.
  bool AddLayer(const std::string& path, StoreMode mode);
  absl::StatusOr<CachedKernel> Produce(const CacheKey& key, RequestProducer producer,
                                       Compiler& compiler);
  std::optional<CachedKernel> Lookup(const CacheKey& key);
  void Store(const CacheKey& key, const CachedKernel& kernel);
  void ReportStoreError(const absl::Status& error);

  // Asked in order; a new kernel goes to the first that takes it. The last is in memory.
  std::vector<Layer> layers_;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Flight>> flights_;  // guarded by mutex_
  CacheCounters counters_;                                  // guarded by mutex_
  std::string status_ = "ok";                               // guarded by mutex_
};

}  // namespace fft::rtc

#endif  // FFT_RTC_KERNEL_CACHE_H_
