// A cache of compiled kernels by key. It looks them up in memory, in the system cache and in the
// user cache, and compiles those that are absent, each key in one thread at a time.
//
//   memory        every kernel that this cache has handed out, up to a limit
//   system cache  read-only, shipped with the library
//   user cache    read-write, shared by processes, up to a limit; least recently used kernels go
//
// The cache never makes a compile fail. It goes on without a store that is locked, corrupt,
// read-only or full, reports that once to the log sink, and says so in status(). Thread-safe.
//
//   auto cache = KernelCache::Open({.user_path = path});
//   auto kernel = cache->GetOrCompile(key, [&] { return MakeRequest(spec); }, *compiler);

#ifndef FFT_RTC_CACHE_KERNEL_CACHE_H_
#define FFT_RTC_CACHE_KERNEL_CACHE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/base/log.h"
#include "fft/rtc/cache/cache_counters.h"
#include "fft/rtc/cache/cache_layer.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

class CompileLock;

// Where a code object came from.
enum class CodeOrigin {
  kMemory,
  kSystemCache,
  kUserCache,
  kCompiledInProcess,
  kCompiledByHelper,
  kInterpreted,  // no compiler is there; caches on disk do not keep it
};

// "memory", "system", "user", "compiled_in_process", "compiled_by_helper" or "interpreted".
std::string CodeOriginName(CodeOrigin origin);
bool IsCompiled(CodeOrigin origin);

struct CachedKernel {
  CodeObject object;
  Sha256Digest source_digest = {};
  CodeOrigin origin = CodeOrigin::kCompiledInProcess;
};

// The files and limits of a cache. For example, {.user_path = "kernels.db"} keeps up to 1 GiB there
// and reads no system cache.
struct KernelCacheOptions {
  // Database files; empty for none.
  std::string user_path;
  std::string system_path;
  int64_t user_limit_bytes = int64_t{1} << 30;
  int64_t memory_limit_bytes = int64_t{256} << 20;
  // Whether the cache takes code of other compiler versions. match_shipped is for code that was
  // shipped or came from another process, and match_kept for code of the user cache.
  CompilerMatch match_shipped = CompilerMatch::kExact;
  CompilerMatch match_kept = CompilerMatch::kExact;
  LogSink log;
};

class KernelCache {
 public:
  // Makes the request to compile; called at most once per look-up, on the caller's thread, only if
  // nothing is stored.
  using RequestProducer = absl::FunctionRef<absl::StatusOr<CompileRequest>()>;
  // A check whether newly compiled code is of use. If the check refuses code, for example because
  // the device cannot load it, the code is kept nowhere and the look-up fails with the check's
  // error. A check is called like a producer.
  using CodeCheck = absl::FunctionRef<absl::Status(const CodeObject&)>;
  static absl::Status AcceptAll(const CodeObject&) { return absl::OkStatus(); }

  // Opens the stores. Never fails: if a database cannot be opened, the cache goes on without it
  // (see status()).
  static std::unique_ptr<KernelCache> Open(const KernelCacheOptions& options);

  // The kernel of `key` if it is stored. Does not wait for a thread that is compiling it.
  std::optional<CachedKernel> Lookup(const CacheKey& key);

  // The kernel of `key`, from a store, or compiled, accepted and then stored. Threads that want the
  // same key at once share one compile and its result. kInvalidArgument if the request's name or
  // architecture is not the key's; otherwise the errors of `producer`, of `compiler` and of
  // `accept`. kCancelled if `cancel` came first; other threads that wait for the same kernel go on.
  absl::StatusOr<CachedKernel> GetOrCompile(const CacheKey& key, RequestProducer producer,
                                            Compiler& compiler, CodeCheck accept = AcceptAll,
                                            const CancelToken& cancel = {});

  // Compiles a kernel whose stored code turned out to be of no use, and replaces what is stored.
  absl::StatusOr<CachedKernel> Recompile(const CacheKey& key, RequestProducer producer,
                                         Compiler& compiler, CodeCheck accept = AcceptAll,
                                         const CancelToken& cancel = {});

  // Recall returns a text that is stored among the kernels, and Keep stores such texts in one
  // transaction. Texts are no kernels, so counters leave them out, and only the user cache keeps
  // them.
  std::optional<std::string> Recall(const CacheKey& key);
  void Keep(const std::map<CacheKey, std::string>& texts);

  // Returns the kernels in memory, which are those handed out so far, as a bundle
  // (kernel_bundle.h).
  std::string Serialize();

  // Takes all kernels of a bundle into memory, or none. kInvalidArgument or kDataLoss says what is
  // wrong with the bytes. kFailedPrecondition says that a kernel is of another generator version.
  // Returns the number of kernels.
  absl::StatusOr<int64_t> Deserialize(absl::string_view bundle,
                                      const std::string& generator_version);

  CacheCounters counters() const;

  // "ok", or the first fault because of which the cache goes on without a store.
  std::string status() const;

 private:
  struct PendingKernel;
  enum class Mode { kLookUp, kCompile };

  explicit KernelCache(const KernelCacheOptions& options);
  // The functions that make a kernel which is not stored.
  struct Maker {
    RequestProducer producer;
    Compiler& compiler;
    CodeCheck accept;
    const CancelToken& cancel;
  };

  absl::StatusOr<CachedKernel> FindOrWait(const CacheKey& key, const Maker& maker, Mode mode);
  absl::StatusOr<CachedKernel> Find(const CacheKey& key, const Maker& maker, Mode mode);
  absl::StatusOr<CachedKernel> Produce(const CacheKey& key, const Maker& maker);
  void ReportLock(const CompileLock& compile);
  // Logs `what`, once, and keeps it in `reported`.
  void ReportOnce(std::string* reported, const std::string& what);
  void Count(int64_t CacheCounters::*counter);

  const LogSink log_;
  CacheLayer memory_;
  std::unique_ptr<CacheLayer> system_;  // null for none
  std::unique_ptr<CacheLayer> user_;    // null for none

  mutable std::mutex mutex_;  // guards all below
  // Look-ups that are under way. A look-up that must compile does not join one that may read a
  // store.
  std::map<std::pair<CacheKey, Mode>, std::shared_ptr<PendingKernel>> pending_;
  CacheCounters counters_;
  // What was logged: `lock_fault_` says why processes do not wait for each other, and
  // `interpreted_` why kernels are interpreted.
  std::string lock_fault_, interpreted_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_KERNEL_CACHE_H_
