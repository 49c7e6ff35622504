// SQLite with RAII and absl::Status: only a connection and prepared statements.
//
// Errors name the database and the step that failed:
//   kUnavailable         another connection holds a lock for longer than the busy timeout
//   kDataLoss            the file is no database, or a damaged one
//   kResourceExhausted   the disk or the memory is full
//   kFailedPrecondition  the file or its folder cannot be written
//   kInternal            everything else
// Writing beyond the process's limit of file sizes (RLIMIT_FSIZE) is an error too; SIGXFSZ is held
// back.
// Only one thread at a time may use a connection and its statements.

#ifndef FFT_RTC_CACHE_SQLITE_H_
#define FFT_RTC_CACHE_SQLITE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

struct sqlite3;
struct sqlite3_stmt;

namespace fft::rtc {

class SqliteDatabase;

// A prepared statement. Values are bound by numbers from 1, Step goes from row to row, columns are
// read by numbers from 0, and Reset makes it ready again.
class SqliteStatement {
 public:
  SqliteStatement() = default;

  // Bind values. Bound bytes must outlive the step.
  void BindText(int index, absl::string_view text);
  void BindBlob(int index, absl::string_view bytes);
  void BindInteger(int index, int64_t value);
  void BindReal(int index, double value);

  // Goes to the next row: true if there is one to read, false at the end.
  absl::StatusOr<bool> Step();
  // Steps to the end; for statements without rows.
  absl::Status Run();

  // Text or bytes, valid until the next step.
  absl::string_view Bytes(int column) const;
  int64_t Integer(int column) const;
  double Real(int column) const;

  // Makes the statement ready for new values.
  void Reset();

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(SqliteDatabase* database, sqlite3_stmt* statement)
      : database_(database), statement_(statement) {}

  SqliteDatabase* database_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Resets a statement at the end of a scope, which also ends its read transaction.
class SqliteReset {
 public:
  explicit SqliteReset(SqliteStatement& statement) : statement_(statement) {}
  SqliteReset(const SqliteReset&) = delete;
  SqliteReset& operator=(const SqliteReset&) = delete;
  ~SqliteReset() { statement_.Reset(); }

 private:
  SqliteStatement& statement_;
};

enum class SqliteAccess { kReadOnly, kReadWriteCreate };

class SqliteDatabase {
 public:
  // Opens a database; ":memory:" is a new one in memory. Schemas in the file cannot call functions
  // or change SQLite's own tables.
  static absl::StatusOr<std::unique_ptr<SqliteDatabase>> Open(const std::string& path,
                                                              SqliteAccess access,
                                                              absl::Duration busy_timeout);
  const std::string& path() const { return path_; }

  // Whether SQLite has found the file to be damaged or not a database.
  bool damaged() const { return damaged_; }

  // Executes any number of statements without values or rows.
  absl::Status Execute(const std::string& sql);
  // Prepares a statement that is kept for many uses.
  absl::StatusOr<SqliteStatement> Prepare(absl::string_view sql);
  // The single integer that a query gives; 0 if it gives no row.
  absl::StatusOr<int64_t> QueryInteger(absl::string_view sql);

 private:
  friend class SqliteStatement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  explicit SqliteDatabase(std::string path) : path_(std::move(path)) {}
  absl::Status Check(int result, absl::string_view step);

  const std::string path_;
  bool damaged_ = false;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A write transaction, rolled back unless committed.
class SqliteTransaction {
 public:
  // Begins a transaction. It takes the write lock at once, so that it cannot fail half way because
  // another connection has the lock.
  static absl::StatusOr<SqliteTransaction> Begin(SqliteDatabase& database);
  SqliteTransaction(SqliteTransaction&& other) noexcept;
  SqliteTransaction& operator=(SqliteTransaction&&) = delete;
  ~SqliteTransaction();

  absl::Status Commit();

 private:
  explicit SqliteTransaction(SqliteDatabase* database) : database_(database) {}

  SqliteDatabase* database_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_SQLITE_H_
