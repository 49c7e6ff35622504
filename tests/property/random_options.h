// Random options for a problem: everything that a caller may ask of a plan.
#ifndef TESTS_PROPERTY_RANDOM_OPTIONS_H_
#define TESTS_PROPERTY_RANDOM_OPTIONS_H_

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "tests/property/random_problem.h"

namespace fft::testing {

// One of all schemes.
SchemeKind RandomScheme(Random* random);

// Random options: a strategy, permissions to overwrite, callbacks where the problem has some, and
// now and then a scheme.
PlanOptions RandomOptions(const Problem& problem, Random* random);

// Adds a wish for the shape of a kernel that the plan of `options` has: its factors in any order,
// threads, transforms, exchange, staging and padding. It may be a shape that no kernel can have.
// Adds nothing where there is no such plan or kernel.
void AskForShape(const Problem& problem, const Target& target, Random* random,
                 PlanOptions* options);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_RANDOM_OPTIONS_H_
