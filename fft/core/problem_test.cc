#include "fft/core/problem.h"

#include <limits>

#include "fft/core/layout.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

Problem Complex(std::vector<int64_t> lengths) {
  Problem problem;
  problem.lengths = std::move(lengths);
  return problem;
}

Problem Real(TransformType type, std::vector<int64_t> lengths) {
  Problem problem = Complex(std::move(lengths));
  problem.type = type;
  const bool forward = IsForward(type);
  (forward ? problem.input : problem.output).format = ArrayFormat::kReal;
  (forward ? problem.output : problem.input).format = ArrayFormat::kHermitianInterleaved;
  return problem;
}

std::string ErrorOf(const Problem& problem) {
  const auto complete = CompleteProblem(problem);
  if (complete.ok()) return "";
  EXPECT_EQ(complete.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(complete.status().message());
}

TEST(CompleteProblem, FillsPackedLayouts) {
  Problem problem = Complex({3, 4, 5});
  problem.batch = 2;
  const Problem complete = *CompleteProblem(problem);
  EXPECT_EQ(complete.input.strides, (std::vector<int64_t>{20, 5, 1}));
  EXPECT_EQ(complete.output.distance, 60);
  EXPECT_EQ(*CompleteProblem(complete), complete);
}

TEST(CompleteProblem, FillsTheDistanceOfGivenStrides) {
  Problem problem = Complex({12, 20});
  problem.output.strides = {1, 12};
  problem.input.strides = {21, 1};
  const Problem complete = *CompleteProblem(problem);
  EXPECT_EQ(complete.output.distance, 240);
  EXPECT_EQ(complete.input.distance, 252);
}

TEST(CompleteProblem, FillsRealLayouts) {
  const Problem out_of_place = *CompleteProblem(Real(TransformType::kRealForward, {24, 36}));
  EXPECT_EQ(out_of_place.input.strides, (std::vector<int64_t>{36, 1}));
  EXPECT_EQ(out_of_place.output.strides, (std::vector<int64_t>{19, 1}));
  EXPECT_EQ(out_of_place.output.distance, 456);
  for (TransformType type : {TransformType::kRealForward, TransformType::kRealInverse}) {
    Problem problem = Real(type, {24, 35});
    problem.placement = Placement::kInPlace;
    const Problem in_place = *CompleteProblem(problem);
    const ArrayDescription& real = IsForward(type) ? in_place.input : in_place.output;
    const ArrayDescription& complex = IsForward(type) ? in_place.output : in_place.input;
    EXPECT_EQ(real.strides, (std::vector<int64_t>{36, 1}));
    EXPECT_EQ(real.distance, 864);
    EXPECT_EQ(complex.strides, (std::vector<int64_t>{18, 1}));
    EXPECT_EQ(complex.distance, 432);
  }
}

TEST(CompleteProblem, FillsOneSideInPlaceFromTheOther) {
  Problem problem = Complex({8, 8});
  problem.placement = Placement::kInPlace;
  problem.output.strides = {10, 1};
  const Problem complete = *CompleteProblem(problem);
  EXPECT_EQ(complete.input, complete.output);
  Problem real = Real(TransformType::kRealForward, {8, 8});
  real.placement = Placement::kInPlace;
  real.input.strides = {12, 1};
  EXPECT_EQ(CompleteProblem(real)->output.strides, (std::vector<int64_t>{6, 1}));
}

TEST(CompleteProblem, AcceptsUnusualButSoundLayouts) {
  Problem batch_inside = Complex({12});
  batch_inside.batch = 9;
  batch_inside.input.strides = batch_inside.output.strides = {9};
  batch_inside.input.distance = batch_inside.output.distance = 1;
  EXPECT_EQ(ErrorOf(batch_inside), "");
  Problem shared_input = Complex({16});
  shared_input.batch = 4;
  shared_input.input.distance = 4;
  EXPECT_EQ(ErrorOf(shared_input), "");
  Problem unit = Complex({1, 16});
  unit.output.strides = {0, 1};
  EXPECT_EQ(ErrorOf(unit), "");
}

struct BadCase {
  const char* error;
  void (*spoil)(Problem*);
};

TEST(CompleteProblem, NamesWhatIsWrong) {
  const BadCase cases[] = {
      {"lengths is a list of 17; allowed: at most 16 lengths",
       [](Problem* p) { p->lengths = std::vector<int64_t>(17, 2); }},
      {"lengths[1] is 0; allowed: at least 1", [](Problem* p) { p->lengths[1] = 0; }},
      {"lengths[0] is -4; allowed: at least 1", [](Problem* p) { p->lengths[0] = -4; }},
      {"batch is -1; allowed: at least 0", [](Problem* p) { p->batch = -1; }},
      {"scale is inf; allowed: finite numbers",
       [](Problem* p) { p->scale = std::numeric_limits<double>::infinity(); }},
      {"scale is -1e+39; allowed: at most 3.40282e+38 in single precision",
       [](Problem* p) { p->scale = -1e39; }},
      {"scale is -1e-46; allowed: 0, or at least 1.4013e-45 in single precision",
       [](Problem* p) { p->scale = -1e-46; }},
      {"scale is 1e-300; allowed: 0, or at least 1.4013e-45 in bfloat16 precision",
       [](Problem* p) {
         p->precision = Precision::kBfloat16;
         p->scale = 1e-300;
       }},
      {"input.strides is a list of 1; allowed: 2 strides, one per length, or none",
       [](Problem* p) { p->input.strides = {1}; }},
      {"output.offsets[0] is 0; allowed: at least 12, as negative strides go down from it",
       [](Problem* p) {
         p->output.strides = {-4, 1};
       }},
      {"output.strides is 8_0; allowed: strides at which no two output elements share an address",
       [](Problem* p) {
         p->output.strides = {8, 0};
       }},
      {"input.offsets[0] is 0; allowed: at least 1, as negative strides go down from it",
       [](Problem* p) { p->input.distance = -1; }},
      {"output.offsets[0] is -3; allowed: at least 0",
       [](Problem* p) {
         p->output.offsets = {-3, 0};
       }},
      {"input.offsets[1] is 3; allowed: 0: CI has no second array",
       [](Problem* p) {
         p->input.offsets = {0, 3};
       }},
      {"output.distance is 16; allowed: distances at which no two output elements share an address",
       [](Problem* p) { p->output.distance = 16; }},
      {"output.strides is 2_1; allowed: strides at which no two output elements share an address",
       [](Problem* p) {
         p->output.strides = {2, 1};
       }},
      {"input.format is R; allowed: CI or CP for complex_forward out of place",
       [](Problem* p) { p->input.format = ArrayFormat::kReal; }},
      {"output.format is HI; allowed: CI or CP for complex_forward out of place",
       [](Problem* p) { p->output.format = ArrayFormat::kHermitianInterleaved; }},
  };
  for (const BadCase& bad : cases) {
    Problem problem = Complex({4, 8});
    problem.batch = 2;
    bad.spoil(&problem);
    EXPECT_EQ(ErrorOf(problem), bad.error);
  }
}

TEST(CompleteProblem, RefusesInPlaceLayoutsThatDiffer) {
  const BadCase cases[] = {
      {"output.strides[0] is 9; allowed: 8 in place, as the input's",
       [](Problem* p) {
         p->input.strides = {8, 1}, p->output.strides = {9, 1};
       }},
      {"output.distance is 64; allowed: 32 in place, as the input's",
       [](Problem* p) { p->input.distance = 32, p->output.distance = 64; }},
      {"output.offsets[0] is 1; allowed: 0 in place, as the input's",
       [](Problem* p) {
         p->output.offsets = {1, 0};
       }},
      {"output.format is CP; allowed: CI for complex_forward in place, as input.format",
       [](Problem* p) { p->output.format = ArrayFormat::kComplexPlanar; }},
  };
  for (const BadCase& bad : cases) {
    Problem problem = Complex({4, 8});
    problem.batch = 2;
    problem.placement = Placement::kInPlace;
    bad.spoil(&problem);
    EXPECT_EQ(ErrorOf(problem), bad.error);
  }
}

TEST(CompleteProblem, ChecksRealLayoutsInPlace) {
  const BadCase cases[] = {
      {"input.strides[0] is 8; allowed: 10 in place, twice the output's",
       [](Problem* p) {
         p->input.strides = {8, 1}, p->output.strides = {5, 1};
       }},
      {"input.strides[1] is 2; allowed: 1 in place, as reals lie",
       [](Problem* p) {
         p->input.strides = {10, 2}, p->output.strides = {5, 1};
       }},
      {"input.distance is 41; allowed: 40 in place, twice the output's",
       [](Problem* p) { p->input.distance = 41, p->output.distance = 20; }},
      {"input.offsets[0] is 1; allowed: 2 in place, twice the output's",
       [](Problem* p) {
         p->input.offsets = {1, 0}, p->output.offsets = {1, 0};
       }},
      {"output.format is HP; allowed: HI for real_forward in place",
       [](Problem* p) { p->output.format = ArrayFormat::kHermitianPlanar; }},
      {"output.format is CP; allowed: HI for real_forward in place",
       [](Problem* p) { p->output.format = ArrayFormat::kComplexPlanar; }},
  };
  for (const BadCase& bad : cases) {
    Problem problem = Real(TransformType::kRealForward, {4, 8});
    problem.batch = 2;
    problem.placement = Placement::kInPlace;
    bad.spoil(&problem);
    EXPECT_EQ(ErrorOf(problem), bad.error);
  }
}

TEST(CompleteProblem, RefusesExtentsBeyond64Bits) {
  const std::string limit = "; allowed: arrays of less than 2^63 bytes (batch ";
  Problem problem = Complex({int64_t{1} << 62});
  problem.batch = 4;
  EXPECT_EQ(ErrorOf(problem), "lengths is 4611686018427387904" + limit + "4)");
  EXPECT_EQ(ErrorOf(Complex({int64_t{1} << 60})), "lengths is 1152921504606846976" + limit + "1)");
  EXPECT_EQ(ErrorOf(Complex({int64_t{1} << 59})), "");
  problem = Complex({1 << 20, 1 << 20, 1 << 20});
  EXPECT_EQ(ErrorOf(problem), "lengths is 1048576_1048576_1048576" + limit + "1)");
  problem = Complex({16});
  problem.input.strides = {std::numeric_limits<int64_t>::max() / 8};
  const std::string layout = "; allowed: a layout that ends before 2^63 bytes";
  EXPECT_EQ(ErrorOf(problem), "input.strides[0] is 1152921504606846975" + layout);
  problem = Complex({16});
  problem.output.offsets = {std::numeric_limits<int64_t>::max() / 8 - 15, 0};
  EXPECT_EQ(ErrorOf(problem), "output.offsets[0] is 1152921504606846960" + layout);
  problem = Complex({16});
  problem.batch = 3;
  problem.output.distance = int64_t{1} << 61;
  EXPECT_EQ(ErrorOf(problem), "output.distance is 2305843009213693952" + layout);
}

TEST(Layouts, FollowStridesDistanceAndOffset) {
  Problem problem = Complex({12, 20});
  problem.batch = 2;
  problem.input = {ArrayFormat::kComplexInterleaved, {21, 1}, 252, {3, 0}};
  problem.output.strides = {1, 12};
  problem = *CompleteProblem(problem);
  EXPECT_EQ(ToString(InputLayout(problem)), "{20:1}{24:21}+3");
  EXPECT_EQ(ToString(OutputLayout(problem)), "{20:12}{12:1}{2:240}");
  const Problem real = *CompleteProblem(Real(TransformType::kRealForward, {4, 6}));
  EXPECT_EQ(InputLayout(real), Layout::Packed(24));
  EXPECT_EQ(OutputLayout(real), Layout::Packed(16));
}

TEST(Layouts, StepDownFromTheirOffset) {
  Problem problem = Complex({4, 6});
  problem.input.strides = {-6, 1};
  problem.input.offsets = {18, 0};
  problem.output.strides = {6, -1};
  problem.output.offsets = {9, 0};
  problem = *CompleteProblem(problem);
  EXPECT_EQ(problem.input.distance, 24);
  EXPECT_EQ(ToString(InputLayout(problem)), "{6:1}{4:-6}+18");
  EXPECT_EQ(InputLayout(problem).begin(), 0);
  EXPECT_EQ(InputLayout(problem).end(), 24);
  EXPECT_EQ(OutputLayout(problem).begin(), 4);
  EXPECT_EQ(OutputLayout(problem).end(), 28);
  EXPECT_FALSE(OutputLayout(problem).has_gaps());
}

TEST(CompleteProblem, TakesBatchesOfNone) {
  Problem problem = Complex({4, 6});
  problem.batch = 0;
  problem.loops = {{0, 7, 7}, {3, 0, 24}};
  const Problem complete = *CompleteProblem(problem);
  EXPECT_TRUE(IsEmpty(complete));
  EXPECT_EQ(complete.batch, 0);
  EXPECT_EQ(complete.loops, problem.loops);
  EXPECT_EQ(complete.input.distance, 24);
  EXPECT_EQ(OutputLayout(complete).volume(), 72);
  EXPECT_FALSE(IsEmpty(WithoutEmpty(complete)));
  // Strides that reach an element twice are refused even if there is no transform.
  problem.output.strides = {6, 6};
  EXPECT_FALSE(CompleteProblem(problem).ok());
}

TEST(CompleteProblem, WritesSingleElementsAsALength) {
  Problem copy = Complex({});
  copy.loops = {{5, 1, 4}, {4, 5, 1}};
  EXPECT_EQ(CompleteProblem(copy)->lengths, std::vector<int64_t>{1});
  Problem reals;
  reals.type = TransformType::kRealToReal;
  SetDefaultFormats(&reals);
  EXPECT_EQ(CompleteProblem(reals)->kinds, std::vector<AxisKind>{AxisKind::kDht});
}

TEST(Formats, HaveSizes) {
  EXPECT_EQ(ElementBytes(ArrayFormat::kComplexInterleaved, Precision::kDouble), 16);
  EXPECT_EQ(ElementBytes(ArrayFormat::kHermitianPlanar, Precision::kSingle), 4);
  EXPECT_EQ(ElementBytes(ArrayFormat::kReal, Precision::kHalf), 2);
  EXPECT_TRUE(IsPlanar(ArrayFormat::kComplexPlanar));
  EXPECT_FALSE(IsPlanar(ArrayFormat::kHermitianInterleaved));
}

// The problems of this test are unusual: they fail checks that most problems do not reach.
TEST(CompleteProblem, TellsWhatIsWrongWithUnusualProblems) {
  Problem kinds = Complex({4, 5});
  kinds.kinds = {AxisKind::kForward};
  EXPECT_EQ(ErrorOf(kinds), "kinds is a list of 1; allowed: 2 kinds, one per length, or none");
  kinds.type = TransformType::kRealToReal;
  SetDefaultFormats(&kinds);
  EXPECT_EQ(ErrorOf(kinds), "kinds is a list of 1; allowed: 2 kinds, one per length");
  kinds.kinds = {AxisKind::kForward, AxisKind::kDct2};
  EXPECT_EQ(ErrorOf(kinds),
            "kinds[0] is forward; allowed: kinds from reals to reals for real_to_real");

  Problem many = Complex({4});
  many.loops.assign(100, {1, 4, 4});
  EXPECT_NE(ErrorOf(many).find("loops is a list of 100; allowed: at most"), std::string::npos);

  Problem far = Complex({int64_t{1} << 40, int64_t{1} << 40});
  EXPECT_NE(ErrorOf(far), "");

  Problem in_place = Complex({4});
  in_place.placement = Placement::kInPlace;
  in_place.loops = {{2, 4, 8}};
  EXPECT_EQ(ErrorOf(in_place), "loops[0].out_stride is 8; allowed: 4 in place, as the input's");
  in_place.loops = {{1, 4, 8}};
  EXPECT_EQ(ErrorOf(in_place), "");
}

TEST(CompleteProblem, LoopsOfRealsInPlaceAreTwiceAsFarApart) {
  for (const TransformType type : {TransformType::kRealForward, TransformType::kRealInverse}) {
    const bool forward = type == TransformType::kRealForward;
    Problem problem = Real(type, {4});
    problem.placement = Placement::kInPlace;
    problem.loops = {forward ? Dim{2, 6, 3} : Dim{2, 3, 6}};
    EXPECT_EQ(ErrorOf(problem), "");
    problem.loops = {forward ? Dim{2, 8, 3} : Dim{2, 3, 8}};
    EXPECT_NE(ErrorOf(problem).find("loops[0] is 8; allowed: 6 in place, twice the"),
              std::string::npos)
        << ErrorOf(problem);
    problem.loops = {forward ? Dim{1, 8, 3} : Dim{1, 3, 8}};
    EXPECT_EQ(ErrorOf(problem), "");
  }
}

TEST(Ranges, AreOfOneSideOrOfBoth) {
  Problem problem = Complex({8});
  EXPECT_FALSE(HasRanges(problem));
  problem.output.ranges = {{0, 4}};
  EXPECT_TRUE(HasRanges(problem));
  problem.input.ranges = {{0, 4}};
  EXPECT_TRUE(HasRanges(problem));
}

}  // namespace
}  // namespace fft
