// FFTW's functions that execute plans, and those about plans, memory and strings.
#include <cstdlib>
#include <cstring>
#include <string>

#include "compat/fftw/precision.h"

namespace {

using fft::fftw::Complex;
using fft::fftw::Plan;
using fft::fftw::PlanOf;
using fft::fftw::Real;

// The alignment in bytes that FFTW's SIMD code needs. Programs compare the results of
// fftw_alignment_of, which are remainders by this number.
constexpr uintptr_t kAlignment = 16;
constexpr size_t kAllocationAlignment = 64;

}  // namespace

// ---- executions. They do nothing for a null plan, which stands for a plan that could not be made.

void FFTW(execute)(const FFTW(plan) plan) {
  if (plan != nullptr) PlanOf(plan).Execute();
}

void FFTW(execute_dft)(const FFTW(plan) plan, Complex* in, Complex* out) {
  if (plan != nullptr) PlanOf(plan).Execute({in, nullptr, out, nullptr});
}

void FFTW(execute_dft_r2c)(const FFTW(plan) plan, Real* in, Complex* out) {
  if (plan != nullptr) PlanOf(plan).Execute({in, nullptr, out, nullptr});
}

void FFTW(execute_dft_c2r)(const FFTW(plan) plan, Complex* in, Real* out) {
  if (plan != nullptr) PlanOf(plan).Execute({in, nullptr, out, nullptr});
}

void FFTW(execute_r2r)(const FFTW(plan) plan, Real* in, Real* out) {
  if (plan != nullptr) PlanOf(plan).Execute({in, nullptr, out, nullptr});
}

void FFTW(execute_split_dft)(const FFTW(plan) plan, Real* ri, Real* ii, Real* ro, Real* io) {
  if (plan != nullptr) PlanOf(plan).Execute({ri, ii, ro, io});
}

void FFTW(execute_split_dft_r2c)(const FFTW(plan) plan, Real* in, Real* ro, Real* io) {
  if (plan != nullptr) PlanOf(plan).Execute({in, nullptr, ro, io});
}

void FFTW(execute_split_dft_c2r)(const FFTW(plan) plan, Real* ri, Real* ii, Real* out) {
  if (plan != nullptr) PlanOf(plan).Execute({ri, ii, out, nullptr});
}

// ---- plans

FFTW(plan) FFTW(copy_plan)(FFTW(plan) plan) {
  return plan == nullptr ? nullptr : reinterpret_cast<FFTW(plan)>(new Plan(PlanOf(plan)));
}

void FFTW(destroy_plan)(FFTW(plan) plan) { delete reinterpret_cast<Plan*>(plan); }

double FFTW(cost)(const FFTW(plan) plan) { return plan == nullptr ? 0 : PlanOf(plan).Operations(); }

double FFTW(estimate_cost)(const FFTW(plan) plan) { return FFTW(cost)(plan); }

void FFTW(flops)(const FFTW(plan) plan, double* add, double* mul, double* fmas) {
  // Additions and multiplications are in the ratio 3 to 2, as in a radix-2 butterfly.
  const double operations = FFTW(cost)(plan);
  *add = 0.6 * operations;
  *mul = 0.4 * operations;
  *fmas = 0;
}

char* FFTW(sprint_plan)(const FFTW(plan) plan) {
  const std::string text = plan == nullptr ? "(null)" : PlanOf(plan).Print();
  return strdup(text.c_str());
}

void FFTW(fprint_plan)(const FFTW(plan) plan, FILE* output_file) {
  char* const text = FFTW(sprint_plan)(plan);
  if (text != nullptr) std::fputs(text, output_file);
  std::free(text);
}

void FFTW(print_plan)(const FFTW(plan) plan) { FFTW(fprint_plan)(plan, stdout); }

// ---- memory

void* FFTW(malloc)(size_t n) {
  void* memory = nullptr;
  return posix_memalign(&memory, kAllocationAlignment, n == 0 ? 1 : n) == 0 ? memory : nullptr;
}

Real* FFTW(alloc_real)(size_t n) {
  return n > SIZE_MAX / sizeof(Real) ? nullptr : static_cast<Real*>(FFTW(malloc)(n * sizeof(Real)));
}

Complex* FFTW(alloc_complex)(size_t n) {
  return n > SIZE_MAX / sizeof(Complex) ? nullptr
                                        : static_cast<Complex*>(FFTW(malloc)(n * sizeof(Complex)));
}

void FFTW(free)(void* p) { std::free(p); }

int FFTW(alignment_of)(Real* p) {
  return static_cast<int>(reinterpret_cast<uintptr_t>(p) % kAlignment);
}

// ---- strings. Programs read the number behind the first "-" of the version. They also hold copies
// of FFTW's strings, of 21, 96 and 1 bytes, so these strings must not be longer.

extern "C" {
const char FFTW(version)[] = "fftw-3.3.10-fft";
const char FFTW(cc)[] = "generated when a plan is made";
const char FFTW(codelet_optim)[] = "";
}
