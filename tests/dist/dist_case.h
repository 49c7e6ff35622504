// Problems over several ranks, drawn or given by token, and their verification against FFTW.
#ifndef TESTS_DIST_DIST_CASE_H_
#define TESTS_DIST_DIST_CASE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/dist/communicator.h"
#include "fft/dist/transform.h"
#include "tests/support/error_norms.h"

namespace fft::testing {

struct DistCase {
  std::string name;  // the token, and what else was drawn
  dist::DistProblem problem;
  dist::TransformOptions options;
};

enum class BoxStyle { kSlabs, kBricks };

// Returns the case of a token. With slabs, the input is cut along the first axis and the output
// along the second axis, if it exists. With bricks, both sides are cut at places drawn by `seed`;
// boxes may be uneven or empty.
absl::StatusOr<DistCase> CaseOfToken(const std::string& token, int ranks, BoxStyle style,
                                     uint64_t seed);

// Returns the problem that `seed` draws. It is small, of any kind and precision, with drawn bricks,
// orders of axes, candidate and pieces. `direct` allows Transport::kDirect.
DistCase DrawCase(uint64_t seed, int ranks, bool direct);

// The outcome of a case. For example, a status of OK and an empty note mean that every rank was
// right.
struct DistOutcome {
  absl::Status status;  // of planning and running
  ErrorNorms norms;
  double gate = 0;
  std::string note;  // what is wrong; empty if all results are right
  std::string plan;  // the candidate that ran
  double plan_ms = 0;
  double run_ms = 0;
};

// Runs the case `repeats` times on fresh output, compares every rank's box with FFTW, and looks for
// bytes written outside the box. Every rank must call it (it is collective), and every rank gets
// the same outcome.
DistOutcome Verify(const DistCase& test, uint64_t seed, std::shared_ptr<Context> context,
                   dist::Communicator* communicator);

}  // namespace fft::testing

#endif  // TESTS_DIST_DIST_CASE_H_
