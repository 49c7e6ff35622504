// Convolutions of long rows with short filters, in blocks that overlap.
//
// A block of N points reads N elements of a row and computes N - taps + 1 elements of the result
// (overlap-save). Its first taps - 1 elements are also in the block before it. The blocks in the
// middle of the row are one chain (fft/core/chain.h) whose input has a distance of N - taps + 1. A
// block at an end of the row is a chain with ranges, which has zeros outside the row. N is the
// length with the least predicted time.
//
//   fft::LongConvolution convolution = {.length = 1 << 20, .taps = 500};
//   auto plan = fft::MakeLongConvolution(*context, convolution);
//   auto filter = context->MakePlan((*plan)->filter());
//   (*filter)->Execute({.in = taps, .out = spectrum});  // once
//   (*plan)->Execute({.in = in, .out = out, .spectra = spectrum, .workspace = w, ...});
//
// A stream, of which n elements arrive at a time, is a row of taps - 1 + n elements with the output
// {taps - 1, n}. The caller keeps the last taps - 1 elements and puts them before the new ones.
#ifndef FFT_EXEC_OVERLAP_SAVE_H_
#define FFT_EXEC_OVERLAP_SAVE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/core/ranges.h"
#include "fft/core/target.h"
#include "fft/exec/chain_plan.h"
#include "fft/exec/context.h"
#include "fft/plan/plan_options.h"

namespace fft {

// The convolution y[n] = sum_m x[n - m] s[m] of packed rows x with one filter s. For example,
// {.length = 1 << 20, .taps = 500}.
struct LongConvolution {
  bool is_real = true;
  Precision precision = Precision::kSingle;
  int64_t length = 0;  // the elements x of a row
  int64_t taps = 0;    // the elements s of the filter
  // The elements y that are stored, among y[0] to y[length + taps - 2]. A count of 0: all.
  Range output;
  int64_t rows = 1;
};

// Returns the chains that compute a convolution in blocks of `block` points, in the order of the
// output. InvalidArgument names a wrong field, or a block with fewer points than taps.
absl::StatusOr<std::vector<Chain>> BlockChains(const LongConvolution& convolution, int64_t block);

// Returns the block length whose chains take the fewest predicted seconds on a target, among powers
// of two and the length that holds a whole row.
absl::StatusOr<int64_t> ChooseBlock(const LongConvolution& convolution, const Target& target,
                                    const PlanOptions& options);

// A convolution ready to run. As with ChainPlan, Execute may be called from many threads, each with
// its own workspace.
class LongConvolutionPlan {
 public:
  LongConvolutionPlan(int64_t taps, std::vector<std::shared_ptr<const ChainPlan>> chains)
      : taps_(taps), chains_(std::move(chains)) {}

  // The number of points of a block.
  int64_t block() const { return chains_.front()->chain().arrays.lengths.front(); }
  // The transform of the filter's taps into the spectrum. The spectrum has spectrum_bytes() bytes.
  Problem filter() const { return FilterProblem(chains_.front()->chain(), {{0, taps_}}); }
  int64_t spectrum_bytes() const { return SpectrumBytes(chains_.front()->chain()); }
  int64_t workspace_bytes() const;
  const std::vector<std::shared_ptr<const ChainPlan>>& chains() const { return chains_; }

  // Enqueues the chains in arguments.stream, one after the other.
  absl::Status Execute(const ChainArguments& arguments) const;

 private:
  const int64_t taps_;
  const std::vector<std::shared_ptr<const ChainPlan>> chains_;
};

// Chooses the block length, then plans and compiles. Takes the time of about ten plans.
absl::StatusOr<std::shared_ptr<const LongConvolutionPlan>> MakeLongConvolution(
    Context& context, const LongConvolution& convolution, const PlanOptions& options = {});

}  // namespace fft

#endif  // FFT_EXEC_OVERLAP_SAVE_H_
