// Tests the PTX that the emitter makes from every kind of node. The PTX machine of the fake driver
// runs it.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/rtc/testing/ptx_machine.h"
#include "fft/rtc/testing/ptx_module.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr Type kInt32 = Type::Int32();
constexpr Type kInt64 = Type::Int64();
constexpr Type kHalf = Type::Real(Precision::kHalf);
constexpr Type kBfloat = Type::Real(Precision::kBfloat16);
constexpr Type kSingle = Type::Real(Precision::kSingle);
constexpr Type kDouble = Type::Real(Precision::kDouble);
constexpr Type kComplex = Type::Complex(Precision::kSingle);

std::string Ptx(const Kernel& kernel) {
  const auto lowered = LowerForDialect(kernel, Dialect::kCudaPtx);
  EXPECT_TRUE(lowered.ok()) << lowered.status();
  return lowered.ok() ? EmitSource(*lowered, Dialect::kCudaPtx) : "";
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Runs a kernel whose parameters are pointers. The kernel may access any memory.
absl::Status RunText(const std::string& text, uint32_t blocks, uint32_t threads,
                     std::vector<void*> pointers, int64_t dynamic_bytes = 0) {
  const auto module = rtc::ParsePtx(text);
  EXPECT_TRUE(module.ok()) << module.status() << "\n" << text;
  if (!module.ok()) return module.status();
  std::vector<void*> args;
  for (void*& pointer : pointers) args.push_back(&pointer);
  return rtc::RunPtx(*module, {blocks, threads, dynamic_bytes, args.data(),
                               [](uint64_t, int64_t) { return true; }});
}

// Computes out[i] = f(a[i], b[i]) for each i.
template <typename In, typename Out>
std::vector<Out> Map(Type in, Type out, const std::function<Ex(Builder&, Ex, Ex)>& f,
                     std::vector<In> a, std::vector<In> b) {
  Builder builder("map");
  const Ex a_param = builder.Param("a", Type::ConstGlobal(in));
  const Ex b_param = builder.Param("b", Type::ConstGlobal(in));
  const Ex out_param = builder.Param("out", Type::Global(out));
  builder.SetWorkgroup(static_cast<int>(a.size()));
  const Ex t = builder.ThreadIndex();
  const Ex x = builder.Let("x", Load(a_param, t)), y = builder.Let("y", Load(b_param, t));
  builder.Store(out_param, t, f(builder, x, y));
  std::vector<Out> result(a.size());
  const auto count = static_cast<uint32_t>(a.size());
  EXPECT_TRUE(RunText(Ptx(builder.Finish()), 1, count, {a.data(), b.data(), result.data()}).ok());
  return result;
}

std::vector<int32_t> Ints(const std::function<Ex(Builder&, Ex, Ex)>& f, std::vector<int32_t> a,
                          std::vector<int32_t> b) {
  return Map<int32_t, int32_t>(kInt32, kInt32, f, std::move(a), std::move(b));
}

std::vector<float> Floats(const std::function<Ex(Builder&, Ex, Ex)>& f, std::vector<float> a,
                          std::vector<float> b) {
  return Map<float, float>(kSingle, kSingle, f, std::move(a), std::move(b));
}

TEST(PtxNodesTest, IntegerOperators) {
  const auto op = [](BinaryOp o) {
    return [o](Builder&, Ex x, Ex y) { return MakeBinary(o, x, y); };
  };
  EXPECT_THAT(Ints(op(BinaryOp::kAdd), {5, -7}, {3, 2}), ElementsAre(8, -5));
  EXPECT_THAT(Ints(op(BinaryOp::kSub), {5, -7}, {3, 2}), ElementsAre(2, -9));
  EXPECT_THAT(Ints(op(BinaryOp::kMul), {5, -7}, {3, 2}), ElementsAre(15, -14));
  EXPECT_THAT(Ints(op(BinaryOp::kDiv), {17, 2147483647}, {3, 10}), ElementsAre(5, 214748364));
  EXPECT_THAT(Ints(op(BinaryOp::kMod), {17, 2147483647}, {3, 10}), ElementsAre(2, 7));
  EXPECT_THAT(Ints(op(BinaryOp::kShl), {5, 1}, {3, 30}), ElementsAre(40, 1 << 30));
  EXPECT_THAT(Ints(op(BinaryOp::kShr), {40, 2147483647}, {3, 30}), ElementsAre(5, 1));
  EXPECT_THAT(Ints(op(BinaryOp::kAnd), {12, -1}, {10, 7}), ElementsAre(8, 7));
  EXPECT_THAT(Ints(op(BinaryOp::kXor), {12, -1}, {10, 7}), ElementsAre(6, -8));
  EXPECT_THAT(Ints(op(BinaryOp::kOr), {12, 0}, {10, 7}), ElementsAre(14, 7));
  EXPECT_THAT(Ints(op(BinaryOp::kMin), {12, -3}, {10, 7}), ElementsAre(10, -3));
  EXPECT_THAT(Ints([](Builder&, Ex x, Ex) { return -x; }, {12, -3}, {0, 0}), ElementsAre(-12, 3));
}

TEST(PtxNodesTest, ComparisonsAndLogic) {
  const auto all = [](Builder& b, Ex x, Ex y) {
    const Ex one = b.Int(1), zero = b.Int(0);
    const auto bit = [&](Ex condition, int shift) {
      return Select(condition, one, zero) << b.Int(shift);
    };
    return bit(x < y, 0) + bit(x <= y, 1) + bit(x > y, 2) + bit(x >= y, 3) + bit(Equals(x, y), 4) +
           bit(NotEquals(x, y), 5) + bit(LogicalAnd(x < y, x < 0), 6) +
           bit(LogicalOr(x<y, x> 5), 7) + bit(LogicalNot(x < y), 8);
  };
  EXPECT_THAT(Ints(all, {1, 2, 7, -1}, {2, 2, 3, 1}),
              ElementsAre(1 + 2 + 32 + 128, 2 + 8 + 16 + 256, 4 + 8 + 32 + 128 + 256,
                          1 + 2 + 32 + 64 + 128));
}

// Quotients and remainders by constants are computed by shifts and by the upper half of products.
TEST(PtxNodesTest, QuotientsByConstants) {
  std::vector<int32_t> numbers = {0, 1, 2, 2147483647, 2147483646};
  for (const int32_t divisor : {1, 2, 3, 5, 6, 7, 11, 13, 25, 64, 641, 1000, 4099, 65535, 65537,
                                1 << 30, 1073741825, 2147483629, 2147483647}) {
    for (const int64_t k : {int64_t{1}, int64_t{2}, int64_t{2147483647} / divisor}) {
      for (int64_t near = k * divisor - 1; near <= k * divisor + 1; ++near) {
        if (near <= 2147483647) numbers.push_back(static_cast<int32_t>(near));
      }
    }
    const auto quotients = Ints([&](Builder&, Ex x, Ex) { return x / divisor; }, numbers, numbers);
    const auto rests = Ints([&](Builder&, Ex x, Ex) { return x % divisor; }, numbers, numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_EQ(quotients[i], numbers[i] / divisor) << numbers[i] << " / " << divisor;
      EXPECT_EQ(rests[i], numbers[i] % divisor) << numbers[i] << " % " << divisor;
    }
    numbers.resize(5);
  }
}

TEST(PtxNodesTest, QuotientsOf64Bits) {
  constexpr int64_t kMost = INT64_MAX;
  const std::vector<int64_t> numbers = {0, 1, kMost, kMost - 1, kMost / 3, int64_t{1} << 40};
  for (const int64_t divisor :
       {int64_t{1}, int64_t{3}, int64_t{7}, int64_t{4096}, (int64_t{1} << 40) + 1, kMost}) {
    const auto quotients = Map<int64_t, int64_t>(
        kInt64, kInt64, [&](Builder&, Ex x, Ex) { return x / divisor; }, numbers, numbers);
    const auto rests = Map<int64_t, int64_t>(
        kInt64, kInt64, [&](Builder&, Ex x, Ex) { return x % divisor; }, numbers, numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_EQ(quotients[i], numbers[i] / divisor) << numbers[i] << " / " << divisor;
      EXPECT_EQ(rests[i], numbers[i] % divisor) << numbers[i] << " % " << divisor;
    }
  }
}

TEST(PtxNodesTest, RealOperators) {
  const auto op = [](BinaryOp o) {
    return [o](Builder&, Ex x, Ex y) { return MakeBinary(o, x, y); };
  };
  EXPECT_THAT(Floats(op(BinaryOp::kAdd), {1.5f}, {2.25f}), ElementsAre(3.75f));
  EXPECT_THAT(Floats(op(BinaryOp::kSub), {1.5f}, {2.25f}), ElementsAre(-0.75f));
  EXPECT_THAT(Floats(op(BinaryOp::kMul), {1.5f}, {2.25f}), ElementsAre(3.375f));
  EXPECT_THAT(Floats(op(BinaryOp::kDiv), {1.0f}, {3.0f}), ElementsAre(1.0f / 3.0f));
  EXPECT_THAT(Floats(op(BinaryOp::kMin), {1.5f, 3.0f}, {2.25f, -1.0f}), ElementsAre(1.5f, -1.0f));
  EXPECT_THAT(Floats([](Builder&, Ex x, Ex) { return -x; }, {1.5f}, {0}), ElementsAre(-1.5f));
  EXPECT_THAT(Floats([](Builder&, Ex x, Ex) { return Sqrt(x); }, {2.25f}, {0}), ElementsAre(1.5f));
  EXPECT_THAT(
      Floats([](Builder&, Ex x, Ex y) { return Select(x < y, x, y * 2.0); }, {1, 9}, {5, 5}),
      ElementsAre(1.0f, 10.0f));
  EXPECT_THAT(
      Floats([](Builder& b, Ex x, Ex y) { return Fma(x, y, b.Real(0.1L, Precision::kSingle)); },
             {1.5f}, {2.0f}),
      ElementsAre(3.1f));
  const auto doubles = Map<double, double>(
      kDouble, kDouble, [](Builder&, Ex x, Ex y) { return x * y - 0.1L * x; }, {0.7}, {3.3});
  EXPECT_THAT(doubles, ElementsAre(0.7 * 3.3 - 0.1 * 0.7));
}

TEST(PtxNodesTest, Casts) {
  EXPECT_THAT((Map<int32_t, int64_t>(kInt32, kInt64,
                                     [](Builder&, Ex x, Ex y) { return Cast(kInt64, x - y) * 3; },
                                     {-5, 2000000000}, {0, 1})),
              ElementsAre(-15, int64_t{1999999999} * 3));
  EXPECT_THAT(
      (Map<int64_t, int32_t>(kInt64, kInt32, [](Builder&, Ex x, Ex) { return Cast(kInt32, x + 1); },
                             {-5, 77}, {0, 0})),
      ElementsAre(-4, 78));
  EXPECT_THAT(
      (Map<int32_t, float>(kInt32, kSingle, [](Builder&, Ex x, Ex) { return Cast(kSingle, x + 2); },
                           {-5, 77}, {0, 0})),
      ElementsAre(-3.0f, 79.0f));
  EXPECT_THAT(
      (Map<float, double>(kSingle, kDouble, [](Builder&, Ex x, Ex) { return Cast(kDouble, x); },
                          {0.1f}, {0})),
      ElementsAre(static_cast<double>(0.1f)));
  EXPECT_THAT((Map<double, float>(kDouble, kSingle,
                                  [](Builder&, Ex x, Ex) { return Cast(kSingle, x); }, {0.1}, {0})),
              ElementsAre(0.1f));
  constexpr uint16_t kOneAndAHalf = 0x3e00, kThree = 0x4200;
  EXPECT_THAT(
      (Map<uint16_t, uint16_t>(
          kHalf, kHalf, [](Builder&, Ex x, Ex) { return Cast(kHalf, Cast(kSingle, x) * 2.0); },
          {kOneAndAHalf}, {0})),
      ElementsAre(kThree));
  // Rounds to even: 3 * (1 + 2^-7) = 3 + 3 * 2^-7, between 3 + 2 * 2^-7 and 3 + 4 * 2^-7.
  EXPECT_THAT((Map<uint16_t, uint16_t>(
                  kBfloat, kBfloat,
                  [](Builder&, Ex x, Ex) { return Cast(kBfloat, Cast(kSingle, x) * 3.0); },
                  {0x3f81, 0xc040}, {0, 0})),
              ElementsAre(0x4042, 0xc110));
}

TEST(PtxNodesTest, ComplexNumbersArePairs) {
  Builder b("conjugate");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(2);
  const Ex t = b.ThreadIndex();
  const Ex x = b.Let("x", Load(in, t + 1));
  b.Store(out, t, MakeComplex(Re(x), -Im(x)));
  const std::string text = Ptx(b.Finish());
  EXPECT_THAT(text, HasSubstr("ld.global.nc.v2.f32"));
  EXPECT_THAT(text, HasSubstr("st.global.v2.f32"));
  EXPECT_THAT(text, HasSubstr("+8]"));
  std::vector<float> input = {0, 0, 1, 2, 3, 4}, output(4);
  ASSERT_TRUE(RunText(text, 1, 2, {input.data(), output.data()}).ok());
  EXPECT_THAT(output, ElementsAre(1, -2, 3, -4));
}

// The kernel stores out[blocks - 1 - block] = block and is launched early.
TEST(PtxNodesTest, GroupsKnowHowManyTheyAreAndWaitFirst) {
  Builder b("groups");
  const Ex out = b.Param("out", Type::Global(kDouble));
  b.SetWorkgroup(1);
  b.Store(out, b.BlockCount() - 1 - b.BlockIndex(), Cast(kDouble, b.BlockIndex()));
  Kernel kernel = b.Finish();
  EXPECT_THAT(Ptx(kernel), HasSubstr(".version 7.0\n.target sm_70\n"));
  kernel.launches_early = true;
  const std::string text = Ptx(kernel);
  EXPECT_THAT(text, HasSubstr(".version 7.8\n.target sm_90\n"));
  EXPECT_THAT(text, HasSubstr("griddepcontrol.launch_dependents;\n  griddepcontrol.wait;\n"));
  std::vector<double> output(3, -1);
  ASSERT_TRUE(RunText(text, 3, 1, {output.data()}).ok());
  EXPECT_THAT(output, ElementsAre(2, 1, 0));
}

// There are two tiles of numbers. The second tile is copied while the first one is stored.
TEST(PtxNodesTest, CopiesArriveWhenAwaited) {
  Builder b("copies");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  const Ex arrivals = b.Shared("arrivals", kComplex, 2);
  b.SetWorkgroup(2);
  const Ex t = b.ThreadIndex();
  b.CopyAsync(arrivals, t, in, t);
  b.For("tile", b.Int(0), b.Int(2), [&](Ex tile) {
    b.AwaitCopies();
    const Ex x = b.Let("x", Load(arrivals, t));
    b.If(tile < 1, [&] { b.CopyAsync(arrivals, t, in, t + 2); });
    b.Store(out, tile * 2 + t, x);
  });
  const Kernel kernel = b.Finish();
  const std::string text = Ptx(kernel);
  EXPECT_THAT(text, HasSubstr(".version 7.0\n.target sm_80\n"));
  EXPECT_THAT(text, HasSubstr("cp.async.ca.shared.global ["));
  EXPECT_THAT(text, HasSubstr("+16], 8;"));
  EXPECT_THAT(text, HasSubstr("cp.async.wait_all;"));
  std::vector<float> input = {1, 2, 3, 4, 5, 6, 7, 8}, output(8);
  ASSERT_TRUE(RunText(text, 1, 2, {input.data(), output.data()}).ok());
  EXPECT_EQ(output, input);
  const std::string source = EmitSource(kernel, Dialect::kCuda);
  EXPECT_THAT(source, HasSubstr("copy_async(&arrivals[(int)threadIdx.x], &in[(int)threadIdx.x]);"));
  EXPECT_THAT(EmitSource(kernel, Dialect::kHip),
              HasSubstr("arrivals[(int)threadIdx.x] = in[(int)threadIdx.x];"));
}

// Returns the PTX of a kernel that reverses `count` numbers of a workgroup. Each thread moves one
// number.
std::string ReverseText(int64_t count) {
  Builder b("reverse");
  const Ex data = b.Param("data", Type::Global(kDouble));
  const Ex tile = b.Shared("tile", kDouble, count);
  b.SetWorkgroup(4, 2);
  const Ex t = b.ThreadIndex();
  b.Store(tile, t, Load(data, b.BlockIndex() * 4 + t));
  b.Barrier();
  b.Store(data, b.BlockIndex() * 4 + t, Load(tile, 3 - t));
  return Ptx(b.Finish());
}

TEST(PtxNodesTest, SharedMemoryAndBarriers) {
  for (const int64_t count : {4, 10000}) {
    const std::string text = ReverseText(count);
    EXPECT_THAT(text, HasSubstr(".maxntid 4, 1, 1\n.minnctapersm 2\n"));
    EXPECT_THAT(text, HasSubstr("bar.sync 0"));
    EXPECT_THAT(text, Not(HasSubstr(".nc")));
    const bool is_dynamic = count > 4;
    EXPECT_THAT(text, HasSubstr(is_dynamic ? ".extern .shared .align 16 .b8 dynamic_shared[];"
                                           : ".shared .align 16 .b8 tile[32];"));
    std::vector<double> data = {1, 2, 3, 4, 5, 6, 7, 8};
    ASSERT_TRUE(RunText(text, 2, 4, {data.data()}, is_dynamic ? count * 8 : 0).ok());
    EXPECT_THAT(data, ElementsAre(4, 3, 2, 1, 8, 7, 6, 5));
  }
}

TEST(PtxNodesTest, LoopsBranchesAndVariables) {
  Builder b("sums");
  const Ex in = b.Param("in", Type::ConstGlobal(kInt32));
  const Ex out = b.Param("out", Type::Global(kInt32));
  b.SetWorkgroup(5);
  const Ex sum = b.Var("sum", kInt32), before = b.Var("before", kInt32);
  b.Assign(sum, b.Int(0));
  b.For("i", b.Int(0), b.ThreadIndex(), [&](Ex i) {
    b.Assign(before, sum);
    b.Assign(sum, sum + Load(in, i));
    b.If(sum > 100, [&] { b.Assign(sum, before); });
  });
  b.Store(out, b.ThreadIndex(), sum);
  std::vector<int32_t> input = {5, 7, 200, 11, 0}, output(5);
  ASSERT_TRUE(RunText(Ptx(b.Finish()), 1, 5, {input.data(), output.data()}).ok());
  EXPECT_THAT(output, ElementsAre(0, 5, 12, 12, 23));
}

TEST(PtxNodesTest, ShortLoopsAreUnrolled) {
  Builder b("unrolled");
  const Ex out = b.Param("out", Type::Global(kInt32));
  b.SetWorkgroup(1);
  b.For("i", {b.Int(1), b.Int(8), b.Int(3), LoopHint::kUnroll}, [&](Ex i) {
    const Ex square = b.Let("square", i * i);
    b.Store(out, i, square + 1);
  });
  const std::string text = Ptx(b.Finish());
  EXPECT_EQ(Count(text, "st.global.b32"), 3u);
  EXPECT_THAT(text, Not(HasSubstr("bra")));
  std::vector<int32_t> output(8);
  ASSERT_TRUE(RunText(text, 1, 1, {output.data()}).ok());
  EXPECT_THAT(output, ElementsAre(0, 2, 0, 0, 17, 0, 0, 50));
}

// Values that do not change in a loop are computed before it. Values that only a branch uses stay
// in the branch.
TEST(PtxNodesTest, InvariantsLeaveLoopsAndNotBranches) {
  Builder b("invariant");
  const Ex out = b.Param("out", Type::Global(kInt32));
  const Ex stride = b.Param("stride", kInt32);
  b.SetWorkgroup(1);
  b.If(stride > 3,
       [&] { b.For("i", b.Int(0), stride, [&](Ex i) { b.Store(out, i, i + stride * stride); }); });
  const std::string text = Ptx(b.Finish());
  const size_t product = text.find("mul.lo.s32"), branch = text.find("bra $endif");
  ASSERT_NE(product, std::string::npos);
  EXPECT_GT(product, branch);
  EXPECT_LT(product, text.find("$for"));
  EXPECT_EQ(Count(text, "mul.lo.s32"), 1u);
}

// Equal instructions become one, unless the first one is in a branch that may not run.
TEST(PtxNodesTest, EqualValuesAreOneRegister) {
  Builder b("equal");
  const Ex in = b.Param("in", Type::ConstGlobal(kSingle));
  const Ex out = b.Param("out", Type::Global(kSingle));
  const Ex n = b.Param("n", kInt32);
  b.SetWorkgroup(32);
  const Ex t = b.ThreadIndex();
  b.If(t < n, [&] { b.Store(out, t * 7, Load(in, t * 5)); });
  b.Store(out, t * 7 + 1, Load(in, t * 5));
  b.Store(out, t * 7 + 2, Load(in, t * 5) * 2.0);
  const std::string text = Ptx(b.Finish());
  EXPECT_EQ(Count(text, "ld.global.nc.f32"), 2u);
  EXPECT_EQ(Count(text, "mul.wide.s32"), 4u);
  EXPECT_EQ(Count(text, "mov.u32"), 1u);
}

// Constants in an address become the instruction's offset. A constant that does not fit is added to
// the register.
TEST(PtxNodesTest, AddressesCarryConstants) {
  Builder b("address");
  const Ex out = b.Param("out", Type::Global(kSingle));
  const Ex tile = b.Shared("tile", kSingle, 64);
  b.SetWorkgroup(32);
  const Ex t = b.ThreadIndex();
  b.Store(tile, b.Int(3), b.Real(1, Precision::kSingle));
  b.Store(tile, t * 2 + 1, b.Real(2, Precision::kSingle));
  for (const int64_t at : {0, 1, 100, 1 << 26}) {
    b.Store(out, t + at, b.Real(3, Precision::kSingle));
  }
  b.Store(out, t + 40 - 41, b.Real(4, Precision::kSingle));
  const std::string text = Ptx(b.Finish());
  for (const char* part : {"[tile+12]", "+4]", "+400]", "add.s32 %r", ", 67108864;", ", -1;"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

// Quotients are folded if the range of a thread's index determines them.
TEST(PtxNodesTest, QuotientsOfKnownRangesFold) {
  Builder b("digits");
  const Ex out = b.Param("out", Type::Global(kInt32));
  b.SetWorkgroup(16);
  const Ex t = b.ThreadIndex();
  b.Store(out, t, t / 16 + (t + 32) / 16 * 100 + (t + 48) % 16 * 1000);
  const std::string text = Ptx(b.Finish());
  for (const char* op : {"shr", "div", "mul.hi", "and"}) EXPECT_THAT(text, Not(HasSubstr(op)));
  std::vector<int32_t> output(16);
  ASSERT_TRUE(RunText(text, 1, 16, {output.data()}).ok());
  for (int i = 0; i < 16; ++i) EXPECT_EQ(output[i], 200 + 1000 * i);
}

TEST(PtxNodesTest, PrefetchesAndCommentsDoNothing) {
  Builder b("nothing");
  const Ex out = b.Param("out", Type::Global(kInt32));
  b.SetWorkgroup(1);
  b.Comment("a word");
  b.Prefetch(out, b.Int(1000), Access::kReadOnly);
  b.Store(out, b.Int(0), b.Int(7));
  const std::string text = Ptx(b.Finish());
  EXPECT_THAT(text, HasSubstr("  // a word\n"));
  EXPECT_THAT(text, HasSubstr("prefetch.global.L2 ["));
  std::vector<int32_t> output(1);
  ASSERT_TRUE(RunText(text, 1, 1, {output.data()}).ok());
  EXPECT_THAT(output, ElementsAre(7));
}

// PTX cannot express callbacks, so kernels with callbacks are CUDA C++.
TEST(PtxNodesTest, CallbacksAreCpp) {
  Builder b("called");
  b.Param("out", Type::Global(kSingle));
  Kernel kernel = b.Finish();
  kernel.load_callback = {"T load() { return 0; }", kSingle};
  const auto lowered = LowerForDialect(kernel, Dialect::kCudaPtx);
  ASSERT_TRUE(lowered.ok()) << lowered.status();
  EXPECT_EQ(EmitSource(*lowered, Dialect::kCudaPtx), EmitSource(*lowered, Dialect::kCuda));
}

// The reader of PTX must refuse each fault. Otherwise the tests would miss this fault in the
// emitter.
TEST(PtxModuleTest, FaultsAreFound) {
  const std::string good = ReverseText(4);
  ASSERT_TRUE(rtc::ParsePtx(good).ok());
  const std::pair<const char*, const char*> kBreaks[] = {
      {".reg .b64", ".reg .b32"},
      {"bar.sync 0;", "bar.sync 1;"},
      {"ret;", "exit;"},
      {"tile[32]", "tile"},
      {"[data]", "[date]"},
      {"  ret;\n", ""},
      {"st.global.f64", "st.global.f32"},
      {"}\n", ""},
      {"%tid.x", "%tid.y"},
  };
  for (const auto& [from, to] : kBreaks) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), std::string(from).size(), to);
    EXPECT_FALSE(rtc::ParsePtx(bad).ok()) << from;
  }
}

TEST(PtxMachineTest, FaultsAreFound) {
  const auto module = rtc::ParsePtx(ReverseText(4));
  std::vector<double> data(8);
  void* pointer = data.data();
  void* args[] = {&pointer};
  const auto inside = [&](uint64_t address, int64_t bytes) {
    const auto first = reinterpret_cast<uint64_t>(data.data());
    return address >= first && address + bytes <= first + 64;
  };
  EXPECT_TRUE(rtc::RunPtx(*module, {2, 4, 0, args, inside}).ok());
  EXPECT_THAT(rtc::RunPtx(*module, {3, 4, 0, args, inside}).message(), HasSubstr("no memory at"));
  EXPECT_THAT(rtc::RunPtx(*module, {1, 5, 0, args, inside}).message(), HasSubstr("up to 4"));
  pointer = reinterpret_cast<char*>(pointer) + 4;
  EXPECT_THAT(rtc::RunPtx(*module, {1, 4, 0, args, inside}).message(), HasSubstr("not aligned"));
  const auto unset = rtc::ParsePtx(
      ".visible .entry k()\n.maxntid 1, 1, 1\n{\n.reg .b32 %r<2>;\nadd.s32 %r0, %r1, 1;\nret;\n}");
  ASSERT_TRUE(unset.ok()) << unset.status();
  EXPECT_THAT(rtc::RunPtx(*unset, {1, 1, 0, nullptr, inside}).message(),
              HasSubstr("a register without a value"));
}

}  // namespace
}  // namespace fft::codegen
