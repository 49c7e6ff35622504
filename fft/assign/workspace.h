// Where the temporaries of a candidate lie in its workspace.
#ifndef FFT_ASSIGN_WORKSPACE_H_
#define FFT_ASSIGN_WORKSPACE_H_

#include "fft/assign/placement.h"
#include "fft/core/problem.h"

namespace fft {

// Temporaries and the workspace start and end at multiples of this many bytes.
inline constexpr int64_t kWorkspaceAlignment = 256;

// The bytes that an edge with this placement takes in a temporary.
int64_t TemporaryBytes(const EdgePlacement& placement, Precision precision);

// Fills workspace_bytes and temp_offsets of a candidate whose steps are set. Temporaries that are
// never live during the same step share memory, so that no workspace could be smaller.
void PlaceTemporaries(Precision precision, Candidate* candidate);

}  // namespace fft

#endif  // FFT_ASSIGN_WORKSPACE_H_
