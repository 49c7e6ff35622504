// Compilers turn kernel source text into a loadable code object.
//
// A compiler knows text, architectures and options; it knows nothing of devices. Every compiler
// here works on a machine without a GPU, except that ptx_compiler.h needs a driver.
// Implementations: hiprtc_compiler.h, nvrtc_compiler.h, nvjitlink_compiler.h, host_compiler.h,
// llvm_compiler.h, ptx_compiler.h.

#ifndef FFT_RTC_COMPILER_H_
#define FFT_RTC_COMPILER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/base/cancel.h"

namespace fft::rtc {

// A request to compile one kernel. `kernel_name` is the extern "C" entry point; it names the
// request in every error. For example, {.kernel_name = "reverse", .source = text, .arch =
// "gfx90a"}.
struct CompileRequest {
  std::string kernel_name;
  std::string source;
  // "gfx90a", "sm_90", ... or "host".
  std::string arch;
  // Passed to the compiler after its own defaults, one argument each.
  std::vector<std::string> options;
  // Compiled code that the kernel calls and that is linked to it (Callbacks::objects). Compilers
  // that link nothing refuse a request with objects.
  std::vector<std::string> objects;
  // Ends a compile that runs in another process. A compiler in this process cannot be interrupted:
  // it only checks the token before it starts.
  CancelToken cancel;
};

// Which process ran the compiler.
enum class CompiledBy { kThisProcess, kHelper };

// A compiled kernel: an ELF file for AMD and NVIDIA devices (possibly inside a clang offload
// bundle) and a shared object for the host.
struct CodeObject {
  std::string bytes;
  // The compiler's whole output, warnings included.
  std::string log;
  // Wall-clock time of this compile.
  double milliseconds = 0;
  CompiledBy compiled_by = CompiledBy::kThisProcess;
};

// Thread-safe: any number of threads may call any method at once.
class Compiler {
 public:
  virtual ~Compiler() = default;

  // Compiles one kernel. Errors carry the kernel name, the architecture and the compiler's log:
  //   kInvalidArgument   the source is wrong, or the compiler does not know the architecture
  //   kDeadlineExceeded  the compiler did not end in time
  //   kUnavailable       the compiler cannot be run, or cannot be asked about the architecture
  //   kCancelled         the request was cancelled
  //   kInternal          the compiler ended abnormally
  virtual absl::StatusOr<CodeObject> Compile(const CompileRequest& request) = 0;

  // The compiler's version, a part of every cache key. Compilers of equal versions give
  // interchangeable code objects.
  virtual std::string Version() const = 0;

  // "hiprtc", "nvrtc", "nvjitlink", "ptx" or "host".
  virtual std::string name() const = 0;

  // The library or program that compiles, as a path or a name. Another process that is told to use
  // it compiles alike. Empty if there is none.
  virtual std::string Library() const { return {}; }

  // Whether the compiler wants kernels in an intermediate representation and not in C++: LLVM's for
  // the host, PTX for NVIDIA's GPUs. May open a library to find out.
  virtual bool TakesIr() { return false; }
};

}  // namespace fft::rtc

#endif  // FFT_RTC_COMPILER_H_
