// Problems whose plans have many buffer assignments: every scheme, pair of formats and fusion.
#ifndef TESTS_ASSIGNMENT_CANDIDATE_CASES_H_
#define TESTS_ASSIGNMENT_CANDIDATE_CASES_H_

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "fft/plan/plan_options.h"

namespace fft::testing {

struct CandidateCase {
  std::string token;
  std::optional<SchemeKind> scheme;
  bool overwrite = false;             // inputs and gaps may be written
  std::vector<int64_t> factors = {};  // of the scheme; empty: its choice
};

void PrintTo(const CandidateCase& c, std::ostream* out);

// The scheme's part in names of tests: "SchemeL1D_CC" or "Best".
std::string SchemeName(const CandidateCase& c);

// The best 200 assignments.
PlanOptions OptionsOf(const CandidateCase& c);

// All cases. Every target plans all of them.
std::vector<CandidateCase> CandidateCases();

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_CANDIDATE_CASES_H_
