// The product with matrices over channels: from a step to its spec, values, bytes and operations.
#ifndef FFT_KERNELS_CHANNELS_LOWER_H_
#define FFT_KERNELS_CHANNELS_LOWER_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

std::vector<Parameter> ChannelsTables(const KernelSpec& spec);
std::vector<Parameter> ChannelsIndices(const KernelSpec& spec);
LoweredStep LowerChannels(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CHANNELS_LOWER_H_
