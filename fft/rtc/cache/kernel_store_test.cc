#include "fft/rtc/cache/kernel_store.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <vector>

#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

const CacheKey kKey = {"kernel", "gfx90a", "compiler 1", "generator 1"};

StoredKernel MakeKernel(const std::string& code) {
  return {.object = {.bytes = code, .log = "a log", .milliseconds = 12.5},
          .source_digest = Sha256("source")};
}

class KernelStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }

  // Runs SQL on the file as another program would.
  void Execute(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  void PutOne() {
    auto store = OpenKernelStore(path_, StoreMode::kReadWrite);
    ASSERT_TRUE(store.ok()) << store.status();
    ASSERT_TRUE((*store)->Put(kKey, MakeKernel("code")).ok());
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string path_;
};

TEST_F(KernelStoreTest, GetsWhatWasPut) {
  auto store = OpenKernelStore(":memory:", StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  auto absent = (*store)->Get(kKey);
  ASSERT_TRUE(absent.ok()) << absent.status();
  EXPECT_FALSE(absent->has_value());

  const std::string code("\0code\0with\0zeros", 16);
  ASSERT_TRUE((*store)->Put(kKey, MakeKernel(code)).ok());
  auto found = (*store)->Get(kKey);
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->object.bytes, code);
  EXPECT_EQ((*found)->object.log, "a log");
  EXPECT_EQ((*found)->object.milliseconds, 12.5);
  EXPECT_EQ((*found)->source_digest, Sha256("source"));

  ASSERT_TRUE((*store)->Put(kKey, MakeKernel("newer")).ok());
  EXPECT_EQ((*(*store)->Get(kKey))->object.bytes, "newer");
}

TEST_F(KernelStoreTest, EveryFieldOfTheKeyCounts) {
  auto store = OpenKernelStore(":memory:", StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  ASSERT_TRUE((*store)->Put(kKey, MakeKernel("code")).ok());
  for (std::string CacheKey::*field : {&CacheKey::kernel_name, &CacheKey::arch,
                                       &CacheKey::compiler_version, &CacheKey::generator_version}) {
    CacheKey other = kKey;
    other.*field += "x";
    EXPECT_FALSE((*(*store)->Get(other)).has_value());
    EXPECT_NE(DescribeKey(other), DescribeKey(kKey));
  }
}

TEST_F(KernelStoreTest, FilesOutliveTheStore) {
  PutOne();
  for (const StoreMode mode : {StoreMode::kReadOnly, StoreMode::kReadWrite}) {
    auto store = OpenKernelStore(path_, mode);
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_EQ((*(*store)->Get(kKey))->object.bytes, "code");
  }
}

TEST_F(KernelStoreTest, ReadOnlyStoresRefuseToWrite) {
  EXPECT_FALSE(OpenKernelStore(path_, StoreMode::kReadOnly).ok()) << "there is no file yet";
  PutOne();
  auto store = OpenKernelStore(path_, StoreMode::kReadOnly);
  ASSERT_TRUE(store.ok()) << store.status();
  const absl::Status put = (*store)->Put(kKey, MakeKernel("newer"));
  EXPECT_EQ(put.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ((*(*store)->Get(kKey))->object.bytes, "code");
}

TEST_F(KernelStoreTest, AChangedCodeObjectFailsItsDigest) {
  PutOne();
  Execute("UPDATE kernel SET code = x'00'");
  auto store = OpenKernelStore(path_, StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  auto found = (*store)->Get(kKey);
  EXPECT_EQ(found.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(found.status().message().find("kernel"), std::string::npos);
  ASSERT_TRUE((*store)->Put(kKey, MakeKernel("code")).ok());
  EXPECT_TRUE((*(*store)->Get(kKey)).has_value());
}

TEST_F(KernelStoreTest, ForeignFilesAreRefused) {
  ASSERT_TRUE(WriteFile(path_, std::string(5000, 'x')).ok());
  auto text = OpenKernelStore(path_, StoreMode::kReadWrite);
  EXPECT_EQ(text.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(text.status().message().find(path_), std::string::npos);
  EXPECT_EQ(*ReadFile(path_), std::string(5000, 'x')) << "left as it was";
  EXPECT_FALSE(OpenKernelStore("/no/such/folder/kernels.db", StoreMode::kReadWrite).ok());
}

TEST_F(KernelStoreTest, DatabasesOfOtherProgramsAreRefused) {
  Execute("CREATE TABLE other(x)");
  auto store = OpenKernelStore(path_, StoreMode::kReadWrite);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(store.status().message().find("another program"), std::string::npos);
}

TEST_F(KernelStoreTest, OtherSchemasAreRefused) {
  PutOne();
  Execute("PRAGMA user_version = 3");
  for (const StoreMode mode : {StoreMode::kReadOnly, StoreMode::kReadWrite}) {
    auto store = OpenKernelStore(path_, mode);
    EXPECT_EQ(store.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_NE(store.status().message().find("schema 3"), std::string::npos) << store.status();
  }
}

TEST_F(KernelStoreTest, OlderSchemasAreBegunAnew) {
  Execute("CREATE TABLE kernel(x); PRAGMA application_id = 0x6666746b; PRAGMA user_version = 1");
  EXPECT_EQ(OpenKernelStore(path_, StoreMode::kReadOnly).status().code(),
            absl::StatusCode::kFailedPrecondition);
  PutOne();
  EXPECT_TRUE((*(*OpenKernelStore(path_, StoreMode::kReadOnly))->Get(kKey)).has_value());
}

TEST_F(KernelStoreTest, UnknownTablesAreDamage) {
  PutOne();
  Execute("CREATE TRIGGER t AFTER INSERT ON kernel BEGIN DELETE FROM kernel; END");
  EXPECT_EQ(OpenKernelStore(path_, StoreMode::kReadWrite).status().code(),
            absl::StatusCode::kDataLoss);
}

TEST_F(KernelStoreTest, RowsUnderAnotherKeyFailTheirDigest) {
  PutOne();
  Execute("UPDATE kernel SET kernel_name = 'other'");
  auto store = OpenKernelStore(path_, StoreMode::kReadOnly);
  ASSERT_TRUE(store.ok()) << store.status();
  CacheKey other = kKey;
  other.kernel_name = "other";
  EXPECT_EQ((*store)->Get(other).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_FALSE((*(*store)->Get(kKey)).has_value());
}

// A store whose clock the test sets.
class KernelStoreClockTest : public KernelStoreTest {
 protected:
  std::unique_ptr<KernelStore> Open(const StoreOptions& given) {
    StoreOptions options = given;
    options.clock = [this] { return now_; };
    auto store = OpenKernelStore(path_, StoreMode::kReadWrite, options);
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  }
  static CacheKey Key(int i) { return {"k" + std::to_string(i), "a", "c", "g"}; }
  bool Has(KernelStore& store, int i) { return (*store.Get(Key(i))).has_value(); }

  absl::Time now_ = absl::FromUnixSeconds(1000000);
};

TEST_F(KernelStoreClockTest, LeastRecentlyUsedKernelsMakeRoom) {
  auto store = Open({.limit_bytes = 400 << 10, .touch_interval = absl::ZeroDuration()});
  for (int i = 0; i < 3; ++i, now_ += absl::Seconds(1)) {
    ASSERT_TRUE(store->Put(Key(i), MakeKernel(std::string(100000, 'c'))).ok());
  }
  now_ += absl::Seconds(1);
  EXPECT_TRUE(Has(*store, 0)) << "used last";
  now_ += absl::Seconds(1);
  ASSERT_TRUE(store->Put(Key(3), MakeKernel(std::string(100000, 'c'))).ok());
  EXPECT_LE(*store->UsedBytes(), 400 << 10);
  EXPECT_TRUE(Has(*store, 0));
  EXPECT_FALSE(Has(*store, 1)) << "not used for the longest time";
  EXPECT_TRUE(Has(*store, 2));
  EXPECT_TRUE(Has(*store, 3));
}

TEST_F(KernelStoreClockTest, EvictionGivesRoomBack) {
  auto store = Open({});
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(store->Put(Key(i), MakeKernel(std::string(100000, 'c'))).ok());
  }
  const size_t before = ReadFile(path_)->size();
  auto removed = store->Evict(500000);
  ASSERT_TRUE(removed.ok()) << removed.status();
  EXPECT_EQ(*removed, 6);
  EXPECT_EQ(store->List()->size(), 4u);
  EXPECT_LT(ReadFile(path_)->size(), before / 2);
  EXPECT_FALSE(Has(*store, 5));
  EXPECT_TRUE(Has(*store, 6)) << "of equal age, those inserted first go first";
}

// After the limit was lowered, no single Put has to evict everything beyond it.
TEST_F(KernelStoreClockTest, APutRemovesSoManyKernelsAtMost) {
  constexpr int kRows = 600;
  const int most = static_cast<int>(KernelStore::kMostEvictedByPut);
  {
    auto store = Open({});
    for (int i = 0; i < kRows; ++i) {
      ASSERT_TRUE(store->Put(Key(i), MakeKernel(std::string(5000, 'c'))).ok());
    }
  }
  auto store = Open({.limit_bytes = 200 << 10});
  ASSERT_TRUE(store->Put(Key(kRows), MakeKernel("code")).ok());
  EXPECT_EQ(std::ssize(*store->List()), kRows + 1 - most);
  EXPECT_FALSE(Has(*store, most - 1)) << "the oldest went";
  EXPECT_TRUE(Has(*store, most)) << "the next ones stay for now";
  for (int i = 1; i < 4; ++i) ASSERT_TRUE(store->Put(Key(kRows + i), MakeKernel("code")).ok());
  EXPECT_LE(*store->UsedBytes(), 200 << 10);
}

TEST_F(KernelStoreClockTest, LookUpsRecordTheirTimeNowAndThen) {
  auto store = Open({.touch_interval = absl::Hours(1)});
  ASSERT_TRUE(store->Put(Key(0), MakeKernel("code")).ok());
  const absl::Time put = now_;
  now_ = put + absl::Minutes(59);
  EXPECT_TRUE(Has(*store, 0));
  EXPECT_EQ((*store->List())[0].last_use, put);
  now_ = put + absl::Minutes(61);
  EXPECT_TRUE(Has(*store, 0));
  EXPECT_EQ((*store->List())[0].last_use, now_);
}

TEST_F(KernelStoreClockTest, ClocksMayBeSetBack) {
  auto store = Open({.limit_bytes = 400 << 10, .touch_interval = absl::Hours(1)});
  for (int i = 0; i < 3; ++i, now_ += absl::Seconds(1)) {
    ASSERT_TRUE(store->Put(Key(i), MakeKernel(std::string(100000, 'c'))).ok());
  }
  now_ -= absl::Hours(24);
  EXPECT_TRUE(Has(*store, 0));
  EXPECT_EQ((*store->List())[0].last_use, now_) << "a use now";
  ASSERT_TRUE(store->Put(Key(3), MakeKernel(std::string(100000, 'c'))).ok());
  EXPECT_TRUE(Has(*store, 0));
  EXPECT_FALSE(Has(*store, 1)) << "used before the clock was set back";
  EXPECT_TRUE(Has(*store, 3)) << "what was put last";
}

TEST_F(KernelStoreClockTest, EqualContentsAndClocksGiveEqualFiles) {
  std::string first;
  for (int round = 0; round < 2; ++round) {
    {
      auto store = Open({});
      for (int i = 0; i < 5; ++i) ASSERT_TRUE(store->Put(Key(i), MakeKernel("code")).ok());
    }
    const std::string bytes = *ReadFile(path_);
    if (round == 0) first = bytes;
    EXPECT_EQ(bytes == first, true);
    std::remove(path_.c_str());
  }
}

TEST_F(KernelStoreTest, ListsRowsInTheOrderOfTheirKeys) {
  auto store = OpenKernelStore(":memory:", StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  for (const char* name : {"b", "a", "c"}) {
    CacheKey key = kKey;
    key.kernel_name = name;
    ASSERT_TRUE((*store)->Put(key, MakeKernel("four")).ok());
  }
  const auto entries = (*store)->List();
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0].key.kernel_name, "a");
  EXPECT_EQ((*entries)[2].key.kernel_name, "c");
  EXPECT_EQ((*entries)[1].code_bytes, 4);
  EXPECT_EQ((*entries)[1].milliseconds, 12.5);
  EXPECT_EQ((*entries)[1].source_digest, Sha256("source"));
  const auto removed =
      (*store)->RemoveIf([](const KernelEntry& entry) { return entry.key.kernel_name < "c"; });
  ASSERT_TRUE(removed.ok()) << removed.status();
  EXPECT_EQ(*removed, 2);
  EXPECT_EQ((*store)->List()->size(), 1u);
}

TEST_F(KernelStoreTest, VerifyFindsWhatIsWrong) {
  PutOne();
  auto problems = [&] {
    auto found = (*OpenKernelStore(path_, StoreMode::kReadWrite))->Verify();
    EXPECT_TRUE(found.ok()) << found.status();
    return found.value_or(std::vector<std::string>());
  };
  EXPECT_TRUE(problems().empty());
  Execute("UPDATE kernel SET code_bytes = 3");
  ASSERT_EQ(problems().size(), 1u);
  EXPECT_NE(problems()[0].find("code_bytes"), std::string::npos);
  Execute("UPDATE kernel SET code = x'00'");
  ASSERT_EQ(problems().size(), 1u);
  EXPECT_NE(problems()[0].find("digest"), std::string::npos);
}

TEST_F(KernelStoreTest, ALockedFileIsAnErrorAfterAWait) {
  PutOne();
  auto store = OpenKernelStore(path_, StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ((*store)->Put(kKey, MakeKernel("newer")).code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ((*store)->Get(kKey).status().code(), absl::StatusCode::kUnavailable);
  ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_TRUE((*store)->Put(kKey, MakeKernel("newer")).ok()) << "works again";
}

}  // namespace
}  // namespace fft::rtc
