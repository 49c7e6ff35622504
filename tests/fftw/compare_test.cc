// Compares random calls with FFTW's results for the same numbers in packed arrays. FFTW gets packed
// arrays because its planner recurses without end for some layouts with strides of both signs.
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/fftw/drawn_call.h"
#include "tests/fftw/loaded_api.h"

namespace fft::testing {
namespace {

// The arrays of a call. Split calls use the second arrays, and in-place calls do not use the
// inputs.
template <typename Real>
struct Buffers {
  std::vector<Real> in, in_imag, out, out_imag;
};

// The value of the places between elements.
constexpr double kGap = 0.4711;

template <typename Real>
Buffers<Real> RandomBuffers(const DrawnCall& call, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> number(-1, 1);
  const auto fill = [&](int64_t reals) {
    std::vector<Real> buffer(reals);
    for (Real& real : buffer) real = number(random);
    return buffer;
  };
  Buffers<Real> buffers;
  buffers.in = fill(call.in_reals);
  buffers.in_imag = fill(call.in_reals);
  if (call.is_in_place) {
    buffers.out = buffers.in;
    buffers.out_imag = buffers.in_imag;
  } else {
    buffers.out.assign(call.out_reals, static_cast<Real>(kGap));
    buffers.out_imag = buffers.out;
  }
  return buffers;
}

// Returns the function of FFTW's interface with this name, in one precision, from this library or
// from FFTW.
template <typename Real>
struct Functions;

template <>
struct Functions<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
};
template <>
struct Functions<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
};

// Finds a function by its name without the prefix.
using Finder = std::function<void*(const std::string&)>;

// Plans, executes and destroys. Returns false if there is no plan.
template <typename Real>
bool Run(const Finder& find, const DrawnCall& call, unsigned flags, Buffers<Real>* buffers) {
  using Plan = typename Functions<Real>::Plan;
  using Complex = typename Functions<Real>::Complex;
  const int rank = static_cast<int>(call.dims.size());
  const int loops = static_cast<int>(call.loops.size());
  const fftw_iodim64* const dims = call.dims.data();
  const fftw_iodim64* const howmany = call.loops.data();
  Real* const out = buffers->out.data() + call.out_start;
  Real* const out_imag = buffers->out_imag.data() + call.out_start;
  Real* const in =
      call.is_in_place ? buffers->out.data() + call.in_start : buffers->in.data() + call.in_start;
  Real* const in_imag = call.is_in_place ? buffers->out_imag.data() + call.in_start
                                         : buffers->in_imag.data() + call.in_start;
  const auto pairs = [](Real* reals) { return reinterpret_cast<Complex*>(reals); };
  const auto plan_by = [&](const std::string& name, auto... arguments) {
    using Planner =
        Plan(int, const fftw_iodim64*, int, const fftw_iodim64*, decltype(arguments)..., unsigned);
    auto* const planner = reinterpret_cast<Planner*>(find("plan_guru64_" + name));
    return planner(rank, dims, loops, howmany, arguments..., flags);
  };
  Plan plan = nullptr;
  switch (call.kind) {
    case CallKind::kComplex:
      plan = call.is_split ? plan_by("split_dft", in, in_imag, out, out_imag)
                           : plan_by("dft", pairs(in), pairs(out), call.sign);
      break;
    case CallKind::kRealToComplex:
      plan = call.is_split ? plan_by("split_dft_r2c", in, out, out_imag)
                           : plan_by("dft_r2c", in, pairs(out));
      break;
    case CallKind::kComplexToReal:
      plan = call.is_split ? plan_by("split_dft_c2r", in, in_imag, out)
                           : plan_by("dft_c2r", pairs(in), out);
      break;
    case CallKind::kRealToReal:
      plan = plan_by("r2r", in, out, call.kinds.data());
      break;
  }
  if (plan == nullptr) return false;
  reinterpret_cast<void (*)(Plan)>(find("execute"))(plan);
  reinterpret_cast<void (*)(Plan)>(find("destroy_plan"))(plan);
  return true;
}

void* DebianFunction(const std::string& name) {
#define FFT_ROW(function) \
  { #function, reinterpret_cast < void*>(&fftw_##function) }
  static const std::map<std::string, void*> kFunctions = {FFT_ROW(plan_guru64_dft),
                                                          FFT_ROW(plan_guru64_dft_r2c),
                                                          FFT_ROW(plan_guru64_dft_c2r),
                                                          FFT_ROW(plan_guru64_r2r),
                                                          FFT_ROW(plan_guru64_split_dft),
                                                          FFT_ROW(plan_guru64_split_dft_r2c),
                                                          FFT_ROW(plan_guru64_split_dft_c2r),
                                                          FFT_ROW(execute),
                                                          FFT_ROW(destroy_plan)};
#undef FFT_ROW
  return kFunctions.at(name);
}

bool IsPair(const DrawnCall& call, bool is_input) {
  const CallKind complex_too = is_input ? CallKind::kComplexToReal : CallKind::kRealToComplex;
  return (call.kind == CallKind::kComplex || call.kind == complex_too) && !call.is_split;
}

// Returns the places of a side's reals in its buffer, in the order of a packed array.
std::vector<int64_t> PlacesOf(const DrawnCall& call, bool is_input) {
  std::vector<fftw_iodim64> dims = call.loops;
  dims.insert(dims.end(), call.dims.begin(), call.dims.end());
  const CallKind half = is_input ? CallKind::kComplexToReal : CallKind::kRealToComplex;
  if (call.kind == half) dims.back().n = dims.back().n / 2 + 1;
  const int64_t reals = IsPair(call, is_input) ? 2 : 1;
  std::vector<int64_t> places = {is_input ? call.in_start : call.out_start};
  for (const fftw_iodim64& dim : dims) {
    std::vector<int64_t> more;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < dim.n; ++i)
        more.push_back(place + i * (is_input ? dim.is : dim.os) * reals);
    }
    places = more;
  }
  if (reals == 1) return places;
  std::vector<int64_t> both;
  for (const int64_t place : places) both.insert(both.end(), {place, place + 1});
  return both;
}

void Pack(ptrdiff_t fftw_iodim64::*stride, bool is_half, DrawnCall* call) {
  int64_t next = 1;
  for (size_t i = call->dims.size(); i-- > 0;) {
    call->dims[i].*stride = next;
    const bool is_last = i + 1 == call->dims.size();
    next *= is_half && is_last ? call->dims[i].n / 2 + 1 : call->dims[i].n;
  }
  for (size_t i = call->loops.size(); i-- > 0;) {
    call->loops[i].*stride = next;
    next *= call->loops[i].n;
  }
}

// Returns the expected contents of the call's output buffers, by FFTW on packed arrays.
template <typename Real>
void Expect(const DrawnCall& call, const Buffers<Real>& before, std::vector<double>* out,
            std::vector<double>* out_imag) {
  const std::vector<int64_t> in_places = PlacesOf(call, true);
  const std::vector<int64_t> out_places = PlacesOf(call, false);
  DrawnCall packed = call;
  packed.is_in_place = false;
  packed.in_start = packed.out_start = 0;
  Pack(&fftw_iodim64::is, call.kind == CallKind::kComplexToReal, &packed);
  Pack(&fftw_iodim64::os, call.kind == CallKind::kRealToComplex, &packed);
  Buffers<double> buffers;
  for (const int64_t place : in_places) {
    buffers.in.push_back(call.is_in_place ? before.out[place] : before.in[place]);
    buffers.in_imag.push_back(call.is_in_place ? before.out_imag[place] : before.in_imag[place]);
  }
  buffers.out.resize(out_places.size());
  buffers.out_imag.resize(out_places.size());
  ASSERT_TRUE(Run<double>(DebianFunction, packed, FFTW_ESTIMATE, &buffers));
  out->assign(before.out.begin(), before.out.end());
  out_imag->assign(before.out_imag.begin(), before.out_imag.end());
  for (size_t i = 0; i < out_places.size(); ++i) {
    (*out)[out_places[i]] = buffers.out[i];
    (*out_imag)[out_places[i]] = buffers.out_imag[i];
  }
}

// Returns the distance of a result from the expected result, relative to the largest number. It is
// infinite if a place between elements was written. In place, the input's places may hold any value
// afterwards.
template <typename Real>
double Difference(const DrawnCall& call, const std::vector<double>& expected,
                  const std::vector<Real>& actual) {
  enum { kNone, kInput, kOutput };
  std::vector<int> owners(expected.size(), kNone);
  if (call.is_in_place) {
    for (const int64_t place : PlacesOf(call, true)) owners[place] = kInput;
  }
  for (const int64_t place : PlacesOf(call, false)) owners[place] = kOutput;
  double difference = 0;
  double size = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (owners[i] == kOutput) {
      difference = std::max(difference, std::abs(expected[i] - static_cast<double>(actual[i])));
      size = std::max(size, std::abs(expected[i]));
    } else if (owners[i] == kNone && static_cast<double>(actual[i]) != expected[i]) {
      return std::numeric_limits<double>::infinity();
    }
  }
  return size == 0 ? difference : difference / size;
}

template <typename Real>
void CompareDrawnCalls(const LoadedApi& api, int calls, double tolerance) {
  constexpr uint64_t kSeed = 20261126;
  std::mt19937_64 random(kSeed);
  const Finder loaded = [&api](const std::string& name) {
    return reinterpret_cast<void*>(api.Get<void()>(name));
  };
  for (int i = 0; i < calls; ++i) {
    const DrawnCall call = DrawCall(&random);
    SCOPED_TRACE(ToString(call));
    const Buffers<Real> before = RandomBuffers<Real>(call, i);
    std::vector<double> out, out_imag;
    Expect(call, before, &out, &out_imag);
    Buffers<Real> actual = before;
    ASSERT_TRUE(Run<Real>(loaded, call, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT, &actual));
    EXPECT_LE(Difference(call, out, actual.out), tolerance);
    if (call.is_split && call.kind != CallKind::kComplexToReal) {
      EXPECT_LE(Difference(call, out_imag, actual.out_imag), tolerance);
    }
    EXPECT_EQ(actual.in, before.in);
    EXPECT_EQ(actual.in_imag, before.in_imag);
  }
}

TEST(Compare, DoublePrecision) {
  CompareDrawnCalls<double>(LoadedApi("libfftw3.so.3", "fftw_"), 200, 1e-13);
}

TEST(Compare, SinglePrecision) {
  CompareDrawnCalls<float>(LoadedApi("libfftw3f.so.3", "fftwf_"), 60, 1e-5);
}

}  // namespace
}  // namespace fft::testing
