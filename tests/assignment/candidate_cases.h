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
  bool overwrite = false;             // whether the input and gaps may be overwritten
  std::vector<int64_t> factors = {};  // of the scheme; empty: its choice
};

void PrintTo(const CandidateCase& c, std::ostream* out);

// Returns the part of a test's name that names the scheme: "SchemeL1D_CC", or "Best" without a
// scheme.
std::string SchemeName(const CandidateCase& c);

// Returns the case's options, with the 200 best assignments.
PlanOptions OptionsOf(const CandidateCase& c);

// Returns all cases. Every target has plans for all of them.
std::vector<CandidateCase> CandidateCases();

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_CANDIDATE_CASES_H_
