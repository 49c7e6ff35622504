#include "fft/shapes/asked_shape.h"

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::string ErrorOf(const std::string& text) {
  return std::string(ParseAskedShapes(text).status().message());
}

TEST(AskedShape, IsReadAndWritten) {
  const std::string text =
      "1920:factors=16x8x15,threads=128,transforms=1,exchange=full,pad_every=0,resident_groups=7;"
      "64:threads=8";
  const auto shapes = ParseAskedShapes(text);
  ASSERT_TRUE(shapes.ok()) << shapes.status();
  ASSERT_EQ(shapes->size(), 2u);
  ShapeWish wish;
  wish.factors = {16, 8, 15};
  wish.threads_per_transform = 128;
  wish.transforms_per_group = 1;
  wish.exchange = Exchange::kFull;
  wish.pad_every = 0;
  wish.resident_groups = 7;
  EXPECT_EQ((*shapes)[0], (AskedShape{1920, wish}));
  EXPECT_EQ((*shapes)[1], (AskedShape{64, {.threads_per_transform = 8}}));
  EXPECT_EQ(ToString(*shapes), text);
  EXPECT_TRUE(ParseAskedShapes("")->empty());
}

TEST(AskedShape, ErrorsNameTheWord) {
  EXPECT_EQ(ErrorOf("many:threads=8"), "shape.length is many; allowed: 1 to 9223372036854775807");
  EXPECT_EQ(ErrorOf("64:threads=-8"), "shape.threads is -8; allowed: 0 to 2147483647");
  EXPECT_EQ(ErrorOf("64:factors=8y8"), "shape.factors is 8y8; allowed: 0 to 2147483647");
  EXPECT_EQ(ErrorOf("64:threads=2147483648"),
            "shape.threads is 2147483648; allowed: 0 to 2147483647");
  EXPECT_EQ(ErrorOf("64:exchange=some"),
            "shape.exchange is some; allowed: none, pingpong, full, half, inplace");
  EXPECT_EQ(ErrorOf("64:width=8"),
            "shape is width; allowed: factors, threads, transforms, exchange, pad_every, "
            "resident_groups, staged, persistent");
  EXPECT_EQ(ErrorOf("64:staged=yes"), "shape.staged is yes; allowed: 0, 1");
  EXPECT_EQ(ErrorOf("64:threads=8,threads=4"),
            "shape is 64:threads=8,threads=4; allowed: \"threads\" said once");
}

TEST(AskedShape, AWishForAShapeGivesIt) {
  const Target target = *FindTarget("sm_90");
  KernelShapeRequest request = {1920, Precision::kSingle, Tiling::kRowRow, 1000};
  for (const KernelShape& shape : ListKernelShapes(request, target)) {
    const auto asked = ShapeAsked(WishOf(shape), request, target);
    ASSERT_TRUE(asked.ok()) << asked.status();
    KernelShape same = *asked;
    EXPECT_EQ(same.origin, Origin::kAsked);
    same.origin = shape.origin;
    EXPECT_EQ(same, shape);
  }
}

TEST(AskedShape, AShapeGrantsWhatItHas) {
  const KernelShape shape = *ShapeAsked(
      ParseAskedShapes("240:factors=15x16,threads=15,transforms=4,exchange=full")->front().wish,
      {240, Precision::kSingle, Tiling::kRowRow, 1000}, *FindTarget("sm_90"));
  const auto grants = [&](const char* text) {
    return Grants(shape, ParseAskedShapes(text)->front().wish);
  };
  EXPECT_TRUE(Grants(shape, WishOf(shape)));
  EXPECT_TRUE(Grants(shape, ShapeWish()));
  for (const char* text : {"240:factors=15x16", "240:threads=15", "240:transforms=4",
                           "240:exchange=full", "240:persistent=0", "240:staged=0"}) {
    EXPECT_TRUE(grants(text)) << text;
  }
  for (const char* text :
       {"240:factors=16x15", "240:threads=16", "240:transforms=8", "240:exchange=half",
        "240:persistent=1", "240:staged=1", "240:pad_every=7", "240:resident_groups=1"}) {
    EXPECT_FALSE(grants(text)) << text;
  }
}

TEST(AskedShape, ProcessorsHaveNoPassesInPlace) {
  const ShapeWish wish =
      ParseAskedShapes("240:factors=15x16,threads=15,exchange=inplace")->front().wish;
  KernelShapeRequest request = {240, Precision::kSingle, Tiling::kRowRow, 1000};
  EXPECT_TRUE(ShapeAsked(wish, request, *FindTarget("sm_90")).ok());
  EXPECT_FALSE(ShapeAsked(wish, request, *FindTarget("host")).ok());
}

// Where registers do not hold the points, only the exchange in place is left.
TEST(AskedShape, LongConvolutionsAreListedInPlace) {
  KernelShapeRequest request = {20480, Precision::kSingle, Tiling::kRowRow, 1000};
  request.convolves = true;
  const std::vector<KernelShape> list = ListKernelShapes(request, *FindTarget("sm_90"));
  ASSERT_FALSE(list.empty());
  for (const KernelShape& shape : list) EXPECT_EQ(shape.exchange, Exchange::kInPlace);
  EXPECT_FALSE(ChooseKernelShape(request, *FindTarget("gfx90a")).ok());
}

TEST(AskedShape, RowsGoThroughLdsAsAsked) {
  const Target target = *FindTarget("sm_90");
  KernelShapeRequest request = {39, Precision::kDouble, Tiling::kRowRow, 1000};
  const auto staging = [&](const char* text) {
    const auto shape = ShapeAsked(ParseAskedShapes(text)->front().wish, request, target);
    EXPECT_TRUE(shape.ok()) << shape.status();
    return shape->staging;
  };
  EXPECT_EQ(staging("39:factors=3x13,threads=3"), Staging::kNone);
  EXPECT_EQ(staging("39:factors=3x13,threads=3,staged=1"), Staging::kLoadAndStore);
  EXPECT_EQ(staging("39:factors=13x3,threads=1"), Staging::kLoadAndStore);
  EXPECT_EQ(staging("39:factors=13x3,threads=1,staged=0"), Staging::kNone);
  // A wish for staged rows does not concern columns.
  request.tiling = Tiling::kColCol;
  EXPECT_EQ(staging("39:factors=3x13,threads=3,staged=1"), Staging::kNone);
}

TEST(AskedShape, PersistentWorkgroupsHoldWhatIsCopiedAhead) {
  const Target target = *FindTarget("sm_90");
  KernelShapeRequest request = {4096, Precision::kSingle, Tiling::kColCol, 1000};
  const std::string text = "4096:factors=16x16x16,threads=128,transforms=4,exchange=half";
  const auto shape_of = [&](const std::string& words, const Target& on) {
    return ShapeAsked(ParseAskedShapes(words)->front().wish, request, on);
  };
  const auto direct = shape_of(text, target), persistent = shape_of(text + ",persistent=1", target);
  ASSERT_TRUE(direct.ok() && persistent.ok());
  EXPECT_FALSE(direct->is_persistent);
  EXPECT_TRUE(persistent->is_persistent);
  EXPECT_EQ(ArrivalElements({16, 16, 16}, 128, 4), 4 * 4096);
  EXPECT_EQ(ArrivalElements({5, 3}, 3, 3), 46) << "even";
  EXPECT_EQ(persistent->lds_bytes, direct->lds_bytes + 4 * 4096 * 8);
  EXPECT_EQ(ParseAskedShapes(text + ",persistent=1")->front().wish.persistent, true);
  for (const char* name : {"gfx90a", "host"}) {
    EXPECT_FALSE(shape_of("4096:persistent=1", *FindTarget(name)).ok()) << name;
  }
  request.converts = true;
  EXPECT_FALSE(shape_of(text + ",persistent=1", target).ok());
}

// A wish for staged rows or for persistent workgroups excludes passes in place, even if the model
// would choose such passes.
TEST(AskedShape, StagedOrPersistentAloneIsEnough) {
  const Target target = *FindTarget("sm_90");
  for (int64_t length : {49, 100, 256, 343, 1000, 1024, 2187, 4096}) {
    for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol}) {
      const KernelShapeRequest request{length, Precision::kSingle, tiling, 100000};
      const auto persistent = ShapeAsked({.persistent = true}, request, target);
      ASSERT_TRUE(persistent.ok()) << length << ": " << persistent.status();
      EXPECT_TRUE(persistent->is_persistent);
      if (tiling != Tiling::kRowRow || length > 1024) continue;
      const auto staged = ShapeAsked({.staged = true}, request, target);
      ASSERT_TRUE(staged.ok()) << length << ": " << staged.status();
      EXPECT_EQ(staged->staging, Staging::kLoadAndStore);
    }
  }
}

TEST(AskedShape, PersistentShapesAreListed) {
  for (const auto& [name, most, fewest] : {std::tuple("sm_90", 40, 1), {"gfx90a", 0, 0}}) {
    const KernelShapeRequest request = {4096, Precision::kSingle, Tiling::kColCol, 1000};
    int persistent = 0;
    for (const KernelShape& shape : ListKernelShapes(request, *FindTarget(name))) {
      persistent += shape.is_persistent ? 1 : 0;
    }
    EXPECT_GE(persistent, fewest) << name;
    EXPECT_LE(persistent, most) << name;
  }
}

// Two lanes read 32 bytes, a sector. Rows that go through LDS and rows that do not are both worth
// timing.
TEST(AskedShape, BothWaysOfShortRowsAreListed) {
  const Target target = *FindTarget("sm_90");
  int staged = 0, direct = 0;
  for (int64_t length = 20; length < 80; ++length) {
    const KernelShapeRequest request = {length, Precision::kDouble, Tiling::kRowRow, 1000};
    for (const KernelShape& shape : ListKernelShapes(request, target)) {
      if (shape.threads_per_transform < 2 || shape.threads_per_transform > 7) continue;
      ++(shape.staging == Staging::kLoadAndStore ? staged : direct);
    }
  }
  EXPECT_GT(staged, 10);
  EXPECT_GT(direct, 10);
}

}  // namespace
}  // namespace fft
