// This test makes each fault of the first table in docs/rtc-faults.md. No fault gives a wrong
// kernel or a failed compile, and each fault gives one warning.
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/cache/quarantine.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/fake_compiler.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

CacheKey Key(const std::string& kernel_name) { return {kernel_name, "host", "fake 1", "gen 1"}; }

absl::StatusOr<CachedKernel> Get(KernelCache& cache, Compiler& compiler,
                                 const std::string& kernel_name) {
  return cache.GetOrCompile(
      Key(kernel_name),
      [&] {
        return CompileRequest{kernel_name, absl::StrCat("source of ", kernel_name), "host", {}};
      },
      compiler);
}

// The number of this process's descriptors that are open on the file.
int LinksTo(const std::string& path) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    if (std::filesystem::read_symlink(entry.path(), ignored) == path) ++count;
  }
  return count;
}

// The cache returns the kernel, and it is the right one.
bool IsRight(const absl::StatusOr<CachedKernel>& kernel, const std::string& kernel_name) {
  return kernel.ok() && kernel->object.bytes == absl::StrCat("code of source of ", kernel_name);
}

class CacheFaultsTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }

  std::unique_ptr<KernelCache> Open() {
    return KernelCache::Open({.user_path = path_, .log = Sink()});
  }

  LogSink Sink() {
    return [this](absl::LogSeverity severity, const std::string& message) {
      std::lock_guard lock(mutex_);
      EXPECT_EQ(severity, absl::LogSeverity::kWarning);
      warnings_.push_back(message);
    };
  }

  // Runs SQL on the file as another program would.
  void Execute(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  // Kernels k0 to k<count-1>.
  void Fill(int count) {
    FakeCompiler compiler;
    auto cache = Open();
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(IsRight(Get(*cache, compiler, absl::StrCat("k", i)), absl::StrCat("k", i)));
    }
    ASSERT_TRUE(warnings_.empty()) << warnings_[0];
  }

  // Expects that kernels are right whatever happened to the file, that each is compiled once in
  // this process, and that one warning says why.
  void ExpectSteppedAround(KernelCache& cache, const std::string& reason) {
    FakeCompiler compiler;
    for (const char* name : {"k0", "k1", "new", "k0", "k1", "new"}) {
      EXPECT_TRUE(IsRight(Get(cache, compiler, name), name)) << name;
    }
    EXPECT_LE(compiler.compiles(), 3);
    ASSERT_EQ(warnings_.size(), 1u) << testing::PrintToString(warnings_);
    EXPECT_TRUE(absl::StrContains(warnings_[0], reason)) << warnings_[0];
    EXPECT_TRUE(absl::StrContains(warnings_[0], path_)) << warnings_[0];
    EXPECT_TRUE(absl::StrContains(cache.status(), reason)) << cache.status();
    EXPECT_GT(cache.counters().store_errors, 0);
  }

  // Expects that the cache works, that processes do not take turns at compiling, and that one
  // warning says why.
  void ExpectSteppedAroundForTurns(const std::string& reason) {
    FakeCompiler compiler;
    warnings_.clear();
    auto cache = Open();
    for (const char* name : {"k0", "k1"}) EXPECT_TRUE(IsRight(Get(*cache, compiler, name), name));
    ASSERT_EQ(warnings_.size(), 1u) << testing::PrintToString(warnings_);
    EXPECT_TRUE(absl::StrContains(warnings_[0], reason)) << warnings_[0];
    EXPECT_EQ(cache->status(), warnings_[0]);
    EXPECT_EQ(Get(*Open(), compiler, "k0")->origin, CodeOrigin::kUserCache);
    std::filesystem::remove(path_);
  }

  // Files that were set aside beside the cache.
  std::vector<std::string> QuarantinedFiles() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_->path())) {
      if (absl::StrContains(entry.path().string(), ".damaged-")) files.push_back(entry.path());
    }
    return files;
  }

  // Expects that the file works again: the next cache finds what another cache has compiled.
  void ExpectInUseAgain() {
    FakeCompiler compiler;
    warnings_.clear();
    EXPECT_TRUE(IsRight(Get(*Open(), compiler, "later"), "later"));
    EXPECT_EQ(Get(*Open(), compiler, "later")->origin, CodeOrigin::kUserCache);
    EXPECT_TRUE(warnings_.empty());
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string path_;
  std::mutex mutex_;
  std::vector<std::string> warnings_;
};

TEST_F(CacheFaultsTest, NotADatabaseIsQuarantined) {
  const std::string bytes(4096, 'x');
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  ExpectSteppedAround(*Open(), "set aside as");
  ASSERT_EQ(QuarantinedFiles().size(), 1u);
  EXPECT_EQ(*ReadFile(QuarantinedFiles()[0]), bytes) << "as it was";
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, DamagedPagesAreQuarantined) {
  Fill(60);
  std::string bytes = *ReadFile(path_);
  for (size_t at = 100; at < bytes.size(); ++at) bytes[at] = static_cast<char>(at * 37);
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  ExpectSteppedAround(*Open(), "set aside as");
  EXPECT_EQ(QuarantinedFiles().size(), 1u);
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, DamageFoundWhileInUseIsQuarantined) {
  Fill(60);
  auto cache = Open();
  FakeCompiler compiler;
  std::string bytes = *ReadFile(path_);
  // Overwrites all pages but the first one in place, so the open cache keeps its file. The changed
  // counter makes the cache read its pages again.
  for (size_t at = 4096; at < bytes.size(); ++at) bytes[at] = static_cast<char>(at * 37);
  bytes[27] = static_cast<char>(bytes[27] + 1);
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  ExpectSteppedAround(*cache, "set aside as");
  EXPECT_EQ(QuarantinedFiles().size(), 1u);
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, TruncatedFileIsQuarantined) {
  Fill(60);
  const std::string bytes = *ReadFile(path_);
  ASSERT_TRUE(WriteFile(path_, bytes.substr(0, bytes.size() / 2)).ok());
  ExpectSteppedAround(*Open(), "set aside as");
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, EveryTruncationGivesRightKernels) {
  Fill(40);
  const std::string bytes = *ReadFile(path_);
  for (size_t size = 0; size < bytes.size(); size += bytes.size() / 25) {
    ASSERT_TRUE(WriteFile(path_, bytes.substr(0, size)).ok());
    FakeCompiler compiler;
    auto cache = Open();
    for (const char* name : {"k0", "k20", "k39", "new"}) {
      EXPECT_TRUE(IsRight(Get(*cache, compiler, name), name)) << name << " of " << size;
    }
  }
}

TEST_F(CacheFaultsTest, FlippedBitsNeverGiveAWrongKernel) {
  Fill(40);
  const std::string bytes = *ReadFile(path_);
  uint32_t random = 1;
  for (int round = 0; round < 100; ++round) {
    std::string flipped = bytes;
    for (int flips = 0; flips <= round % 8; ++flips) {
      random = random * 1664525 + 1013904223;
      flipped[random % flipped.size()] ^= static_cast<char>(1 << (random >> 29));
    }
    ASSERT_TRUE(WriteFile(path_, flipped).ok());
    std::filesystem::remove(path_ + "-journal");
    FakeCompiler compiler;
    auto cache = Open();
    for (int i = 0; i < 40; i += 3) {
      const std::string name = absl::StrCat("k", i);
      EXPECT_TRUE(IsRight(Get(*cache, compiler, name), name)) << name << ", round " << round;
    }
    if (round % 10 != 0) continue;
    EXPECT_TRUE(IsRight(Get(*cache, compiler, "new"), "new"));
  }
}

TEST_F(CacheFaultsTest, ARowThatFailsItsDigestIsCompiledAnew) {
  Fill(2);
  Execute("UPDATE kernel SET code = x'00' WHERE kernel_name = 'k0'");
  auto cache = Open();
  ExpectSteppedAround(*cache, "fails its digest; the kernel is compiled anew");
  EXPECT_TRUE(QuarantinedFiles().empty());
  FakeCompiler compiler;
  EXPECT_EQ(Get(*Open(), compiler, "k0")->origin, CodeOrigin::kUserCache) << "repaired";
}

TEST_F(CacheFaultsTest, AnotherProgramsDatabaseIsLeftAlone) {
  Execute("CREATE TABLE theirs(x); INSERT INTO theirs VALUES(1)");
  const std::string bytes = *ReadFile(path_);
  ExpectSteppedAround(*Open(), "belongs to another program; it is not used");
  EXPECT_EQ(*ReadFile(path_), bytes);
  EXPECT_TRUE(QuarantinedFiles().empty());
}

TEST_F(CacheFaultsTest, ANewerSchemaIsLeftAlone) {
  Fill(2);
  Execute("PRAGMA user_version = 99");
  const std::string bytes = *ReadFile(path_);
  ExpectSteppedAround(*Open(), "schema 99; this library knows 2; it is not used");
  EXPECT_EQ(*ReadFile(path_), bytes);
  EXPECT_TRUE(QuarantinedFiles().empty());
}

TEST_F(CacheFaultsTest, AnOlderSchemaIsBegunAnew) {
  Execute("CREATE TABLE kernel(x); PRAGMA application_id = 0x6666746b; PRAGMA user_version = 1");
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, MissingFolder) {
  path_ = "/no/such/folder/kernels.db";
  ExpectSteppedAround(*Open(), "it is not used");
}

TEST_F(CacheFaultsTest, AFolderInPlaceOfTheFile) {
  ASSERT_TRUE(std::filesystem::create_directory(path_));
  ExpectSteppedAround(*Open(), "it is not used");
}

TEST_F(CacheFaultsTest, ALockedFileIsReadWhereItMayBeAndWaitedForOnce) {
  Fill(1);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  auto cache = Open();
  FakeCompiler compiler;
  EXPECT_EQ(Get(*cache, compiler, "k0")->origin, CodeOrigin::kUserCache) << "readers go on";
  const absl::Time start = absl::Now();
  ExpectSteppedAround(*cache, "locked");
  for (int i = 10; i < 30; ++i) EXPECT_TRUE(Get(*cache, compiler, absl::StrCat("k", i)).ok());
  EXPECT_LT(absl::Now() - start, absl::Seconds(10)) << "waits once, not for each kernel";
  sqlite3_close(other);
}

TEST_F(CacheFaultsTest, AFileLockedAgainstReadersIsSteppedAround) {
  Fill(1);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  ExpectSteppedAround(*Open(), "locked");
  sqlite3_close(other);
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, AProcessWithoutDescriptorsTriesAgain) {
  Fill(2);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto cache = Open();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(absl::StrContains(cache->status(), "it is not used for now")) << cache->status();
}

// Runs `body` in a child in which files may have at most `bytes` bytes. Writes beyond this limit
// fail as on a full disk.
template <typename Body>
void WithFilesOfAtMost(rlim_t bytes, Body body) {
  const auto exit = CallInChild(
      [&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {bytes, bytes};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
        return body() ? 0 : 1;
      },
      absl::Seconds(60));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
}

TEST_F(CacheFaultsTest, AFullDiskKeepsReadersGoing) {
  Fill(2);
  WithFilesOfAtMost(std::filesystem::file_size(path_), [&] {
    std::vector<std::string> warnings;
    auto cache = KernelCache::Open(
        {.user_path = path_,
         .log = [&](absl::LogSeverity, const std::string& text) { warnings.push_back(text); }});
    FakeCompiler compiler;
    for (int i = 2; i < 60; ++i) {
      const std::string name = absl::StrCat("k", i);
      if (!IsRight(Get(*cache, compiler, name), name)) return false;
    }
    const bool old_is_read = Get(*cache, compiler, "k0")->origin == CodeOrigin::kUserCache;
    return old_is_read && warnings.size() == 1 && absl::StrContains(warnings[0], "not kept");
  });
  // What the failing writes left behind does no harm.
  FakeCompiler compiler;
  EXPECT_EQ(Get(*Open(), compiler, "k1")->origin, CodeOrigin::kUserCache);
  EXPECT_TRUE((*OpenKernelStore(path_, StoreMode::kReadWrite))->Verify()->empty());
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CacheFaultsTest, ADiskFullFromTheStart) {
  WithFilesOfAtMost(0, [&] {
    auto cache = KernelCache::Open({.user_path = path_});
    FakeCompiler compiler;
    return IsRight(Get(*cache, compiler, "a"), "a") &&
           Get(*cache, compiler, "a")->origin == CodeOrigin::kMemory && cache->status() != "ok";
  });
  ExpectInUseAgain();
}

// Runs `body` as a user who is bound by file permissions.
template <typename Body>
void AsOrdinaryUser(Body body) {
  const auto exit = CallInChild(
      [&] {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 2;
        return body() ? 0 : 1;
      },
      absl::Seconds(60));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
}

TEST_F(CacheFaultsTest, AReadOnlyFolderIsReadFrom) {
  Fill(1);
  ASSERT_EQ(chmod(path_.c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder_->path().c_str(), 0555), 0);
  AsOrdinaryUser([&] {
    std::vector<std::string> warnings;
    auto cache = KernelCache::Open(
        {.user_path = path_,
         .log = [&](absl::LogSeverity, const std::string& text) { warnings.push_back(text); }});
    FakeCompiler compiler;
    if (Get(*cache, compiler, "k0")->origin != CodeOrigin::kUserCache) return false;
    for (const char* name : {"new", "newer"}) {
      if (!IsRight(Get(*cache, compiler, name), name)) return false;
    }
    return warnings.size() == 1 && absl::StrContains(warnings[0], path_);
  });
  ASSERT_EQ(chmod(folder_->path().c_str(), 0755), 0);
}

TEST_F(CacheFaultsTest, AReadOnlyFolderWithoutAFile) {
  ASSERT_EQ(chmod(folder_->path().c_str(), 0555), 0);
  AsOrdinaryUser([&] {
    auto cache = KernelCache::Open({.user_path = path_});
    FakeCompiler compiler;
    return IsRight(Get(*cache, compiler, "new"), "new") &&
           absl::StrContains(cache->status(), "it is not used");
  });
  ASSERT_EQ(chmod(folder_->path().c_str(), 0755), 0);
}

TEST_F(CacheFaultsTest, TheLimitOnFilesIsAnErrorAndNoSignal) {
  Fill(2);
  const rlim_t size = std::filesystem::file_size(path_);
  for (const rlim_t bytes : {rlim_t{0}, rlim_t{600}, size}) {
    const auto exit = CallInChild(
        [&] {
          signal(SIGXFSZ, SIG_DFL);
          const rlimit limit = {bytes, bytes};
          if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
          auto cache = KernelCache::Open({.user_path = path_});
          FakeCompiler compiler;
          for (int i = 0; i < 40; ++i) {
            const std::string name = absl::StrCat("n", i);
            if (!IsRight(Get(*cache, compiler, name), name)) return 3;
          }
          const bool is_told = cache->status() != "ok";
          cache.reset();
          return is_told ? 0 : 4;
        },
        absl::Seconds(60));
    ASSERT_TRUE(exit.ok()) << exit.status();
    EXPECT_TRUE(exit->ok()) << bytes << ": " << exit->Describe();
  }
}

TEST_F(CacheFaultsTest, WhatIsNoRegularFileIsRefusedAtOnce) {
  const absl::Time start = absl::Now();
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  ExpectSteppedAround(*Open(), "is a FIFO; allowed: a regular file; it is not used");
  EXPECT_TRUE(std::filesystem::is_fifo(path_)) << "left alone";
  warnings_.clear();
  path_ = "/dev/null";
  ExpectSteppedAround(*Open(), "is a device; allowed: a regular file; it is not used");
  EXPECT_LT(absl::Now() - start, absl::Seconds(2));
}

TEST_F(CacheFaultsTest, FilesThatOthersMayWriteAreRefused) {
  Fill(2);
  const std::string bytes = *ReadFile(path_);
  for (const mode_t mode : {0666, 0664, 0646}) {
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
    warnings_.clear();
    ExpectSteppedAround(*Open(), absl::StrFormat("may write it (mode %04o)", mode));
    warnings_.clear();
    ExpectSteppedAround(*KernelCache::Open({.system_path = path_, .log = Sink()}),
                        "it is not used");
  }
  EXPECT_EQ(*ReadFile(path_), bytes);
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  ExpectInUseAgain();
}

// SQLite would open the file that a URI stands for, and that file has not been checked.
TEST_F(CacheFaultsTest, UrisAreNamesOfFiles) {
  Fill(2);
  ASSERT_EQ(chmod(path_.c_str(), 0666), 0);
  path_ = "file:" + path_;
  ExpectSteppedAround(*Open(), "unable to open database file");
  warnings_.clear();
  ExpectSteppedAround(*KernelCache::Open({.system_path = path_, .log = Sink()}), "it is not used");
}

TEST_F(CacheFaultsTest, FilesOfOtherUsersAreRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  Fill(2);
  ASSERT_EQ(chown(path_.c_str(), 65534, 65534), 0);
  ExpectSteppedAround(*Open(), "belongs to user 65534; allowed: user 0");
}

TEST_F(CacheFaultsTest, LinksOfOtherUsersAreRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  Fill(2);
  const std::string file = path_;
  path_ = folder_->path() + "/link.db";
  std::filesystem::create_symlink(file, path_);
  ExpectInUseAgain();  // a link to one's own file is allowed
  ASSERT_EQ(lchown(path_.c_str(), 65534, 65534), 0);
  ExpectSteppedAround(*Open(), "is a link of user 65534");
}

TEST_F(CacheFaultsTest, JournalsThatOthersPutThereAreNotPlayedBack) {
  Fill(2);
  const std::string journal = path_ + "-journal";
  ASSERT_TRUE(WriteFile(journal, "pages").ok());
  ASSERT_EQ(chmod(journal.c_str(), 0666), 0);
  ExpectSteppedAround(*Open(), "-journal: group or others may write it");
  std::filesystem::remove(journal);
  std::filesystem::create_symlink(path_, journal);
  warnings_.clear();
  ExpectSteppedAround(*Open(), "-journal: is a link");
}

TEST_F(CacheFaultsTest, FoldersInWhichOthersMayReplaceFilesAreRefused) {
  Fill(2);
  ASSERT_EQ(chmod(folder_->path().c_str(), 0777), 0);
  ExpectSteppedAround(*Open(), "everybody may replace files in the folder");
  ASSERT_EQ(chmod(folder_->path().c_str(), 01777), 0);
  ExpectInUseAgain();
}

TEST_F(CacheFaultsTest, LinksAtTheLockFileAreNotFollowed) {
  const std::string elsewhere = folder_->path() + "/elsewhere";
  std::filesystem::create_symlink(elsewhere, path_ + ".lock");
  ExpectSteppedAroundForTurns("kernels.db.lock: is a link");
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
  std::filesystem::remove(path_ + ".lock");
  ASSERT_EQ(mkfifo((path_ + ".lock").c_str(), 0600), 0);
  ExpectSteppedAroundForTurns("kernels.db.lock: is a FIFO");
}

TEST_F(CacheFaultsTest, AForkOpensItsOwnConnection) {
  Fill(2);
  auto cache = Open();
  FakeCompiler compiler;
  ASSERT_TRUE(IsRight(Get(*cache, compiler, "before"), "before"));
  const auto exit = CallInChild(
      [&] {
        const int files = LinksTo(path_);
        FakeCompiler own;
        if (!IsRight(Get(*cache, own, "child"), "child")) return 2;
        if (Get(*cache, own, "k1")->origin != CodeOrigin::kUserCache) return 3;
        // The parent's connection is still open, although nobody uses it.
        if (LinksTo(path_) != files + 1) return 4;
        cache.reset();
        return LinksTo(path_) == files ? 0 : 5;
      },
      absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
  EXPECT_TRUE(IsRight(Get(*cache, compiler, "after"), "after"));
  EXPECT_EQ(Get(*Open(), compiler, "child")->origin, CodeOrigin::kUserCache);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CacheFaultsTest, DamagedSystemCachesAreLeftAlone) {
  ASSERT_TRUE(WriteFile(path_, std::string(4096, 'x')).ok());
  auto cache = KernelCache::Open({.system_path = path_, .log = Sink()});
  ExpectSteppedAround(*cache, "it is not used");
  EXPECT_TRUE(QuarantinedFiles().empty());
  EXPECT_EQ(*ReadFile(path_), std::string(4096, 'x'));
}

TEST_F(CacheFaultsTest, OneOfManySetsAFileAsideAndNoneItsSuccessor) {
  ASSERT_TRUE(WriteFile(path_, std::string(4096, 'x')).ok());
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      FakeCompiler compiler;
      auto cache = KernelCache::Open({.user_path = path_});
      for (int i = 0; i < 5; ++i) {
        const std::string name = absl::StrCat("t", t, "k", i);
        EXPECT_TRUE(IsRight(Get(*cache, compiler, name), name));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(QuarantinedFiles().size(), 1u);
  auto store = OpenKernelStore(path_, StoreMode::kReadWrite);
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->List()->size(), 40u);
  EXPECT_TRUE((*store)->Verify()->empty());
}

TEST_F(CacheFaultsTest, ADeletedFileDoesNoHarm) {
  Fill(1);
  auto cache = Open();
  ASSERT_TRUE(std::filesystem::remove(path_));
  FakeCompiler compiler;
  for (const char* name : {"k0", "new"}) EXPECT_TRUE(IsRight(Get(*cache, compiler, name), name));
  ExpectInUseAgain();
}

TEST(QuarantineFile, LeavesFilesOfAnotherIdentityAlone) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const std::string path = folder->path() + "/file";
  EXPECT_EQ(FileIdentity(path), "");
  EXPECT_EQ(*QuarantineFile(path, "1:2"), "");
  ASSERT_TRUE(WriteFile(path, "old").ok());
  ASSERT_TRUE(WriteFile(path + "-journal", "its journal").ok());
  const std::string identity = FileIdentity(path);
  EXPECT_EQ(*QuarantineFile(path, "1:2"), "") << "not that file";
  const auto kept = QuarantineFile(path, identity);
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(*ReadFile(*kept), "old");
  EXPECT_EQ(*ReadFile(*kept + "-journal"), "its journal");
  ASSERT_TRUE(WriteFile(path, "new").ok());
  EXPECT_EQ(*QuarantineFile(path, identity), "");
  EXPECT_EQ(*ReadFile(path), "new");
}

}  // namespace
}  // namespace fft::rtc
