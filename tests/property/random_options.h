// Draws random options of plans.
#ifndef TESTS_PROPERTY_RANDOM_OPTIONS_H_
#define TESTS_PROPERTY_RANDOM_OPTIONS_H_

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "tests/property/random_problem.h"

namespace fft::testing {

// Draws one of all schemes.
SchemeKind RandomScheme(Random* random);

// Draws a strategy and permissions to overwrite, callbacks if the problem has callbacks, and
// sometimes a scheme.
PlanOptions RandomOptions(const Problem& problem, Random* random);

// Adds to `options` a wish for the shape of one kernel of their plan: its factors in any order,
// threads, transforms, exchange, staging and padding. Possibly no kernel can have this shape. Adds
// nothing if there is no plan or the plan has no such kernel.
void AskForShape(const Problem& problem, const Target& target, Random* random,
                 PlanOptions* options);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_RANDOM_OPTIONS_H_
