#include "fft/shapes/kernel_shape.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/bank_conflicts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::vector<int64_t> SmoothLengths(int64_t limit) {
  std::vector<int64_t> lengths;
  for (int64_t n = 1; n <= limit; ++n) {
    const std::vector<int64_t> primes = PrimeFactors(n);
    if (primes.empty() || primes.back() <= kMaxPrimeRadix) lengths.push_back(n);
  }
  return lengths;
}

TEST(KernelShapeTest, ShapesKeepTheLimits) {
  for (const Target& target : Targets()) {
    for (int64_t length : SmoothLengths(2048)) {
      for (Tiling tiling : kLineTilings) {
        const KernelShapeRequest request{length, Precision::kDouble, tiling, 1000};
        const absl::StatusOr<KernelShape> shape = ChooseKernelShape(request, target);
        if (!shape.ok() && PrimeFactors(length).back() > 23 && target.dialect == Dialect::kHip) {
          EXPECT_THAT(std::string(shape.status().message()), testing::HasSubstr("registers"));
          continue;
        }
        ASSERT_TRUE(shape.ok()) << target.name << " " << length << ": " << shape.status();
        const int64_t product = std::accumulate(shape->factors.begin(), shape->factors.end(),
                                                int64_t{1}, std::multiplies<int64_t>());
        EXPECT_EQ(product, length);
        EXPECT_LE(shape->threads(), target.max_threads);
        EXPECT_LE(shape->lds_bytes, target.lds_bytes);
        if (target.is_cpu()) {
          EXPECT_EQ(shape->registers, 0);
        } else {
          const int64_t waves = CeilDiv(shape->threads(), target.wavefront);
          EXPECT_GT(shape->registers, 0);
          EXPECT_LE(shape->registers, RegistersAvailable(waves, target));
          EXPECT_LT(ExtraWavefronts(request, *shape, target, Accesses::kSample), 16);
        }
        EXPECT_GE(shape->transforms_per_group, 1);
        EXPECT_EQ(length % shape->threads_per_transform, 0);
        for (int radix : shape->factors) {
          EXPECT_LE(radix, kMaxRadix);
          EXPECT_GE(Rounds(length, radix, shape->threads_per_transform), 1);
        }
        EXPECT_TRUE(shape->factors.size() < 2 || shape->exchange != Exchange::kNone);
      }
    }
  }
}

// Tiles of lines hold whole transforms and two words for point 0 of each line.
TEST(KernelShapeTest, LinesKeepTheLimits) {
  int shapes = 0;
  for (const Target& target : Targets()) {
    if (target.is_cpu()) continue;
    for (int lines : {2, 5, 16, 31, 49, 96}) {
      for (int64_t length : {36, 100, 210, 1008}) {
        for (Tiling tiling : kLineTilings) {
          KernelShapeRequest request{length, Precision::kSingle, tiling, 1000 * lines};
          request.convolves = request.turns_round = true;
          request.lines_per_transform = lines;
          for (const KernelShape& shape : ListKernelShapes(request, target, 8)) {
            ++shapes;
            EXPECT_EQ(shape.transforms_per_group % lines, 0);
            EXPECT_TRUE(TurnsRound(shape.exchange));
            EXPECT_LE(shape.threads(), target.max_threads);
            EXPECT_LE(shape.lds_bytes, target.lds_bytes);
            EXPECT_GE(shape.lds.words, (length + 2) * shape.transforms_per_group);
          }
        }
      }
    }
  }
  EXPECT_GT(shapes, 1000);
}

TEST(KernelShapeTest, RadicesOfLines) {
  EXPECT_EQ(LineRadices(31), std::vector<int>{31});
  EXPECT_EQ(LineRadices(49), (std::vector<int>{7, 7}));
  EXPECT_EQ(LineRadices(96), (std::vector<int>{12, 8}));
  EXPECT_EQ(LineRadices(1024), (std::vector<int>{32, 32}));
  EXPECT_TRUE(LineRadices(67).empty());
  EXPECT_TRUE(LineRadices(2 * 37).empty());
  EXPECT_TRUE(LineRadices(1025).empty());
}

TEST(KernelShapeTest, FirstButterfliesTakeNoMorePointsThanTheLargest) {
  EXPECT_EQ(FirstButterfliesAtOnce(2, 13, {28, 25}, /*in_place=*/true), 13);
  EXPECT_EQ(FirstButterfliesAtOnce(2, 30, {25, 28}, /*in_place=*/true), 10);
  EXPECT_EQ(FirstButterfliesAtOnce(16, 4, {14, 15}, /*in_place=*/true), 1);
  // Out of place a thread holds all butterflies at once.
  EXPECT_EQ(FirstButterfliesAtOnce(16, 4, {14, 15}, /*in_place=*/false), 4);
  for (int radix = 2; radix <= 32; ++radix) {
    for (int rounds = 1; rounds <= 40; ++rounds) {
      for (int largest = 2; largest <= 53; ++largest) {
        const int at_once = FirstButterfliesAtOnce(radix, rounds, {2, largest}, /*in_place=*/true);
        ASSERT_GE(at_once, 1);
        ASSERT_LE(at_once, rounds);
        ASSERT_LE(at_once * radix, std::max(radix, largest));
        // Smaller groups would be more.
        ASSERT_TRUE(at_once == 1 || CeilDiv(rounds, at_once - 1) > CeilDiv(rounds, at_once));
      }
    }
  }
}

// Distinct points of a tile never share an LDS word, and all stay inside the array.
TEST(KernelShapeTest, LdsLayoutIsInjective) {
  for (const char* name : {"gfx90a", "sm_90", "host"}) {
    const Target target = *FindTarget(name);
    for (int64_t length : {4, 16, 30, 64, 100, 336, 512, 1000}) {
      for (Tiling tiling : kLineTilings) {
        const KernelShape shape =
            *ChooseKernelShape({length, Precision::kSingle, tiling, 64}, target);
        if (shape.exchange == Exchange::kNone) continue;
        std::vector<bool> taken(shape.lds.words, false);
        for (int64_t c = 0; c < shape.transforms_per_group; ++c) {
          for (int64_t p = 0; p < length; ++p) {
            const int64_t linear = p * shape.lds.point_step + c * shape.lds.transform_step;
            const int64_t word =
                shape.lds.pad_every == 0 ? linear : linear + linear / shape.lds.pad_every;
            ASSERT_LT(word, shape.lds.words) << name << " " << length << " " << ToString(tiling);
            EXPECT_FALSE(taken[word]) << name << " " << length << " point " << p;
            taken[word] = true;
          }
        }
      }
    }
  }
}

TEST(KernelShapeTest, TheModelKeepsTheLimits) {
  int shapes = 0;
  for (const char* name : {"gfx90a", "gfx1100", "sm_80", "sm_90"}) {
    const Target target = *FindTarget(name);
    for (int64_t length : {2, 23, 30, 46, 102, 174, 336, 625, 901, 1024, 1330, 3553, 4096}) {
      for (Precision precision : {Precision::kHalf, Precision::kSingle, Precision::kDouble}) {
        for (Tiling tiling : kLineTilings) {
          for (int64_t count : {1, 3, 1000}) {
            for (int use = 0; use < 6; ++use) {
              KernelShapeRequest request{length, precision, tiling, count};
              request.twiddled = use == 1;
              request.converts = use == 2 || use == 3;
              request.takes_pairs = use == 3;
              request.convolves = use == 4 || use == 5;
              request.turns_round = use == 5;
              const absl::StatusOr<KernelShape> shape = ModelKernelShape(request, target);
              if (!shape.ok()) continue;
              SCOPED_TRACE(testing::Message() << name << " " << length << " " << ToString(precision)
                                              << " " << ToString(tiling) << " " << use);
              ++shapes;
              int64_t product = 1;
              for (int radix : shape->factors) product *= radix;
              ASSERT_EQ(product, length);
              EXPECT_LE(shape->threads(), target.max_threads);
              EXPECT_LE(shape->lds_bytes, target.lds_bytes);
              EXPECT_LE(shape->resident_groups, GroupsThatFit(*shape, target));
              EXPECT_LE(shape->registers, target.registers_per_thread);
              const bool is_lone = shape->threads_per_transform == 1;
              EXPECT_LE(shape->transforms_per_group, std::max<int64_t>(count, is_lone ? 2 : 1));
              if (request.turns_round && shape->factors.size() > 1) {
                EXPECT_TRUE(TurnsRound(shape->exchange));
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(shapes, 5000);
}

TEST(KernelShapeTest, KnownFactorisations) {
  const Target h200 = *FindTarget("sm_90");
  struct Case {
    int64_t length;
    std::vector<int> factors;
    int threads;
  };
  for (const Case& c : std::vector<Case>{{4096, {16, 16, 16}, 256},
                                         {1000, {10, 10, 10}, 100},
                                         {336, {16, 21}, 21},
                                         {31, {31}, 1},
                                         {1, {}, 1}}) {
    const absl::StatusOr<KernelShape> shape =
        ModelKernelShape({c.length, Precision::kSingle, Tiling::kRowRow, 1}, h200);
    ASSERT_TRUE(shape.ok()) << shape.status();
    EXPECT_EQ(shape->factors, c.factors) << c.length;
    EXPECT_EQ(shape->threads_per_transform, c.threads) << c.length;
  }
}

// Each layout has few bank conflicts or none. With another padding it would have more.
TEST(KernelShapeTest, LayoutsAvoidBankConflicts) {
  const Target h200 = *FindTarget("sm_90");
  struct Case {
    std::vector<int> factors;
    int threads, transforms;
    double most;  // the most extra turns of LDS per access, by bank conflicts
  };
  for (const Case& c : std::vector<Case>{{{16, 15, 8}, 128, 1, 0},
                                         {{16, 8, 15}, 128, 1, 0},
                                         {{24, 30}, 30, 2, 0},
                                         {{32, 32}, 32, 1, 0},
                                         {{25, 25}, 25, 5, 0.3},
                                         {{16, 32, 32}, 512, 1, 0}}) {
    int64_t length = 1;
    for (int r : c.factors) length *= r;
    const KernelShapeRequest request{length, Precision::kSingle, Tiling::kRowRow, 1000};
    ShapeWish wish;
    wish.factors = c.factors;
    wish.threads_per_transform = c.threads;
    wish.transforms_per_group = c.transforms;
    const absl::StatusOr<KernelShape> shape = ShapeAsked(wish, request, h200);
    ASSERT_TRUE(shape.ok()) << shape.status();
    EXPECT_EQ(shape->origin, Origin::kAsked);
    EXPECT_LE(ExtraWavefronts(request, *shape, h200, Accesses::kAll), c.most) << length;
    KernelShape padded = *shape;
    padded.lds.pad_every = 7;
    EXPECT_GT(ExtraWavefronts(request, padded, h200, Accesses::kAll), 0.3) << length;
  }
}

// The shapes of tables were measured on many transforms. Few ones get the model's shape, in which
// more threads share the work.
TEST(KernelShapeTest, MoreThreadsShareFewTransforms) {
  const Target h200 = *FindTarget("sm_90");
  for (int64_t length : {16, 32, 256, 512, 1024}) {
    KernelShapeRequest request{length, Precision::kSingle, Tiling::kRowRow, 64};
    const auto many = ChooseKernelShape(request, h200);
    request.few = 64;
    const auto few = ChooseKernelShape(request, h200);
    ASSERT_TRUE(many.ok() && few.ok()) << length;
    EXPECT_EQ(many->origin, Origin::kTuned) << length;
    EXPECT_EQ(few->origin, Origin::kModel) << length;
    EXPECT_GT(few->threads_per_transform, many->threads_per_transform) << length;
  }
}

TEST(KernelShapeTest, WishesThatDoNotFitSayWhy) {
  const Target h200 = *FindTarget("sm_90");
  const KernelShapeRequest request{1920, Precision::kSingle, Tiling::kRowRow, 1000};
  const auto message = [&](const ShapeWish& wish) {
    return std::string(ShapeAsked(wish, request, h200).status().message());
  };
  EXPECT_THAT(message({.factors = {16, 16}}), testing::HasSubstr("product is 1920"));
  EXPECT_THAT(message({.factors = {48, 40}}), testing::HasSubstr("radices from 2 to 32"));
  EXPECT_THAT(message({.threads_per_transform = 7}), testing::HasSubstr("divisor of 1920"));
  EXPECT_THAT(message({.transforms_per_group = 2000}), testing::HasSubstr("1 to 1024"));
  EXPECT_THAT(message({.exchange = Exchange::kNone}), testing::HasSubstr("exchange none"));
  EXPECT_THAT(message({.pad_every = -1}), testing::HasSubstr("pad_every"));
}

// The list starts with the model's choice, and every shape of it can be asked for.
TEST(KernelShapeTest, ListedShapesCanBeAskedFor) {
  const Target h200 = *FindTarget("sm_90");
  for (int64_t length : {16, 100, 625, 1024}) {
    const KernelShapeRequest request{length, Precision::kSingle, Tiling::kRowRow, 100000};
    const std::vector<KernelShape> list = ListKernelShapes(request, h200);
    ASSERT_GT(list.size(), 4u) << length;
    EXPECT_EQ(list.front(), *ModelKernelShape(request, h200));
    for (const KernelShape& shape : list) {
      const auto asked = ShapeAsked(WishOf(shape), request, h200);
      ASSERT_TRUE(asked.ok()) << asked.status();
      EXPECT_EQ(asked->lds_bytes, shape.lds_bytes);
      EXPECT_EQ(asked->threads(), shape.threads());
    }
  }
}

TEST(KernelShapeTest, ListsAreNoLongerThanAsked) {
  const KernelShapeRequest request{1024, Precision::kSingle, Tiling::kRowRow, 100000};
  for (int most = 1; most <= 8; ++most) {
    EXPECT_EQ(std::ssize(ListKernelShapes(request, *FindTarget("sm_90"), most)), most);
  }
}

TEST(KernelShapeTest, LargestPowersOfTwo) {
  const Target h200 = *FindTarget("sm_90");
  EXPECT_TRUE(ChooseKernelShape({16384, Precision::kSingle, Tiling::kRowRow, 1}, h200).ok());
  EXPECT_TRUE(ChooseKernelShape({8192, Precision::kDouble, Tiling::kRowRow, 1}, h200).ok());
  EXPECT_FALSE(ChooseKernelShape({32768, Precision::kSingle, Tiling::kRowRow, 1}, h200).ok());
  const Target mi250 = *FindTarget("gfx90a");
  EXPECT_TRUE(ChooseKernelShape({8192, Precision::kSingle, Tiling::kRowRow, 1}, mi250).ok());
}

TEST(KernelShapeTest, RefusalsSayWhy) {
  const Target target = *FindTarget("gfx90a");
  const auto prime = ChooseKernelShape({37 * 4, Precision::kSingle, Tiling::kRowRow, 1}, target);
  EXPECT_EQ(prime.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(prime.status().message().find("prime factor 37"), std::string::npos);
  const auto large = ChooseKernelShape({1 << 20, Precision::kSingle, Tiling::kRowRow, 1}, target);
  EXPECT_EQ(large.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(large.status().message().find("65536 bytes"), std::string::npos) << large.status();
  EXPECT_FALSE(ChooseKernelShape({0, Precision::kSingle, Tiling::kRowRow, 1}, target).ok());
}

// Along rows, a pass leaves lanes idle where the product of the radices before it is small. So
// large radices come first, up to the lanes of a vector.
TEST(KernelShapeTest, HostRowsBeginWithAVectorsStride) {
  const Target target = *FindTarget("host");
  const auto radices = [&](int64_t length, Precision precision, Tiling tiling) {
    return ChooseKernelShape({length, precision, tiling, 1000}, target)->factors;
  };
  using testing::ElementsAre;
  EXPECT_THAT(radices(1024, Precision::kSingle, Tiling::kRowRow), ElementsAre(16, 8, 8));
  EXPECT_THAT(radices(336, Precision::kSingle, Tiling::kRowRow), ElementsAre(8, 7, 6));
  EXPECT_THAT(radices(1000, Precision::kSingle, Tiling::kRowRow), ElementsAre(8, 5, 5, 5));
  // Across columns every order fills vectors: radices that registers hold win.
  EXPECT_THAT(radices(512, Precision::kDouble, Tiling::kColCol), ElementsAre(8, 8, 8));
  EXPECT_THAT(radices(16, Precision::kSingle, Tiling::kColCol), ElementsAre(16));
  KernelShapeRequest both = {16, Precision::kSingle, Tiling::kColCol, 1};
  both.convolves = true;
  const absl::StatusOr<KernelShape> filter = ChooseKernelShape(both, target);
  ASSERT_TRUE(filter.ok()) << filter.status();
  EXPECT_GE(filter->factors.size(), 2u);
}

// Rows have so few butterflies that both parts of their complex numbers fill a vector, or are one
// butterfly.
TEST(KernelShapeTest, HostRowsAloneStayInRegisters) {
  const Target target = *FindTarget("host");
  const auto radices = [&](int64_t length, Precision precision, int64_t count) {
    return ChooseKernelShape({length, precision, Tiling::kRowRow, count}, target)->factors;
  };
  using testing::ElementsAre;
  EXPECT_THAT(radices(8, Precision::kSingle, 1), ElementsAre(2, 4));
  EXPECT_THAT(radices(16, Precision::kSingle, 1), ElementsAre(4, 4));
  EXPECT_THAT(radices(30, Precision::kSingle, 1), ElementsAre(5, 6));
  EXPECT_THAT(radices(32, Precision::kSingle, 1), ElementsAre(4, 8));
  EXPECT_THAT(radices(64, Precision::kSingle, 1), ElementsAre(8, 8));
  EXPECT_THAT(radices(16, Precision::kDouble, 1), ElementsAre(4, 4));
  EXPECT_THAT(radices(12, Precision::kSingle, 1), ElementsAre(12));
  EXPECT_THAT(radices(22, Precision::kSingle, 1), ElementsAre(22));
  EXPECT_THAT(radices(14, Precision::kDouble, 1), ElementsAre(14));
  EXPECT_THAT(radices(30, Precision::kDouble, 1), ElementsAre(30));
  EXPECT_THAT(radices(16, Precision::kSingle, 1000), ElementsAre(16)) << "rows turn";
}

// A vector holds sixteen columns. The tiles of all columns together take the fewest vectors.
TEST(KernelShapeTest, HostTilesTakeTheFewestVectors) {
  const Target target = *FindTarget("host");
  const auto width = [&](int64_t count) {
    const KernelShapeRequest request = {64, Precision::kSingle, Tiling::kColCol, count};
    return ChooseKernelShape(request, target)->transforms_per_group;
  };
  EXPECT_EQ(width(96), 16);
  EXPECT_EQ(width(100), 16);
  EXPECT_EQ(width(1260), 16);
  EXPECT_EQ(width(20), 20);
  EXPECT_EQ(width(28), 28);
  // A tile of 24 columns of 25, or of 28 of 29, leaves one column. A tile of 16 leaves a rest of
  // one vector.
  EXPECT_EQ(width(25), 16);
  EXPECT_EQ(width(29), 16);
}

// Rows are turned where passes across them gain more than turning takes. Fewer lengths are turned
// where rows come from memory, above all in double precision.
TEST(KernelShapeTest, HostTurnsRowsWherePassesGain) {
  const Target target = *FindTarget("host");
  const auto turns = [&](int64_t length, Precision precision, int64_t count) {
    const KernelShapeRequest request = {length, precision, Tiling::kRowRow, count};
    return ChooseKernelShape(request, target)->staging == Staging::kTurned;
  };
  EXPECT_TRUE(turns(80, Precision::kSingle, 1000));
  EXPECT_TRUE(turns(80, Precision::kSingle, 20000));
  EXPECT_TRUE(turns(144, Precision::kSingle, 200));
  EXPECT_FALSE(turns(144, Precision::kSingle, 10000));
  EXPECT_FALSE(turns(128, Precision::kSingle, 10000));
  EXPECT_FALSE(turns(256, Precision::kSingle, 100));
  EXPECT_TRUE(turns(72, Precision::kDouble, 200));
  EXPECT_FALSE(turns(72, Precision::kDouble, 20000));
  EXPECT_FALSE(turns(64, Precision::kDouble, 200));
  EXPECT_FALSE(turns(128, Precision::kDouble, 100));
  EXPECT_FALSE(turns(80, Precision::kSingle, 15));
}

TEST(KernelShapeTest, TileWidth) {
  const Target target = *FindTarget("sm_90");
  const KernelShape wide =
      *ChooseKernelShape({256, Precision::kSingle, Tiling::kColCol, 1000}, target);
  EXPECT_GE(wide.transforms_per_group * 8, target.tile_row_bytes / 2);
  const KernelShape narrow =
      *ChooseKernelShape({256, Precision::kSingle, Tiling::kColCol, 3}, target);
  EXPECT_EQ(narrow.transforms_per_group, 3);
}

}  // namespace
}  // namespace fft
