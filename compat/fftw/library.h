// The library's contexts and plans, as the FFTW interface uses them: one context for each number of
// threads, plans that several of FFTW's may share.
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

// The bytes to which the library wants workspaces to be aligned, and sizes that are multiples of
// it.
inline constexpr int64_t kBlockAlignment = 256;
inline int64_t AlignedBytes(int64_t bytes) {
  return (bytes + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

// Blocks of memory, aligned as the library wants workspaces to be. Executions borrow blocks of a
// size and bring them back, so that a second execution of a plan takes no memory.
class BlockPool {
 public:
  using Block = std::unique_ptr<void, Freed>;

  explicit BlockPool(int64_t bytes) : bytes_(bytes) {}
  int64_t bytes() const { return bytes_; }
  // Lends a block; null for 0 bytes, and where memory has run out.
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

  // Executes the plan. False where there was no memory for a workspace, or the library refuses an
  // array; FFT_LOG is told why.
  virtual bool Execute(const Arrays& arrays) const = 0;
  // The wisdom that leads to this plan again; empty where memory has run out.
  virtual std::string Wisdom() const = 0;
  // The GPU that runs the plan, as fft_context_options names it; empty for the host.
  virtual std::string Device() const = 0;
};

// The wishes for a plan beside the problem. For example, {.threads = 4, .rigor = 1} measures for
// four threads.
struct PlanWish {
  int threads = 1;
  bool may_overwrite_input = false;
  int rigor = 0;        // 0: estimates, 1: measures, 2 and 3: measures more
  double seconds = -1;  // for measuring; negative: the rigor's own limit
  std::string wisdom;   // a choice to follow instead of measuring
};

// Opens a device with the user's cache of kernels. Null on failure; `why` then has the reason.
std::unique_ptr<fft_context, Freed> OpenContext(const std::string& device, std::string* why);

// Makes a plan in a context. Null on failure; `why` then has the reason.
std::unique_ptr<fft_plan, Freed> MakeFftPlan(fft_context* context, const std::string& token,
                                             const PlanWish& wish, std::string* why);

// What an execution on these arrays gets.
fft_arguments ArgumentsFor(const Arrays& arrays, void* workspace, int64_t workspace_bytes);

std::string MessageOf(const Error& error);

// Opens contexts when they are first wanted and keeps them. Thread-safe only if its user locks.
class Library {
 public:
  // Makes a plan. Null on failure; `why` then has the reason.
  std::shared_ptr<const LibraryPlan> MakePlan(const std::string& token, const PlanWish& wish,
                                              std::string* why);
  // Forgets what was measured, in this process and before.
  void ForgetWisdom();
  // Closes the contexts. Plans that were made stay as they are.
  void Close() { contexts_.clear(); }

 private:
  bool forgets_ = false;  // whether contexts that are opened forget as well
  std::map<int, std::unique_ptr<fft_context, Freed>> contexts_;
};

// Writes a line where the environment variable FFT_LOG says: to the file that it names, to standard
// error for "-". Without it nothing is written.
void LogLine(const std::string& line);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_LIBRARY_H_
