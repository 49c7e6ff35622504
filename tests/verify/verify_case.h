// Verifies one token, from its text to a verdict.
#ifndef TESTS_VERIFY_VERIFY_CASE_H_
#define TESTS_VERIFY_VERIFY_CASE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/fft.h"
#include "tests/support/error_norms.h"
#include "tools/cli/token_list.h"

namespace fft::testing {

// A token with its plan, or with the reason why it has no plan.
struct PreparedCase {
  cli::TokenLine line;
  absl::Status parsed;  // OK if the token is a legal problem or chain
  absl::StatusOr<std::shared_ptr<const Plan>> plan = absl::UnknownError("not planned");
  std::shared_ptr<const ChainPlan>
      chain;           // the plan of a token that is a chain; then `plan` is null
  double plan_ms = 0;  // parsing, planning, compiling and uploading tables
};

PreparedCase Prepare(const cli::TokenLine& line, const PlanOptions& options, Context* context);

enum class Verdict { kPass, kFail, kRefused };

// The verdict on one token. For example, a problem without a plan has kRefused and the reason in
// `note`.
struct Outcome {
  std::string token;
  Verdict verdict = Verdict::kFail;
  bool measured = false;  // whether the transform ran, so that norms and gate are set
  ErrorNorms norms;
  double gate = 0;
  double plan_ms = 0;
  std::string note;  // why the token failed or was refused
};

// Judges a case: runs the plan on random data and compares with the reference, and checks that only
// output elements were written: no gaps, no guards and, out of place, no input. A problem with
// callbacks is planned with those of tests/support/test_callbacks.h, and judged with and without
// them. A line that must be refused passes if its problem is refused as illegal. A problem that
// this library or machine does not support is refused. Everything else that goes wrong is a
// failure.
Outcome Judge(const PreparedCase& prepared, uint64_t seed, rtc::Device* device);

}  // namespace fft::testing

#endif  // TESTS_VERIFY_VERIFY_CASE_H_
