#include "fft/rtc/kernel_cache.h"

#include <condition_variable>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

constexpr char kInMemory[] = ":memory:";

// Unambiguous, unlike the text for people.
std::string FlightKey(const CacheKey& key) {
  std::string text;
  for (const std::string* field :
       {&key.kernel_name, &key.arch, &key.compiler_version, &key.generator_version}) {
    absl::StrAppend(&text, field->size(), ":", *field);
  }
  return text;
}

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

}  // namespace

// A kernel that one thread is producing and others may wait for. Fields are guarded by the cache's
// mutex.
struct KernelCache::Flight {
  std::condition_variable landed;
  std::optional<absl::StatusOr<CachedKernel>> result;
};

std::string CodeOriginName(CodeOrigin origin) {
  switch (origin) {
    case CodeOrigin::kStored:
      return "stored";
    case CodeOrigin::kCompiled:
      return "compiled";
  }
  return "unknown";
}

std::unique_ptr<KernelCache> KernelCache::Open(const KernelCacheOptions& options) {
  auto cache = std::unique_ptr<KernelCache>(new KernelCache());
  if (!options.path.empty() && options.path != kInMemory) {
    // What cannot be written may still be read.
    if (!cache->AddLayer(options.path, StoreMode::kReadWrite)) {
      cache->AddLayer(options.path, StoreMode::kReadOnly);
    }
  }
  cache->AddLayer(kInMemory, StoreMode::kReadWrite);
  return cache;
}

bool KernelCache::AddLayer(const std::string& path, StoreMode mode) {
  auto store = OpenKernelStore(path, mode);
  if (store.ok()) {
    layers_.push_back({*std::move(store), mode});
  } else {
    ReportStoreError(store.status());
  }
  return store.ok();
}

absl::StatusOr<CachedKernel> KernelCache::GetOrCompile(const CacheKey& key,
                                                       RequestProducer producer,
                                                       Compiler& compiler) {
  const std::string flight_key = FlightKey(key);
  std::unique_lock lock(mutex_);
  auto [at, is_first] = flights_.try_emplace(flight_key, nullptr);
  if (!is_first) {
    const std::shared_ptr<Flight> flight = at->second;
    ++counters_.shared;
    flight->landed.wait(lock, [&] { return flight->result.has_value(); });
    return *flight->result;
  }
  const auto flight = std::make_shared<Flight>();
  at->second = flight;
  lock.unlock();

  absl::StatusOr<CachedKernel> result = Produce(key, producer, compiler);

  lock.lock();
  flights_.erase(flight_key);
  flight->result = result;
  flight->landed.notify_all();
  return result;
}

absl::StatusOr<CachedKernel> KernelCache::Produce(const CacheKey& key, RequestProducer producer,
                                                  Compiler& compiler) {
  std::optional<CachedKernel> stored = Lookup(key);
  if (stored) return *std::move(stored);
  FFT_ASSIGN_OR_RETURN(const CompileRequest request, producer());
  FFT_RETURN_IF_ERROR(CheckMatches(key, request));
  {
    std::lock_guard lock(mutex_);
    ++counters_.compiles;
  }
  CachedKernel kernel;
  FFT_ASSIGN_OR_RETURN(kernel.object, compiler.Compile(request));
  kernel.source_digest = Sha256(request.source);
  kernel.origin = CodeOrigin::kCompiled;
  Store(key, kernel);
  return kernel;
}

std::optional<CachedKernel> KernelCache::Lookup(const CacheKey& key) {
  for (const Layer& layer : layers_) {
    absl::StatusOr<std::optional<StoredKernel>> found = layer.store->Get(key);
    if (!found.ok()) {
      ReportStoreError(found.status());
    } else if (found->has_value()) {
      std::lock_guard lock(mutex_);
      ++counters_.hits;
      StoredKernel& kernel = **found;
      return CachedKernel{std::move(kernel.object), kernel.source_digest, CodeOrigin::kStored};
    }
  }
  return std::nullopt;
}

void KernelCache::Store(const CacheKey& key, const CachedKernel& kernel) {
  for (const Layer& layer : layers_) {
    if (layer.mode == StoreMode::kReadOnly) continue;
    const absl::Status put = layer.store->Put(key, {kernel.object, kernel.source_digest});
    if (put.ok()) return;
    ReportStoreError(put);
  }
}

void KernelCache::ReportStoreError(const absl::Status& error) {
  std::lock_guard lock(mutex_);
  ++counters_.store_errors;
  if (status_ == "ok") status_ = std::string(error.message());
}

CacheCounters KernelCache::counters() const {
  std::lock_guard lock(mutex_);
  return counters_;
}

std::string KernelCache::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

}  // namespace fft::rtc
