#include "fft/kernels/kernel_spec.h"

#include <cctype>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "fft/base/json.h"
#include "fft/kernels/kernel_table.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

KernelSpec Example() {
  KernelSpec spec;
  spec.precision = Precision::kSingle;
  spec.length = 336;
  spec.factors = {7, 8, 6};
  spec.threads_per_transform = 56;
  spec.transforms_per_group = 4;
  spec.exchange = Exchange::kFull;
  spec.lds = {1, 336, 16, 1427};
  return spec;
}

TEST(KernelSpecTest, NameOfAnExample) {
  EXPECT_EQ(KernelName(Example()),
            "fft_stockham_fwd_len336_f7x8x6_tpt56_tpg4_sbrr_full_lds1x336p16_sp_ip_CI_CI_iunit_"
            "ounit_loops0_i32");
}

// Changes of the example, at least one for each field.
std::vector<std::function<void(KernelSpec*)>> Changes() {
  return {
      [](KernelSpec* s) { s->direction = Direction::kInverse; },
      [](KernelSpec* s) { s->kind = KernelKind::kBluestein; },
      [](KernelSpec* s) { s->kind = KernelKind::kRader; },
      [](KernelSpec* s) { s->length = 337; },
      [](KernelSpec* s) { s->points = 101; },
      [](KernelSpec* s) { s->lines_per_transform = 4; },
      [](KernelSpec* s) { std::swap(s->factors[0], s->factors[1]); },
      [](KernelSpec* s) { s->threads_per_transform = 48; },
      [](KernelSpec* s) { s->transforms_per_group = 2; },
      [](KernelSpec* s) { s->tiling = Tiling::kColCol; },
      [](KernelSpec* s) { s->tiling = Tiling::kRowCol; },
      [](KernelSpec* s) { s->exchange = Exchange::kHalf; },
      [](KernelSpec* s) { s->staging = Staging::kLoad; },
      [](KernelSpec* s) { s->staging = Staging::kLoadAndStore; },
      [](KernelSpec* s) { s->lds.pad_every = 32; },
      [](KernelSpec* s) { s->lds.transform_step = 337; },
      [](KernelSpec* s) { s->lds.point_step = 2; },
      [](KernelSpec* s) { s->precision = Precision::kDouble; },
      [](KernelSpec* s) { s->precision = Precision::kHalf; },
      [](KernelSpec* s) { s->in_precision = Precision::kHalf; },
      [](KernelSpec* s) { s->out_precision = Precision::kHalf; },
      [](KernelSpec* s) { s->placement = Placement::kOutOfPlace; },
      [](KernelSpec* s) { s->in_format = ArrayFormat::kComplexPlanar; },
      [](KernelSpec* s) { s->out_format = ArrayFormat::kHermitianInterleaved; },
      [](KernelSpec* s) { s->kind = KernelKind::kConvert; },
      [](KernelSpec* s) { s->load = AxisFormat::kReal; },
      [](KernelSpec* s) { s->load = AxisFormat::kHermitian; },
      [](KernelSpec* s) { s->load = AxisFormat::kHermitianOfPairs; },
      [](KernelSpec* s) { s->store = AxisFormat::kReal; },
      [](KernelSpec* s) { s->load_reals = AxisKind::kDct2; },
      [](KernelSpec* s) { s->store_reals = AxisKind::kDct2; },
      [](KernelSpec* s) {
        s->in_range = Range{0, 168};
      },
      [](KernelSpec* s) {
        s->out_range = Range{0, 168};
      },
      [](KernelSpec* s) {
        s->out_range = Range{168, 1};
      },
      [](KernelSpec* s) { s->row_operation = RowOperation::kChirpIn; },
      [](KernelSpec* s) { s->row_operation = RowOperation::kFilter; },
      [](KernelSpec* s) { s->row_operation = RowOperation::kChirpOut; },
      [](KernelSpec* s) { s->row_columns = 256; },
      [](KernelSpec* s) { s->in_stride = StrideKind::kAny; },
      [](KernelSpec* s) { s->out_stride = StrideKind::kAny; },
      [](KernelSpec* s) { s->outer_loops = 2; },
      [](KernelSpec* s) { s->tile_end = TileEnd::kWraps; },
      [](KernelSpec* s) { s->workgroups = Workgroups::kPersistent; },
      [](KernelSpec* s) { s->launch = LaunchTime::kEarly; },
      [](KernelSpec* s) { s->group_order = GroupOrder::kFalling; },
      [](KernelSpec* s) { s->tiles_ahead = 132; },
      [](KernelSpec* s) { s->known_tile.unit_in = true; },
      [](KernelSpec* s) { s->known_tile.unit_out = true; },
      [](KernelSpec* s) { s->known_tile.is_whole = true; },
      [](KernelSpec* s) { s->known_tile.is_far = true; },
      [](KernelSpec* s) { s->known_tile.is_in_row = true; },
      [](KernelSpec* s) {
        s->large_twiddle = {2, 8, {0}};
      },
      [](KernelSpec* s) {
        s->large_twiddle = {2, 8, {1}};
      },
      [](KernelSpec* s) {
        s->large_twiddle = {3, 8, {0}};
      },
      [](KernelSpec* s) {
        s->large_twiddle = {2, 8, {0}, 1};
      },
      [](KernelSpec* s) {
        s->large_twiddle = {2, 8, {0}, 0, TableSpace::kLds};
      },
      [](KernelSpec* s) { s->kind = KernelKind::kTranspose; },
      [](KernelSpec* s) { s->kind = KernelKind::kStockhamPlane; },
      [](KernelSpec* s) {
        s->second_axis = {8, {8}};
      },
      [](KernelSpec* s) {
        s->second_axis = {8, {4, 2}};
      },
      [](KernelSpec* s) { s->tiling = Tiling::kPlane; },
      [](KernelSpec* s) { s->scale = ScaleKind::kScale; },
      [](KernelSpec* s) { s->window = WindowUse::kElements; },
      [](KernelSpec* s) { s->window = WindowUse::kPairs; },
      [](KernelSpec* s) { s->function = PointFunction::kMagnitude; },
      [](KernelSpec* s) { s->function = PointFunction::kPower; },
      [](KernelSpec* s) { s->index = IndexWidth::k64; },
      [](KernelSpec* s) { s->load_callback.text = "a"; },
      [](KernelSpec* s) { s->load_callback.text = "b"; },
      [](KernelSpec* s) {
        s->load_callback = {"a", true};
      },
      [](KernelSpec* s) { s->store_callback.text = "a"; },
  };
}

// Whatever field changes, the name changes, and stays a C identifier.
TEST(KernelSpecTest, EveryFieldIsInTheName) {
  std::set<std::string> names = {KernelName(Example())};
  for (const auto& change : Changes()) {
    KernelSpec spec = Example();
    change(&spec);
    const std::string name = KernelName(spec);
    EXPECT_TRUE(names.insert(name).second) << name << " names two kernels";
    for (char c : name) EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == '_');
  }
}

TEST(KernelSpecTest, JsonHasEveryField) {
  const Json json = ToJson(Example());
  EXPECT_EQ(json["length"], 336);
  EXPECT_EQ(json["factors"], (std::vector<int>{7, 8, 6}));
  EXPECT_EQ(json["tiling"], "sbrr");
  EXPECT_TRUE(json["in_precision"].is_null());
  EXPECT_EQ(json.size(), 45u);
}

TEST(SignatureTest, OptionalParametersAppearWhenTheSpecNeedsThem) {
  KernelSpec spec = Example();
  const auto names = [&spec] {
    std::vector<std::string> list;
    for (const Parameter& parameter : Signature(spec)) list.push_back(parameter.name());
    return list;
  };
  EXPECT_EQ(names(), (std::vector<std::string>{"in", "out", "twiddles", "tile_count",
                                               "tile_in_stride", "tile_out_stride"}));
  spec.factors = {16};
  spec.in_stride = StrideKind::kAny;
  spec.outer_loops = 1;
  spec.large_twiddle = {2, 8, {0}};
  spec.scale = ScaleKind::kScale;
  EXPECT_EQ(names(), (std::vector<std::string>{
                         "in", "out", "large_twiddles", "in_stride", "tile_count", "tile_in_stride",
                         "tile_out_stride", "length_1", "in_stride_1", "out_stride_1", "scale"}));
  spec = Example();
  spec.window = WindowUse::kPairs;
  EXPECT_EQ(names().back(), "window");
  spec = Example();
  spec.load_callback.text = "load";
  spec.store_callback.text = "store";
  EXPECT_EQ(names().back(), "store_user");
  EXPECT_EQ(names()[names().size() - 2], "load_user");
}

TEST(SignatureTest, ConvolutionsBringTheirTables) {
  KernelSpec spec = Example();
  const auto tables = [&spec] {
    std::vector<std::string> list;
    for (const Parameter& parameter : Signature(spec)) {
      if (parameter.kind() != ParameterKind::kIndex) list.push_back(parameter.name());
    }
    return list;
  };
  spec.kind = KernelKind::kBluestein;
  EXPECT_EQ(tables(), (std::vector<std::string>{"in", "out", "twiddles", "twiddles_back", "chirp",
                                                "chirp_back", "filter"}));
  spec.kind = KernelKind::kRader;
  EXPECT_EQ(tables(), (std::vector<std::string>{"in", "out", "twiddles", "twiddles_back",
                                                "permutation", "filter"}));
  spec.points = 4 * 337;
  spec.lines_per_transform = 4;
  EXPECT_EQ(tables(), (std::vector<std::string>{"in", "out", "twiddles", "twiddles_first",
                                                "twiddles_back", "permutation", "filter"}));
}

// A group of 12 lines does three transforms of four lines each.
TEST(KernelSpecTest, LinesOfATransform) {
  KernelSpec spec = Example();
  spec.transforms_per_group = 12;
  EXPECT_EQ(TileWidth(spec), 12);
  EXPECT_EQ(LinePoints(spec), 336);
  spec.points = 4 * 337;
  spec.lines_per_transform = 4;
  EXPECT_EQ(TileWidth(spec), 3);
  EXPECT_EQ(LinePoints(spec), 337);
  spec.transforms_per_line = 2;
  EXPECT_EQ(TileLines(spec), 3);
  EXPECT_EQ(TileWidth(spec), 6);
}

std::vector<std::string> Names(const KernelSpec& spec) {
  std::vector<std::string> names;
  for (const Parameter& parameter : Signature(spec)) names.push_back(parameter.name());
  return names;
}

TEST(SignatureTest, TransformsOfAConvolutionStepAlongItsRows) {
  KernelSpec spec = Example();
  spec.outer_loops = 1;
  spec.row_operation = RowOperation::kFilter;
  EXPECT_EQ(Names(spec), (std::vector<std::string>{"in", "out", "twiddles", "filter", "tile_count",
                                                   "tile_in_stride", "tile_out_stride", "row_step",
                                                   "tile_row_step", "length_1", "in_stride_1",
                                                   "out_stride_1", "row_step_1"}));
  spec.outer_loops = 0;
  spec.row_operation = RowOperation::kChirpOut;
  EXPECT_EQ(Names(spec), (std::vector<std::string>{"in", "out", "twiddles", "chirp", "tile_count",
                                                   "tile_in_stride", "tile_out_stride", "row_step",
                                                   "tile_row_step", "row_points"}));
}

TEST(SignatureTest, TransposesStepAlongTwoDims) {
  KernelSpec spec = Example();
  spec.kind = KernelKind::kTranspose;
  spec.factors = {};
  EXPECT_EQ(Names(spec), (std::vector<std::string>{"in", "out", "x_count", "x_out_stride",
                                                   "y_count", "y_in_stride"}));
  spec.exchange = Exchange::kNone;
  EXPECT_EQ(Names(spec), (std::vector<std::string>{"in", "out", "x_count", "y_count", "y_in_stride",
                                                   "y_out_stride"}));
  spec.exchange = Exchange::kFull;
  spec.in_stride = spec.out_stride = StrideKind::kAny;
  spec.outer_loops = 1;
  spec.large_twiddle = {2, 8, {0}, 1};
  spec.scale = ScaleKind::kScale;
  EXPECT_EQ(Names(spec),
            (std::vector<std::string>{"in", "out", "large_twiddles", "x_count", "x_in_stride",
                                      "x_out_stride", "y_count", "y_in_stride", "y_out_stride",
                                      "length_1", "in_stride_1", "out_stride_1", "scale"}));
}

TEST(SignatureTest, PlanesHaveTwoAxes) {
  KernelSpec spec = Example();
  spec.kind = KernelKind::kStockhamPlane;
  spec.second_axis = {64, {8, 8}};
  EXPECT_EQ(Names(spec), (std::vector<std::string>{"in", "out", "twiddles", "twiddles_y",
                                                   "y_in_stride", "y_out_stride", "tile_count",
                                                   "tile_in_stride", "tile_out_stride"}));
  spec.second_axis = {8, {8}};
  EXPECT_EQ(Names(spec)[3], "y_in_stride");
}

}  // namespace
}  // namespace fft::kernels
