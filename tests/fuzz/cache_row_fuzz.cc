// Fuzz target: rows of a kernel cache, with any types and sizes, as another program may write them.
// Two connections share a database in memory: one writes rows, the other is the cache.
#include <sqlite3.h>

#include <cstring>
#include <string>

#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/cache/wisdom_store.h"
#include "fft/rtc/testing/fuzz_hash.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace fft::rtc {
namespace {

// A database in memory (SQLite's memdb). All connections of the process share a name that begins
// with "/".
constexpr char kDatabase[] = "/rows";
constexpr int kColumns = 11;
const CacheKey kKey = {"a kernel", "gfx90a", "compiler 1", "generator 1"};

// Takes bytes from the front of the input.
class Input {
 public:
  explicit Input(absl::string_view bytes) : bytes_(bytes) {}
  absl::string_view Take(size_t count) {
    const absl::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  uint8_t Byte() {
    const absl::string_view byte = Take(1);
    return byte.empty() ? 0 : static_cast<uint8_t>(byte[0]);
  }

 private:
  absl::string_view bytes_;
};

class Rows {
 public:
  Rows() {
    FFT_CHECK(sqlite3_initialize() == SQLITE_OK);
    FFT_CHECK(sqlite3_vfs_register(sqlite3_vfs_find("memdb"), 1) == SQLITE_OK);
    auto store = OpenKernelStore(kDatabase, StoreMode::kReadWrite);
    FFT_CHECK(store.ok());
    store_ = *std::move(store);
    FFT_CHECK(sqlite3_open(kDatabase, &writer_) == SQLITE_OK);
    Run(kWisdomTable);
    kernel_ = Prepare("INSERT OR IGNORE INTO kernel VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)");
    wisdom_ = Prepare("INSERT OR IGNORE INTO wisdom VALUES(?1,?2,?3,?4)");
    delete_kernels_ = Prepare("DELETE FROM kernel");
    delete_wisdom_ = Prepare("DELETE FROM wisdom");
  }

  // Reads the row as the cache does and checks the results. `hash` chooses which slow readers also
  // read it, so that the fuzzer cannot learn to prefer them.
  void Check(Input input, uint32_t hash) {
    const uint8_t how = input.Byte();
    StoredKernel kernel;
    Write(how, &input, &kernel);
    const auto got = store_->Get(kKey);
    FFT_CHECK(got.ok() || absl::IsDataLoss(got.status()));
    // The cache returns a kernel only if its digest was made for this key.
    if (got.ok() && got->has_value() && (how & 1) != 0) {
      FFT_CHECK((*got)->object.bytes == kernel.object.bytes);
    }
    const auto any = store_->Get(kKey, CompilerMatch::kAny);
    FFT_CHECK(any.ok() || absl::IsDataLoss(any.status()));
    // Most inputs skip the other readers, which take many times as long.
    if (hash % 16 == 0) FFT_CHECK(store_->List().ok());
    if (hash % 32 == 1) ReadAll(got.ok());
    if (hash % 32 == 2) {
      FFT_CHECK(store_->Put(kKey, kernel).ok() && store_->Get(kKey)->has_value());
    }
    Step(delete_kernels_);
    if ((how & 16) != 0) Step(delete_wisdom_);
  }

 private:
  void ReadAll(bool is_sound) {
    const auto problems = store_->Verify();
    FFT_CHECK(problems.ok() && (is_sound || !problems->empty()));
    FFT_CHECK(store_->Evict(0).ok() && store_->List()->empty());
    const WisdomKey known = {"known", "device", "versions"};
    WisdomStore choices(kDatabase);
    FFT_CHECK(choices.Get(known).ok() && choices.All().ok());
  }

  void Run(const char* sql) {
    FFT_CHECK(sqlite3_exec(writer_, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }

  static void Step(sqlite3_stmt* statement) {
    sqlite3_step(statement);
    sqlite3_reset(statement);
  }

  sqlite3_stmt* Prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    FFT_CHECK(sqlite3_prepare_v2(writer_, sql, -1, &statement, nullptr) == SQLITE_OK);
    return statement;
  }

  void Bind(sqlite3_stmt* statement, int column, Input* input) {
    const int type = input->Byte() % 6;
    const absl::string_view bytes = input->Take(type < 2 ? 8 : input->Byte());
    int64_t number = 0;
    std::memcpy(&number, bytes.data(), std::min<size_t>(bytes.size(), sizeof(number)));
    double real = 0;
    std::memcpy(&real, &number, sizeof(real));
    const int size = static_cast<int>(bytes.size());
    if (type == 0) sqlite3_bind_int64(statement, column, number);
    if (type == 1) sqlite3_bind_double(statement, column, real);
    if (type == 2 || type == 3) {
      sqlite3_bind_text(statement, column, bytes.data(), size, SQLITE_TRANSIENT);
    }
    if (type == 4) sqlite3_bind_blob(statement, column, bytes.data(), size, SQLITE_TRANSIENT);
    if (type == 5) sqlite3_bind_zeroblob(statement, column, size);
  }

  // Writes a row with contents from the input. `how` says whether it has the known key, and whether
  // its digest is right.
  void Write(uint8_t how, Input* input, StoredKernel* kernel) {
    for (int column = 1; column <= kColumns; ++column) Bind(kernel_, column, input);
    const std::string* const key[] = {&kKey.kernel_name, &kKey.arch, &kKey.compiler_version,
                                      &kKey.generator_version};
    std::string digest;
    if ((how & 1) != 0) {
      for (int i = 0; i < 4; ++i) {
        sqlite3_bind_text(kernel_, i + 1, key[i]->data(), static_cast<int>(key[i]->size()),
                          SQLITE_STATIC);
      }
    }
    if ((how & 32) != 0) {
      kernel->object.bytes = std::string(input->Take(input->Byte()));
      const Sha256Digest row = KernelDigest(kKey, *kernel);
      digest.assign(row.begin(), row.end());
      sqlite3_bind_zeroblob(kernel_, 5, static_cast<int>(kernel->source_digest.size()));
      sqlite3_bind_blob(kernel_, 6, digest.data(), static_cast<int>(digest.size()), SQLITE_STATIC);
      sqlite3_bind_blob(kernel_, 11, kernel->object.bytes.data(),
                        static_cast<int>(kernel->object.bytes.size()), SQLITE_STATIC);
    }
    Step(kernel_);  // fails if a column that must not be null is null
    sqlite3_clear_bindings(kernel_);
    if ((how & 16) == 0) return;
    for (int column = 1; column <= 4; ++column) Bind(wisdom_, column, input);
    Step(wisdom_);
  }

  std::unique_ptr<KernelStore> store_;
  sqlite3* writer_ = nullptr;
  sqlite3_stmt* kernel_ = nullptr;
  sqlite3_stmt* wisdom_ = nullptr;
  sqlite3_stmt* delete_kernels_ = nullptr;
  sqlite3_stmt* delete_wisdom_ = nullptr;
};

}  // namespace

std::vector<std::string> FuzzSeeds() {
  std::string row(1, '\x31');
  for (int column = 0; column < kColumns; ++column) row += std::string("\x04\x04", 2) + "code";
  std::string numbers(1, '\x11');
  for (int column = 0; column < 2 * kColumns; ++column) numbers += '\x00' + std::string(8, '\x7f');
  return {row, numbers, std::string(1, '\0') + row, std::string(60, '\x05'), ""};
}

}  // namespace fft::rtc

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static auto& rows = *new fft::rtc::Rows;
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  rows.Check(fft::rtc::Input(bytes), FuzzHash(bytes));
  return 0;
}
