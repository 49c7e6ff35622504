#include <sstream>

#include "fft/base/json.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/commands.h"

namespace fft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Result {
  int code;
  std::string out;
  std::string err;
};

class CacheCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = rtc::TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<rtc::TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }

  Result Call(std::vector<std::string> arguments) {
    std::ostringstream out, err;
    arguments.insert(arguments.begin(), "cache");
    arguments.insert(arguments.end(), {"--path", path_});
    const int code = RunTool(arguments, out, err);
    return {code, out.str(), err.str()};
  }

  void Put(const std::string& name, const std::string& generator, const std::string& code) {
    auto store = rtc::OpenKernelStore(path_, rtc::StoreMode::kReadWrite);
    ASSERT_TRUE(store.ok()) << store.status();
    ASSERT_TRUE(
        (*store)
            ->Put({name, "gfx90a", "compiler 1", generator},
                  {.object = {.bytes = code, .milliseconds = 100}, .source_digest = Sha256(name)})
            .ok());
  }
  void PutTwo() {
    Put("fft_len8_lds1", kernels::GeneratorVersion(), std::string(2048, 'c'));
    Put("fft_len9_lds1", "an older generator", std::string(1024, 'c'));
  }

  std::unique_ptr<rtc::TemporaryFolder> folder_;
  std::string path_;
};

TEST_F(CacheCommandTest, Stats) {
  PutTwo();
  const Result text = Call({"stats"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("gfx90a        2  3 KiB       200 ms                    1\n"));
  const Json json = Json::parse(Call({"stats", "--json"}).out);
  EXPECT_EQ(json["kernels"], 2);
  EXPECT_EQ(json["code_bytes"], 3072);
}

TEST_F(CacheCommandTest, List) {
  PutTwo();
  EXPECT_THAT(Call({"list"}).out, HasSubstr("fft_len9_lds1"));
  const Json json = Json::parse(Call({"list", "--json"}).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["kernel"], "fft_len8_lds1");
  EXPECT_EQ(json[1]["generator_version"], "an older generator");
}

TEST_F(CacheCommandTest, ExplainSaysWhatDiffers) {
  PutTwo();
  const Result names = Call({"explain", "fft_len8_lds1", "1"});
  EXPECT_EQ(names.code, 0) << names.err;
  EXPECT_THAT(names.out, HasSubstr("they are different kernels"));
  EXPECT_THAT(names.out, HasSubstr("-len8 +len9"));
  EXPECT_THAT(names.out, HasSubstr("arch: the same, gfx90a"));
  EXPECT_THAT(names.out, HasSubstr("generator: differs"));
  Put("fft_len8_lds1", "an older generator", "code");
  const Result ambiguous = Call({"explain", "fft_len8_lds1", "2"});
  EXPECT_EQ(ambiguous.code, 1);
  EXPECT_THAT(ambiguous.err, HasSubstr("numbers 0, 1"));
  const Result generators = Call({"explain", "0", "1"});
  EXPECT_THAT(generators.out, HasSubstr("kernel: the same"));
  EXPECT_THAT(generators.out, HasSubstr("source: the same"));
  EXPECT_THAT(Call({"explain", "0", "0"}).out, HasSubstr("one and the same"));
  EXPECT_EQ(Call({"explain", "0", "nothing"}).code, 1);
}

TEST_F(CacheCommandTest, ExportedKernelsCanBeImported) {
  PutTwo();
  const std::string file = folder_->path() + "/bundle";
  EXPECT_EQ(Call({"export", file}).code, 0);
  const std::string before = Call({"list", "--json"}).out;
  path_ = folder_->path() + "/other.db";
  const Result imported = Call({"import", file});
  EXPECT_EQ(imported.code, 0) << imported.err;
  EXPECT_THAT(imported.out, HasSubstr("2 kernels imported"));
  EXPECT_EQ(Json::parse(Call({"list", "--json"}).out).size(), Json::parse(before).size());
  EXPECT_EQ(Call({"verify"}).code, 0);
  const std::string again = folder_->path() + "/again";
  EXPECT_EQ(Call({"export", again}).code, 0);
  EXPECT_EQ(*rtc::ReadFile(file), *rtc::ReadFile(again));
  ASSERT_TRUE(rtc::WriteFile(file, "not a bundle").ok());
  const Result refused = Call({"import", file});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("FFTKRNLS"));
}

TEST_F(CacheCommandTest, Prune) {
  PutTwo();
  EXPECT_THAT(Call({"prune"}).err, HasSubstr("--limit"));
  EXPECT_THAT(Call({"prune", "--days", "1"}).out, HasSubstr("0 kernels removed"));
  EXPECT_THAT(Call({"prune", "--stale"}).out, HasSubstr("1 kernels removed"));
  EXPECT_THAT(Call({"list"}).out, Not(HasSubstr("fft_len9")));
  EXPECT_THAT(Call({"prune", "--limit", "0"}).out, HasSubstr("1 kernels removed"));
}

TEST_F(CacheCommandTest, VerifyFindsDamage) {
  PutTwo();
  const Result good = Call({"verify"});
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.out, HasSubstr("2 kernels, all good"));
  std::string bytes = *rtc::ReadFile(path_);
  // The changed byte has to be within the code. The bytes before the code, the time of its last
  // use, may end in a 'c'.
  bytes[bytes.find("cccc") + 1000] = 'd';
  ASSERT_TRUE(rtc::WriteFile(path_, bytes).ok());
  const Result bad = Call({"verify"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("fails its digest"));
  EXPECT_THAT(bad.err, HasSubstr("1 problems"));
}

TEST_F(CacheCommandTest, WrongUsage) {
  EXPECT_THAT(Call({"stats"}).err, HasSubstr("does not exist"));
  ASSERT_TRUE(rtc::WriteFile(path_, "").ok());
  EXPECT_THAT(Call({"stats"}).err, HasSubstr("is empty: no kernel cache"));
  EXPECT_EQ(*rtc::ReadFile(path_), "");
  EXPECT_THAT(Call({"clear"}).err, HasSubstr("allowed: stats, list, explain"));
  EXPECT_THAT(Call({"export"}).err, HasSubstr("usage: fft cache export FILE"));
  EXPECT_EQ(Call({}).code, 2);
}

TEST_F(CacheCommandTest, BuildSaysWhereKernelsComeFrom) {
  constexpr char kToken[] = "complex_forward_len_8_single_ip";
  const auto build = [&](const std::vector<std::string>& more) {
    std::ostringstream out, err;
    std::vector<std::string> arguments = {"build", kToken, "--device", "host", "--path", path_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(RunTool(arguments, out, err), 0) << err.str();
    return out.str();
  };
  EXPECT_THAT(build({}), HasSubstr("compiled_in_process"));
  const Json json = Json::parse(build({"--json"}));
  EXPECT_EQ(json["cache_status"], "ok");
  ASSERT_EQ(json["kernels"].size(), 1u);
  EXPECT_EQ(json["kernels"][0]["origin"], "user");
  path_ = "/no/such/folder/kernels.db";
  EXPECT_THAT(build({}), HasSubstr("warning: kernel cache /no/such/folder"));
}

}  // namespace
}  // namespace fft::cli
