// Tests chains through the public header: prepared filters, results compared with the definition,
// and refusals.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "fft/exec/describe_chain.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"
#include "tests/support/chain_reference.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;

Context& HostContext() {
  static const auto* const kContext = [] {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    auto context = Context::Create(options);
    EXPECT_TRUE(context.ok()) << context.status();
    return new std::shared_ptr<Context>(context.value_or(nullptr));
  }();
  return **kContext;
}

// A chain in double precision with its workspace, input, filters and output.
class Filtering {
 public:
  Filtering(const std::string& token, const Ranges& taps, const PlanOptions& options = {})
      : chain_(*ParseChainToken(token)) {
    auto plan = MakeChain(HostContext(), chain_, options);
    EXPECT_TRUE(plan.ok()) << plan.status();
    plan_ = plan.value_or(nullptr);
    const Problem filter = *CompleteProblem(FilterProblem(chain_, taps));
    input_ = Drawn(chain_.arrays, 1);
    taps_ = Drawn(filter, 2);
    spectra_.resize(SpectrumBytes(chain_) / sizeof(double));
    auto filter_plan = HostContext().MakePlan(filter);
    EXPECT_TRUE(filter_plan.ok()) << filter_plan.status();
    std::vector<double> scratch(workspace_bytes(**filter_plan) / sizeof(double) + 64);
    EXPECT_TRUE((*filter_plan)
                    ->Execute({.in = taps_.data(),
                               .out = spectra_.data(),
                               .workspace = Aligned(&scratch),
                               .workspace_bytes = workspace_bytes(**filter_plan)})
                    .ok());
    workspace_.resize(plan_->workspace_bytes() / sizeof(double) + 64);
    int64_t count = IsReal(chain_) ? 1 : 2;
    for (int64_t length : StoredLengths(chain_.arrays, chain_.arrays.output)) count *= length;
    output_.assign(count * TransformCount(chain_.arrays), 77);
  }

  ChainArguments Arguments() {
    return {.in = input_.data(),
            .out = output_.data(),
            .spectra = spectra_.data(),
            .workspace = Aligned(&workspace_),
            .workspace_bytes = plan_->workspace_bytes()};
  }
  const ChainPlan& plan() const { return *plan_; }

  // Returns the error of the output. The filters are zero outside `taps`.
  double Error(const Ranges& taps) const {
    const Problem filter = FilterProblem(chain_, taps);
    const int64_t components = IsReal(chain_) ? 1 : 2;
    std::vector<long double> whole(chain_.spectra * components * Points());
    const std::vector<int64_t> places = PositionsInWhole(taps, chain_.arrays.lengths);
    for (size_t i = 0; i < taps_.size() / components; ++i) {
      const int64_t at =
          static_cast<int64_t>(i) / std::ssize(places) * Points() + places[i % places.size()];
      for (int64_t c = 0; c < components; ++c) {
        whole[at * components + c] = taps_[static_cast<int64_t>(i) * components + c];
      }
    }
    return Compare(std::vector<long double>(output_.begin(), output_.end()),
                   NaiveChain(chain_, {input_.begin(), input_.end()}, whole),
                   static_cast<int>(components))
        .l2;
  }

 private:
  static int64_t workspace_bytes(const Plan& plan) { return plan.workspace_bytes(); }
  static void* Aligned(std::vector<double>* memory) {
    const auto address = reinterpret_cast<uintptr_t>(memory->data());
    return reinterpret_cast<void*>((address + 255) / 256 * 256);
  }
  static std::vector<double> Drawn(const Problem& problem, uint64_t seed) {
    return RandomInput<double>(problem, seed);
  }
  int64_t Points() const {
    int64_t points = 1;
    for (int64_t length : chain_.arrays.lengths) points *= length;
    return points;
  }

  const Chain chain_;
  std::shared_ptr<const ChainPlan> plan_;
  std::vector<double> input_, taps_, spectra_, workspace_, output_;
};

// The cases are whole rows, rows padded with zeros, channels, planes, and lengths that take one
// kernel and several kernels.
TEST(ChainTest, ConvolvesWithPreparedFilters) {
  struct Case {
    const char* token;
    Ranges taps;
    bool is_whole;
  };
  const Case cases[] = {
      {"real_convolve_len_64_double_op_batch_5_irange_0_40_orange_9_31", {{0, 10}}, true},
      {"complex_correlate_len_60_double_op_batch_6_spectra_3", {{50, 20}}, true},
      {"real_correlate_len_16_24_double_op_batch_2_irange_0_16_0_12", {{0, 3}, {0, 5}}, false},
      {"complex_convolve_len_2_3_4_double_op_batch_4_scale_2_spectra_4",
       {{0, 2}, {1, 2}, {0, 4}},
       false},
      {"complex_convolve_len_37_double_op_batch_2", {{0, 37}}, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.token);
    Filtering run(c.token, c.taps);
    EXPECT_EQ(run.plan().description().is_whole(), c.is_whole);
    ASSERT_TRUE(run.plan().Execute(run.Arguments()).ok());
    EXPECT_LT(run.Error(c.taps), 1e-14);
  }
}

TEST(ChainTest, AsksForTwoPlansBySchemeOrForOne) {
  const char* const token = "real_convolve_len_64_double_op_batch_5_spectra_5";
  Filtering two(token, {{0, 7}}, {.scheme = SchemeKind::kRealFull});
  EXPECT_FALSE(two.plan().description().is_whole());
  ASSERT_TRUE(two.plan().Execute(two.Arguments()).ok());
  EXPECT_LT(two.Error({{0, 7}}), 1e-14);
  Filtering one(token, {{0, 7}}, {.scheme = SchemeKind::kFilter});
  EXPECT_TRUE(one.plan().description().is_whole());
  const Chain plane = *ParseChainToken("real_convolve_len_8_8_double_op");
  const absl::Status refused =
      MakeChain(HostContext(), plane, {.scheme = SchemeKind::kFilter}).status();
  EXPECT_TRUE(absl::IsUnimplemented(refused)) << refused;
  const Chain longer = *ParseChainToken("real_convolve_len_1048576_double_op");
  const absl::Status too_long =
      MakeChain(HostContext(), longer, {.scheme = SchemeKind::kFilter}).status();
  EXPECT_TRUE(absl::IsUnimplemented(too_long)) << too_long;
}

TEST(ChainTest, BadArgumentsAreNamed) {
  Filtering run("real_convolve_len_16_24_double_op_batch_2", {{0, 3}, {0, 5}});
  ASSERT_GT(run.plan().workspace_bytes(), 0);
  const auto refused = [&](auto change, const std::string& words) {
    ChainArguments arguments = run.Arguments();
    change(&arguments);
    const absl::Status status = run.plan().Execute(arguments);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  };
  refused([](ChainArguments* a) { a->spectra = nullptr; }, "spectra is null");
  refused([](ChainArguments* a) { a->spectra = static_cast<const char*>(a->spectra) + 4; },
          "aligned to 16 bytes");
  refused([](ChainArguments* a) { a->spectra = a->workspace; }, "overlapping workspace");
  refused([](ChainArguments* a) { a->workspace = nullptr; }, "workspace is null");
  refused([](ChainArguments* a) { --a->workspace_bytes; }, "workspace_bytes");
  refused([](ChainArguments* a) { a->workspace = static_cast<char*>(a->workspace) + 8; },
          "workspace is at address");
  refused([](ChainArguments* a) { a->in = nullptr; }, "in is null");
  refused([](ChainArguments* a) { a->out = nullptr; }, "out is null");
}

// A bad pointer of the second plan of two is found before the first one runs.
TEST(ChainTest, NothingRunsWithABadArgument) {
  Filtering run("complex_convolve_len_1009_double_op_batch_2", {{0, 7}});
  ASSERT_FALSE(run.plan().description().is_whole());
  ChainArguments arguments = run.Arguments();
  arguments.out = nullptr;
  std::memset(arguments.workspace, 17, arguments.workspace_bytes);
  const absl::Status status = run.plan().Execute(arguments);
  EXPECT_THAT(std::string(status.message()), HasSubstr("out is null"));
  const auto* const bytes = static_cast<const char*>(arguments.workspace);
  EXPECT_EQ(std::count(bytes, bytes + arguments.workspace_bytes, 17), arguments.workspace_bytes);
}

// Two rows of reals with the same filter share a line, unless the Context's rows are independent.
TEST(ChainTest, RowsKeepApartWhereTheContextSaysSo) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  options.independent_rows = "1";
  const auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  const auto plan =
      MakeChain(**context, *ParseChainToken("real_convolve_len_64_double_op_batch_2"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::vector<double> input(128, 1), output(128), spectrum(2 * 33, 1);
  input[3] = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE((*plan)
                  ->Execute({.in = input.data(), .out = output.data(), .spectra = spectrum.data()})
                  .ok());
  EXPECT_TRUE(std::isnan(output[0]));
  EXPECT_TRUE(
      std::none_of(output.begin() + 64, output.end(), [](double y) { return std::isnan(y); }));
}

// Compares a chain whose spectra are a function of frequency, with an array before it or without
// one, with a chain that reads the same factors from an array. The cases are one kernel, three
// kernels, planes, two plans, and a layer.
TEST(ChainTest, MultipliesByAFunctionOfFrequency) {
  constexpr char kFactor[] =
      "__device__ T factor(size_t element) {\n  T value;\n"
      "  value.x = 1.0 / (1 + element % 17);\n  value.y = 0.25 * (element % 5);\n"
      "  return value;\n}\n";
  constexpr char kAlone[] =
      "__device__ T spectrum(const T*, size_t element) { return factor(element); }\n";
  constexpr char kBehindArray[] =
      "__device__ T spectrum(const T* data, size_t element) {\n"
      "  const T s = data[element], f = factor(element);\n  T value;\n"
      "  value.x = s.x * f.x - s.y * f.y;\n  value.y = s.x * f.y + s.y * f.x;\n"
      "  return value;\n}\n";
  for (const char* const token : {
           "real_convolve_len_64_double_op_batch_4_spectra_2",
           "complex_correlate_len_60_double_op_batch_3",
           "real_convolve_len_262144_double_op",
           "real_correlate_len_16_24_double_op_batch_2",
           "complex_convolve_len_1009_double_op_batch_2_spectra_2",
           "real_layer_len_2_12_10_double_op_modes_8_6_0_4",
       }) {
    SCOPED_TRACE(token);
    const Chain chain = *ParseChainToken(token);
    const auto elements = static_cast<size_t>(SpectrumBytes(chain)) / sizeof(std::complex<double>);
    std::vector<std::complex<double>> ones(elements), factors(elements), products(elements);
    for (size_t i = 0; i < elements; ++i) {
      ones[i] = {1 + 0.5 * static_cast<double>(i % 3), static_cast<double>(i % 2)};
      factors[i] = {1.0 / static_cast<double>(1 + i % 17), 0.25 * static_cast<double>(i % 5)};
      products[i] = ones[i] * factors[i];
    }
    const auto run = [&](const std::string& function, const void* spectra) {
      PlanOptions options;
      if (!function.empty()) options.callbacks.spectrum = kFactor + function;
      const auto plan = MakeChain(HostContext(), chain, options);
      EXPECT_TRUE(plan.ok()) << plan.status();
      const auto input = RandomInput<double>(chain.arrays, 3);
      std::vector<double> output(input.size());
      std::vector<double> workspace((*plan)->workspace_bytes() / sizeof(double) + 64);
      const auto address = reinterpret_cast<uintptr_t>(workspace.data());
      EXPECT_TRUE((*plan)
                      ->Execute({.in = input.data(),
                                 .out = output.data(),
                                 .spectra = spectra,
                                 .workspace = reinterpret_cast<void*>((address + 255) / 256 * 256),
                                 .workspace_bytes = (*plan)->workspace_bytes()})
                      .ok());
      return std::vector<long double>(output.begin(), output.end());
    };
    const int components = IsReal(chain) ? 1 : 2;
    EXPECT_LT(Compare(run(kAlone, nullptr), run("", factors.data()), components).l2, 1e-14);
    EXPECT_LT(Compare(run(kBehindArray, ones.data()), run("", products.data()), components).l2,
              1e-14);
  }
}

TEST(ChainTest, WrongCallbacksAreRefused) {
  const auto refused = [](const Chain& chain, const Callbacks& callbacks,
                          const std::string& words) {
    const absl::Status status = MakeChain(HostContext(), chain, {.callbacks = callbacks}).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  };
  refused(ComplexChain({16}), {.load = "text"}, "options.callbacks.load is not empty");
  refused(ComplexChain({16}), {.store = "text"}, "options.callbacks.store is not empty");
  refused(RealOverlapAdd(16, 4, 8), {.spectrum = "text"}, "as frames are added");
  refused(ComplexChain({16}), {.spectrum = "no function"}, "no function");
  refused(*ParseChainToken("real_convolve_len_16_single_op_CB"), {},
          "options.callbacks.spectrum is empty");
  refused(*ParseChainToken("complex_convolve_len_1009_single_op_CB"), {},
          "options.callbacks.spectrum is empty");
  const absl::Status plan = HostContext()
                                .MakePlan(*ParseToken("complex_forward_len_16_single_op"),
                                          {.callbacks = {.spectrum = "text"}})
                                .status();
  EXPECT_THAT(std::string(plan.message()), HasSubstr("only chains have spectra"));
}

TEST(ChainTest, ExecutionsAllocateNothing) {
  Filtering run("real_convolve_len_64_double_op_batch_5", {{0, 10}});
  const ChainArguments arguments = run.Arguments();
  const int64_t before = AllocationCount();
  const bool ran = run.plan().Execute(arguments).ok();
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace fft::testing
