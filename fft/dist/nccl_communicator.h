// NCCL as a communicator: grouped sends and receives in the caller's stream. NCCL is loaded when
// the program runs.
#ifndef FFT_DIST_NCCL_COMMUNICATOR_H_
#define FFT_DIST_NCCL_COMMUNICATOR_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/dist/communicator.h"
#include "fft/rtc/device.h"

namespace fft::dist {

struct NcclOptions {
  std::string library;  // path of NCCL; empty: libnccl.so.2, else libnccl.so
};

// Makes a communicator of the ranks of `control`, each with the GPU `device`. Both must outlive the
// result. Collective. Messages of Begin go through NCCL, and all others through `control`.
absl::StatusOr<std::unique_ptr<Communicator>> OpenNcclCommunicator(Communicator* control,
                                                                   rtc::Device* device,
                                                                   const NcclOptions& options = {});

}  // namespace fft::dist

#endif  // FFT_DIST_NCCL_COMMUNICATOR_H_
