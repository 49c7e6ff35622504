#include "fft/rtc/kernel_store.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <string>

#include "fft/rtc/subprocess.h"
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

  // Runs SQL on the file as a foreign program would.
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
  Execute("PRAGMA user_version = 2");
  for (const StoreMode mode : {StoreMode::kReadOnly, StoreMode::kReadWrite}) {
    auto store = OpenKernelStore(path_, mode);
    EXPECT_EQ(store.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_NE(store.status().message().find("schema 2"), std::string::npos) << store.status();
  }
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
