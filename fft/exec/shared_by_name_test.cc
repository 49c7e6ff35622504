#include "fft/exec/shared_by_name.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(SharedByName, FindsWhatIsHeld) {
  SharedByName<const int> values;
  EXPECT_EQ(values.Find("a"), nullptr);
  auto held = std::make_shared<const int>(7);
  values.Keep("a", held);
  EXPECT_EQ(values.Find("a"), held);
  const auto other = std::make_shared<const int>(8);
  values.Keep("a", other);
  EXPECT_EQ(values.Find("a"), other);
  values.Keep("b", held);
  held.reset();
  EXPECT_EQ(values.Find("b"), nullptr);
}

TEST(SharedByName, NamesGoAfterTheirValues) {
  SharedByName<const int> values;
  std::vector<std::shared_ptr<const int>> held;
  for (int i = 0; i < 100000; ++i) {
    auto value = std::make_shared<const int>(i);
    values.Keep(std::to_string(i), value);
    if (i % 1000 == 0) held.push_back(value);
    ASSERT_LE(values.size(), 64 + 2 * held.size() + 1) << i;
  }
  for (const auto& value : held) EXPECT_EQ(values.Find(std::to_string(*value)), value);
}

}  // namespace
}  // namespace fft
