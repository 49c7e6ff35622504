#include "fft/exec/overlap_save.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"

namespace fft {
namespace {

// The most elements of a row or a filter. The sums of larger numbers do not fit 64 bits.
constexpr int64_t kMostElements = int64_t{1} << 60;

// Checks the convolution. If `output` stands for all elements, sets its count.
absl::StatusOr<LongConvolution> Completed(LongConvolution convolution) {
  for (const auto& [name, value] : {std::pair{"length", convolution.length},
                                    {"taps", convolution.taps},
                                    {"rows", convolution.rows}}) {
    if (value >= 1 && value <= kMostElements) continue;
    return InvalidField(name, absl::StrCat(value), absl::StrCat("1 to ", kMostElements));
  }
  const int64_t whole = convolution.length + convolution.taps - 1;
  Range& output = convolution.output;
  if (output.count == 0) output = {0, whole};
  if (output.first < 0 || output.count < 1 || output.first > whole - output.count) {
    return InvalidField("output", ToString(Ranges{output}),
                        absl::StrCat("a part of the elements 0 to ", whole - 1));
  }
  return convolution;
}

// The chain that computes `blocks` blocks. The first element that it stores is element `done` of
// the output.
Chain ChainOf(const LongConvolution& convolution, int64_t block, int64_t done, int64_t blocks) {
  const int64_t old = convolution.taps - 1, fresh = block - old;
  // The element of the row at which the first block begins; it may lie before the row.
  const int64_t begin = convolution.output.first + done - old;
  const int64_t first = std::max<int64_t>(0, begin);
  const int64_t end = std::min(convolution.length, begin + block);
  Chain chain = convolution.is_real ? RealChain({block}) : ComplexChain({block});
  Problem& arrays = chain.arrays;
  arrays.precision = convolution.precision;
  arrays.batch = blocks;
  arrays.input.ranges = {{first - begin, end - first}};
  arrays.output.ranges = {{old, std::min(fresh, convolution.output.count - done)}};
  arrays.input.strides = arrays.output.strides = {1};
  arrays.input.distance = arrays.output.distance = fresh;
  arrays.input.offsets[0] = first;
  arrays.output.offsets[0] = done;
  if (convolution.rows > 1) {
    arrays.loops = {{convolution.rows, convolution.length, convolution.output.count}};
  }
  return chain;
}

// The predicted seconds of all chains.
absl::StatusOr<double> SecondsOf(const LongConvolution& convolution, int64_t block,
                                 const Target& target, const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const std::vector<Chain> chains, BlockChains(convolution, block));
  double seconds = 0;
  for (const Chain& chain : chains) {
    FFT_ASSIGN_OR_RETURN(const ChainDescription made, DescribeChain(chain, target, options));
    for (const PlanDescription& part : made.parts) seconds += part.chosen().seconds;
  }
  return seconds;
}

}  // namespace

absl::StatusOr<std::vector<Chain>> BlockChains(const LongConvolution& asked, int64_t block) {
  FFT_ASSIGN_OR_RETURN(const LongConvolution convolution, Completed(asked));
  if (block < convolution.taps || block > 2 * kMostElements) {
    return InvalidField("block", absl::StrCat(block),
                        absl::StrCat("at least the taps, ", convolution.taps));
  }
  const int64_t old = convolution.taps - 1, fresh = block - old;
  const int64_t count = convolution.output.count;
  std::vector<Chain> chains;
  for (int64_t done = 0; done < count;) {
    const int64_t begin = convolution.output.first + done - old;
    int64_t blocks = 1;
    // One chain computes all blocks that lie inside the row and store all their new elements.
    if (begin >= 0 && convolution.length - begin >= block) {
      blocks = std::min((convolution.length - begin - block) / fresh + 1, (count - done) / fresh);
      blocks = std::max<int64_t>(1, blocks);
    }
    FFT_ASSIGN_OR_RETURN(Chain chain, CompleteChain(ChainOf(convolution, block, done, blocks)));
    chains.push_back(std::move(chain));
    done += std::min(fresh, count - done) * blocks;
  }
  return chains;
}

absl::StatusOr<int64_t> ChooseBlock(const LongConvolution& asked, const Target& target,
                                    const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const LongConvolution convolution, Completed(asked));
  // A block of this length holds a whole row: products that wrap round fall on elements that are
  // not stored.
  const Range& output = convolution.output;
  const int64_t whole_row = convolution.length + convolution.taps - 1 - output.first;
  const int64_t most =
      int64_t{1} << CeilLog2(std::max({convolution.length, 2 * convolution.taps, whole_row,
                                       output.count, output.first + output.count}));
  // The longest block that is tried, except for the whole row: longer blocks take three kernels in
  // place of one. The shortest block has twice the taps, so at least half of each block is new.
  constexpr int64_t kLongest = int64_t{1} << 15;
  int64_t best = most;
  double least = std::numeric_limits<double>::infinity();
  for (int64_t block = int64_t{1} << CeilLog2(2 * convolution.taps); block <= most;
       block = block < kLongest ? 2 * block : std::max(2 * block, most)) {
    const absl::StatusOr<double> seconds = SecondsOf(convolution, block, target, options);
    if (absl::IsCancelled(seconds.status())) return seconds.status();
    if (!seconds.ok() || *seconds >= least) continue;
    best = block;
    least = *seconds;
  }
  if (least == std::numeric_limits<double>::infinity()) {
    FFT_RETURN_IF_ERROR(SecondsOf(convolution, most, target, options).status());
  }
  return best;
}

int64_t LongConvolutionPlan::workspace_bytes() const {
  int64_t most = 0;
  for (const auto& chain : chains_) most = std::max(most, chain->workspace_bytes());
  return most;
}

absl::Status LongConvolutionPlan::Execute(const ChainArguments& arguments) const {
  for (const auto& chain : chains_) FFT_RETURN_IF_ERROR(chain->Execute(arguments));
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const LongConvolutionPlan>> MakeLongConvolution(
    Context& context, const LongConvolution& convolution, const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const int64_t block,
                       ChooseBlock(convolution, context.target(), context.Asked(options)));
  FFT_ASSIGN_OR_RETURN(const std::vector<Chain> chains, BlockChains(convolution, block));
  std::vector<std::shared_ptr<const ChainPlan>> plans;
  for (const Chain& chain : chains) {
    FFT_ASSIGN_OR_RETURN(auto plan, MakeChain(context, chain, options));
    plans.push_back(std::move(plan));
  }
  return std::make_shared<const LongConvolutionPlan>(convolution.taps, std::move(plans));
}

}  // namespace fft
