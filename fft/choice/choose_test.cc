#include "fft/choice/choose.h"

#include <string>

#include "fft/choice/line_map.h"
#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(ChooseTile, FollowsTheSmallestStrideOfEachSide) {
  EXPECT_EQ(ChooseTile({8, 1, 1}, {{4, 64, 64}, {8, 8, 8}}), (TileChoice{Tiling::kRowRow, 1, 8}));
  EXPECT_EQ(ChooseTile({8, 4, 4}, {{9, 32, 32}, {4, 1, 1}}), (TileChoice{Tiling::kColCol, 1, 4}));
  EXPECT_EQ(ChooseTile({8, 1, 4}, {{4, 8, 1}}), (TileChoice{Tiling::kRowCol, 0, 4}));
  EXPECT_EQ(ChooseTile({4, 8, 1}, {{8, 1, 4}}), (TileChoice{Tiling::kColRow, 0, 8}));
  EXPECT_EQ(ChooseTile({8, 5, 5}, {}), (TileChoice{Tiling::kRowRow, -1, 1}));
  // An axis of a single element has no steps, so lanes run across the loop.
  EXPECT_EQ(ChooseTile({1, 1, 1}, {{8, 1, 1}}), (TileChoice{Tiling::kColCol, 0, 8}));
}

absl::StatusOr<KernelChoice> Choose(SchemeKind scheme, const Dims& axes, const Dims& loops,
                                    const Target& target = *FindTarget("gfx90a")) {
  PlanNode leaf;
  leaf.scheme = scheme;
  leaf.axes = axes;
  leaf.loops = loops;
  return ChooseKernel(RequestFor(leaf, Precision::kSingle, target));
}

double Seconds(SchemeKind scheme, const Dims& axes, const Dims& loops) {
  return Choose(scheme, axes, loops)->price.Seconds();
}

double Stockham(const Dim& axis, const Dims& loops) {
  return Seconds(SchemeKind::kStockham, {axis}, loops);
}

// Transforms are few up to a number of bytes per compute unit, whatever loop they are counted by,
// and only on targets that were measured so.
TEST(ChooseKernel, FewTransformsHaveAShapeOfTheirOwn) {
  const auto shape = [](const Dims& loops, const char* target) {
    return Choose(SchemeKind::kStockham, {{256, 1, 1}}, loops, *FindTarget(target))->line();
  };
  const double unit = ModelOf(*FindTarget("sm_90")).gpu.search.few_bytes;
  const auto most = static_cast<int64_t>(unit * FindTarget("sm_90")->compute_units / (8 * 256));
  ASSERT_GT(most, 100);
  const auto rows = [](int64_t count) { return Dims{{count, 256, 256}}; };
  EXPECT_EQ(shape(rows(most), "sm_90").origin, Origin::kModel);
  EXPECT_EQ(shape(rows(most + 1), "sm_90").origin, Origin::kTuned);
  const Dims blocks = {{most / 2, 256, 256}, {3, 1 << 20, 1 << 20}};
  EXPECT_EQ(shape(blocks, "sm_90").origin, Origin::kTuned);
  EXPECT_EQ(ModelOf(*FindTarget("gfx90a")).gpu.search.few_bytes, 0);
}

// All loops longer than a workgroup's transforms get the same shape, so a memo chooses that shape
// once.
TEST(ShapeMemo, ChoosesOnceForAllLongLoopsOfAGpu) {
  ShapeMemo memo;
  KernelShapeRequest wanted;
  wanted.length = 4096;
  wanted.tiling = Tiling::kColCol;
  const Target gpu = *FindTarget("gfx90a");
  for (int64_t count : {int64_t{5000}, int64_t{4755993019}, int64_t{11}, int64_t{12}}) {
    wanted.count = count;
    const auto shape = memo.Choose(wanted, gpu);
    ASSERT_TRUE(shape.ok()) << shape.status();
    EXPECT_EQ(*shape, *ChooseKernelShape(wanted, gpu)) << count;
  }
  EXPECT_EQ(memo.requests().size(), 3u);
}

// A memo treats all counts of transforms that exceed every tile as one count. Every count still
// gets the shape that it has without a memo.
TEST(ShapeMemo, GivesEveryCountItsOwnShape) {
  for (const char* name : {"sm_90", "gfx90a"}) {
    const Target gpu = *FindTarget(name);
    for (int64_t length : {2, 3, 8, 16, 49, 100, 256, 1000, 1024, 2197, 4096}) {
      for (Tiling tiling : kLineTilings) {
        ShapeMemo memo;
        KernelShapeRequest wanted = {length, Precision::kSingle, tiling};
        for (bool twiddled : {false, true}) {
          wanted.twiddled = twiddled;
          for (int64_t count :
               {100000, 2048, 1026, 1025, 1024, 1023, 513, 258, 257, 256, 100, 32}) {
            wanted.count = count;
            const auto shape = memo.Choose(wanted, gpu);
            const auto own = ChooseKernelShape(wanted, gpu);
            ASSERT_EQ(shape.ok(), own.ok()) << name << " " << length << " " << count;
            if (!own.ok()) continue;
            EXPECT_EQ(*shape, *own) << name << " " << length << " " << count;
          }
        }
      }
    }
  }
}

TEST(ShapeMemo, KnowsThatTilesOfACpuDependOnTheWholeNumber) {
  ShapeMemo memo;
  KernelShapeRequest wanted;
  wanted.length = 512;
  wanted.tiling = Tiling::kColCol;
  const Target host = *FindTarget("host");
  for (int64_t count : {int64_t{4} << 20, int64_t{20} << 20, (int64_t{4} << 20) + 1}) {
    wanted.count = count;
    EXPECT_EQ(*memo.Choose(wanted, host), *ChooseKernelShape(wanted, host)) << count;
  }
  EXPECT_EQ(memo.requests().size(), 3u);
}

TEST(ShapeMemo, KnowsPlanesByAllThatTheyDependOn) {
  ShapeMemo memo;
  const Target gpu = *FindTarget("sm_90");
  for (int i = 0; i < 2; ++i) {
    for (int64_t x : {8, 64}) {
      for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
        for (int64_t count : {1, 1000}) {
          const PlaneShapeRequest wanted = {x, 16, precision, count};
          EXPECT_EQ(*memo.Choose(wanted, gpu), *ChoosePlaneShape(wanted, gpu)) << x << " " << count;
        }
      }
    }
  }
  const PlaneShapeRequest large = {1024, 1024};
  EXPECT_EQ(memo.Choose(large, gpu).status(), ChoosePlaneShape(large, gpu).status());
}

// Small problems are spread over all compute units. Tiles of columns stay as wide as a sector.
TEST(ChooseKernel, SmallProblemsOccupyTheMachine) {
  const Target target = *FindTarget("sm_90");
  const auto choice = [&](const Dim& axis, const Dims& loops) {
    PlanNode leaf;
    leaf.scheme = SchemeKind::kStockham;
    leaf.axes = {axis};
    leaf.loops = loops;
    return *ChooseKernel(RequestFor(leaf, Precision::kSingle, target));
  };
  const int64_t units = target.compute_units;
  EXPECT_GT(choice({336, 1, 1}, {{100 * units, 336, 336}}).line().transforms_per_group, 2);
  EXPECT_EQ(choice({336, 1, 1}, {{256, 336, 336}}).line().transforms_per_group, 2);
  EXPECT_EQ(choice({336, 1, 1}, {{256, 336, 336}}).blocks, 128);
  EXPECT_EQ(choice({512, 512, 512}, {{512, 1, 1}}).line().transforms_per_group, 4);
  EXPECT_GE(
      choice({512, 100 * units, 100 * units}, {{100 * units, 1, 1}}).line().transforms_per_group,
      8);
  // If all rows run at once with room to spare, workgroups have one wavefront; else the measured
  // size.
  const auto rows = [&](int64_t count) { return choice({75, 1, 1}, {{count, 75, 75}}).line(); };
  const KernelShape many = rows(100000), few = rows(8738);
  EXPECT_EQ(many.transforms_per_group, 32);
  EXPECT_EQ(few.transforms_per_group, 7);
  EXPECT_EQ(few.factors, many.factors);
  EXPECT_EQ(few.copy_share, many.copy_share);
  EXPECT_EQ(few.origin, Origin::kTuned);
  EXPECT_GT(few.resident_groups, many.resident_groups);
  EXPECT_EQ(rows(int64_t{32} * 4 * many.resident_groups * units / 5).transforms_per_group, 32);
  // A workgroup has no more transforms than there are rows.
  EXPECT_EQ(choice({16, 1, 1}, {{3, 16, 16}}).line().transforms_per_group, 3);
  // If there are few planes, each has a workgroup of its own.
  PlanNode planes;
  planes.scheme = SchemeKind::k2dSingle;
  planes.axes = {{16, 16, 16}, {16, 1, 1}};
  planes.loops = {{units / 3, 256, 256}};
  EXPECT_EQ(ChooseKernel(RequestFor(planes, Precision::kSingle, target))->blocks, units / 3);
}

// A step gets the kernel that the planner priced, although it is chosen without the planner's memo.
TEST(ChooseKernel, IsTheSameWithAMemo) {
  for (const Target& target : Targets()) {
    ShapeMemo memo;
    for (const int64_t count : {1, 20, 100, 4095, 4096, 4100, 4116, 5000, 8200}) {
      PlanNode leaf;
      leaf.scheme = SchemeKind::kStockham;
      for (const bool rows : {true, false}) {
        leaf.axes = {rows ? Dim{64, 1, 1} : Dim{64, count, count}};
        leaf.loops = {rows ? Dim{count, 64, 64} : Dim{count, 1, 1}};
        KernelRequest request = RequestFor(leaf, Precision::kSingle, target);
        const auto alone = ChooseKernel(request);
        request.memo = &memo;
        const auto remembered = ChooseKernel(request);
        ASSERT_TRUE(alone.ok() && remembered.ok()) << target.name;
        EXPECT_EQ(*alone, *remembered) << target.name << ", " << count << (rows ? " rows" : "");
      }
    }
  }
}

TEST(ChooseKernel, PricesGrowWithTheData) {
  const double small = Stockham({1024, 1, 1}, {{1000, 1024, 1024}});
  const double large = Stockham({1024, 1, 1}, {{10000, 1024, 1024}});
  EXPECT_GT(large, 5 * small);
  // A kernel is no faster than memory.
  EXPECT_GT(large, 2 * 8 * 1024 * 10000 / 1638e9);
}

TEST(ChooseKernel, ChargesIsolatedElements) {
  const double rows = Stockham({256, 1, 1}, {{65536, 256, 256}});
  const double columns = Stockham({256, 65536, 65536}, {{65536, 1, 1}});
  const double isolated = Stockham({256, 65536 * 8, 65536 * 8}, {{65536, 8, 8}});
  EXPECT_GT(columns / rows, 1);
  EXPECT_LT(columns / rows, 1.25);
  EXPECT_GT(isolated, 3 * rows);
}

// Strides that differ only by padding have different prices, and the parts of the price say why.
TEST(ChooseKernel, ChargesRowsThatMeetInOneChannel) {
  const auto packed = Choose(SchemeKind::kStockham, {{512, 65536, 65536}}, {{65536, 1, 1}});
  const auto padded = Choose(SchemeKind::kStockham, {{512, 65600, 65600}}, {{65536, 1, 1}});
  ASSERT_TRUE(packed.ok() && padded.ok());
  EXPECT_GT(packed->price.channels, padded->price.channels);
  EXPECT_LT(padded->price.channels, 0.6 * packed->price.channels);
  EXPECT_GT(packed->price.Seconds(), padded->price.Seconds());
  EXPECT_EQ(packed->price.read, padded->price.read);
  const Price& price = packed->price;
  EXPECT_DOUBLE_EQ(price.Seconds(), price.read + price.write + price.channels + price.passes +
                                        price.occupancy + price.launch);
}

TEST(ChooseKernel, SaysWhyThereIsNone) {
  const auto choice = Choose(SchemeKind::kStockham, {{1 << 20, 1, 1}}, {});
  ASSERT_FALSE(choice.ok());
  EXPECT_NE(std::string(choice.status().message()).find("does not fit gfx90a"), std::string::npos);
  EXPECT_FALSE(Choose(SchemeKind::k2dRc, {{8, 8, 8}, {8, 1, 1}}, {}).ok());
}

TEST(ChooseKernel, TransposesAreAboutCopiesInFullTiles) {
  const double bytes = 2 * 8 * 4096.0 * 4096;
  const double seconds = Seconds(SchemeKind::kTranspose, {{4096, 1, 4096}}, {{4096, 4096 + 64, 1}});
  EXPECT_GT(seconds, bytes / 1638e9);
  EXPECT_LT(seconds, 1.25 * bytes / 1638e9);
  // Short rows on one side take longer.
  EXPECT_GT(Seconds(SchemeKind::kTranspose, {{2, 1, 8388608}}, {{8388608, 2, 1}}), 1.1 * seconds);
}

TEST(ChooseKernel, PlanesBeatTwoKernelsWhenThereAreManyAndSmallOnes) {
  const auto plane = [](int64_t n, int64_t count) {
    return Seconds(SchemeKind::k2dSingle, {{n, n, n}, {n, 1, 1}}, {{count, n * n, n * n}});
  };
  const auto two = [](int64_t n, int64_t count) {
    return Stockham({n, 1, 1}, {{count * n, n, n}}) +
           Stockham({n, n, n}, {{n, 1, 1}, {count, n * n, n * n}});
  };
  EXPECT_LT(plane(32, 10000), 0.7 * two(32, 10000));
  EXPECT_LT(plane(16, 1), two(16, 1));
  // With wide tiles, one compute unit would work while the others wait.
  EXPECT_GT(plane(80, 4) / 4, plane(80, 1000) / 1000);
}

TEST(ChooseKernel, TwiddledLeavesMayNeedMoreThanTheTargetHas) {
  const Target target = *FindTarget("gfx906");
  PlanNode leaf;
  leaf.axes = {{493, 493, 493}};
  leaf.loops = {{493, 1, 1}};
  EXPECT_TRUE(KernelFits(RequestFor(leaf, Precision::kDouble, target)).ok());
  leaf.large_twiddle = {493 * 493, 0};
  EXPECT_FALSE(KernelFits(RequestFor(leaf, Precision::kDouble, target)).ok());
}

// Shapes that were measured on the target come before the model's.
TEST(ChooseKernel, MeasuredConvolutionsCostWhatWasMeasured) {
  const Target target = *FindTarget("sm_90");
  EXPECT_EQ(Choose(SchemeKind::kStockham, {{1000, 1, 1}}, {{1000, 1000, 1000}}, target)->origin,
            Origin::kTuned);
  PlanNode leaf;
  leaf.scheme = SchemeKind::kBluestein;
  leaf.axes = {{500, 1, 1}};
  leaf.loops = {{100000, 500, 500}};
  leaf.convolution = 1000;
  KernelRequest request = RequestFor(leaf, Precision::kSingle, target);
  const auto choice = ChooseKernel(request);
  ASSERT_TRUE(choice.ok()) << choice.status();
  ASSERT_EQ(choice->origin, Origin::kTuned);
  ASSERT_GT(choice->line().copy_share, 0);
  const double copy = 2 * 8 * 500.0 * 100000 / (target.bandwidth_gbs * 1e9);
  const double seconds = choice->price.Seconds() - choice->price.launch - choice->price.channels;
  EXPECT_NEAR(seconds, copy / choice->line().copy_share, 0.02 * copy);
  // Isolated elements were not measured.
  request.axes = {{500, 7, 7}};
  request.loops = {{100000, 3500, 3500}};
  EXPECT_GT(ChooseKernel(request)->price.Seconds(), 1.2 * choice->price.Seconds());
}

// Columns of single precision are written in runs of 4 elements, which are 32 bytes. A run fills
// exactly one sector if the stride between runs is a multiple of a sector.
TEST(ChooseKernel, PartsOfSectorsCostWhatMemoryReadsForThem) {
  const Target target = *FindTarget("sm_90");
  const auto write_share = [&](int64_t length, int64_t stride, bool in_place) {
    PlanNode leaf;
    leaf.scheme = SchemeKind::kStockham;
    leaf.axes = {{length, stride, stride}};
    leaf.loops = {{100, length * stride, length * stride}, {stride, 1, 1}};
    KernelRequest request = RequestFor(leaf, Precision::kSingle, target);
    EXPECT_TRUE(request.in_place);
    request.in_place = in_place;
    const auto choice = ChooseKernel(request);
    EXPECT_TRUE(choice.ok()) << choice.status();
    return choice->price.write / choice->price.read;
  };
  EXPECT_EQ(Choose(SchemeKind::kStockham, {{3125, 3128, 3128}}, {{3128, 1, 1}}, target)
                ->line()
                .transforms_per_group,
            4);
  EXPECT_DOUBLE_EQ(write_share(3125, 3128, false), 1);
  const double apart = write_share(3125, 3125, false);
  EXPECT_GT(apart, 2);
  EXPECT_LT(apart, 3);
  EXPECT_GT(write_share(3125, 3126, false), 1.3);
  EXPECT_LT(write_share(3125, 3126, false), apart);
  // Parts of sectors cost less in place and in small transforms, since the data lies in the cache.
  EXPECT_LT(write_share(3125, 3125, true), apart);
  EXPECT_GT(write_share(3125, 3125, true), 1);
  EXPECT_DOUBLE_EQ(write_share(243, 3001, true), 1);
  EXPECT_GT(write_share(243, 3001, false), 1);
  EXPECT_DOUBLE_EQ(write_share(243, 301, false), 1);
}

TEST(ChooseKernel, LoopsThatStepAlikeAreOne) {
  const auto choice =
      Choose(SchemeKind::kStockham, {{64, 1, 1}}, {{2, 6400, 6400}, {10, 64, 64}, {10, 640, 640}});
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->map.loops, (Dims{{200, 64, 64}}));
  EXPECT_EQ(choice->blocks,
            (200 + choice->line().transforms_per_group - 1) / choice->line().transforms_per_group);
}

// The columns of this test belong to planes whose rows are shorter than a tile, or leave the last
// tile nearly empty.
TEST(ChooseKernel, TilesWrapWhereTheirLoopLeavesThemEmpty) {
  for (const auto& [columns, wraps] :
       {std::pair{8, true}, {39, true}, {512, false}, {5120, false}}) {
    const Dims loops = {{1000, columns * 13, columns * 13}, {columns, 1, 1}};
    for (const char* name : {"sm_90", "gfx90a", "host"}) {
      SCOPED_TRACE(absl::StrCat(name, " ", columns));
      const Target target = *FindTarget(name);
      const auto choice = Choose(SchemeKind::kStockham, {{13, columns, columns}}, loops, target);
      ASSERT_TRUE(choice.ok()) << choice.status();
      const bool is_wrapped = choice->map.tile_end == TileEnd::kWraps;
      EXPECT_EQ(is_wrapped, wraps && !target.is_cpu());
      EXPECT_EQ(choice->map.loops[0].length, columns);
      EXPECT_GE(choice->blocks * choice->line().transforms_per_group, 1000 * columns);
      if (is_wrapped) {
        EXPECT_LT((choice->blocks - 1) * choice->line().transforms_per_group, 1000 * columns);
      }
    }
  }
}

TEST(KernelRules, EveryLeafHasOneRow) {
  for (const KernelRule& rule : KernelRules()) {
    EXPECT_EQ(FindKernelRule(rule.scheme), &rule) << ToString(rule.scheme);
    EXPECT_FALSE(rule.reads.empty());
    EXPECT_NE(rule.choose, nullptr);
  }
  EXPECT_EQ(FindKernelRule(SchemeKind::kRealPairs), nullptr);
}

// A Fourier layer has a batch of 32 elements, each with 64 channels of 512 modes. A loop of length
// 2 repeats the layer with other matrices. Lanes run along the modes, and the elements of a tile
// share matrices.
TEST(ChooseKernel, ProductsWithMatricesShareWhatTheyRead) {
  PlanNode leaf;
  leaf.scheme = SchemeKind::kChannels;
  leaf.axes = {{64, 512, 512}};
  leaf.loops = {{32, 65536, 32768}, {2, 32768, 1 << 20}, {512, 1, 1}};
  leaf.row = {.operation = RowOperation::kMatrix,
              .axis_step = 512,
              .loop_steps = {0, 1 << 21, 1},
              .in_step = 32768};
  const auto choose = [&leaf](Precision precision, const char* target) {
    return *ChooseKernel(RequestFor(leaf, precision, *FindTarget(target)));
  };
  const KernelChoice choice = choose(Precision::kSingle, "sm_90");
  EXPECT_EQ(choice.kind, KernelKind::kChannels);
  EXPECT_EQ(choice.map.loops, (Dims{{512, 1, 1}, {32, 65536, 32768}, {2, 32768, 1 << 20}}));
  EXPECT_EQ(choice.map.row_steps, (std::vector<int64_t>{1, 0, 1 << 21}));
  EXPECT_EQ(choice.channels(), (ChannelsShape{16, 4, 4, 4, 4}));
  EXPECT_EQ(choice.threads, 256);
  EXPECT_EQ(choice.blocks, 32 * 4 * 2 * 2);
  EXPECT_EQ(choose(Precision::kDouble, "sm_90").channels(), (ChannelsShape{16, 4, 4, 2, 4}));
  EXPECT_EQ(choose(Precision::kSingle, "host").channels(), (ChannelsShape{16, 1, 1, 4, 4}));
  // The matrices are read, too.
  const double seconds = choice.price.read;
  leaf.row.loop_steps[1] = 0;
  EXPECT_LT(choose(Precision::kSingle, "sm_90").price.read, seconds);
  leaf.axes.front().length = 3;
  EXPECT_EQ(choose(Precision::kSingle, "sm_90").channels(), (ChannelsShape{16, 4, 1, 4, 4}));
}

// The launch has as many workgroups as the device holds, also if the caller asks for more.
TEST(GroupsFor, PersistentGroupsFitTheDevice) {
  const Target target = *FindTarget("sm_90");
  KernelShape shape;
  shape.threads_per_transform = 128;
  shape.transforms_per_group = 4;
  shape.lds_bytes = 194 << 10;
  shape.resident_groups = 30;
  EXPECT_EQ(GroupsFor(2500, shape, target), 2500);
  shape.is_persistent = true;
  EXPECT_EQ(GroupsFor(2500, shape, target), target.compute_units);
  EXPECT_EQ(GroupsFor(7, shape, target), 7);
  shape.lds_bytes = 1 << 10;  // four groups of 16 waves
  EXPECT_EQ(GroupsFor(2500, shape, target), 4 * target.compute_units);
}

TEST(WorkspacePenalty, IsATieBreaker) {
  const double bytes = 8.0 * (1 << 20);
  const double penalty = WorkspacePenaltySeconds(bytes, *FindTarget("gfx90a"));
  EXPECT_GT(penalty, 0);
  EXPECT_LT(penalty, 0.6 * bytes / 1638e9);
}

}  // namespace
}  // namespace fft
