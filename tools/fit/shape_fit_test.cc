#include "tools/fit/shape_fit.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/shapes/shape_price.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::fit {
namespace {

using testing::HasSubstr;

constexpr char kHeader[] =
    "length,precision,tiling,use,factors,threads,transforms,exchange,pad_every,resident_groups,"
    "copy_share,staged,persistent\n";

std::string Contents(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<ShapeSample> Measured(const Target& target) {
  const auto samples = ReadSamples(Contents("fft/machine/samples/h100.csv"), target);
  EXPECT_TRUE(samples.ok()) << samples.status();
  return samples.value_or(std::vector<ShapeSample>());
}

// Expects that the model has the fitted weights, but for rounding, and that its file states the
// counts of the fitted groups.
void ExpectStated(const ShapeFit& fit, const GpuModel& model, const std::string& name,
                  double rounding) {
  for (const GroupFit& group : fit.groups) {
    for (const WeightMember& weight : WeightMembers()) {
      EXPECT_NEAR(fit.model.*group.weights.*weight.member, model.*group.weights.*weight.member,
                  rounding)
          << group.group << " " << weight.name;
    }
    EXPECT_THAT(Contents("fft/machine/models/" + name + ".model"),
                HasSubstr(absl::StrCat("# Fitted to ", group.samples, " samples of ", group.kernels,
                                       " kernels; ")));
  }
}

// h100.model has the weights that its samples give, rounded to three digits, and states the right
// counts and errors.
TEST(ShapeFitTest, TheModelInTheTreeIsTheFitOfItsSamples) {
  constexpr double kRounding = 0.0006;
  const Target target = *FindTarget("sm_90");
  Target h100 = target;
  h100.bandwidth_gbs = 3350;
  ASSERT_STREQ(ModelOf(h100).name, "h100");
  const GpuModel& model = ModelOf(h100).gpu;
  const ShapeFit fit = FitShapes(Measured(target), ModelOf(target).gpu, target);
  ASSERT_EQ(fit.groups.size(), 3u);
  for (const GroupFit& group : fit.groups) {
    EXPECT_GT(group.samples, 100) << group.group;
  }
  ExpectStated(fit, model, "h100", kRounding);
}

// The weights of few transforms in h200.model are those that their samples give, and order them
// well.
TEST(ShapeFitTest, TheWeightsOfFewTransformsAreTheFitOfTheirSamples) {
  constexpr double kRounding = 0.0015;
  const Target target = *FindTarget("sm_90");
  const auto samples = ReadSamples(Contents("fft/machine/samples/h200_few.csv"), target);
  ASSERT_TRUE(samples.ok()) << samples.status();
  const GpuModel& model = ModelOf(target).gpu;
  const ShapeFit fit = FitShapes(*samples, model, target);
  ASSERT_EQ(fit.groups.size(), 1u);
  ExpectStated(fit, model, "h200", kRounding);
  EXPECT_LT(QualityOf(*samples, model, target).chosen, 1.08);
}

TEST(ShapeFitTest, AFitOrdersItsSamplesBetter) {
  const Target target = *FindTarget("sm_90");
  const auto samples = Measured(target);
  const GpuModel& base = ModelOf(target).gpu;
  const OrderQuality before = QualityOf(samples, base, target);
  const OrderQuality fitted = QualityOf(samples, FitShapes(samples, base, target).model, target);
  EXPECT_LT(fitted.chosen, before.chosen);
  EXPECT_GT(fitted.ordered, before.ordered);
}

// The samples' times are prices by known weights. Many samples give these weights back; few samples
// give weights between them and the base's weights.
TEST(ShapeFitTest, FindsTheWeightsThatMadeTheTimes) {
  const Target target = *FindTarget("sm_90");
  GpuModel made = ModelOf(target).gpu;
  made.rows.exchange = 0.3;
  made.rows.idle_rounds = 0.6;
  std::vector<ShapeSample> samples = Measured(target);
  std::erase_if(samples, [](const ShapeSample& sample) {
    return sample.key.tiling != Tiling::kRowRow || sample.key.lines_per_transform > 1;
  });
  for (ShapeSample& sample : samples) {
    sample.log_time = ShapePrice(sample.request, sample.shape, sample.extra, made, target);
  }
  const GpuModel& base = ModelOf(target).gpu;
  const ShapeWeights few = FitShapes(samples, base, target).model.rows;
  EXPECT_GT(few.exchange, 0.5 * (base.rows.exchange + made.rows.exchange));
  EXPECT_LT(few.exchange, made.rows.exchange);
  const std::vector<ShapeSample> once = samples;
  for (int i = 1; i < 20; ++i) samples.insert(samples.end(), once.begin(), once.end());
  const ShapeFit fit = FitShapes(samples, base, target);
  // Each further pass comes with an exchange, so samples determine only the sum of the two weights.
  EXPECT_NEAR(fit.model.rows.pass + fit.model.rows.exchange, made.rows.pass + made.rows.exchange,
              0.02);
  EXPECT_NEAR(fit.model.rows.idle_rounds, made.rows.idle_rounds, 0.15);
  EXPECT_LT(fit.groups.front().error, 0.01);
  // There are no samples of columns.
  EXPECT_EQ(fit.model.columns.pass, base.columns.pass);
}

TEST(ShapeFitTest, SaysWhatIsWrongWithSamples) {
  const Target target = *FindTarget("sm_90");
  const auto message = [&](const std::string& csv) {
    return std::string(ReadSamples(csv, target).status().message());
  };
  EXPECT_THAT(message(""), HasSubstr("a header and rows"));
  EXPECT_THAT(message("length,precision\n"), HasSubstr("no column tiling"));
  EXPECT_THAT(message(absl::StrCat(kHeader, "16,single\n")), HasSubstr("as many cells"));
  EXPECT_THAT(message(absl::StrCat(kHeader, "16,single,sbrr,plain,4x5,4,16,full,0,8,0.9,0,0\n")),
              HasSubstr("factors"));
}

TEST(ShapeFitTest, ARefusedShapeIsNoSample) {
  const auto samples = ReadSamples(
      absl::StrCat(kHeader, "# a comment\n16,single,sbrr,plain,4x4,4,16,full,0,8,0.900,0,0\n",
                   "16,single,sbrr,plain,4x4,4,32,full,0,8,,0,0\n"),
      *FindTarget("sm_90"));
  ASSERT_TRUE(samples.ok()) << samples.status();
  ASSERT_EQ(samples->size(), 1u);
  EXPECT_EQ(samples->front().shape.transforms_per_group, 16);
  EXPECT_NEAR(samples->front().log_time, -std::log(0.9), 1e-9);
}

}  // namespace
}  // namespace fft::fit
