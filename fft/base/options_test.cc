#include "fft/base/options.h"

#include <cstdlib>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace fft {
namespace {

// Unsets every variable of EnvironmentVariables(). A test then sees only the variables that it
// sets.
class OptionsTest : public ::testing::Test {
 protected:
  void SetUp() override { Clear(); }
  void TearDown() override { Clear(); }

  static void Clear() {
    for (const EnvironmentVariable& variable : EnvironmentVariables()) {
      unsetenv(variable.name);
      if (variable.alias != nullptr) unsetenv(variable.alias);
    }
  }
};

TEST_F(OptionsTest, DefaultsWhenNothingIsSet) {
  const ContextOptions options = ReadEnvironment();
  EXPECT_EQ(options.device, "auto");
  EXPECT_EQ(options.host_compiler, "");
  EXPECT_EQ(options.cache_path, "");
}

TEST_F(OptionsTest, ReadsEveryVariable) {
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    Clear();
    setenv(variable.name, "value", 1);
    EXPECT_EQ(ReadEnvironment().*variable.field, "value") << variable.name;
  }
}

TEST_F(OptionsTest, AliasCountsUnlessTheNameIsSet) {
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    if (variable.alias == nullptr) continue;
    setenv(variable.alias, "alias", 1);
    EXPECT_EQ(ReadEnvironment().*variable.field, "alias") << variable.alias;
    setenv(variable.name, "name", 1);
    EXPECT_EQ(ReadEnvironment().*variable.field, "name") << variable.name;
  }
}

TEST_F(OptionsTest, RowsAreDistinctAndExplained) {
  std::set<std::string> names;
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    EXPECT_TRUE(names.insert(variable.name).second) << variable.name;
    EXPECT_EQ(std::string(variable.name).rfind("FFT_", 0), 0u) << variable.name;
    EXPECT_GT(std::string(variable.meaning).size(), 10u) << variable.name;
  }
}

}  // namespace
}  // namespace fft
