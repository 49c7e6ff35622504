// Tests that the vendors' run-time compilers compile emitted sources. Compiling needs no GPU.
#include <dlfcn.h>

#include <string>
#include <vector>

#include "fft/codegen/dag/example_stockham.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/passes/pipeline.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

// hipRTC and NVRTC have the same interface under different prefixes.
class RuntimeCompiler {
 public:
  RuntimeCompiler(const std::vector<std::string>& libraries, std::string prefix)
      : prefix_(std::move(prefix)) {
    for (const std::string& name : libraries) {
      if (library_ == nullptr) library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
  }

  bool is_present() const { return library_ != nullptr; }

  // Returns the empty string, or the compiler's log if it fails.
  std::string Compile(const std::string& source, const std::string& option) {
    void* program = nullptr;
    Function<int(void**, const char*, const char*, int, const char**, const char**)>(
        "CreateProgram")(&program, source.c_str(), "kernel", 0, nullptr, nullptr);
    const char* options[] = {option.c_str()};
    const int error =
        Function<int(void*, int, const char**)>("CompileProgram")(program, 1, options);
    size_t size = 0;
    Function<int(void*, size_t*)>("GetProgramLogSize")(program, &size);
    std::string log(size, '\0');
    if (size > 0) Function<int(void*, char*)>("GetProgramLog")(program, log.data());
    Function<int(void**)>("DestroyProgram")(&program);
    return error == 0 ? "" : "error " + std::to_string(error) + ": " + log + source;
  }

 private:
  template <typename Signature>
  Signature* Function(const std::string& name) {
    return reinterpret_cast<Signature*>(dlsym(library_, (prefix_ + name).c_str()));
  }

  std::string prefix_;
  void* library_ = nullptr;
};

void ExpectCompiles(RuntimeCompiler& compiler, Dialect dialect, const std::string& option) {
  for (const Precision precision : kPrecisions) {
    for (const ExampleExchange exchange : {ExampleExchange::kComplex, ExampleExchange::kHalf}) {
      const Kernel kernel = ExampleStockham({precision, ExponentSign::kPlus, exchange});
      const auto lowered = LowerForDialect(kernel, dialect);
      ASSERT_TRUE(lowered.ok()) << lowered.status();
      EXPECT_EQ(compiler.Compile(EmitSource(*lowered, dialect), option), "");
    }
  }
}

TEST(RtcCompileTest, Hip) {
  RuntimeCompiler compiler({"libamdhip64.so.5", "libamdhip64.so"}, "hiprtc");
  if (!compiler.is_present()) GTEST_SKIP() << "no hipRTC";
  ExpectCompiles(compiler, Dialect::kHip, "--gpu-architecture=gfx90a");
}

TEST(RtcCompileTest, Cuda) {
  RuntimeCompiler compiler(
      {"libnvrtc.so.13", "/usr/local/cuda/lib64/libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
      "nvrtc");
  if (!compiler.is_present()) GTEST_SKIP() << "no NVRTC";
  ExpectCompiles(compiler, Dialect::kCuda, "--gpu-architecture=sm_90");
}

}  // namespace
}  // namespace fft::codegen
