#include "fft/codegen/emit/emit.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_split.h"
#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/dag/example_stockham.h"
#include "fft/codegen/passes/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string Source(const Kernel& kernel, Dialect dialect) {
  const auto lowered = LowerForDialect(kernel, dialect);
  EXPECT_TRUE(lowered.ok()) << lowered.status();
  return lowered.ok() ? EmitSource(*lowered, dialect) : "";
}

// Scales complex numbers and reverses them within a workgroup.
Kernel Small() {
  Builder b("reverse_scale");
  const Type complex = Type::Complex(Precision::kSingle);
  const Ex in = b.Param("in", Type::ConstGlobal(complex));
  const Ex out = b.Param("out", Type::Global(complex), Aliasing::kMayAlias);
  const Ex n = b.Param("n", Type::Int64());
  const Ex lds = b.Shared("lds", complex, 96);
  b.SetWorkgroup(96, 2);
  const Ex t = b.Let("t", b.ThreadIndex());
  const Ex base = b.Let("base", Cast(Type::Int64(), b.BlockIndex()) * 96);
  b.Comment("into shared memory");
  b.If(base + t < n, [&] {
    const Ex x = b.Let("x", Load(in, base + t));
    b.Store(lds, t / 32 + t % 32 * 3, MakeComplex(Re(x) * 0.1, -Im(x)));
  });
  b.Barrier();
  b.Comment("and back");
  b.For("k", {b.Int(0), b.Int(2), Ex(), LoopHint::kUnroll}, [&](Ex k) {
    b.If(LogicalOr(Equals(k, t / 48), t < 0), [&] { b.Store(out, base + t, Load(lds, 95 - t)); });
  });
  return b.Finish();
}

constexpr char kCuda[] =
    R"(// Launch: 96 threads a workgroup, 768 bytes of static shared memory.
extern "C" __global__ void __launch_bounds__(96, 2) reverse_scale(
    const float2* __restrict__ in,
    float2* out,
    long long n) {
  __shared__ float2 lds[96];
  const int t = (int)threadIdx.x;
  const long long base = (long long)(int)blockIdx.x * 96;

  // into shared memory
  if (base + (long long)t < n) {
    const float2 x = in[base + (long long)t];
    lds[(t >> 5) + (t & 31) * 3] = make_float2(x.x * 0.100000001f, -x.y);
  }
  __syncthreads();

  // and back
  #pragma unroll
  for (int k = 0; k < 2; ++k) {
    if (k == (int)((unsigned)t / 48u) || t < 0) {
      out[base + (long long)t] = lds[95 - t];
    }
  }
}
)";

TEST(EmitTest, CudaGolden) { EXPECT_EQ(Source(Small(), Dialect::kCuda), kCuda); }

TEST(EmitTest, HipDiffersInTheLaunchBounds) {
  const std::string text = Source(Small(), Dialect::kHip);
  EXPECT_THAT(text, HasSubstr("__launch_bounds__(96, 1) reverse_scale("));
}

// Reverses the rows of a workgroup. The numbers of these rows depend on the workgroup and not on
// the thread.
Kernel Reversed() {
  Builder b("reversed");
  const Type complex = Type::Complex(Precision::kSingle);
  const Ex in = b.Param("in", Type::ConstGlobal(complex));
  const Ex out = b.Param("out", Type::Global(complex));
  b.Param("rows", Type::Int32());
  const Ex lds = b.Shared("lds", complex, 64);
  b.SetWorkgroup(64);
  const Ex first = b.Let("first", b.BlockIndex() * 64);
  const Ex thread = b.Let("thread", b.ThreadIndex());
  const Ex at = b.Let("at", first + thread);
  b.Store(lds, b.Let("slot", 63 - thread), Load(in, at));
  b.Barrier();
  b.Store(out, at, Load(lds, thread));
  return b.Finish();
}

constexpr char kTwoFunctions[] = R"(static __device__ __forceinline__ void device_function(
    const float2* __restrict__ in,
    float2* __restrict__ out,
    int first,
    float2* lds) {
  const int thread = (int)threadIdx.x;
  const int at = first + thread;
  const int slot = 63 - thread;
  lds[slot] = in[at];
  __syncthreads();
  out[at] = lds[thread];
}

// Launch: 64 threads a workgroup, 512 bytes of static shared memory.
extern "C" __global__ void __launch_bounds__(64) reversed(
    const float2* __restrict__ in,
    float2* __restrict__ out,
    int rows) {
  __shared__ float2 lds[64];
  const int first = (int)blockIdx.x * 64;
  device_function(in, out, first, lds);
}
)";

// Statements that depend only on the workgroup stand in the global function, all others in the
// device function.
TEST(EmitTest, KernelsThatPlaceTheirWorkgroupAreTwoFunctions) {
  EXPECT_EQ(Source(Reversed(), Dialect::kCuda), kTwoFunctions);
}

TEST(EmitTest, MapsAreInTheKernelsOrder) {
  const auto lowered = LowerForDialect(Reversed(), Dialect::kCuda);
  ASSERT_TRUE(lowered.ok()) << lowered.status();
  const EmittedSource source = Emit(*lowered, Dialect::kCuda);
  const std::vector<std::string> lines = absl::StrSplit(source.text, '\n');
  ASSERT_EQ(source.map.size(), 7u);
  EXPECT_THAT(lines[source.map[0].first_line - 1], HasSubstr("int first ="));
  EXPECT_THAT(lines[source.map[1].first_line - 1], HasSubstr("int thread ="));
  EXPECT_THAT(lines[source.map[6].first_line - 1], HasSubstr("out[at] ="));
}

// An index that falls from thread to thread is hidden from LLVM. Other indices are not.
TEST(EmitTest, HipHidesMirroredSlots) {
  const std::string text = Source(Reversed(), Dialect::kHip);
  EXPECT_THAT(text, HasSubstr("T hidden(T index)"));
  EXPECT_THAT(text, HasSubstr("const int slot = hidden(63 - thread);"));
  EXPECT_THAT(text, HasSubstr("const int at = first + thread;"));
  EXPECT_THAT(Source(Small(), Dialect::kHip), HasSubstr("lds[hidden(95 - t)]"));
  EXPECT_THAT(Source(Small(), Dialect::kCuda), Not(HasSubstr("hidden")));
}

TEST(EmitTest, HostGolden) {
  const std::string text = Source(Small(), Dialect::kHostCpp);
  const std::string body = text.substr(text.find("extern"));
  EXPECT_EQ(
      body,
      R"(extern "C" void reverse_scale(void* const* args, unsigned first_block, unsigned end_block);
extern "C" void reverse_scale_direct(unsigned long long a0, unsigned long long a1, unsigned long long a2, unsigned long long a3, const unsigned long long* values, unsigned blocks) {
  void* const args[] = {&a0, &a1, &a2, };
  reverse_scale(args, 0, blocks);
}
extern "C" void reverse_scale(void* const* args, unsigned first_block, unsigned end_block) {
  const float* const __restrict__ in = *static_cast<const float* const*>(args[0]);
  float* const out = *static_cast<float* const*>(args[1]);
  long long const n = *static_cast<long long const*>(args[2]);
  alignas(64) float lds_re[96];
  alignas(64) float lds_im[96];
  for (unsigned block_number = first_block; block_number < end_block; ++block_number) {
    const int block = (int)block_number;
    const long long base = (long long)block * 96;

    // into shared memory
    for (int group = 0; group < 3; ++group) {
      #pragma omp simd
      for (int lane = 0; lane < 32; ++lane) {
        const int t = group * 32 + lane;
        if (base + (long long)t < n) {
          const float x_re = in[(base + (long long)t) * 2];
          const float x_im = in[(base + (long long)t) * 2 + 1];
          lds_re[group + lane * 3] = x_re * 0.100000001f;
          lds_im[group + lane * 3] = -x_im;
        }
      }
    }

    // and back
    for (int group = 0; group < 2; ++group) {
      #pragma omp simd
      for (int lane = 0; lane < 48; ++lane) {
        const int t = group * 48 + lane;
        #pragma GCC unroll 32
        for (int k = 0; k < 2; ++k) {
          if (k == group || t < 0) {
            const float part = lds_re[95 - t];
            const float part_1 = lds_im[95 - t];
            out[(base + (long long)t) * 2] = part;
            out[(base + (long long)t) * 2 + 1] = part_1;
          }
        }
      }
    }
  }
}
)");
}

TEST(EmitTest, EarlyKernelsWaitBeforeAnythingElse) {
  Kernel kernel = Small();
  EXPECT_THAT(Source(kernel, Dialect::kCuda), Not(HasSubstr("griddepcontrol")));
  kernel.launches_early = true;
  const std::string source = Source(kernel, Dialect::kCuda);
  const size_t allows = source.find("griddepcontrol.launch_dependents"),
               waits = source.find("griddepcontrol.wait"), first = source.find("in[");
  ASSERT_NE(waits, std::string::npos);
  EXPECT_LT(allows, waits);
  EXPECT_LT(waits, first);
}

TEST(EmitTest, LiteralsAreRoundedOnceAndReadBackExactly) {
  Builder b("literals");
  const Ex single = b.Param("single", Type::Global(Type::Real(Precision::kSingle)));
  const Ex twice = b.Param("twice", Type::Global(Type::Real(Precision::kDouble)));
  const long double third = 1.0L / 3;
  b.Store(single, b.Int(0), b.Real(third, Precision::kSingle));
  b.Store(twice, b.Int(0), b.Real(third, Precision::kDouble));
  b.Store(twice, b.Int(1), b.Real(-2, Precision::kDouble));
  b.Store(twice, b.Int(2), b.Real(1e30L, Precision::kDouble));
  const std::string text = Source(b.Finish(), Dialect::kCuda);
  EXPECT_THAT(text, HasSubstr("single[0] = 0.333333343f;"));
  EXPECT_THAT(text, HasSubstr("twice[0] = 0.33333333333333331;"));
  EXPECT_THAT(text, HasSubstr("twice[1] = -2.0;"));
  EXPECT_THAT(text, HasSubstr("twice[2] = 1e+30;"));
}

TEST(EmitTest, NegationsDoNotBecomeDecrements) {
  Builder b("minus");
  const Ex data = b.Param("data", Type::Global(Type::Real(Precision::kSingle)));
  const Ex x = b.Let("x", Load(data, b.Int(0)));
  Payload payload;
  payload.op = static_cast<uint8_t>(UnaryOp::kNeg);
  const Node* operand[] = {(-x).node()};
  const Ex twice(b.arena(), b.arena()->Make(Kind::kUnary, x.type(), operand, payload));
  b.Store(data, b.Int(0), x - twice);
  EXPECT_THAT(Source(b.Finish(), Dialect::kCuda), HasSubstr("data[0] = x - -(-x);"));
}

TEST(EmitTest, DialectsNameTheSquareRoot) {
  for (const auto& [precision, cuda, host, ptx, llvm] :
       {std::tuple(Precision::kSingle, "sqrtf(x)", "__builtin_sqrtf(x)", "sqrt.rn.f32",
                   "call float @llvm.sqrt.f32("),
        {Precision::kDouble, "sqrt(x)", "__builtin_sqrt(x)", "sqrt.rn.f64",
         "call double @llvm.sqrt.f64("}}) {
    Builder b("root");
    const Ex data = b.Param("data", Type::Global(Type::Real(precision)));
    const Ex x = b.Let("x", Load(data, b.Int(0)));
    b.Store(data, b.Int(0), Sqrt(x));
    const Kernel kernel = b.Finish();
    EXPECT_THAT(Source(kernel, Dialect::kCuda), HasSubstr(cuda));
    EXPECT_THAT(Source(kernel, Dialect::kHip), HasSubstr(cuda));
    EXPECT_THAT(Source(kernel, Dialect::kHostCpp), HasSubstr(host));
    EXPECT_THAT(Source(kernel, Dialect::kCudaPtx), HasSubstr(ptx));
    EXPECT_THAT(Source(kernel, Dialect::kHostLlvm), HasSubstr(llvm));
  }
}

TEST(EmitTest, NarrowStorageBringsItsConversions) {
  ExampleOptions options;
  for (const auto& [precision, name] :
       {std::pair(Precision::kHalf, std::string("half")), {Precision::kBfloat16, "bfloat"}}) {
    options.precision = Precision::kSingle;
    EXPECT_THAT(Source(ExampleStockham(options), Dialect::kCuda), Not(HasSubstr(name)));
    options.precision = precision;
    for (const Dialect dialect : {Dialect::kCuda, Dialect::kHip, Dialect::kHostCpp}) {
      const std::string text = Source(ExampleStockham(options), dialect);
      EXPECT_THAT(text, HasSubstr(name + "_to_float(fft_" + name));
      EXPECT_THAT(text, HasSubstr("const fft_" + name));
    }
  }
  // A kernel with bfloat16 has no LLVM IR, so it is written as C++.
  EXPECT_EQ(Source(ExampleStockham(options), Dialect::kHostLlvm),
            Source(ExampleStockham(options), Dialect::kHostCpp));
}

TEST(EmitTest, TwoStoragesBringTheConversionsOfBoth) {
  Builder b("convert");
  const Ex in = b.Param("in", Type::ConstGlobal(Type::Real(Precision::kHalf)));
  const Ex out = b.Param("out", Type::Global(Type::Real(Precision::kBfloat16)));
  const Ex x = b.Let("x", Cast(Type::Real(Precision::kSingle), Load(in, b.Int(0))));
  b.Store(out, b.Int(0), Cast(Type::Real(Precision::kBfloat16), x));
  const Kernel kernel = b.Finish();
  for (const Dialect dialect : {Dialect::kCuda, Dialect::kHip, Dialect::kHostCpp}) {
    const std::string text = Source(kernel, dialect);
    EXPECT_THAT(text, HasSubstr("half_to_float(fft_half"));
    EXPECT_THAT(text, HasSubstr("float_to_bfloat(float"));
  }
  EXPECT_EQ(Source(kernel, Dialect::kHostLlvm), Source(kernel, Dialect::kHostCpp));
}

TEST(EmitTest, TheMapCoversTheBody) {
  const Kernel kernel = *LowerForDialect(Small(), Dialect::kCuda);
  const EmittedSource source = Emit(kernel, Dialect::kCuda);
  ASSERT_GT(source.map.size(), kernel.body->args.size());
  int outermost = 0;
  int end = 0;  // the last line of the outermost statement before this one
  for (const LineRange& range : source.map) {
    if (range.first_line <= end) continue;
    ASSERT_LT(outermost, static_cast<int>(kernel.body->args.size()));
    EXPECT_EQ(range.statement, kernel.body->arg(outermost++));
    end = range.last_line;
  }
  EXPECT_EQ(outermost, static_cast<int>(kernel.body->args.size()));
  const auto line = [&](int number) {
    std::string_view rest = source.text;
    for (int i = 1; i < number; ++i) rest.remove_prefix(rest.find('\n') + 1);
    return std::string(rest.substr(0, rest.find('\n')));
  };
  for (size_t i = 0; i < source.map.size(); ++i) {
    const LineRange& range = source.map[i];
    EXPECT_LE(range.first_line, range.last_line);
    if (range.statement->kind == Kind::kBarrier) {
      EXPECT_EQ(line(range.first_line), "  __syncthreads();");
    } else if (range.statement->kind == Kind::kIf) {
      EXPECT_THAT(line(range.last_line), EndsWith("}"));
    } else if (range.statement->kind == Kind::kComment) {
      EXPECT_THAT(line(range.first_line), HasSubstr("//"));
    }
  }
}

TEST(EmitTest, SourceAndSyntaxTreeHaveTheSameMap) {
  for (const Dialect dialect : {Dialect::kCuda, Dialect::kHip, Dialect::kHostCpp}) {
    const Kernel kernel = *LowerForDialect(ExampleStockham({}), dialect);
    const EmittedSource source = Emit(kernel, dialect);
    LineMap printed;
    const std::string text = Print(kernel, &printed);
    ASSERT_EQ(printed.size(), source.map.size());
    for (size_t i = 0; i < printed.size(); ++i) {
      EXPECT_EQ(printed[i].statement, source.map[i].statement);
      EXPECT_LE(printed[i].first_line, printed[i].last_line);
    }
    EXPECT_LT(printed.back().last_line, std::count(text.begin(), text.end(), '\n') + 1);
  }
}

TEST(EmitTest, EqualKernelsGiveEqualText) {
  for (const Dialect dialect : {Dialect::kCuda, Dialect::kHip, Dialect::kHostCpp}) {
    EXPECT_EQ(Source(ExampleStockham({}), dialect), Source(ExampleStockham({}), dialect));
  }
}

}  // namespace
}  // namespace fft::codegen
