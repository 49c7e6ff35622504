#include "fft/rtc/cache/cache_layer.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/rtc/cache/quarantine.h"

namespace fft::rtc {
namespace {

// How often a file is set aside. After that, a damaged file is left where it is.
constexpr int kMostQuarantined = 3;
constexpr char kInMemory[] = ":memory:";

// The time by a clock that cannot be set. Only differences of these times mean something.
absl::Time SteadyNow() {
  return absl::UnixEpoch() + absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

CacheLayer::CacheLayer(std::string path, StoreMode mode, const StoreOptions& options, LogSink log)
    : path_(std::move(path)),
      options_(options),
      log_(std::move(log)),
      mode_(mode),
      owner_(getpid()) {
  std::lock_guard lock(mutex_);
  OpenLocked();
}

CacheLayer::~CacheLayer() { AbandonInForkLocked(); }

// In a forked process, leaves the parent's connection as it is. A connection must not cross a fork:
// its locks belong to the parent, and closing it would roll back what the parent is writing.
void CacheLayer::AbandonInForkLocked() {
  if (path_ == kInMemory || getpid() == owner_) return;
  owner_ = getpid();
  if (store_ != nullptr) new std::shared_ptr<KernelStore>(std::move(store_));
  store_ = nullptr;
}

void CacheLayer::OpenLocked() {
  // The identity is taken before the file is opened, so that a later file of this name is never
  // mistaken for this one.
  identity_ = FileIdentity(path_);
  auto opened = OpenKernelStore(path_, mode_, options_);
  if (identity_.empty()) identity_ = FileIdentity(path_);
  if (opened.ok()) {
    store_ = *std::move(opened);
    return;
  }
  store_ = nullptr;
  const absl::Status& fault = opened.status();
  if (absl::IsUnavailable(fault)) {
    closed_until_ = SteadyNow() + kRetryAfter;
    ReportLocked(fault, "it is not used for now");
  } else if (absl::IsDataLoss(fault) && mode_ == StoreMode::kReadWrite) {
    QuarantineLocked(fault);
  } else {
    OpenForReadingLocked(fault);
  }
}

void CacheLayer::OpenForReadingLocked(const absl::Status& why) {
  closed_until_ = absl::InfiniteFuture();
  if (mode_ == StoreMode::kReadWrite) {
    auto readable = OpenKernelStore(path_, StoreMode::kReadOnly, options_);
    if (readable.ok()) {
      mode_ = StoreMode::kReadOnly;
      store_ = *std::move(readable);
      closed_until_ = absl::InfinitePast();
      ReportLocked(why, "it is only read");
      return;
    }
  }
  ReportLocked(why, "it is not used");
}

void CacheLayer::QuarantineLocked(const absl::Status& fault) {
  store_ = nullptr;
  if (++quarantined_ > kMostQuarantined) {
    closed_until_ = absl::InfiniteFuture();
    ReportLocked(fault, "it is not used");
    return;
  }
  const absl::StatusOr<std::string> kept = QuarantineFile(path_, identity_);
  if (!kept.ok()) {
    closed_until_ = absl::InfiniteFuture();
    ReportLocked(fault, absl::StrCat("it is not used: ", kept.status().message()));
    return;
  }
  ReportLocked(fault, kept->empty() ? "another process has set it aside"
                                    : absl::StrCat("set aside as ", *kept));
  OpenLocked();
}

std::shared_ptr<KernelStore> CacheLayer::Store() {
  std::lock_guard lock(mutex_);
  AbandonInForkLocked();
  if (SteadyNow() < closed_until_) return nullptr;
  if (store_ == nullptr) OpenLocked();
  return store_;
}

void CacheLayer::ReportLocked(const absl::Status& fault, const std::string& consequence) {
  ++faults_;
  const std::string text = absl::StrCat(fault.message(), "; ", consequence);
  if (status_ == "ok") status_ = text;
  // Each kind of fault gives one warning, however many kernels it concerns.
  if (reported_.insert(absl::StrCat(fault.code())).second) LogWarning(log_, text);
}

void CacheLayer::React(const absl::Status& fault, const std::shared_ptr<KernelStore>& store) {
  const bool damaged = store->damaged();
  std::lock_guard lock(mutex_);
  if (store != store_) return;  // another thread has reacted
  if (damaged && mode_ == StoreMode::kReadWrite && path_ != kInMemory) {
    QuarantineLocked(fault);
  } else if (damaged) {
    store_ = nullptr;
    closed_until_ = absl::InfiniteFuture();
    ReportLocked(fault, "it is not used");
  } else if (absl::IsDataLoss(fault)) {
    ReportLocked(fault, "the kernel is compiled anew");
  } else if (absl::IsUnavailable(fault)) {
    closed_until_ = SteadyNow() + kRetryAfter;
    ReportLocked(fault, "it is not used for now");
  } else {
    read_only_until_ = SteadyNow() + kRetryAfter;
    ReportLocked(fault, "new kernels are not kept there for now");
  }
}

std::optional<StoredKernel> CacheLayer::Get(const CacheKey& key) {
  const std::shared_ptr<KernelStore> store = Store();
  if (store == nullptr) return std::nullopt;
  auto found = store->Get(key, match_);
  if (found.ok()) return *std::move(found);
  React(found.status(), store);
  return std::nullopt;
}

void CacheLayer::Put(const CacheKey& key, const StoredKernel& kernel) {
  Write([&](KernelStore& store) { return store.Put(key, kernel); });
}

void CacheLayer::PutAll(const std::map<CacheKey, StoredKernel>& rows) {
  Write([&](KernelStore& store) { return store.PutAll(rows); });
}

void CacheLayer::Write(absl::FunctionRef<absl::Status(KernelStore&)> put) {
  // Tries once more with the new file if the first try finds the old one damaged.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::shared_ptr<KernelStore> store = Store();
    {
      std::lock_guard lock(mutex_);
      if (store == nullptr || mode_ == StoreMode::kReadOnly) return;
      if (SteadyNow() < read_only_until_) return;
    }
    const absl::Status done = put(*store);
    if (done.ok()) return;
    React(done, store);
    if (!absl::IsDataLoss(done)) return;
  }
}

std::vector<KernelEntry> CacheLayer::List() {
  const std::shared_ptr<KernelStore> store = Store();
  if (store == nullptr) return {};
  auto entries = store->List();
  if (entries.ok()) return *std::move(entries);
  React(entries.status(), store);
  return {};
}

int64_t CacheLayer::faults() const {
  std::lock_guard lock(mutex_);
  return faults_;
}

std::string CacheLayer::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

}  // namespace fft::rtc
