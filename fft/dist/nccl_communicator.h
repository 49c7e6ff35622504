// NCCL as a communicator: grouped sends and receives in the caller's stream. The library is opened
// when the program runs.
#ifndef FFT_DIST_NCCL_COMMUNICATOR_H_
#define FFT_DIST_NCCL_COMMUNICATOR_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/dist/communicator.h"
#include "fft/rtc/device.h"

namespace fft::dist {

struct NcclOptions {
  std::string library;  // empty looks for libnccl.so.2
};

// Makes a communicator of the ranks of `control`, each with the GPU `device`. `control` carries the
// small messages and must outlive the result. Collective. Messages in device memory go through
// NCCL, all others through `control`.
absl::StatusOr<std::unique_ptr<Communicator>> OpenNcclCommunicator(Communicator* control,
                                                                   rtc::Device* device,
                                                                   const NcclOptions& options = {});

}  // namespace fft::dist

#endif  // FFT_DIST_NCCL_COMMUNICATOR_H_
