#include "fft/rtc/cache/sqlite.h"

#include <signal.h>
#include <sqlite3.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/blocked_signal.h"

namespace fft::rtc {
namespace {

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
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return absl::StatusCode::kFailedPrecondition;
    default:
      return absl::StatusCode::kInternal;
  }
}

// Whether a file that cannot be opened now may be opened later: the process or the machine has no
// free descriptor, or a file server does not answer.
bool MayPass(int error) { return error == EMFILE || error == ENFILE || error == ESTALE; }

// Whether calls write files. They write no files for a database that is in memory or only read,
// whose temporary tables are in memory too.
bool WritesFiles(sqlite3* handle) {
  const char* const file = sqlite3_db_filename(handle, "main");
  return file != nullptr && *file != '\0' && sqlite3_db_readonly(handle, "main") == 0;
}

// Holds back SIGXFSZ during calls that write files. Most calls write none, and a mask costs four
// system calls more.
class FileSizeGuard {
 public:
  explicit FileSizeGuard(sqlite3* handle) {
    if (WritesFiles(handle)) guard_.emplace(SIGXFSZ);
  }

 private:
  std::optional<BlockedSignal> guard_;
};

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  const FileSizeGuard guard(sqlite3_db_handle(statement));
  sqlite3_finalize(statement);
}

void SqliteStatement::BindText(int index, absl::string_view text) {
  sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
}

void SqliteStatement::BindBlob(int index, absl::string_view bytes) {
  // A null pointer would bind NULL.
  const char* data = bytes.empty() ? "" : bytes.data();
  sqlite3_bind_blob64(statement_.get(), index, data, bytes.size(), SQLITE_STATIC);
}

void SqliteStatement::BindInteger(int index, int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
}

void SqliteStatement::BindReal(int index, double value) {
  sqlite3_bind_double(statement_.get(), index, value);
}

absl::StatusOr<bool> SqliteStatement::Step() {
  const FileSizeGuard guard(database_->handle_.get());
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return database_->Check(result, sqlite3_sql(statement_.get()));
}

absl::Status SqliteStatement::Run() {
  while (true) {
    FFT_ASSIGN_OR_RETURN(const bool row, Step());
    if (!row) return absl::OkStatus();
  }
}

absl::string_view SqliteStatement::Bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<size_t>(size)};
}

int64_t SqliteStatement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::Real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

void SqliteStatement::Reset() {
  const FileSizeGuard guard(sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

void SqliteDatabase::Close::operator()(sqlite3* handle) const {
  const FileSizeGuard guard(handle);
  sqlite3_close_v2(handle);
}

namespace {

// The name in a form that SQLite takes for a file. SQLite may take "file:..." for a URI of another
// file than the one that callers have checked.
std::string NameOfFile(const std::string& path) {
  return absl::StartsWith(path, "file:") ? absl::StrCat("./", path) : path;
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteDatabase>> SqliteDatabase::Open(const std::string& path,
                                                                     SqliteAccess access,
                                                                     absl::Duration busy_timeout) {
  const BlockedSignal guard(SIGXFSZ);
  auto database = std::unique_ptr<SqliteDatabase>(new SqliteDatabase(path));
  const int flags = access == SqliteAccess::kReadOnly ? SQLITE_OPEN_READONLY
                                                      : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int result =
      sqlite3_open_v2(NameOfFile(path).c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database->handle_.reset(handle);
  FFT_RETURN_IF_ERROR(database->Check(result, "open"));
  sqlite3_busy_timeout(handle, static_cast<int>(absl::ToInt64Milliseconds(busy_timeout)));
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (!WritesFiles(handle)) {
    FFT_RETURN_IF_ERROR(database->Execute("PRAGMA temp_store = MEMORY"));
  }
  return database;
}

absl::Status SqliteDatabase::Check(int result, absl::string_view step) {
  if (result == SQLITE_OK) return absl::OkStatus();
  const bool may_pass = (result & 0xff) == SQLITE_CANTOPEN && handle_ != nullptr &&
                        MayPass(sqlite3_system_errno(handle_.get()));
  const absl::StatusCode code = may_pass ? absl::StatusCode::kUnavailable : CodeOf(result);
  damaged_ = damaged_ || code == absl::StatusCode::kDataLoss;
  const char* text = handle_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(handle_.get());
  return absl::Status(code, absl::StrCat("kernel cache ", path_, ": ", text, " (",
                                         step.substr(0, step.find(' ')), ")"));
}

absl::Status SqliteDatabase::Execute(const std::string& sql) {
  const FileSizeGuard guard(handle_.get());
  return Check(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr), sql);
}

absl::StatusOr<SqliteStatement> SqliteDatabase::Prepare(absl::string_view sql) {
  sqlite3_stmt* prepared = nullptr;
  const int result = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  SqliteStatement statement(this, prepared);
  FFT_RETURN_IF_ERROR(Check(result, sql));
  return statement;
}

absl::StatusOr<int64_t> SqliteDatabase::QueryInteger(absl::string_view sql) {
  FFT_ASSIGN_OR_RETURN(SqliteStatement statement, Prepare(sql));
  FFT_ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Integer(0) : 0;
}

absl::StatusOr<SqliteTransaction> SqliteTransaction::Begin(SqliteDatabase& database) {
  FFT_RETURN_IF_ERROR(database.Execute("BEGIN IMMEDIATE"));
  return SqliteTransaction(&database);
}

SqliteTransaction::SqliteTransaction(SqliteTransaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

SqliteTransaction::~SqliteTransaction() {
  // The statement fails if SQLite has rolled back by itself, as it does on a full disk.
  if (database_ != nullptr) database_->Execute("ROLLBACK").IgnoreError();
}

absl::Status SqliteTransaction::Commit() {
  FFT_RETURN_IF_ERROR(database_->Execute("COMMIT"));
  database_ = nullptr;
  return absl::OkStatus();
}

}  // namespace fft::rtc
