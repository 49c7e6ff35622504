// Times chains (fft/core/chain.h) on the device that FFT_DEVICE chooses.
//
//   bazel run --config=release //bench:chain_bench -- TOKEN...
//
// Each line has four figures: the time of an execution on zeros, the bytes of input and output over
// this time, the time of the same chain as two plans, and the numbers of kernels of the chain and
// of the two plans.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/timing.h"
#include "fft/base/status.h"
#include "fft/core/layout.h"
#include "fft/exec/describe_chain.h"
#include "fft/fft.h"
#include "fft/plan/scheme.h"

namespace fft::bench {
namespace {

int64_t SideBytes(const Problem& problem, const ArrayDescription& array, const Layout& layout) {
  return (array.offsets[0] + layout.extent()) * ElementBytes(problem, array);
}

absl::StatusOr<rtc::DeviceBuffer> Zeros(rtc::Device& device, int64_t bytes) {
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(device, bytes));
  FFT_RETURN_IF_ERROR(device.Fill(buffer.data(), 0, bytes, nullptr));
  return buffer;
}

struct Timed {
  double ms = 0;
  size_t kernels = 0;
  double bytes = 0;  // of input and output
};

absl::StatusOr<Timed> Time(Context& context, const Chain& chain, const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto plan, MakeChain(context, chain, options));
  rtc::Device& device = context.device();
  const Problem& arrays = plan->chain().arrays;
  const int64_t in_bytes = SideBytes(arrays, arrays.input, InputLayout(arrays));
  const int64_t out_bytes = SideBytes(arrays, arrays.output, OutputLayout(arrays));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer in, Zeros(device, in_bytes));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer out, Zeros(device, out_bytes));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer spectra, Zeros(device, SpectrumBytes(chain)));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer workspace, Zeros(device, plan->workspace_bytes()));
  const bool is_in_place = arrays.placement == Placement::kInPlace;
  Timed timed;
  timed.bytes = static_cast<double>(in_bytes) + static_cast<double>(out_bytes);
  for (const PlanDescription& part : plan->description().parts) {
    timed.kernels += part.kernels.size();
  }
  FFT_ASSIGN_OR_RETURN(timed.ms, MedianMilliseconds(&device, {}, [&](int64_t, rtc::Stream stream) {
                         return plan->Execute({.in = is_in_place ? nullptr : in.data(),
                                               .out = out.data(),
                                               .spectra = spectra.data(),
                                               .stream = stream,
                                               .workspace = workspace.data(),
                                               .workspace_bytes = plan->workspace_bytes()});
                       }));
  return timed;
}

// Times the chain as two transforms, by the fastest scheme that accepts both of them.
absl::StatusOr<Timed> TimeAsTwo(Context& context, const Chain& chain) {
  absl::StatusOr<Timed> best = absl::UnimplementedError("no scheme takes both transforms");
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.only_by_name || IsChainScheme(scheme.kind)) continue;
    PlanOptions options;
    options.scheme = scheme.kind;
    const absl::StatusOr<Timed> timed = Time(context, chain, options);
    if (timed.ok() && (!best.ok() || timed->ms < best->ms)) best = timed;
  }
  return best;
}

absl::Status Run(const std::vector<std::string>& tokens) {
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create());
  std::cout << "device " << context->device().name() << "\n"
            << "        us  GB/s  kernels   two plans us  kernels  token\n";
  for (const std::string& token : tokens) {
    FFT_ASSIGN_OR_RETURN(const Chain chain, ParseChainToken(token));
    FFT_ASSIGN_OR_RETURN(const Timed timed, Time(*context, chain, {}));
    const absl::StatusOr<Timed> two = TimeAsTwo(*context, chain);
    std::cout << absl::StrFormat("%10.2f %5.0f %8d %14.2f %8d  %s\n", 1000 * timed.ms,
                                 timed.bytes / timed.ms / 1e6, timed.kernels,
                                 two.ok() ? 1000 * two->ms : 0.0, two.ok() ? two->kernels : 0,
                                 token)
              << std::flush;
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  const absl::Status status = fft::bench::Run(std::vector<std::string>(argv + 1, argv + argc));
  if (status.ok()) return 0;
  std::cerr << "chain_bench: " << status.message() << "\n";
  return 1;
}
