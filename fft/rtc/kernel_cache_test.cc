#include "fft/rtc/kernel_cache.h"

#include <sqlite3.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/subprocess.h"
#include "fft/rtc/testing/fake_compiler.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

CacheKey Key(const std::string& kernel_name) { return {kernel_name, "host", "fake 1", "gen 1"}; }

CompileRequest Request(const std::string& kernel_name, const std::string& source) {
  return {kernel_name, source, "host", {}};
}

absl::StatusOr<CachedKernel> Get(KernelCache& cache, Compiler& compiler,
                                 const std::string& kernel_name, const std::string& source = "s") {
  return cache.GetOrCompile(
      Key(kernel_name), [&] { return Request(kernel_name, source); }, compiler);
}

TEST(KernelCache, CompilesOnceThenHits) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler;
  auto first = Get(*cache, compiler, "a", "source");
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->object.bytes, "code of source");
  EXPECT_EQ(first->origin, CodeOrigin::kCompiled);
  EXPECT_EQ(first->source_digest, Sha256("source"));
  int asked = 0;
  auto second = cache->GetOrCompile(
      Key("a"),
      [&] {
        ++asked;
        return Request("a", "source");
      },
      compiler);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->object.bytes, "code of source");
  EXPECT_EQ(second->object.log, "log");
  EXPECT_EQ(second->object.milliseconds, 1.5);
  EXPECT_EQ(second->origin, CodeOrigin::kStored);
  EXPECT_EQ(second->source_digest, Sha256("source"));
  EXPECT_EQ(asked, 0) << "a hit makes no source";
  EXPECT_EQ(compiler.compiles(), 1);
  EXPECT_EQ(cache->counters().compiles, 1);
  EXPECT_EQ(cache->counters().hits, 1);
  EXPECT_EQ(cache->status(), "ok");
}

TEST(KernelCache, EightThreadsShareOneCompile) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler(absl::Milliseconds(100));
  std::vector<absl::StatusOr<CachedKernel>> results(8, absl::UnknownError(""));
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] { results[i] = Get(*cache, compiler, "a"); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) {
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->object.bytes, "code of s");
  }
  EXPECT_EQ(compiler.compiles(), 1);
  const CacheCounters counters = cache->counters();
  EXPECT_EQ(counters.compiles, 1);
  EXPECT_EQ(counters.shared + counters.hits, 7);
}

TEST(KernelCache, ThreadsShareAFailureAndMayTryAgain) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler(absl::Milliseconds(50));
  std::vector<absl::Status> results(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] { results[i] = Get(*cache, compiler, "a", "fail").status(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& result : results) {
    EXPECT_EQ(result.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(result.message().find("asked to fail"), std::string::npos);
  }
  EXPECT_TRUE(Get(*cache, compiler, "a", "good").ok()) << "a failure is not kept";
}

TEST(KernelCache, ProducerErrorsComeThrough) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler;
  auto result = cache->GetOrCompile(
      Key("a"), []() -> absl::StatusOr<CompileRequest> { return absl::AbortedError("no source"); },
      compiler);
  EXPECT_EQ(result.status(), absl::AbortedError("no source"));
  EXPECT_EQ(compiler.compiles(), 0);
}

TEST(KernelCache, RequestsMustMatchTheirKey) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler;
  auto name = cache->GetOrCompile(
      Key("a"), [] { return Request("b", "s"); }, compiler);
  EXPECT_EQ(name.status().code(), absl::StatusCode::kInvalidArgument);
  auto arch = cache->GetOrCompile(
      Key("a"),
      [] {
        return CompileRequest{"a", "s", "gfx90a", {}};
      },
      compiler);
  EXPECT_EQ(arch.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(compiler.compiles(), 0);
}

class KernelCacheFileTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }

  // The cache compiles, keeps what it compiled, and says what is wrong.
  void ExpectSteppedAround(KernelCache& cache, const std::string& reason) {
    FakeCompiler compiler;
    EXPECT_TRUE(Get(cache, compiler, "new").ok());
    auto again = Get(cache, compiler, "new");
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->origin, CodeOrigin::kStored) << "kept in memory";
    EXPECT_EQ(compiler.compiles(), 1);
    EXPECT_NE(cache.status().find(reason), std::string::npos) << cache.status();
    EXPECT_GT(cache.counters().store_errors, 0);
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string path_;
};

TEST_F(KernelCacheFileTest, FilesServeLaterCaches) {
  FakeCompiler compiler;
  EXPECT_TRUE(Get(*KernelCache::Open({.path = path_}), compiler, "a").ok());
  auto cache = KernelCache::Open({.path = path_});
  auto found = Get(*cache, compiler, "a");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->origin, CodeOrigin::kStored);
  EXPECT_EQ(compiler.compiles(), 1);
  EXPECT_EQ(cache->status(), "ok");
}

TEST_F(KernelCacheFileTest, ForeignFile) {
  ASSERT_TRUE(WriteFile(path_, std::string(4096, 'x')).ok());
  ExpectSteppedAround(*KernelCache::Open({.path = path_}), path_);
}

TEST_F(KernelCacheFileTest, MissingFolder) {
  ExpectSteppedAround(*KernelCache::Open({.path = "/no/such/folder/kernels.db"}),
                      "/no/such/folder");
}

TEST_F(KernelCacheFileTest, LockedFile) {
  FakeCompiler compiler;
  EXPECT_TRUE(Get(*KernelCache::Open({.path = path_}), compiler, "a").ok());
  auto cache = KernelCache::Open({.path = path_});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(Get(*cache, compiler, "a")->origin, CodeOrigin::kStored) << "readers go on";
  ExpectSteppedAround(*cache, "locked");
  sqlite3_close(other);
}

TEST_F(KernelCacheFileTest, CorruptRowIsCompiledAnewAndRepaired) {
  FakeCompiler compiler;
  EXPECT_TRUE(Get(*KernelCache::Open({.path = path_}), compiler, "a").ok());
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "UPDATE kernel SET code = x'00'", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  auto cache = KernelCache::Open({.path = path_});
  auto kernel = Get(*cache, compiler, "a");
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_EQ(kernel->object.bytes, "code of s");
  EXPECT_EQ(kernel->origin, CodeOrigin::kCompiled);
  EXPECT_NE(cache->status().find("digest"), std::string::npos) << cache->status();
  EXPECT_EQ(Get(*KernelCache::Open({.path = path_}), compiler, "a")->origin, CodeOrigin::kStored);
  EXPECT_EQ(compiler.compiles(), 2);
}

TEST_F(KernelCacheFileTest, CorruptPagesAreSteppedAround) {
  FakeCompiler compiler;
  {
    auto cache = KernelCache::Open({.path = path_});
    for (int i = 0; i < 50; ++i) {
      EXPECT_TRUE(Get(*cache, compiler, "k" + std::to_string(i), std::string(2000, 's')).ok());
    }
  }
  std::string bytes = *ReadFile(path_);
  for (size_t at = 4096; at < bytes.size(); ++at) bytes[at] = static_cast<char>(at * 37);
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  auto cache = KernelCache::Open({.path = path_});
  auto kernel = Get(*cache, compiler, "k7", std::string(2000, 's'));
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_EQ(kernel->object.bytes, "code of " + std::string(2000, 's'));
  EXPECT_NE(cache->status(), "ok");
}

TEST(CompileScheduler, CompilesAllInOrderWithinItsThreads) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler(absl::Milliseconds(20));
  std::vector<CompileJob> jobs;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "k" + std::to_string(i % 10);  // two are wanted twice
    jobs.push_back({Key(name), [name] { return Request(name, "source of " + name); }});
  }
  const CompileScheduler scheduler({.threads = 3});
  EXPECT_EQ(scheduler.threads(), 3);
  const auto results = scheduler.CompileAll(jobs, *cache, compiler);
  ASSERT_EQ(results.size(), 12u);
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(results[i].ok()) << results[i].status();
    EXPECT_EQ(results[i]->object.bytes, "code of source of k" + std::to_string(i % 10));
  }
  EXPECT_EQ(compiler.compiles(), 10);
  EXPECT_GT(compiler.most_running(), 1);
  EXPECT_LE(compiler.most_running(), 3);
}

TEST(CompileScheduler, OneErrorDoesNotStopTheOthers) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler;
  const std::vector<CompileJob> jobs = {
      {Key("a"), [] { return Request("a", "s"); }},
      {Key("b"), [] { return Request("b", "fail"); }},
      {Key("c"), [] { return Request("c", "s"); }},
  };
  const auto results = CompileScheduler().CompileAll(jobs, *cache, compiler);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].ok());
  EXPECT_NE(results[1].status().message().find("b: asked to fail"), std::string::npos);
  EXPECT_TRUE(results[2].ok());
  EXPECT_TRUE(CompileScheduler().CompileAll({}, *cache, compiler).empty());
  EXPECT_GE(CompileScheduler().threads(), 1);
}

}  // namespace
}  // namespace fft::rtc
