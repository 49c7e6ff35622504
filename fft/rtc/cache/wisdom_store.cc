#include "fft/rtc/cache/wisdom_store.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/cache/sqlite.h"
#include "fft/rtc/system/file_trust.h"

namespace fft::rtc {
namespace {

constexpr absl::Duration kBusyTimeout = absl::Seconds(2);

absl::StatusOr<std::unique_ptr<SqliteDatabase>> Open(const std::string& path, SqliteAccess access) {
  FFT_RETURN_IF_ERROR(CheckTrustedDatabase(path));
  FFT_ASSIGN_OR_RETURN(auto database, SqliteDatabase::Open(path, access, kBusyTimeout));
  FFT_ASSIGN_OR_RETURN(const int64_t owner, database->QueryInteger("PRAGMA application_id"));
  if (owner == kKernelStoreApplicationId) return database;
  return absl::FailedPreconditionError(absl::StrCat(path, " is no kernel cache"));
}

void BindKey(SqliteStatement& statement, const WisdomKey& key) {
  statement.BindText(1, key.problem);
  statement.BindText(2, key.device);
  statement.BindText(3, key.versions);
}

absl::StatusOr<bool> HasTable(SqliteDatabase& database) {
  FFT_ASSIGN_OR_RETURN(
      const int64_t tables,
      database.QueryInteger("SELECT count(*) FROM sqlite_master WHERE name = 'wisdom'"));
  return tables > 0;
}

}  // namespace

absl::StatusOr<std::optional<std::string>> WisdomStore::Get(const WisdomKey& key) {
  std::lock_guard lock(mutex_);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  std::optional<std::string> nothing;
  if (!reads_file_) return nothing;
  FFT_ASSIGN_OR_RETURN(auto database, Open(path_, SqliteAccess::kReadOnly));
  FFT_ASSIGN_OR_RETURN(const bool has_table, HasTable(*database));
  if (!has_table) return nothing;
  FFT_ASSIGN_OR_RETURN(SqliteStatement get,
                       database->Prepare("SELECT choice FROM wisdom WHERE problem = ?1 AND "
                                         "device = ?2 AND versions = ?3"));
  BindKey(get, key);
  FFT_ASSIGN_OR_RETURN(const bool found, get.Step());
  if (!found) return nothing;
  return std::optional(known_[key] = std::string(get.Bytes(0)));
}

absl::Status WisdomStore::Put(const WisdomKey& key, const std::string& choice) {
  std::lock_guard lock(mutex_);
  known_[key] = choice;
  if (path_.empty()) return absl::OkStatus();
  FFT_ASSIGN_OR_RETURN(auto database, Open(path_, SqliteAccess::kReadWriteCreate));
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database));
  FFT_RETURN_IF_ERROR(database->Execute(
      absl::StrReplaceAll(kWisdomTable, {{"TABLE wisdom", "TABLE IF NOT EXISTS wisdom"}})));
  {
    FFT_ASSIGN_OR_RETURN(SqliteStatement put,
                         database->Prepare("INSERT OR REPLACE INTO wisdom VALUES(?1, ?2, ?3, ?4)"));
    BindKey(put, key);
    put.BindText(4, choice);
    FFT_RETURN_IF_ERROR(put.Run());
  }
  return transaction.Commit();
}

absl::StatusOr<std::map<WisdomKey, std::string>> WisdomStore::All() {
  std::lock_guard lock(mutex_);
  std::map<WisdomKey, std::string> all = known_;
  std::error_code ignored;
  if (!reads_file_ || !std::filesystem::exists(path_, ignored)) return all;
  FFT_ASSIGN_OR_RETURN(auto database, Open(path_, SqliteAccess::kReadOnly));
  FFT_ASSIGN_OR_RETURN(const bool has_table, HasTable(*database));
  if (!has_table) return all;
  FFT_ASSIGN_OR_RETURN(SqliteStatement rows,
                       database->Prepare("SELECT problem, device, versions, choice FROM wisdom"));
  while (true) {
    FFT_ASSIGN_OR_RETURN(const bool found, rows.Step());
    if (!found) return all;
    const auto text = [&rows](int column) { return std::string(rows.Bytes(column)); };
    all.try_emplace({text(0), text(1), text(2)}, text(3));
  }
}

void WisdomStore::Forget() {
  std::lock_guard lock(mutex_);
  known_.clear();
  reads_file_ = false;
}

}  // namespace fft::rtc
