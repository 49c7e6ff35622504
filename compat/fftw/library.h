// The library's contexts and plans, as the FFTW interface uses them. There is one context for each
// number of threads. Several of FFTW's plans may share one plan of the library.
#ifndef COMPAT_FFTW_LIBRARY_H_
#define COMPAT_FFTW_LIBRARY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compat/fftw/request.h"
#include "fft/fft_c.h"

namespace fft::fftw {

struct Freed {
  void operator()(fft_context* context) const { fft_context_destroy(context); }
  void operator()(fft_plan* plan) const { fft_plan_destroy(plan); }
  void operator()(fft_error* error) const { fft_error_destroy(error); }
  void operator()(char* text) const { fft_string_free(text); }
  void operator()(void* memory) const;
};
using Error = std::unique_ptr<fft_error, Freed>;

// Workspaces have addresses and sizes that are multiples of this number of bytes.
inline constexpr int64_t kBlockAlignment = 256;
inline int64_t AlignedBytes(int64_t bytes) {
  return (bytes + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

// Blocks of memory of one size, aligned as workspaces must be. An execution borrows blocks and
// gives them back, so later executions allocate no memory.
class BlockPool {
 public:
  using Block = std::unique_ptr<void, Freed>;

  explicit BlockPool(int64_t bytes) : bytes_(bytes) {}
  int64_t bytes() const { return bytes_; }
  // Lends a block. Returns null if blocks have 0 bytes or no memory is left.
  Block Take();
  void GiveBack(Block block);

 private:
  const int64_t bytes_;
  std::mutex mutex_;
  std::vector<Block> blocks_;  // guarded by mutex_
};

// A plan of the library for arrays in the program's memory.
class LibraryPlan {
 public:
  virtual ~LibraryPlan() = default;

  // Executes the plan. Returns false where no memory is left for a workspace or the library refuses
  // an array. The reason goes to FFT_LOG.
  virtual bool Execute(const Arrays& arrays) const = 0;
  // The wisdom that leads to this plan again. It is empty if no memory is left.
  virtual std::string Wisdom() const = 0;
  // The GPU that runs the plan, named as in fft_context_options. It is empty for the host.
  virtual std::string Device() const = 0;
};

// What a program asks of a plan apart from the problem. For example, {.threads = 4, .rigor = 1}
// measures for four threads.
struct PlanWish {
  int threads = 1;
  bool may_overwrite_input = false;
  int rigor = 0;        // 0 estimates, 1 measures, 2 and 3 measure more
  double seconds = -1;  // limit of measuring; negative: the rigor's own limit
  std::string wisdom;   // if not empty, the choice to use without measuring
};

// Opens a device with the user's cache of kernels. Returns null on failure and writes the reason to
// `why`.
std::unique_ptr<fft_context, Freed> OpenContext(const std::string& device, std::string* why);

// Makes a plan in a context. Returns null on failure and writes the reason to `why`.
std::unique_ptr<fft_plan, Freed> MakeFftPlan(fft_context* context, const std::string& token,
                                             const PlanWish& wish, std::string* why);

// The arguments of an execution on these arrays.
fft_arguments ArgumentsFor(const Arrays& arrays, void* workspace, int64_t workspace_bytes);

std::string MessageOf(const Error& error);

// Opens contexts when they are first needed and keeps them. Not thread-safe: its user must lock.
class Library {
 public:
  // Makes a plan. Returns null on failure and writes the reason to `why`.
  std::shared_ptr<const LibraryPlan> MakePlan(const std::string& token, const PlanWish& wish,
                                              std::string* why);
  // Deletes all wisdom, including that of earlier processes.
  void ForgetWisdom();
  // Closes the contexts. Existing plans remain usable.
  void Close() { contexts_.clear(); }

 private:
  bool forgets_ = false;  // whether contexts delete their wisdom when they are opened
  std::map<int, std::unique_ptr<fft_context, Freed>> contexts_;
};

// Writes a line to the file that the environment variable FFT_LOG names; "-" names standard error.
// Writes nothing where the variable is not set.
void LogLine(const std::string& line);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_LIBRARY_H_
