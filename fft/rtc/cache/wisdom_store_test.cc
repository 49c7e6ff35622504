#include "fft/rtc/cache/wisdom_store.h"

#include <cstdio>
#include <fstream>

#include "fft/rtc/cache/kernel_store.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

const WisdomKey kKey = {"a problem", "a device", "a version"};

std::string NewPath(const std::string& name) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::remove(path.c_str());
  return path;
}

TEST(WisdomStore, RemembersInMemory) {
  WisdomStore store("");
  EXPECT_EQ(*store.Get(kKey), std::nullopt);
  EXPECT_TRUE(store.Put(kKey, "one").ok());
  EXPECT_TRUE(store.Put(kKey, "two").ok());
  EXPECT_EQ(*store.Get(kKey), "two");
  EXPECT_EQ(*WisdomStore("").Get(kKey), std::nullopt);
}

TEST(WisdomStore, KeepsChoicesInTheKernelCacheWithoutDisturbingIt) {
  const std::string path = NewPath("wisdom.db");
  ASSERT_TRUE(OpenKernelStore(path, StoreMode::kReadWrite, {}).ok());
  EXPECT_EQ(*WisdomStore(path).Get(kKey), std::nullopt);
  EXPECT_TRUE(WisdomStore(path).Put(kKey, "a choice").ok());
  EXPECT_EQ(*WisdomStore(path).Get(kKey), "a choice");
  for (WisdomKey other :
       {WisdomKey{"b", kKey.device, kKey.versions}, WisdomKey{kKey.problem, "b", kKey.versions},
        WisdomKey{kKey.problem, kKey.device, "b"}}) {
    EXPECT_EQ(*WisdomStore(path).Get(other), std::nullopt);
  }
  EXPECT_TRUE(WisdomStore(path).Put(kKey, "another").ok());
  EXPECT_EQ(*WisdomStore(path).Get(kKey), "another");
  const auto store = OpenKernelStore(path, StoreMode::kReadWrite, {});
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_TRUE((*store)->Put({"k", "a", "c", "g"}, {}).ok());
  EXPECT_TRUE(OpenKernelStore(path, StoreMode::kReadOnly, {}).ok());
}

TEST(WisdomStore, ListsTheFilesChoicesAndItsOwn) {
  const std::string path = NewPath("all.db");
  WisdomStore without_file(path);
  EXPECT_TRUE(without_file.All()->empty());
  ASSERT_TRUE(OpenKernelStore(path, StoreMode::kReadWrite, {}).ok());
  EXPECT_TRUE(WisdomStore(path).All()->empty());
  const WisdomKey other = {"another problem", kKey.device, kKey.versions};
  ASSERT_TRUE(WisdomStore(path).Put(kKey, "one").ok());
  ASSERT_TRUE(WisdomStore(path).Put(other, "two").ok());
  const std::map<WisdomKey, std::string> both = {{kKey, "one"}, {other, "two"}};
  EXPECT_EQ(*WisdomStore(path).All(), both);
  WisdomStore memory("");
  ASSERT_TRUE(memory.Put(kKey, "one").ok());
  EXPECT_EQ(memory.All()->at(kKey), "one");
}

// The file still serves other stores.
TEST(WisdomStore, ForgetsWithoutTouchingTheFile) {
  const std::string path = NewPath("forgotten.db");
  ASSERT_TRUE(OpenKernelStore(path, StoreMode::kReadWrite, {}).ok());
  WisdomStore store(path);
  ASSERT_TRUE(store.Put(kKey, "one").ok());
  store.Forget();
  EXPECT_EQ(*store.Get(kKey), std::nullopt);
  EXPECT_TRUE(store.All()->empty());
  EXPECT_EQ(*WisdomStore(path).Get(kKey), "one");
  ASSERT_TRUE(store.Put(kKey, "two").ok());
  EXPECT_EQ(*store.Get(kKey), "two");
  EXPECT_EQ(*WisdomStore(path).Get(kKey), "two");
}

TEST(WisdomStore, LeavesOtherFilesAlone) {
  const std::string path = NewPath("not_a_cache");
  { std::ofstream(path) << "some text that is no database, long enough to have a header of one"; }
  WisdomStore store(path);
  EXPECT_FALSE(store.Get(kKey).ok());
  EXPECT_FALSE(store.All().ok());
  EXPECT_FALSE(store.Put(kKey, "a choice").ok());
  EXPECT_EQ(*store.Get(kKey), "a choice") << "remembered all the same";
}

}  // namespace
}  // namespace fft::rtc
