#include "fft/rtc/cache/kernel_cache.h"

#include <condition_variable>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/ir_marker.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/rtc/cache/compile_lock.h"
#include "fft/rtc/cache/kernel_bundle.h"
#include "fft/rtc/system/cancellable_wait.h"

namespace fft::rtc {
namespace {

// Whether the code is LLVM's text, which is only interpreted until a compiler is there.
bool IsInterpreted(const StoredKernel& kernel) { return IsLlvmIr(kernel.object.bytes); }

constexpr char kInMemory[] = ":memory:";
// The longest time to wait for another process to compile a kernel; most compiles take a second.
constexpr absl::Duration kMostWait = absl::Seconds(60);

absl::Status CheckMatches(const CacheKey& key, const CompileRequest& request) {
  if (request.kernel_name != key.kernel_name) {
    return InvalidField("kernel_name", request.kernel_name,
                        absl::StrCat("the key's, ", key.kernel_name));
  }
  if (request.arch != key.arch) {
    return InvalidField("arch", request.arch, absl::StrCat("the key's, ", key.arch));
  }
  return absl::OkStatus();
}

StoreOptions MemoryOptions(const KernelCacheOptions& options) {
  StoreOptions store;
  store.limit_bytes = options.memory_limit_bytes;
  store.touch_interval = absl::ZeroDuration();
  return store;
}

}  // namespace

// A kernel that one thread looks up or compiles and that others may wait for. Fields are guarded by
// the cache's mutex.
struct KernelCache::PendingKernel {
  std::condition_variable done;
  std::optional<absl::StatusOr<CachedKernel>> result;
};

std::string CodeOriginName(CodeOrigin origin) {
  switch (origin) {
    case CodeOrigin::kMemory:
      return "memory";
    case CodeOrigin::kSystemCache:
      return "system";
    case CodeOrigin::kUserCache:
      return "user";
    case CodeOrigin::kCompiledInProcess:
      return "compiled_in_process";
    case CodeOrigin::kCompiledByHelper:
      return "compiled_by_helper";
    case CodeOrigin::kInterpreted:
      return "interpreted";
  }
  return "unknown";
}

bool IsCompiled(CodeOrigin origin) {
  return origin == CodeOrigin::kCompiledInProcess || origin == CodeOrigin::kCompiledByHelper;
}

std::unique_ptr<KernelCache> KernelCache::Open(const KernelCacheOptions& options) {
  return std::unique_ptr<KernelCache>(new KernelCache(options));
}

KernelCache::KernelCache(const KernelCacheOptions& options)
    : log_(options.log),
      memory_(kInMemory, StoreMode::kReadWrite, MemoryOptions(options), options.log) {
  memory_.SetMatch(options.match_shipped);
  if (!options.system_path.empty()) {
    system_ = std::make_unique<CacheLayer>(options.system_path, StoreMode::kReadOnly,
                                           StoreOptions(), options.log);
    system_->SetMatch(options.match_shipped);
  }
  if (!options.user_path.empty() && options.user_path != kInMemory) {
    StoreOptions store;
    store.limit_bytes = options.user_limit_bytes;
    user_ =
        std::make_unique<CacheLayer>(options.user_path, StoreMode::kReadWrite, store, options.log);
    user_->SetMatch(options.match_kept);
  }
}

absl::StatusOr<CachedKernel> KernelCache::GetOrCompile(const CacheKey& key,
                                                       RequestProducer producer, Compiler& compiler,
                                                       CodeCheck accept,
                                                       const CancelToken& cancel) {
  return FindOrWait(key, {producer, compiler, accept, cancel}, Mode::kLookUp);
}

absl::StatusOr<CachedKernel> KernelCache::Recompile(const CacheKey& key, RequestProducer producer,
                                                    Compiler& compiler, CodeCheck accept,
                                                    const CancelToken& cancel) {
  return FindOrWait(key, {producer, compiler, accept, cancel}, Mode::kCompile);
}

absl::StatusOr<CachedKernel> KernelCache::FindOrWait(const CacheKey& key, const Maker& maker,
                                                     Mode mode) {
  const auto own = std::make_shared<PendingKernel>();
  absl::StatusOr<CachedKernel> result = OutOfMemory();
  std::unique_lock lock(mutex_);
  auto [at, is_first] = pending_.try_emplace({key, mode}, own);
  if (!is_first) ++counters_.shared;
  while (!is_first) {
    const std::shared_ptr<PendingKernel> other = at->second;
    FFT_RETURN_IF_ERROR(WaitUnlessCancelled(other->done, lock, maker.cancel,
                                            [&] { return other->result.has_value(); }));
    result = *other->result;
    if (result.ok()) result->origin = CodeOrigin::kMemory;
    // Only the caller that began the compile has cancelled it, so the next waiting caller takes
    // over.
    if (!absl::IsCancelled(result.status())) return result;
    std::tie(at, is_first) = pending_.try_emplace({key, mode}, own);
  }
  lock.unlock();

  try {
    result = Find(key, maker, mode);
    lock.lock();
    own->result = result;
  } catch (const std::bad_alloc&) {
    // The waiting threads have to get an error.
    if (!lock.owns_lock()) lock.lock();
    own->result.emplace(OutOfMemory());
  }
  pending_.erase(at);
  own->done.notify_all();
  return result;
}

absl::StatusOr<CachedKernel> KernelCache::Find(const CacheKey& key, const Maker& maker, Mode mode) {
  std::optional<CachedKernel> stored;
  std::optional<CompileLock> lock;
  if (mode == Mode::kLookUp) {
    stored = Lookup(key);
    if (!stored && user_ != nullptr) {
      lock.emplace(user_->path(), key, Deadline(kMostWait, maker.cancel));
      ReportLock(*lock);
      // Another process may have stored the kernel while this process waited for the lock.
      stored = Lookup(key);
    }
  }
  if (stored) return *std::move(stored);
  return Produce(key, maker);
}

absl::StatusOr<CachedKernel> KernelCache::Produce(const CacheKey& key, const Maker& maker) {
  if (maker.cancel.is_cancelled()) return CompileCancelled();
  FFT_ASSIGN_OR_RETURN(CompileRequest request, maker.producer());
  request.cancel = maker.cancel;
  FFT_RETURN_IF_ERROR(CheckMatches(key, request));
  Count(&CacheCounters::compiles);
  StoredKernel kernel;
  FFT_ASSIGN_OR_RETURN(kernel.object, maker.compiler.Compile(request));
  kernel.source_digest = Sha256(request.source);
  FFT_RETURN_IF_ERROR(maker.accept(kernel.object));
  memory_.Put(key, kernel);
  CodeOrigin origin = kernel.object.compiled_by == CompiledBy::kHelper
                          ? CodeOrigin::kCompiledByHelper
                          : CodeOrigin::kCompiledInProcess;
  if (IsInterpreted(kernel)) {
    origin = CodeOrigin::kInterpreted;
    ReportOnce(&interpreted_, kernel.object.log);
  } else if (user_ != nullptr) {
    user_->Put(key, kernel);
  }
  return CachedKernel{std::move(kernel.object), kernel.source_digest, origin};
}

void KernelCache::ReportLock(const CompileLock& compile) {
  if (compile.fault().ok()) return;
  ReportOnce(&lock_fault_, absl::StrCat(compile.fault().message(),
                                        "; it is not used: processes may compile a kernel twice"));
}

void KernelCache::ReportOnce(std::string* reported, const std::string& what) {
  {
    std::lock_guard lock(mutex_);
    if (!reported->empty()) return;
    *reported = what;
  }
  LogWarning(log_, what);
}

std::optional<CachedKernel> KernelCache::Lookup(const CacheKey& key) {
  const struct {
    CacheLayer* layer;
    CodeOrigin origin;
    int64_t CacheCounters::*counter;
  } layers[] = {{&memory_, CodeOrigin::kMemory, &CacheCounters::memory_hits},
                {system_.get(), CodeOrigin::kSystemCache, &CacheCounters::system_hits},
                {user_.get(), CodeOrigin::kUserCache, &CacheCounters::user_hits}};
  for (const auto& [layer, origin, counter] : layers) {
    if (layer == nullptr) continue;
    std::optional<StoredKernel> found = layer->Get(key);
    if (!found) continue;
    Count(counter);
    if (layer != &memory_) memory_.Put(key, *found);
    return CachedKernel{std::move(found->object), found->source_digest, origin};
  }
  return std::nullopt;
}

std::optional<std::string> KernelCache::Recall(const CacheKey& key) {
  for (CacheLayer* layer : {&memory_, system_.get(), user_.get()}) {
    if (layer == nullptr) continue;
    std::optional<StoredKernel> found = layer->Get(key);
    if (found) return std::move(found->object.bytes);
  }
  return std::nullopt;
}

void KernelCache::Keep(const std::map<CacheKey, std::string>& texts) {
  if (user_ == nullptr || texts.empty()) return;
  std::map<CacheKey, StoredKernel> rows;
  for (const auto& [key, text] : texts) rows[key].object.bytes = text;
  user_->PutAll(rows);
}

std::string KernelCache::Serialize() {
  std::vector<BundledKernel> kernels;
  for (const KernelEntry& entry : memory_.List()) {
    std::optional<StoredKernel> kernel = memory_.Get(entry.key);
    if (kernel && !IsInterpreted(*kernel)) kernels.push_back({entry.key, *std::move(kernel)});
  }
  return PackKernels(kernels);
}

absl::StatusOr<int64_t> KernelCache::Deserialize(absl::string_view bundle,
                                                 const std::string& generator_version) {
  FFT_ASSIGN_OR_RETURN(const std::vector<BundledKernel> kernels, UnpackKernels(bundle));
  for (const BundledKernel& bundled : kernels) {
    if (bundled.key.generator_version == generator_version) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("bundle of kernels: ", bundled.key.kernel_name, " is of generator version ",
                     bundled.key.generator_version, "; this library's is ", generator_version));
  }
  for (const BundledKernel& bundled : kernels) memory_.Put(bundled.key, bundled.kernel);
  return static_cast<int64_t>(kernels.size());
}

void KernelCache::Count(int64_t CacheCounters::*counter) {
  std::lock_guard lock(mutex_);
  ++(counters_.*counter);
}

CacheCounters KernelCache::counters() const {
  int64_t faults = memory_.faults();
  if (system_ != nullptr) faults += system_->faults();
  if (user_ != nullptr) faults += user_->faults();
  std::lock_guard lock(mutex_);
  CacheCounters counters = counters_;
  counters.store_errors = faults;
  return counters;
}

std::string KernelCache::status() const {
  for (const CacheLayer* layer : {&memory_, static_cast<const CacheLayer*>(system_.get()),
                                  static_cast<const CacheLayer*>(user_.get())}) {
    if (layer != nullptr && layer->status() != "ok") return layer->status();
  }
  std::lock_guard lock(mutex_);
  return lock_fault_.empty() ? "ok" : lock_fault_;
}

}  // namespace fft::rtc
