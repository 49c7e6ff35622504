#include "tools/aot/kernel_list.h"

#include <set>
#include <variant>

#include "absl/strings/match.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/kernel_name.h"
#include "gtest/gtest.h"

namespace fft::aot {
namespace {

std::set<std::string> Names(const std::string& text) {
  const auto kernels = ParseKernelList(text);
  EXPECT_TRUE(kernels.ok()) << kernels.status();
  std::set<std::string> names;
  if (!kernels.ok()) return names;
  for (const ListedKernel& kernel : *kernels) {
    EXPECT_TRUE(names.insert(kernel.target.name + " " + kernel.name).second);
  }
  return names;
}

TEST(KernelList, MultipliesItsAxes) {
  // Each direction has a kernel for full tiles and one for the tiles of small problems.
  EXPECT_EQ(Names("arch gfx90a\nkernels length=64").size(), 4u);
  EXPECT_EQ(Names("arch gfx90a gfx1030\n"
                  "kernels length=64,128 precision=single,double direction=forward")
                .size(),
            14u);
  EXPECT_EQ(
      Names("arch gfx90a\nkernels length=64 placement=op,ip direction=forward format=CI,CP").size(),
      8u);
  // In place both sides are one array.
  EXPECT_EQ(
      Names("arch gfx90a\nkernels length=64 placement=ip direction=forward format=CI,CI-CP").size(),
      2u);
  // A CPU has kernels for whole tiles and for other tiles, and for rows in cache and rows in
  // memory. Each kernel has a variant for tiles from memory and one for tiles from cache.
  EXPECT_EQ(Names("arch host\nkernels length=64 direction=forward").size(), 10u);
}

TEST(KernelList, HasNoDuplicatesAndAnOrder) {
  const auto kernels = ParseKernelList(
      "arch host\nkernels length=64\narch gfx90a\nkernels length=64,64 # twice\nkernels length=64");
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  ASSERT_EQ(kernels->size(), 24u);
  EXPECT_EQ(kernels->front().target.name, "gfx90a");
  EXPECT_EQ(kernels->back().target.name, "host");
}

// The kernels of a list have exactly the names of the kernels that plans use.
TEST(KernelList, NamesTheKernelsOfPlans) {
  for (const std::string arch : {"gfx90a", "gfx1030", "sm_90", "host"}) {
    for (const std::string length : {"7", "64", "336", "1000", "4096"}) {
      const auto names =
          Names("arch " + arch + "\nkernels precision=single,double placement=op,ip format=CI,CP " +
                "length=" + length);
      const auto target = FindTarget(arch);
      ASSERT_TRUE(target.ok());
      for (const std::string rest :
           {"_single_op_batch_1024", "_single_op_batch_1025", "_double_ip_batch_5000"}) {
        const auto problem = ParseToken("complex_inverse_len_" + length + rest);
        ASSERT_TRUE(problem.ok()) << problem.status();
        const auto plan = DescribePlan(*problem, *target, {});
        ASSERT_TRUE(plan.ok()) << plan.status();
        ASSERT_EQ(plan->kernels.size(), 1u);
        EXPECT_EQ(names.count(arch + " " + plan->kernels[0].name), 1u) << plan->kernels[0].name;
      }
    }
  }
}

TEST(KernelList, TakesTheKernelsOfProblems) {
  const std::string token = "complex_forward_len_512_2048_single_op";
  const auto names = Names("arch gfx90a\nproblem " + token);
  const auto plan = DescribePlan(*ParseToken(token), *FindTarget("gfx90a"), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  for (const auto& kernel : plan->kernels) EXPECT_EQ(names.count("gfx90a " + kernel.name), 1u);
}

TEST(KernelList, RangesLeaveOutLengthsWithoutAKernel) {
  // 37 is a prime that no butterfly covers.
  const auto names = Names("arch gfx90a\nkernels length=35..38 count=1 direction=forward");
  EXPECT_EQ(names.size(), 3u);
  EXPECT_FALSE(ParseKernelList("arch gfx90a\nkernels length=37").ok());
}

struct WrongList {
  const char* text;
  const char* message;
};

class WrongListTest : public testing::TestWithParam<WrongList> {};

TEST_P(WrongListTest, IsRefusedWithLineAndReason) {
  const absl::Status status = ParseKernelList(GetParam().text).status();
  EXPECT_FALSE(status.ok());
  EXPECT_TRUE(absl::StrContains(status.message(), GetParam().message)) << status;
}

INSTANTIATE_TEST_SUITE_P(
    Lists, WrongListTest,
    testing::Values(
        WrongList{"kernels length=64", "line 1: line is kernels"},
        WrongList{"arch gfx1\n", "line 1"},
        WrongList{"arch host\n\nkernels width=3", "line 3: key is width"},
        WrongList{"arch host\nkernels length", "line 2: length is empty"},
        WrongList{"arch host\nkernels precision=single", "length is missing"},
        WrongList{"arch host\nkernels length=x", "length is x"},
        WrongList{"arch host\nkernels length=9..3", "length is 3"},
        WrongList{"arch host\nkernels length=1..1000000", "at most"},
        WrongList{"arch host\nkernels length=8 precision=quad", "half, bfloat16, single, double"},
        WrongList{"arch host\nkernels length=8 format=XX", "format is XX"},
        WrongList{"arch host\nkernels length=1009",
                  "length is 1009; allowed: a length of one kernel: 1009 has the prime factor"},
        WrongList{"arch # none", "line 1: arch is missing; allowed: arch TARGET .."},
        WrongList{"arch host\nproblem nonsense", "line 2"},
        WrongList{"arch host\nkernel length=8", "option is length; allowed: load, store"},
        WrongList{"arch host\nkernel", "line 2: kernel is missing; allowed: kernel NAME .."},
        WrongList{"arch host\nproblem scheme=L1D_CC", "problem is missing; allowed: problem TOKEN"},
        WrongList{"arch host\nproblem complex_convolve_len_64_single_op",
                  "token is complex_convolve_len_64_single_op; allowed: a problem's"},
        WrongList{"arch host\nkernel fft_x", "line 2: fft_x: kind is x"},
        WrongList{"arch host\nkernel fft_relay_x", "fft_relay_x: relay is x"},
        WrongList{"arch host\nkernel fft_relay_rg0_x_then_y", "resident_groups is 0"},
        WrongList{"arch host\nkernel fft_relay_x_then_y", "fft_relay_x_then_y: kind is x"},
        WrongList{"arch host\nkernel fft_stockham_fwd_len32_f8x4_tpt4_tpg4_sbcc_full_sp_ip_CI_CI_"
                  "iany_oany_loops1_i32",
                  // The whole name stands before the field.
                  "line 2: fft_stockham_fwd_len32_f8x4_tpt4_tpg4_sbcc_full_sp_ip_CI_CI_iany_oany_"
                  "loops1_i32: lds is none; allowed: the places of an exchange"},
        WrongList{"arch sm_90\nkernel fft_transpose_fwd_len64_f1_tpt8_tpg1_sbrr_sp_op_CI_CI_iunit_"
                  "ounit_loops0_i32",
                  "threads_per_transform is 8"},
        WrongList{"arch sm_90\nkernel fft_stockham_fwd_len64_f8x8_tpt8_tpg200_sbrr_full_"
                  "lds1x64p0_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "threads is 1600; allowed: up to 1024 in a workgroup of sm_90"},
        WrongList{"arch sm_90\nkernel fft_stockham_fwd_len64_f8x8_tpt8_tpg16_sbrr_full_rg1000000_"
                  "lds1x64p0_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "resident_groups is 1000000; allowed: up to 64 for sm_90"},
        WrongList{"arch gfx90a\nkernel fft_stockham_fwd_len64_f8x8_tpt8_tpg16_sbrr_full_rg16_"
                  "lds1x64p0_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "resident_groups is 16; allowed: none for gfx90a"},
        WrongList{"arch gfx90a\nkernel fft_stockham_fwd_len16384_f16x16x8x8_tpt1024_tpg1_sbrr_full_"
                  "lds1x16384p0_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "lds is too large; allowed: up to 65536 bytes in a workgroup of gfx90a"},
        WrongList{"arch host\nkernels length=64 loops=99",
                  "loops is 99; allowed: a number from 0 to"},
        WrongList{"arch host\ncernel length=8", "line is cernel"}));

TEST(KernelList, TakesEveryKindOfKernel) {
  const auto kernels = ParseKernelList(
      "arch gfx90a\n"
      "problem complex_forward_len_16_16_single_op complex_forward_len_97_single_op\n"
      "problem scheme=L1D_TRTRT candidate=1 complex_forward_len_65536_single_ip\n"
      "problem scheme=RADER complex_forward_len_97_single_op\n"
      "problem scheme=BLUESTEIN complex_forward_len_97_single_op\n"
      "problem scheme=BLUESTEIN_COLUMNS complex_forward_len_97_single_op\n"
      "problem scheme=REAL_FULL real_forward_len_15_single_op\n"
      "problem scheme=2D_SINGLE complex_forward_len_16_16_single_op\n"
      "kernel fft_channels_fwd_len2_f1x1x2x2_tpt8_tpg1_sbrr_sp_op_CI_CI_matrix_iunit_ounit_loops0_"
      "i32\n"
      "kernel "
      "fft_overlapadd_fwd_len16_f1_tpt256_tpg1_sbrr_sp_op_R_R_windowmean_iunit_ounit_loops0_i32\n");
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  std::set<KernelKind> kinds;
  for (const ListedKernel& kernel : *kernels) {
    kinds.insert(std::get<kernels::KernelSpec>(kernel.spec).kind);
  }
#define KERNEL_KIND(id, name, explanation) EXPECT_EQ(kinds.count(KernelKind::id), 1u) << name;
#include "fft/tree/kernel_kinds.def"
#undef KERNEL_KIND
}

constexpr char kLoad[] =
    "__device__ T load(const T* data, size_t offset, void* user) { return data[offset]; }";

absl::StatusOr<std::string> ReadLoad(const std::string& path) {
  if (path == "load.h") return std::string(kLoad);
  return absl::UnavailableError(path + " cannot be read");
}

// A list of names stands for the same kernels as the list that they come from.
TEST(KernelList, TakesNamesOfKernels) {
  const auto planned = ParseKernelList(
      "arch gfx90a\n"
      "problem scheme=2D_SINGLE complex_forward_len_16_16_single_op\n"
      "problem scheme=L1D_TRTRT complex_forward_len_65536_half_ip\n"
      "problem scheme=RADER complex_forward_len_97_single_op\n"
      "problem load=load.h real_forward_len_15_double_op_CB\n",
      ReadLoad);
  ASSERT_TRUE(planned.ok()) << planned.status();
  std::string list = "arch gfx90a\nkernel load=load.h";
  for (const ListedKernel& kernel : *planned) list += " " + kernel.name;
  const auto named = ParseKernelList(list, ReadLoad);
  ASSERT_TRUE(named.ok()) << named.status();
  ASSERT_EQ(named->size(), planned->size());
  for (size_t i = 0; i < named->size(); ++i) {
    EXPECT_EQ((*named)[i].target, (*planned)[i].target);
    EXPECT_TRUE((*named)[i].spec == (*planned)[i].spec) << (*planned)[i].name;
  }
}

// The kernels of a `kernels` line can be listed by their names, too.
TEST(KernelList, ReadsTheNamesOfItsAxes) {
  const auto kernels = ParseKernelList(
      "arch gfx90a sm_90 host\nkernels length=7,64,1000 precision=half,single,double "
      "placement=op,ip format=CI,CP tiling=sbrr,sbcc,sbrc,sbcr loops=0,1");
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  EXPECT_GT(kernels->size(), 1000u);
  for (const ListedKernel& kernel : *kernels) {
    const auto read = kernels::ParseKernelName(kernel.name);
    ASSERT_TRUE(read.ok()) << kernel.name << ": " << read.status();
    EXPECT_TRUE(*read == std::get<kernels::KernelSpec>(kernel.spec)) << kernel.name;
  }
}

// The relays of a plan are among its kernels, and their names stand for them.
TEST(KernelList, TakesRelays) {
  const std::string token = "complex_forward_len_1048576_single_op_batch_64";
  const auto plan = DescribePlan(*ParseToken(token), *FindTarget("sm_90"), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->relays.empty());
  EXPECT_EQ(Names("arch sm_90\nproblem " + token).count("sm_90 " + plan->relays[0].name), 1u);
  const auto named = ParseKernelList("arch sm_90\nkernel " + plan->relays[0].name);
  ASSERT_TRUE(named.ok()) << named.status();
  ASSERT_EQ(named->size(), 1u);
  EXPECT_TRUE(std::get<kernels::RelaySpec>(named->front().spec) == plan->relays[0].spec);
}

TEST(KernelList, TakesCallbacksFromFiles) {
  const auto read = ReadLoad;
  const std::string token = "complex_forward_len_64_single_op";
  const auto kernels = ParseKernelList("arch gfx90a\nproblem load=load.h " + token + "_CB", read);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  PlanOptions options;
  options.callbacks.load = kLoad;
  const auto plan = DescribePlan(*ParseToken(token), *FindTarget("gfx90a"), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::set<std::string> listed, planned;
  for (const ListedKernel& kernel : *kernels) listed.insert(kernel.name);
  for (const auto& kernel : plan->kernels) planned.insert(kernel.name);
  for (const auto& kernel : plan->callback_kernels) planned.insert(kernel.name);
  EXPECT_EQ(planned.size(), 2u);
  EXPECT_EQ(listed, planned);

  const auto message = [&](const std::string& line, const FileReader& reader) {
    return std::string(ParseKernelList("arch host\nproblem " + line, reader).status().message());
  };
  EXPECT_TRUE(absl::StrContains(message(token + "_CB", read), "load=FILE or store=FILE"));
  EXPECT_TRUE(absl::StrContains(message("store=x " + token, read), "x cannot be read"));
  EXPECT_TRUE(absl::StrContains(message("load=load.h " + token, nullptr), "load is load.h"));
}

TEST(KernelList, TakesOptionsOfPlans) {
  const std::string token = "complex_forward_len_4096_single_op";
  const auto plain = Names("arch gfx90a\nproblem " + token);
  const auto split = Names("arch gfx90a\nproblem scheme=L1D_CR factors=32,128 " + token);
  EXPECT_EQ(split, Names("arch gfx90a\nproblem scheme=L1D_CR factors=32x128 " + token));
  EXPECT_EQ(plain.size(), 1u);
  EXPECT_EQ(split.size(), 2u);
  const auto message = [&](const std::string& options) {
    return std::string(
        ParseKernelList("arch host\nproblem " + options + " " + token).status().message());
  };
  EXPECT_TRUE(absl::StrContains(message("scheme=FASTEST"), "scheme is FASTEST; allowed: "));
  EXPECT_TRUE(absl::StrContains(message("strategy=x"), "fewest_buffers, balanced, most_fusion"));
  EXPECT_TRUE(absl::StrContains(message("candidate=-1"), "candidate is -1"));
  EXPECT_TRUE(absl::StrContains(message("colour=red"), "scheme, factors, strategy, candidate"));
}

}  // namespace
}  // namespace fft::aot
