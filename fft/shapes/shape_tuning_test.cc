#include "fft/shapes/shape_tuning.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// Every measured kernel of the library's tables fits its target in exactly the shape in which it
// was measured.
TEST(ShapeTuningTest, EveryRowFitsItsTarget) {
  const Target target = *FindTarget("sm_90");
  const ShapeTable table = MeasuredShapes(target);
  EXPECT_GT(table.size(), 1000u);
  for (const auto& [key, tuned] : table) {
    SCOPED_TRACE(ToRow(key, tuned));
    const std::optional<KernelShape> shape = FindTunedShape(RequestOf(key), target);
    EXPECT_TRUE(shape.has_value());
    if (!shape) continue;
    EXPECT_EQ(shape->origin, Origin::kTuned);
    EXPECT_EQ(shape->factors, tuned.wish.factors);
    EXPECT_EQ(shape->threads_per_transform, tuned.wish.threads_per_transform);
    EXPECT_EQ(shape->transforms_per_group, tuned.wish.transforms_per_group);
    EXPECT_EQ(shape->exchange, tuned.wish.exchange);
    if (!RequestOf(key).converts) {
      EXPECT_EQ(shape->resident_groups, tuned.wish.resident_groups);
      EXPECT_GT(tuned.copy_share, 0);
    }
    if (tuned.wish.staged) {
      EXPECT_EQ(shape->staging, Staging::kLoadAndStore);
    }
    EXPECT_LE(shape->lds_bytes, target.lds_bytes);
  }
}

// The library has exactly the measured kernels of the text.
TEST(ShapeTuningTest, TheTableIsTheFile) {
  std::ifstream file("fft/shapes/tuning/sm_90.tuning");
  std::stringstream text;
  text << file.rdbuf();
  const absl::StatusOr<ShapeTable> parsed = ParseShapeTable(text.str());
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ShapeTable table = MeasuredShapes(*FindTarget("sm_90"));
  ASSERT_EQ(table.size(), parsed->size());
  for (const auto& [key, tuned] : *parsed) {
    const auto row = table.find(key);
    ASSERT_TRUE(row != table.end()) << ToRow(key, tuned);
    EXPECT_EQ(row->second.wish, tuned.wish) << ToRow(key, tuned);
    EXPECT_EQ(row->second.copy_share, tuned.copy_share) << ToRow(key, tuned);
  }
}

TEST(ShapeTuningTest, OtherTargetsHaveNoTable) {
  EXPECT_TRUE(MeasuredShapes(*FindTarget("gfx90a")).empty());
  const KernelShapeRequest request{1920, Precision::kSingle, Tiling::kRowRow, 1000};
  EXPECT_EQ(ChooseKernelShape(request, *FindTarget("gfx90a"))->origin, Origin::kModel);
  EXPECT_EQ(ChooseKernelShape(request, *FindTarget("sm_90"))->origin, Origin::kTuned);
}

TEST(ShapeTuningTest, RowsAreReadAsTheyAreWritten) {
  const std::string row = "1920 single sbrr plain 16x8x15 128 2 half 16 7 0.940\n";
  const auto table = ParseShapeTable(absl::string_view(row));
  ASSERT_TRUE(table.ok()) << table.status();
  ASSERT_EQ(table->size(), 1u);
  const auto& [key, tuned] = *table->begin();
  EXPECT_EQ(ToRow(key, tuned), row);
  EXPECT_EQ(tuned.wish.factors, (std::vector<int>{16, 8, 15}));
  EXPECT_FALSE(tuned.wish.staged.has_value());

  const std::string staged = "39 double sbrr plain 3x13 3 21 full 0 6 0.997 staged\n";
  const auto second = ParseShapeTable(absl::string_view(staged));
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(ToRow(second->begin()->first, second->begin()->second), staged);
  EXPECT_EQ(second->begin()->second.wish.staged, true);

  const std::string persistent =
      "4096 single sbcc plain 16x16x16 128 4 half 32 1 0.700 persistent\n";
  const auto third = ParseShapeTable(absl::string_view(persistent));
  ASSERT_TRUE(third.ok()) << third.status();
  EXPECT_EQ(ToRow(third->begin()->first, third->begin()->second), persistent);
  EXPECT_EQ(third->begin()->second.wish.persistent, true);

  const std::string lines = "10*100 single sbrr convolving 10x10 5 20 inplace 0 4 0.600\n";
  const auto fourth = ParseShapeTable(absl::string_view(lines));
  ASSERT_TRUE(fourth.ok()) << fourth.status();
  EXPECT_EQ(ToRow(fourth->begin()->first, fourth->begin()->second), lines);
  EXPECT_EQ(fourth->begin()->first.lines_per_transform, 10);
  EXPECT_EQ(fourth->begin()->first.length, 100);
}

// Convolved lines that were measured have the measured shape. Others have the model's shape, and a
// smaller share of a copy than kernels that only transform the same lines.
TEST(ShapeTuningTest, LinesOfTransforms) {
  const Target target = *FindTarget("sm_90");
  KernelShapeRequest request =
      RequestOf({100, Precision::kSingle, Tiling::kRowRow, ShapeUse::kConvolving, /*lines=*/10});
  EXPECT_TRUE(request.turns_round);
  const auto measured = ChooseKernelShape(request, target);
  ASSERT_TRUE(measured.ok()) << measured.status();
  EXPECT_EQ(measured->origin, Origin::kTuned);
  EXPECT_EQ(measured->transforms_per_group % 10, 0);
  request.tiling = Tiling::kColCol;
  const auto columns = ChooseKernelShape(request, target);
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(columns->origin, Origin::kModel);
  EXPECT_EQ(columns->transforms_per_group % 10, 0);
  KernelShapeRequest alone = request;
  alone.tiling = Tiling::kRowRow;
  alone.lines_per_transform = 1;
  EXPECT_GT(columns->copy_share, 0);
  EXPECT_LT(columns->copy_share, ChooseKernelShape(alone, target)->copy_share);
}

TEST(ShapeTuningTest, FaultsNameLineAndWord) {
  const auto message = [](const char* text) {
    return std::string(ParseShapeTable(text).status().message());
  };
  EXPECT_THAT(message("# x\n64 single sbrr"), testing::HasSubstr("line 2"));
  EXPECT_THAT(message("64 quad sbrr plain 8x8 8 16 full 8 14 0.9"), testing::HasSubstr("quad"));
  EXPECT_THAT(message("64 single sbrr plain 8x8 8 16 full 8 14 fast"), testing::HasSubstr("fast"));
  EXPECT_THAT(message("64 single sbrr plain 8x8 8 16 full 8 14 0.9 turned"),
              testing::HasSubstr("staged or persistent"));
  EXPECT_THAT(message("64 single sbrr plain 8xy 8 16 full 8 14 0.9"),
              testing::HasSubstr("factors"));
  const auto message_of_length = [&message](const char* length) {
    return message(absl::StrCat(length, " single sbrr convolving 10x10 5 20 full 0 4 0.6").c_str());
  };
  for (const char* lines : {"1*100", "67*100", "x*100"}) {
    EXPECT_THAT(message_of_length(lines), testing::HasSubstr("lines")) << lines;
  }
  for (const char* length : {"2*3*100", "2*", "0"}) {
    EXPECT_THAT(message_of_length(length), testing::HasSubstr("length")) << length;
  }
  EXPECT_THAT(message("64 single sbrr plain 8x8 8 16 full 8 14 0.9\n"
                      "64 single sbrr plain 8x8 8 16 full 8 14 0.9"),
              testing::HasSubstr("second row"));
}

// If there are fewer transforms than a measured tile holds, the tile is narrower. A twiddled kernel
// that was not measured takes the shape of the plain one.
TEST(ShapeTuningTest, RequestsBesideTheRow) {
  const Target target = *FindTarget("sm_90");
  const auto few = ChooseKernelShape({64, Precision::kSingle, Tiling::kColCol, 3}, target);
  ASSERT_TRUE(few.ok());
  EXPECT_LE(few->transforms_per_group, 3);
  const KernelShapeRequest twiddled{// of which only a plain kernel was measured
                                    .length = 3872,
                                    .precision = Precision::kSingle,
                                    .tiling = Tiling::kColRow,
                                    .count = 1000,
                                    .twiddled = true};
  const auto shape = ChooseKernelShape(twiddled, target);
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(shape->origin, Origin::kTuned);
  EXPECT_EQ(shape->copy_share, 0);
  EXPECT_EQ(shape->staging, Staging::kNone);
}

// A kernel that restores reals takes the shape measured for restoring, else the shape measured for
// converting, with all its figures.
TEST(ShapeTuningTest, RestoringTakesTheRowOfConverting) {
  const Target target = *FindTarget("sm_90");
  const ShapeTable table = MeasuredShapes(target);
  int own = 0;
  for (const auto& [key, tuned] : table) {
    if (key.use != ShapeUse::kConverting) continue;
    ShapeKey restoring = key;
    restoring.use = ShapeUse::kRestoring;
    const auto row = table.find(restoring);
    const TunedShape& expected = row != table.end() ? row->second : tuned;
    own += row != table.end() ? 1 : 0;
    const auto shape = FindTunedShape(RequestOf(restoring), target);
    if (!shape) continue;
    EXPECT_EQ(shape->factors, expected.wish.factors) << ToRow(key, tuned);
    EXPECT_EQ(shape->copy_share, expected.copy_share) << ToRow(key, tuned);
    EXPECT_EQ(shape->resident_groups, expected.wish.resident_groups) << ToRow(key, tuned);
  }
  EXPECT_GT(own, 0);
}

// A kernel of half precision takes the shape measured for it, else the shape measured for single
// precision.
TEST(ShapeTuningTest, HalfTakesRowsOfItsOwnOrOfSingle) {
  const Target target = *FindTarget("sm_90");
  const ShapeTable table = MeasuredShapes(target);
  int own = 0, of_single = 0;
  for (const auto& [key, tuned] : table) {
    if (key.precision == Precision::kDouble) continue;
    KernelShapeRequest request = RequestOf(key);
    request.precision = Precision::kHalf;
    const auto row = table.find(KeyOf(request));
    // A plain kernel measured in half precision comes before a converting or twiddled one measured
    // in single precision.
    ShapeKey plain = KeyOf(request);
    plain.use = ShapeUse::kPlain;
    if (request.converts || (row == table.end() && table.contains(plain))) continue;
    const std::optional<KernelShape> shape = FindTunedShape(request, target);
    ASSERT_TRUE(shape.has_value()) << ToRow(key, tuned);
    ++(row != table.end() ? own : of_single);
    EXPECT_EQ(shape->factors, (row != table.end() ? row->second : tuned).wish.factors);
    // A convolution reaches a smaller share in half precision, since arithmetic bounds it and not
    // bytes.
    const double of_single = request.convolves ? 0.55 * tuned.copy_share : 0;
    EXPECT_DOUBLE_EQ(shape->copy_share, row != table.end() ? row->second.copy_share : of_single);
  }
  EXPECT_GT(own, 0);
  EXPECT_GT(of_single, 0);
}

// The cases are a measured length, a length between measured ones, a length beyond the last one,
// and kinds without measured kernels.
TEST(ShapeTuningTest, SharesAreExpectedOfEveryLength) {
  const Target target = *FindTarget("sm_90");
  const auto share = [&target](int64_t length, ShapeUse use, Tiling tiling = Tiling::kRowRow) {
    return ExpectedShare(RequestOf({length, Precision::kSingle, tiling, use}), target);
  };
  const ShapeKey measured{1024, Precision::kSingle, Tiling::kColCol, ShapeUse::kTwiddled};
  EXPECT_EQ(share(1024, ShapeUse::kTwiddled, Tiling::kColCol),
            MeasuredShapes(target).at(measured).copy_share);
  for (int64_t length : {2, 17, 74, 1111, 2047, 4099, 16385, 40000}) {
    for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
      EXPECT_GT(share(length, ShapeUse::kPlain, tiling), 0.1) << length;
      EXPECT_LT(share(length, ShapeUse::kPlain, tiling), 1.05) << length;
    }
  }
  EXPECT_EQ(share(300, ShapeUse::kConverting), 0);
  EXPECT_LT(share(40000, ShapeUse::kPlain), share(16384, ShapeUse::kPlain));
  EXPECT_EQ(share(1024, ShapeUse::kConvolving), 0);
  EXPECT_EQ(ExpectedShare(RequestOf(measured), *FindTarget("gfx90a")), 0);
}

// Compares predicted with measured shares of convolutions. The predictions are right in the mean of
// every kind and class of lengths. A single prediction may err by the effect of the length's
// primes.
TEST(ShapeTuningTest, ConvolutionsAreExpectedAsOthersWereMeasured) {
  const Target target = *FindTarget("sm_90");
  struct Sum {
    double logs = 0, squares = 0;
    int rows = 0;
  };
  std::map<std::string, Sum> sums;
  int rows = 0, unknown = 0;
  for (const auto& [key, tuned] : MeasuredShapes(target)) {
    const bool makes_lines = key.lines_per_transform > 1;
    if (key.use != ShapeUse::kConvolving || tuned.copy_share <= 0) continue;
    const KernelShapeRequest request = RequestOf(key);
    const double expected = ShareOfConvolution(request, target);
    ++rows;
    if (!makes_lines && key.tiling == Tiling::kRowRow) {
      EXPECT_EQ(expected, 0) << ToRow(key, tuned);
      continue;
    }
    if (expected == 0) {
      ++unknown;
      continue;
    }
    EXPECT_LT(expected, 1.2) << ToRow(key, tuned);
    const bool by_two = makes_lines && LineRadices(key.lines_per_transform).size() == 2;
    const int64_t points = makes_lines ? (key.length + 1) * key.lines_per_transform : key.length;
    const bool is_long =
        makes_lines ? points >= 8192 : key.length * kSectorBytes > target.lds_bytes;
    const char* const kind = !makes_lines ? "" : by_two ? " by two" : " by one";
    const char* const size = is_long ? " long" : points < 2048 ? " short" : "";
    Sum& sum = sums[absl::StrCat(ToString(key.tiling), kind, size)];
    const double log = std::log(expected / tuned.copy_share);
    sum.logs += log;
    sum.squares += log * log;
    ++sum.rows;
  }
  EXPECT_EQ(sums.size(), 15u);
  EXPECT_LT(unknown, rows / 50);  // no row of the length and no similar row was measured
  for (const auto& [kind, sum] : sums) {
    const double mean = sum.logs / sum.rows;
    EXPECT_GT(std::exp(mean), 0.85) << kind;
    EXPECT_LT(std::exp(mean), 1) << kind;
    EXPECT_LT(std::exp(std::sqrt(sum.squares / sum.rows - mean * mean)), 1.4) << kind;
  }
  const auto share = [&target](Precision precision, Tiling tiling) {
    return ShareOfConvolution(RequestOf({42, precision, tiling, ShapeUse::kConvolving, 13}),
                              target);
  };
  const double of_rows = share(Precision::kSingle, Tiling::kRowRow);
  EXPECT_LT(share(Precision::kSingle, Tiling::kColCol), of_rows);
  EXPECT_LT(share(Precision::kSingle, Tiling::kColRow), 0.85 * of_rows);
  EXPECT_DOUBLE_EQ(share(Precision::kHalf, Tiling::kRowRow), 0.55 * of_rows);
  EXPECT_DOUBLE_EQ(share(Precision::kBfloat16, Tiling::kRowRow), 0.55 * of_rows);
  const ShapeKey lines{100, Precision::kSingle, Tiling::kRowRow, ShapeUse::kConvolving, 10};
  EXPECT_EQ(ShareOfConvolution(RequestOf(lines), *FindTarget("gfx90a")), 0);
}

}  // namespace
}  // namespace fft
