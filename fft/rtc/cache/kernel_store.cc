#include "fft/rtc/cache/kernel_store.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/rtc/system/file_trust.h"

namespace fft::rtc {
namespace {

constexpr int kSchemaVersion = 2;
constexpr char kInMemory[] = ":memory:";

// The statement is compared with the text that SQLite keeps, and a file with another table is
// refused.
constexpr absl::string_view kCreateTable =
    "CREATE TABLE kernel(kernel_name TEXT NOT NULL, arch TEXT NOT NULL, "
    "compiler_version TEXT NOT NULL, generator_version TEXT NOT NULL, source_digest BLOB NOT NULL, "
    "row_digest BLOB NOT NULL, milliseconds REAL NOT NULL, code_bytes INTEGER NOT NULL, "
    "last_use INTEGER NOT NULL, log TEXT NOT NULL, code BLOB NOT NULL, "
    "PRIMARY KEY(kernel_name, arch, compiler_version, generator_version))";

#define FFT_WHERE_KEY                                               \
  "WHERE kernel_name = ?1 AND arch = ?2 AND compiler_version = ?3 " \
  "AND generator_version = ?4"

#define FFT_SELECT_KERNEL                                                                  \
  "SELECT code, log, row_digest, source_digest, milliseconds, last_use, compiler_version " \
  "FROM kernel "

constexpr char kGet[] = FFT_SELECT_KERNEL FFT_WHERE_KEY;
constexpr char kGetAny[] = FFT_SELECT_KERNEL
    "WHERE kernel_name = ?1 AND arch = ?2 AND generator_version = ?4 "
    "ORDER BY compiler_version = ?3 DESC, compiler_version DESC LIMIT 1";
constexpr char kPut[] =
    "INSERT OR REPLACE INTO kernel VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
constexpr char kTouch[] = "UPDATE kernel SET last_use = ?5 " FFT_WHERE_KEY;
constexpr char kRemove[] = "DELETE FROM kernel " FFT_WHERE_KEY;
constexpr char kList[] =
    "SELECT kernel_name, arch, compiler_version, generator_version, source_digest, milliseconds, "
    "code_bytes, last_use FROM kernel ORDER BY 1, 2, 3, 4";
// The rows of the table, least recently used first. A row whose time is later than ?1 comes before
// all others, because its time is from a clock that was set back afterwards.
constexpr char kOldest[] =
    "SELECT rowid, code_bytes FROM kernel ORDER BY last_use > ?1 DESC, last_use, rowid";
constexpr char kRemoveRow[] = "DELETE FROM kernel WHERE rowid = ?1";

// An estimate of the bytes that a row of the database takes beside its code.
constexpr int64_t kKeyBytes = 512;

void BindKey(SqliteStatement& statement, const CacheKey& key) {
  statement.BindText(1, key.kernel_name);
  statement.BindText(2, key.arch);
  statement.BindText(3, key.compiler_version);
  statement.BindText(4, key.generator_version);
}

absl::string_view AsBytes(const Sha256Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// The bytes as a digest. A digest of the wrong size reads as zeros, which is no row's digest.
Sha256Digest AsDigest(absl::string_view bytes) {
  Sha256Digest digest = {};
  if (bytes.size() == digest.size()) std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

KernelEntry ReadEntry(const SqliteStatement& row) {
  KernelEntry entry;
  entry.key = {std::string(row.Bytes(0)), std::string(row.Bytes(1)), std::string(row.Bytes(2)),
               std::string(row.Bytes(3))};
  entry.source_digest = AsDigest(row.Bytes(4));
  entry.milliseconds = row.Real(5);
  entry.code_bytes = row.Integer(6);
  entry.last_use = absl::FromUnixMicros(row.Integer(7));
  return entry;
}

}  // namespace

std::string DescribeKey(const CacheKey& key) {
  return absl::StrCat(key.kernel_name, " | ", key.arch, " | ", key.compiler_version, " | ",
                      key.generator_version);
}

Sha256Digest KernelDigest(const CacheKey& key, const StoredKernel& kernel) {
  std::string text;
  for (const std::string* field :
       {&key.kernel_name, &key.arch, &key.compiler_version, &key.generator_version}) {
    absl::StrAppend(&text, field->size(), ":", *field);
  }
  const Sha256Digest code = Sha256(kernel.object.bytes);
  absl::StrAppend(&text, AsBytes(kernel.source_digest), AsBytes(code));
  return Sha256(text);
}

// The digest of a row of the table. A file's rows have digests, since other programs may write
// them. Rows in memory have none, since only this process writes them.
Sha256Digest KernelStore::DigestOf(const CacheKey& key, const StoredKernel& kernel) const {
  return path() == kInMemory ? Sha256Digest{} : KernelDigest(key, kernel);
}

absl::StatusOr<std::optional<StoredKernel>> KernelStore::Get(const CacheKey& wanted,
                                                             CompilerMatch match) {
  std::lock_guard lock(mutex_);
  CacheKey key = wanted;
  StoredKernel kernel;
  absl::Time last_use;
  {
    SqliteStatement& get = match == CompilerMatch::kExact ? get_ : get_any_;
    const SqliteReset reset(get);
    BindKey(get, key);
    FFT_ASSIGN_OR_RETURN(const bool found, get.Step());
    if (!found) return std::optional<StoredKernel>();
    kernel.object.bytes = std::string(get.Bytes(0));
    kernel.object.log = std::string(get.Bytes(1));
    kernel.source_digest = AsDigest(get.Bytes(3));
    kernel.object.milliseconds = get.Real(4);
    last_use = absl::FromUnixMicros(get.Integer(5));
    key.compiler_version = std::string(get.Bytes(6));
    if (get.Bytes(2) != AsBytes(DigestOf(key, kernel))) {
      return absl::DataLossError(absl::StrCat("kernel cache ", path(), ": the stored code of ",
                                              DescribeKey(key), " fails its digest"));
    }
  }
  TouchLocked(key, last_use);
  return kernel;
}

void KernelStore::TouchLocked(const CacheKey& key, absl::Time last_use) {
  if (mode_ == StoreMode::kReadOnly) return;
  const absl::Time now = options_.clock();
  // A time that is far ahead was written by a clock that has been set back.
  if (absl::AbsDuration(now - last_use) < options_.touch_interval) return;
  const SqliteReset reset(touch_);
  BindKey(touch_, key);
  touch_.BindInteger(5, absl::ToUnixMicros(now));
  // If a use cannot be recorded, the kernel is at worst evicted too early.
  touch_.Run().IgnoreError();
}

absl::Status KernelStore::CheckWritable() const {
  if (mode_ == StoreMode::kReadWrite) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("kernel cache ", path(), " is read-only"));
}

absl::Status KernelStore::PutLocked(const CacheKey& key, const StoredKernel& kernel) {
  const SqliteReset reset(put_);
  BindKey(put_, key);
  put_.BindBlob(5, AsBytes(kernel.source_digest));
  const Sha256Digest row_digest = DigestOf(key, kernel);
  put_.BindBlob(6, AsBytes(row_digest));
  put_.BindReal(7, kernel.object.milliseconds);
  put_.BindInteger(8, static_cast<int64_t>(kernel.object.bytes.size()));
  put_.BindInteger(9, absl::ToUnixMicros(options_.clock()));
  put_.BindText(10, kernel.object.log);
  put_.BindBlob(11, kernel.object.bytes);
  return put_.Run();
}

absl::Status KernelStore::MakeRoomLocked() {
  if (options_.limit_bytes == 0) return absl::OkStatus();
  return EvictLocked(options_.limit_bytes, kMostEvictedByPut).status();
}

absl::Status KernelStore::Put(const CacheKey& key, const StoredKernel& kernel) {
  FFT_RETURN_IF_ERROR(CheckWritable());
  std::lock_guard lock(mutex_);
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database_));
  FFT_RETURN_IF_ERROR(PutLocked(key, kernel));
  FFT_RETURN_IF_ERROR(MakeRoomLocked());
  return transaction.Commit();
}

absl::Status KernelStore::PutAll(const std::map<CacheKey, StoredKernel>& rows) {
  FFT_RETURN_IF_ERROR(CheckWritable());
  std::lock_guard lock(mutex_);
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database_));
  for (const auto& [key, kernel] : rows) FFT_RETURN_IF_ERROR(PutLocked(key, kernel));
  FFT_RETURN_IF_ERROR(MakeRoomLocked());
  return transaction.Commit();
}

absl::StatusOr<int64_t> KernelStore::UsedBytesLocked() {
  FFT_ASSIGN_OR_RETURN(const int64_t pages, database_->QueryInteger("PRAGMA page_count"));
  FFT_ASSIGN_OR_RETURN(const int64_t unused, database_->QueryInteger("PRAGMA freelist_count"));
  FFT_ASSIGN_OR_RETURN(const int64_t page_bytes, database_->QueryInteger("PRAGMA page_size"));
  return (pages - unused) * page_bytes;
}

absl::StatusOr<int64_t> KernelStore::UsedBytes() {
  std::lock_guard lock(mutex_);
  return UsedBytesLocked();
}

absl::StatusOr<std::vector<int64_t>> KernelStore::OldestLocked(int64_t bytes, int64_t most) {
  FFT_ASSIGN_OR_RETURN(SqliteStatement oldest, database_->Prepare(kOldest));
  oldest.BindInteger(1, absl::ToUnixMicros(options_.clock() + options_.touch_interval));
  std::vector<int64_t> rows;
  while (bytes > 0 && std::ssize(rows) < most) {
    FFT_ASSIGN_OR_RETURN(const bool found, oldest.Step());
    if (!found) break;
    rows.push_back(oldest.Integer(0));
    bytes -= oldest.Integer(1) + kKeyBytes;
  }
  return rows;
}

// Evicts rows inside a transaction. How much room a row takes is known only when it is gone, so the
// loop may evict more than once.
absl::StatusOr<int64_t> KernelStore::EvictLocked(int64_t limit_bytes, int64_t most) {
  int64_t removed = 0;
  while (removed < most) {
    FFT_ASSIGN_OR_RETURN(const int64_t used, UsedBytesLocked());
    if (used <= limit_bytes) break;
    FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> rows,
                         OldestLocked(used - limit_bytes, most - removed));
    if (rows.empty()) break;
    FFT_ASSIGN_OR_RETURN(SqliteStatement remove, database_->Prepare(kRemoveRow));
    for (const int64_t row : rows) {
      const SqliteReset reset(remove);
      remove.BindInteger(1, row);
      FFT_RETURN_IF_ERROR(remove.Run());
    }
    removed += std::ssize(rows);
  }
  if (removed > 0) FFT_RETURN_IF_ERROR(database_->Execute("PRAGMA incremental_vacuum"));
  return removed;
}

absl::StatusOr<int64_t> KernelStore::Evict(int64_t limit_bytes) {
  FFT_RETURN_IF_ERROR(CheckWritable());
  std::lock_guard lock(mutex_);
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database_));
  FFT_ASSIGN_OR_RETURN(const int64_t removed,
                       EvictLocked(limit_bytes, std::numeric_limits<int64_t>::max()));
  FFT_RETURN_IF_ERROR(transaction.Commit());
  return removed;
}

absl::Status KernelStore::RemoveLocked(const CacheKey& key) {
  FFT_ASSIGN_OR_RETURN(SqliteStatement remove, database_->Prepare(kRemove));
  BindKey(remove, key);
  return remove.Run();
}

absl::StatusOr<int64_t> KernelStore::RemoveIf(
    const std::function<bool(const KernelEntry&)>& is_unwanted) {
  FFT_RETURN_IF_ERROR(CheckWritable());
  std::lock_guard lock(mutex_);
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database_));
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, ListLocked());
  int64_t removed = 0;
  for (const KernelEntry& entry : entries) {
    if (!is_unwanted(entry)) continue;
    FFT_RETURN_IF_ERROR(RemoveLocked(entry.key));
    ++removed;
  }
  FFT_RETURN_IF_ERROR(database_->Execute("PRAGMA incremental_vacuum"));
  FFT_RETURN_IF_ERROR(transaction.Commit());
  return removed;
}

absl::StatusOr<std::vector<KernelEntry>> KernelStore::ListLocked() {
  FFT_ASSIGN_OR_RETURN(SqliteStatement list, database_->Prepare(kList));
  std::vector<KernelEntry> entries;
  while (true) {
    FFT_ASSIGN_OR_RETURN(const bool row, list.Step());
    if (!row) return entries;
    entries.push_back(ReadEntry(list));
  }
}

absl::StatusOr<std::vector<KernelEntry>> KernelStore::List() {
  std::lock_guard lock(mutex_);
  return ListLocked();
}

absl::StatusOr<std::vector<std::string>> KernelStore::Verify() {
  std::vector<std::string> problems;
  std::vector<KernelEntry> entries;
  {
    std::lock_guard lock(mutex_);
    FFT_ASSIGN_OR_RETURN(SqliteStatement check, database_->Prepare("PRAGMA integrity_check"));
    while (true) {
      FFT_ASSIGN_OR_RETURN(const bool row, check.Step());
      if (!row) break;
      if (check.Bytes(0) != "ok") problems.emplace_back(check.Bytes(0));
    }
    FFT_ASSIGN_OR_RETURN(entries, ListLocked());
  }
  for (const KernelEntry& entry : entries) {
    const auto kernel = Get(entry.key);
    if (!kernel.ok()) {
      problems.emplace_back(kernel.status().message());
    } else if (kernel->has_value() &&
               static_cast<int64_t>((*kernel)->object.bytes.size()) != entry.code_bytes) {
      problems.push_back(absl::StrCat(DescribeKey(entry.key), ": code_bytes is ", entry.code_bytes,
                                      ", the code has ", (*kernel)->object.bytes.size()));
    }
  }
  return problems;
}

bool KernelStore::damaged() {
  std::lock_guard lock(mutex_);
  return database_->damaged();
}

// Creates the schema in an empty database, replaces an older schema, and refuses all others.
absl::Status KernelStore::PrepareSchema() {
  const char* const kTables = "SELECT count(*) FROM sqlite_master";
  FFT_ASSIGN_OR_RETURN(const int64_t tables, database_->QueryInteger(kTables));
  FFT_ASSIGN_OR_RETURN(const int64_t version, database_->QueryInteger("PRAGMA user_version"));
  FFT_ASSIGN_OR_RETURN(const int64_t owner, database_->QueryInteger("PRAGMA application_id"));
  const bool is_older = owner == kKernelStoreApplicationId && version < kSchemaVersion;
  if ((tables > 0 && !is_older) || mode_ == StoreMode::kReadOnly) return CheckSchema();
  if (tables == 0) {
    // This setting only takes effect before the first table is made.
    FFT_RETURN_IF_ERROR(database_->Execute("PRAGMA auto_vacuum = INCREMENTAL"));
  }
  FFT_ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*database_));
  // Another process may have been faster.
  FFT_ASSIGN_OR_RETURN(const int64_t tables_now, database_->QueryInteger(kTables));
  FFT_ASSIGN_OR_RETURN(const int64_t version_now, database_->QueryInteger("PRAGMA user_version"));
  if (tables_now > 0 && version_now >= kSchemaVersion) return CheckSchema();
  FFT_RETURN_IF_ERROR(database_->Execute("DROP TABLE IF EXISTS kernel"));
  FFT_RETURN_IF_ERROR(CreateSchema());
  return transaction.Commit();
}

absl::Status KernelStore::CreateSchema() {
  return database_->Execute(absl::StrCat(kCreateTable,
                                         "; PRAGMA application_id = ", kKernelStoreApplicationId,
                                         "; PRAGMA user_version = ", kSchemaVersion, ";"));
}

absl::Status KernelStore::CheckSchema() {
  FFT_ASSIGN_OR_RETURN(const int64_t application, database_->QueryInteger("PRAGMA application_id"));
  FFT_ASSIGN_OR_RETURN(const int64_t version, database_->QueryInteger("PRAGMA user_version"));
  if (application != kKernelStoreApplicationId) {
    return absl::FailedPreconditionError(
        absl::StrCat("kernel cache ", path(), ": the database belongs to another program"));
  }
  if (version != kSchemaVersion) {
    return absl::FailedPreconditionError(absl::StrCat("kernel cache ", path(), ": schema ", version,
                                                      "; this library knows ", kSchemaVersion));
  }
  // Triggers, views and other tables are refused, and so is a table with other columns.
  FFT_ASSIGN_OR_RETURN(SqliteStatement objects,
                       database_->Prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"));
  int known = 0, unknown = 0;
  while (true) {
    FFT_ASSIGN_OR_RETURN(const bool row, objects.Step());
    if (!row) break;
    if (objects.Bytes(0) == kWisdomTable) continue;
    ++(objects.Bytes(0) == kCreateTable ? known : unknown);
  }
  if (known == 1 && unknown == 0) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("kernel cache ", path(), ": not the tables of schema ", kSchemaVersion));
}

absl::StatusOr<std::unique_ptr<KernelStore>> OpenKernelStore(const std::string& path,
                                                             StoreMode mode,
                                                             const StoreOptions& options) {
  const SqliteAccess access =
      mode == StoreMode::kReadOnly ? SqliteAccess::kReadOnly : SqliteAccess::kReadWriteCreate;
  if (path != kInMemory) FFT_RETURN_IF_ERROR(CheckTrustedDatabase(path));
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<SqliteDatabase> database,
                       SqliteDatabase::Open(path, access, options.busy_timeout));
  auto store = std::unique_ptr<KernelStore>(new KernelStore(std::move(database), mode, options));
  SqliteDatabase& opened = *store->database_;
  FFT_RETURN_IF_ERROR(opened.Execute("PRAGMA synchronous = NORMAL"));
  FFT_RETURN_IF_ERROR(store->PrepareSchema());
  FFT_ASSIGN_OR_RETURN(store->get_, opened.Prepare(kGet));
  FFT_ASSIGN_OR_RETURN(store->get_any_, opened.Prepare(kGetAny));
  if (mode == StoreMode::kReadOnly) return store;
  FFT_ASSIGN_OR_RETURN(store->put_, opened.Prepare(kPut));
  FFT_ASSIGN_OR_RETURN(store->touch_, opened.Prepare(kTouch));
  return store;
}

}  // namespace fft::rtc
