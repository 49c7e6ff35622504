// Writes the outcomes of fft_verify as text for people, and as JSON lines and test.xml for
// programs.
#ifndef TESTS_VERIFY_REPORT_H_
#define TESTS_VERIFY_REPORT_H_

#include <string>
#include <vector>

#include "tests/verify/verify_case.h"

namespace fft::testing {

struct Tally {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  void Add(Verdict verdict);
};

std::string ToString(Verdict verdict);  // "pass", "FAIL", "refused"

// "pass  l2 1.2e-07  linf 2.3e-07  gate 4.5e-07  plan   812 ms  TOKEN"
std::string OutcomeLine(const Outcome& outcome);
std::string TallyLine(const Tally& tally);  // "3 passed, 1 failed, 2 skipped"

// Returns one JSON object on one line.
std::string OutcomeJson(const Outcome& outcome);
std::string TallyJson(const Tally& tally);

// Returns the text of test.xml in JUnit's format, with one test case per outcome.
std::string OutcomesXml(const std::vector<Outcome>& outcomes);

}  // namespace fft::testing

#endif  // TESTS_VERIFY_REPORT_H_
