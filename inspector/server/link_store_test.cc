#include "inspector/server/link_store.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

std::string NewFolder(const char* name) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/", name, "/below");
  std::filesystem::remove_all(folder);
  return folder;
}

Json Links(LinkStore& store) {
  const absl::StatusOr<Json> links = store.List();
  EXPECT_TRUE(links.ok()) << links.status();
  return links.ok() ? *links : Json();
}

TEST(LinkStoreTest, LinksOutliveTheServer) {
  const std::string folder = NewFolder("outlive");
  LinkStore first(folder);
  EXPECT_EQ(Links(first), Json::array());
  EXPECT_TRUE(first.Save({"slow", "#token=a"}).ok());
  EXPECT_TRUE(first.Save({"fast", "#token=b"}).ok());
  EXPECT_TRUE(first.Save({"slow", "#token=c"}).ok());
  LinkStore second(folder);
  EXPECT_EQ(Links(second), Json::parse(R"([{"name": "fast", "view": "#token=b"},
                                           {"name": "slow", "view": "#token=c"}])"));
  // Both see what either does.
  EXPECT_TRUE(second.Remove("fast").ok());
  EXPECT_EQ(Links(first).size(), 1u);
  EXPECT_TRUE(absl::IsNotFound(first.Remove("fast")));
}

TEST(LinkStoreTest, WithoutAFolderTheyLiveAsLongAsTheStore) {
  LinkStore store;
  EXPECT_TRUE(store.Save({"a", "#x"}).ok());
  EXPECT_EQ(Links(store).size(), 1u);
}

TEST(LinkStoreTest, ThereIsALimit) {
  LinkStore store;
  for (size_t i = 0; i < LinkStore::kMaxLinks; ++i) {
    EXPECT_TRUE(store.Save({absl::StrCat("n", i), "#x"}).ok());
  }
  EXPECT_TRUE(absl::IsFailedPrecondition(store.Save({"more", "#x"})));
  EXPECT_TRUE(store.Save({"n0", "#y"}).ok());
}

TEST(LinkStoreTest, AForeignFileIsLeftAlone) {
  const std::string folder = NewFolder("foreign");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/links.json") << "precious";
  LinkStore store(folder);
  EXPECT_TRUE(absl::IsUnavailable(store.Save({"a", "#x"})));
  std::ifstream file(folder + "/links.json");
  std::string text;
  file >> text;
  EXPECT_EQ(text, "precious");
}

// A FIFO would wait for its writer, deep brackets would overflow the stack.
TEST(LinkStoreTest, WhatIsNoFileOfLinksIsRefusedAtOnce) {
  const std::string folder = NewFolder("fifo");
  std::filesystem::create_directories(folder);
  LinkStore store(folder);
  const std::string path = absl::StrCat(folder, "/links.json");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(store.List().status().code(), absl::StatusCode::kUnavailable);
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/zero", path);
  EXPECT_EQ(store.List().status().code(), absl::StatusCode::kUnavailable);
  std::filesystem::remove(path);
  constexpr int kDeep = 200000;
  std::ofstream(path) << "{\"links\":" << std::string(kDeep, '[') << std::string(kDeep, ']') << "}";
  EXPECT_EQ(store.List().status().code(), absl::StatusCode::kUnavailable);
}

TEST(LinkStoreTest, AFolderThatCannotBeWrittenIsSaid) {
  LinkStore store("/proc/no/such");
  EXPECT_TRUE(absl::IsUnavailable(store.Save({"a", "#x"})));
}

TEST(LinkStoreTest, NamesAndViewsAreChecked) {
  const auto refusal = [](const char* text) {
    return std::string(ParseNamedLink(Json::parse(text)).status().message());
  };
  EXPECT_EQ(refusal(R"({"name": "a-b_1.c", "view": "#token=x&tab=steps"})"), "");
  EXPECT_TRUE(refusal(R"({"name": "", "view": "#x"})").starts_with("name is"));
  EXPECT_TRUE(refusal(R"({"name": "../up", "view": "#x"})").starts_with("name is"));
  EXPECT_TRUE(refusal(R"({"name": ".hidden", "view": "#x"})").starts_with("name is"));
  EXPECT_TRUE(refusal(R"({"name": "a b", "view": "#x"})").starts_with("name is"));
  EXPECT_TRUE(refusal(R"({"name": 1, "view": "#x"})").starts_with("name is"));
  EXPECT_TRUE(refusal(R"({"name": "a", "view": "javascript:x"})").starts_with("view is"));
  EXPECT_TRUE(refusal("{\"name\": \"a\", \"view\": \"#x\\ny\"}").starts_with("view is"));
  EXPECT_TRUE(refusal(R"({"name": "a"})").starts_with("view is"));
  EXPECT_TRUE(refusal(R"({"name": "a", "view": "#x", "more": 1})").starts_with("more is"));
}

}  // namespace
}  // namespace fft::inspector
