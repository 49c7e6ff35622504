#include "fft/rtc/kernel_store.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

constexpr int kSchemaVersion = 1;
constexpr int kApplicationId = 0x6666746b;  // "fftk"
constexpr int kBusyMilliseconds = 2000;

constexpr char kCreate[] = R"(
  CREATE TABLE kernel(
    kernel_name TEXT NOT NULL,
    arch TEXT NOT NULL,
    compiler_version TEXT NOT NULL,
    generator_version TEXT NOT NULL,
    code BLOB NOT NULL,
    log TEXT NOT NULL,
    code_digest BLOB NOT NULL,
    source_digest BLOB NOT NULL,
    milliseconds REAL NOT NULL,
    PRIMARY KEY(kernel_name, arch, compiler_version, generator_version)) WITHOUT ROWID;
)";

constexpr char kGet[] =
    "SELECT code, log, code_digest, source_digest, milliseconds FROM kernel WHERE kernel_name = ?1 "
    "AND arch = ?2 AND compiler_version = ?3 AND generator_version = ?4";

constexpr char kPut[] = "INSERT OR REPLACE INTO kernel VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

absl::StatusCode CodeOf(int result) {
  switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::StatusCode::kUnavailable;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return absl::StatusCode::kDataLoss;
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return absl::StatusCode::kResourceExhausted;
    case SQLITE_READONLY:
      return absl::StatusCode::kFailedPrecondition;
    default:
      return absl::StatusCode::kInternal;
  }
}

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Leaves a statement ready for its next use.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(sqlite3_stmt* statement) : statement_(statement) {}
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;
  ~ResetAtEnd() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  sqlite3_stmt* const statement_;
};

void BindText(sqlite3_stmt* statement, int index, const std::string& text) {
  sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void BindBlob(sqlite3_stmt* statement, int index, absl::string_view bytes) {
  sqlite3_bind_blob64(statement, index, bytes.data(), bytes.size(), SQLITE_STATIC);
}

void BindKey(sqlite3_stmt* statement, const CacheKey& key) {
  BindText(statement, 1, key.kernel_name);
  BindText(statement, 2, key.arch);
  BindText(statement, 3, key.compiler_version);
  BindText(statement, 4, key.generator_version);
}

absl::string_view AsText(const Sha256Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

absl::string_view Column(sqlite3_stmt* statement, int index) {
  const void* bytes = sqlite3_column_blob(statement, index);
  const int size = sqlite3_column_bytes(statement, index);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<size_t>(size)};
}

class SqliteStore final : public KernelStore {
 public:
  SqliteStore(std::string path, StoreMode mode) : path_(std::move(path)), mode_(mode) {}

  absl::Status Open() {
    const int flags = mode_ == StoreMode::kReadOnly ? SQLITE_OPEN_READONLY
                                                    : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite3* database = nullptr;
    const int result =
        sqlite3_open_v2(path_.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(database);
    FFT_RETURN_IF_ERROR(Check(result, "open"));
    sqlite3_busy_timeout(database, kBusyMilliseconds);
    FFT_RETURN_IF_ERROR(PrepareSchema());
    FFT_RETURN_IF_ERROR(Prepare(kGet, get_));
    return mode_ == StoreMode::kReadOnly ? absl::OkStatus() : Prepare(kPut, put_);
  }

  absl::StatusOr<std::optional<StoredKernel>> Get(const CacheKey& key) override {
    std::lock_guard lock(mutex_);
    const ResetAtEnd reset(get_.get());
    BindKey(get_.get(), key);
    const int result = sqlite3_step(get_.get());
    if (result == SQLITE_DONE) return std::optional<StoredKernel>();
    if (result != SQLITE_ROW) return Check(result, "look-up");

    StoredKernel kernel;
    kernel.object.bytes = std::string(Column(get_.get(), 0));
    kernel.object.log = std::string(Column(get_.get(), 1));
    const absl::string_view source_digest = Column(get_.get(), 3);
    if (Column(get_.get(), 2) != AsText(Sha256(kernel.object.bytes)) ||
        source_digest.size() != kernel.source_digest.size()) {
      return absl::DataLossError(
          absl::StrCat(path_, ": the stored code of ", DescribeKey(key), " fails its digest"));
    }
    std::copy(source_digest.begin(), source_digest.end(), kernel.source_digest.begin());
    kernel.object.milliseconds = sqlite3_column_double(get_.get(), 4);
    return kernel;
  }

  absl::Status Put(const CacheKey& key, const StoredKernel& kernel) override {
    if (mode_ == StoreMode::kReadOnly) {
      return absl::FailedPreconditionError(absl::StrCat(path_, " is read-only"));
    }
    const Sha256Digest code_digest = Sha256(kernel.object.bytes);
    std::lock_guard lock(mutex_);
    const ResetAtEnd reset(put_.get());
    BindKey(put_.get(), key);
    BindBlob(put_.get(), 5, kernel.object.bytes);
    BindText(put_.get(), 6, kernel.object.log);
    BindBlob(put_.get(), 7, AsText(code_digest));
    BindBlob(put_.get(), 8, AsText(kernel.source_digest));
    sqlite3_bind_double(put_.get(), 9, kernel.object.milliseconds);
    return Check(sqlite3_step(put_.get()), "insert");
  }

 private:
  absl::Status Check(int result, absl::string_view step) const {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) {
      return absl::OkStatus();
    }
    const char* text =
        database_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(database_.get());
    return absl::Status(CodeOf(result),
                        absl::StrCat("kernel cache ", path_, ": ", step, ": ", text));
  }

  absl::Status Execute(const std::string& sql) const {
    return Check(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr), "schema");
  }

  absl::Status Prepare(const char* sql, Statement& statement) const {
    sqlite3_stmt* prepared = nullptr;
    const int result =
        sqlite3_prepare_v3(database_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
    statement.reset(prepared);
    return Check(result, "prepare");
  }

  // The single integer that a query gives.
  absl::StatusOr<int> Query(const char* sql) const {
    Statement statement;
    FFT_RETURN_IF_ERROR(Prepare(sql, statement));
    const int result = sqlite3_step(statement.get());
    FFT_RETURN_IF_ERROR(Check(result, sql));
    return result == SQLITE_ROW ? sqlite3_column_int(statement.get(), 0) : 0;
  }

  // Creates the schema in an empty database; refuses one of another version or program.
  absl::Status PrepareSchema() {
    FFT_ASSIGN_OR_RETURN(const bool empty, IsEmpty());
    if (!empty || mode_ == StoreMode::kReadOnly) return CheckSchema();
    FFT_RETURN_IF_ERROR(Execute("BEGIN IMMEDIATE"));
    absl::Status status = CreateUnlessDone();
    if (status.ok()) status = Execute("COMMIT");
    if (!status.ok()) Execute("ROLLBACK").IgnoreError();
    return status;
  }

  absl::StatusOr<bool> IsEmpty() const {
    FFT_ASSIGN_OR_RETURN(const int tables, Query("SELECT count(*) FROM sqlite_master"));
    return tables == 0;
  }

  // Another process may have created the schema since it was looked at.
  absl::Status CreateUnlessDone() {
    FFT_ASSIGN_OR_RETURN(const bool empty, IsEmpty());
    if (!empty) return CheckSchema();
    return Execute(absl::StrCat(kCreate, "PRAGMA application_id = ", kApplicationId,
                                "; PRAGMA user_version = ", kSchemaVersion, ";"));
  }

  absl::Status CheckSchema() const {
    FFT_ASSIGN_OR_RETURN(const int application, Query("PRAGMA application_id"));
    FFT_ASSIGN_OR_RETURN(const int version, Query("PRAGMA user_version"));
    if (application != kApplicationId) {
      return absl::FailedPreconditionError(
          absl::StrCat("kernel cache ", path_, ": the database belongs to another program"));
    }
    if (version != kSchemaVersion) {
      return absl::FailedPreconditionError(absl::StrCat(
          "kernel cache ", path_, ": schema ", version, "; this library knows ", kSchemaVersion));
    }
    return absl::OkStatus();
  }

  const std::string path_;
  const StoreMode mode_;
  std::mutex mutex_;  // one user of the connection at a time
  Database database_;
  Statement get_;
  Statement put_;
};

}  // namespace

std::string DescribeKey(const CacheKey& key) {
  return absl::StrCat(key.kernel_name, " | ", key.arch, " | ", key.compiler_version, " | ",
                      key.generator_version);
}

absl::StatusOr<std::unique_ptr<KernelStore>> OpenKernelStore(const std::string& path,
                                                             StoreMode mode) {
  auto store = std::make_unique<SqliteStore>(path, mode);
  FFT_RETURN_IF_ERROR(store->Open());
  return store;
}

}  // namespace fft::rtc
