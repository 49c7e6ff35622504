#include "fft/rtc/cache/kernel_cache.h"

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/cancel.h"
#include "fft/base/ir_marker.h"
#include "fft/rtc/absent_compiler.h"
#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/system/subprocess.h"
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
  EXPECT_EQ(first->origin, CodeOrigin::kCompiledInProcess);
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
  EXPECT_EQ(second->origin, CodeOrigin::kMemory);
  EXPECT_EQ(second->source_digest, Sha256("source"));
  EXPECT_EQ(asked, 0) << "a hit makes no source";
  EXPECT_EQ(compiler.compiles(), 1);
  EXPECT_EQ(cache->counters().compiles, 1);
  EXPECT_EQ(cache->counters().memory_hits, 1);
  EXPECT_EQ(cache->status(), "ok");
}

TEST(KernelCache, CodeThatIsNotAcceptedIsKeptNowhere) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const std::string path = folder->path() + "/kernels.db";
  auto cache = KernelCache::Open({.user_path = path});
  FakeCompiler compiler;
  std::string offered;
  const auto get = [&](const absl::Status& verdict) {
    return cache->GetOrCompile(
        Key("a"), [] { return Request("a", "s"); }, compiler,
        [&](const CodeObject& object) {
          offered = object.bytes;
          EXPECT_TRUE((*OpenKernelStore(path, StoreMode::kReadOnly))->List()->empty());
          return verdict;
        });
  };
  EXPECT_EQ(get(absl::InternalError("does not load")).status(),
            absl::InternalError("does not load"));
  EXPECT_EQ(offered, "code of s");
  EXPECT_EQ(*cache->Deserialize(cache->Serialize(), "gen 1"), 0);
  EXPECT_TRUE((*OpenKernelStore(path, StoreMode::kReadOnly))->List()->empty());
  const auto second = get(absl::OkStatus());
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(compiler.compiles(), 2);
  EXPECT_EQ((*OpenKernelStore(path, StoreMode::kReadOnly))->List()->size(), 1u);
  offered.clear();
  EXPECT_EQ(get(absl::InternalError("not asked"))->origin, CodeOrigin::kMemory);
  EXPECT_EQ(offered, "") << "what is stored was accepted once";
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
  EXPECT_EQ(counters.shared + counters.hits(), 7);
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

// A compiler that never ends by itself.
class EndlessCompiler final : public Compiler {
 public:
  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    runs = true;
    while (!request.cancel.is_cancelled()) absl::SleepFor(absl::Milliseconds(1));
    return absl::CancelledError("as asked");
  }
  std::string Version() const override { return "fake 1"; }
  std::string name() const override { return "fake"; }

  std::atomic<bool> runs = false;
};

TEST(KernelCache, WhoWaitsForACancelledCompileTakesItOver) {
  auto cache = KernelCache::Open({});
  EndlessCompiler endless;
  FakeCompiler compiler;
  const auto get = [&](Compiler& with, const CancelToken& cancel) {
    return cache->GetOrCompile(
        Key("a"), [] { return Request("a", "s"); }, with,
        [](const CodeObject&) { return absl::OkStatus(); }, cancel);
  };
  const CancelToken first_cancel = CancelToken::Create();
  const CancelToken second_cancel = CancelToken::Create();
  absl::Status first, second;
  absl::StatusOr<CachedKernel> third = absl::UnknownError("");
  std::thread leader([&] { first = get(endless, first_cancel).status(); });
  while (!endless.runs) absl::SleepFor(absl::Milliseconds(1));
  std::thread impatient([&] { second = get(compiler, second_cancel).status(); });
  std::thread patient([&] { third = get(compiler, {}); });
  while (cache->counters().shared < 2) absl::SleepFor(absl::Milliseconds(1));
  second_cancel.Cancel();
  impatient.join();
  EXPECT_TRUE(absl::IsCancelled(second)) << second;
  first_cancel.Cancel();
  leader.join();
  patient.join();
  EXPECT_TRUE(absl::IsCancelled(first)) << first;
  ASSERT_TRUE(third.ok()) << third.status();
  EXPECT_EQ(third->object.bytes, "code of s");
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
    user_ = folder_->path() + "/user.db";
    system_ = folder_->path() + "/system.db";
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string user_, system_;
};

TEST_F(KernelCacheFileTest, FilesServeLaterCaches) {
  FakeCompiler compiler;
  EXPECT_TRUE(Get(*KernelCache::Open({.user_path = user_}), compiler, "a").ok());
  auto cache = KernelCache::Open({.user_path = user_});
  auto found = Get(*cache, compiler, "a");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->origin, CodeOrigin::kUserCache);
  EXPECT_EQ(Get(*cache, compiler, "a")->origin, CodeOrigin::kMemory) << "read once";
  EXPECT_EQ(compiler.compiles(), 1);
  EXPECT_EQ(cache->counters().user_hits, 1);
  EXPECT_EQ(cache->counters().memory_hits, 1);
  EXPECT_EQ(cache->status(), "ok");
}

TEST_F(KernelCacheFileTest, TheSystemCacheComesBeforeTheUserCache) {
  FakeCompiler compiler;
  EXPECT_TRUE(Get(*KernelCache::Open({.user_path = system_}), compiler, "a").ok());
  auto both = [&] { return KernelCache::Open({.user_path = user_, .system_path = system_}); };
  EXPECT_EQ(Get(*both(), compiler, "a")->origin, CodeOrigin::kSystemCache);
  EXPECT_TRUE(IsCompiled(Get(*both(), compiler, "b")->origin));
  auto cache = both();
  EXPECT_EQ(Get(*cache, compiler, "b")->origin, CodeOrigin::kUserCache);
  EXPECT_EQ(Get(*cache, compiler, "a")->origin, CodeOrigin::kSystemCache);
  EXPECT_EQ(cache->counters().system_hits, 1);
  EXPECT_EQ(cache->status(), "ok");
  const auto shipped = (*OpenKernelStore(system_, StoreMode::kReadOnly))->List();
  EXPECT_EQ(shipped->size(), 1u) << "new kernels go to the user cache";
  const auto own = (*OpenKernelStore(user_, StoreMode::kReadOnly))->List();
  EXPECT_EQ(own->size(), 1u) << "shipped kernels are not copied to it";
}

TEST_F(KernelCacheFileTest, CodeOfOtherCompilersServesWhereItMay) {
  FakeCompiler compiler;
  for (const std::string& path : {user_, system_}) {
    for (const char* version : {"fake 0.7", "fake 0.8"}) {
      CacheKey key = Key(path == user_ ? "kept" : "shipped");
      key.compiler_version = version;
      const auto make = [&] { return Request(key.kernel_name, version); };
      ASSERT_TRUE(KernelCache::Open({.user_path = path})->GetOrCompile(key, make, compiler).ok());
    }
  }
  const auto absent = MakeAbsentCompiler(absl::UnavailableError("no NVRTC at /here"));
  KernelCacheOptions options = {.user_path = user_, .system_path = system_};
  auto exact = Get(*KernelCache::Open(options), *absent, "shipped");
  EXPECT_EQ(exact.status(),
            absl::UnavailableError("kernel \"shipped\" for host is in no cache, and "
                                   "no NVRTC at /here"));
  options.match_shipped = CompilerMatch::kAny;
  auto shipped = Get(*KernelCache::Open(options), *absent, "shipped");
  ASSERT_TRUE(shipped.ok()) << shipped.status();
  EXPECT_EQ(shipped->object.bytes, "code of fake 0.8") << "the newest";
  EXPECT_EQ(shipped->origin, CodeOrigin::kSystemCache);
  EXPECT_FALSE(Get(*KernelCache::Open(options), *absent, "kept").ok());
  options.match_kept = CompilerMatch::kAny;
  auto kept = Get(*KernelCache::Open(options), *absent, "kept");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(kept->object.bytes, "code of fake 0.8");
  EXPECT_EQ(compiler.compiles(), 4);

  // Code of the key's own compiler version comes first, whatever that version is.
  CacheKey own = Key("shipped");
  own.compiler_version = "fake 0.5";
  ASSERT_TRUE(KernelCache::Open({.user_path = system_})
                  ->GetOrCompile(
                      own, [] { return Request("shipped", "own"); }, compiler)
                  .ok());
  auto found = KernelCache::Open(options)->GetOrCompile(
      own, [] { return Request("shipped", "own"); }, *absent);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->object.bytes, "code of own");
  // A kernel that another process has sent serves as well.
  auto sender = KernelCache::Open({.system_path = system_});
  ASSERT_TRUE(sender
                  ->GetOrCompile(
                      own, [] { return Request("shipped", "own"); }, *absent)
                  .ok());
  auto receiver = KernelCache::Open({.match_shipped = CompilerMatch::kAny});
  ASSERT_TRUE(receiver->Deserialize(sender->Serialize(), "gen 1").ok());
  EXPECT_EQ(Get(*receiver, *absent, "shipped")->object.bytes, "code of own");
}

TEST_F(KernelCacheFileTest, UserCacheIsKeptWithinItsLimit) {
  FakeCompiler compiler;
  constexpr int64_t kLimit = 256 << 10;
  auto cache = KernelCache::Open({.user_path = user_, .user_limit_bytes = kLimit});
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(Get(*cache, compiler, absl::StrCat("k", i), std::string(50000, 's')).ok());
  }
  auto store = OpenKernelStore(user_, StoreMode::kReadOnly);
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_LE(*(*store)->UsedBytes(), kLimit);
  EXPECT_GE((*store)->List()->size(), 3u);
  EXPECT_TRUE((*(*store)->Get(Key("k19"))).has_value()) << "the newest stays";
  EXPECT_EQ(cache->status(), "ok");
}

TEST_F(KernelCacheFileTest, CachesOnOneFileCompileEachKernelOnce) {
  FakeCompiler compiler(absl::Milliseconds(100));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      // This cache stands for another process, which shares only the file.
      auto cache = KernelCache::Open({.user_path = user_});
      for (const char* name : {"a", "b"}) EXPECT_TRUE(Get(*cache, compiler, name).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(compiler.compiles(), 2);
}

TEST_F(KernelCacheFileTest, RecompileReplacesWhatIsStored) {
  FakeCompiler compiler;
  {
    auto cache = KernelCache::Open({.user_path = user_});
    EXPECT_TRUE(Get(*cache, compiler, "a", "old").ok());
    auto again = cache->Recompile(
        Key("a"), [] { return Request("a", "new"); }, compiler);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_TRUE(IsCompiled(again->origin));
    EXPECT_EQ(Get(*cache, compiler, "a")->object.bytes, "code of new");
  }
  EXPECT_EQ(Get(*KernelCache::Open({.user_path = user_}), compiler, "a")->object.bytes,
            "code of new");
  EXPECT_EQ(compiler.compiles(), 2);
}

TEST(KernelCache, SerializedKernelsNeedNoCompile) {
  FakeCompiler compiler;
  auto first = KernelCache::Open({});
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(Get(*first, compiler, name).ok());
  const std::string bundle = first->Serialize();
  auto second = KernelCache::Open({});
  const auto count = second->Deserialize(bundle, "gen 1");
  ASSERT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(*count, 3);
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(Get(*second, compiler, name)->origin, CodeOrigin::kMemory) << name;
  }
  EXPECT_EQ(compiler.compiles(), 3);
  EXPECT_EQ(second->Serialize(), bundle) << "equal kernels, equal bytes";
}

TEST(KernelCache, BundlesOfOtherGeneratorsAreRefusedWhole) {
  FakeCompiler compiler;
  auto first = KernelCache::Open({});
  EXPECT_TRUE(Get(*first, compiler, "a").ok());
  auto second = KernelCache::Open({});
  const auto count = second->Deserialize(first->Serialize(), "gen 2");
  EXPECT_EQ(count.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(count.status().message().find("gen 2"), std::string::npos);
  EXPECT_TRUE(IsCompiled(Get(*second, compiler, "a")->origin)) << "nothing was taken";
}

// Returns the text itself, as if no compiler were installed.
class TextCompiler final : public Compiler {
 public:
  absl::StatusOr<CodeObject> Compile(const CompileRequest&) override {
    return CodeObject{.bytes = absl::StrCat(kLlvmIrMarker, "\n"), .log = "install a compiler"};
  }
  std::string Version() const override { return "fake 1"; }
  std::string name() const override { return "host"; }
};

TEST(KernelCache, InterpretedKernelsStayInMemory) {
  const auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  TextCompiler compiler;
  std::vector<std::string> said;
  const KernelCacheOptions options = {
      .user_path = folder->path() + "/kernels.db",
      .log = [&](absl::LogSeverity, const std::string& text) { said.emplace_back(text); }};
  for (int process = 0; process < 2; ++process) {
    auto cache = KernelCache::Open(options);
    EXPECT_EQ(Get(*cache, compiler, "a")->origin, CodeOrigin::kInterpreted);
    EXPECT_EQ(Get(*cache, compiler, "a")->origin, CodeOrigin::kMemory);
    EXPECT_EQ(Get(*cache, compiler, "b")->origin, CodeOrigin::kInterpreted);
    EXPECT_EQ(*cache->Deserialize(cache->Serialize(), "gen 1"), 0);
  }
  EXPECT_EQ(said, std::vector<std::string>(2, "install a compiler")) << "once a process";
}

TEST(KernelCache, OriginsHaveDistinctNames) {
  std::set<std::string> names;
  for (const CodeOrigin origin :
       {CodeOrigin::kMemory, CodeOrigin::kSystemCache, CodeOrigin::kUserCache,
        CodeOrigin::kCompiledInProcess, CodeOrigin::kCompiledByHelper, CodeOrigin::kInterpreted}) {
    EXPECT_TRUE(names.insert(CodeOriginName(origin)).second);
    EXPECT_EQ(IsCompiled(origin), CodeOriginName(origin).rfind("compiled", 0) == 0);
  }
}

TEST(CompileScheduler, CompilesAllInOrderWithinItsThreads) {
  auto cache = KernelCache::Open({});
  FakeCompiler compiler(absl::Milliseconds(20));
  std::vector<CompileJob> jobs;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "k" + std::to_string(i % 10);  // each name is requested twice
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
