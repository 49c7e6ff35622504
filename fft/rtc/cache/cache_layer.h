// One store of the cache, and what is done when it fails. A layer's operations never fail. After a
// fault, look-ups find nothing and kernels are not kept, and the fault is reported once.
//
//   fault                                   reaction
//   the file is damaged or no database      set aside under another name; a new one is begun
//   a row fails its digest                  counts as absent; the next Put replaces it
//   locked for longer than the timeout      not used for kRetryAfter
//   the disk is full, or writing fails      no writing for kRetryAfter; reading goes on
//   may not be written                      opened for reading
//   newer schema, another program's, ...    not used again
//   others may have written it, a FIFO, ... not used again
//   the process is a fork of the opener     opened anew

#ifndef FFT_RTC_CACHE_CACHE_LAYER_H_
#define FFT_RTC_CACHE_CACHE_LAYER_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "fft/base/log.h"
#include "fft/rtc/cache/kernel_store.h"

namespace fft::rtc {

// A store, and what is done about its faults. Thread-safe.
class CacheLayer {
 public:
  static constexpr absl::Duration kRetryAfter = absl::Seconds(30);

  CacheLayer(std::string path, StoreMode mode, const StoreOptions& options, LogSink log);
  // Sets whether Get takes code of other compiler versions. A new layer takes only code of the
  // version in the key.
  void SetMatch(CompilerMatch match) { match_ = match; }
  CacheLayer(const CacheLayer&) = delete;
  CacheLayer& operator=(const CacheLayer&) = delete;
  ~CacheLayer();

  std::optional<StoredKernel> Get(const CacheKey& key);
  void Put(const CacheKey& key, const StoredKernel& kernel);
  void PutAll(const std::map<CacheKey, StoredKernel>& rows);
  std::vector<KernelEntry> List();

  const std::string& path() const { return path_; }
  // Counts the reads and writes that a fault prevented.
  int64_t faults() const;
  // "ok", or the first fault.
  std::string status() const;

 private:
  // The open store, or null while none can be used.
  std::shared_ptr<KernelStore> Store();
  void AbandonInForkLocked();
  void OpenLocked();
  void OpenForReadingLocked(const absl::Status& why);
  void Write(absl::FunctionRef<absl::Status(KernelStore&)> put);
  // Reacts to the fault of an operation on `store`.
  void React(const absl::Status& fault, const std::shared_ptr<KernelStore>& store);
  void QuarantineLocked(const absl::Status& fault);
  void ReportLocked(const absl::Status& fault, const std::string& consequence);

  const std::string path_;
  const StoreOptions options_;
  const LogSink log_;
  CompilerMatch match_ = CompilerMatch::kExact;

  mutable std::mutex mutex_;            // guards all below
  StoreMode mode_;                      // falls to kReadOnly when the file may not be written
  std::shared_ptr<KernelStore> store_;  // null if the store could not be opened
  std::string identity_;  // the identity of the file that was opened, see quarantine.h
  absl::Time closed_until_ = absl::InfinitePast();
  absl::Time read_only_until_ = absl::InfinitePast();
  int quarantined_ = 0;
  int64_t faults_ = 0;
  std::string status_ = "ok";
  std::set<std::string> reported_;
  pid_t owner_;  // the process that opened the store
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_CACHE_LAYER_H_
