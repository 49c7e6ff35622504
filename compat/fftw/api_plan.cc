// FFTW's planners: the basic interface, the advanced interface that it calls, and the two guru
// interfaces.

#include "compat/fftw/describe.h"
#include "compat/fftw/precision.h"

namespace {

using fft::fftw::Arrays;
using fft::fftw::Complex;
using fft::fftw::Family;
using fft::fftw::ManySide;
using fft::fftw::Real;
using fft::fftw::Request;
using Kind = FFTW(r2r_kind);

Request MakeRequest(Family family, const Arrays& arrays, unsigned flags) {
  Request request;
  request.family = family;
  request.precision = fft::fftw::kPrecision;
  request.arrays = arrays;
  request.flags = flags;
  return request;
}

Request ComplexRequest(Complex* in, Complex* out, int sign, unsigned flags) {
  Request request = MakeRequest(Family::kComplex, {in, nullptr, out, nullptr}, flags);
  request.is_backward = sign != FFTW_FORWARD;
  return request;
}

Request Split(Family family, const Arrays& arrays, unsigned flags) {
  Request request = MakeRequest(family, arrays, flags);
  request.is_split = true;
  return request;
}

FFTW(plan) MakePlan(const Request& request) {
  return reinterpret_cast<FFTW(plan)>(fft::fftw::ThePlanner().MakePlan(request).release());
}

}  // namespace

// ---- the advanced interface

FFTW(plan)
FFTW(plan_many_dft)
(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride, int idist,
 Complex* out, const int* onembed, int ostride, int odist, int sign, unsigned flags) {
  Request request = ComplexRequest(in, out, sign, flags);
  SetMany(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist}, &request);
  return MakePlan(request);
}

FFTW(plan)
FFTW(plan_many_dft_r2c)
(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride, int idist,
 Complex* out, const int* onembed, int ostride, int odist, unsigned flags) {
  Request request = MakeRequest(Family::kRealToComplex, {in, nullptr, out, nullptr}, flags);
  SetMany(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist}, &request);
  return MakePlan(request);
}

FFTW(plan)
FFTW(plan_many_dft_c2r)
(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride, int idist,
 Real* out, const int* onembed, int ostride, int odist, unsigned flags) {
  Request request = MakeRequest(Family::kComplexToReal, {in, nullptr, out, nullptr}, flags);
  SetMany(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist}, &request);
  return MakePlan(request);
}

FFTW(plan)
FFTW(plan_many_r2r)
(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride, int idist,
 Real* out, const int* onembed, int ostride, int odist, const Kind* kind, unsigned flags) {
  Request request = MakeRequest(Family::kRealToReal, {in, nullptr, out, nullptr}, flags);
  SetMany(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist}, &request);
  SetKinds(kind, &request);
  return MakePlan(request);
}

// ---- the basic interface

FFTW(plan)
FFTW(plan_dft)(int rank, const int* n, Complex* in, Complex* out, int sign, unsigned flags) {
  return FFTW(plan_many_dft)(rank, n, 1, in, nullptr, 1, 1, out, nullptr, 1, 1, sign, flags);
}

FFTW(plan) FFTW(plan_dft_1d)(int n, Complex* in, Complex* out, int sign, unsigned flags) {
  return FFTW(plan_dft)(1, &n, in, out, sign, flags);
}

FFTW(plan) FFTW(plan_dft_2d)(int n0, int n1, Complex* in, Complex* out, int sign, unsigned flags) {
  const int n[] = {n0, n1};
  return FFTW(plan_dft)(2, n, in, out, sign, flags);
}

FFTW(plan)
FFTW(plan_dft_3d)(int n0, int n1, int n2, Complex* in, Complex* out, int sign, unsigned flags) {
  const int n[] = {n0, n1, n2};
  return FFTW(plan_dft)(3, n, in, out, sign, flags);
}

FFTW(plan) FFTW(plan_dft_r2c)(int rank, const int* n, Real* in, Complex* out, unsigned flags) {
  return FFTW(plan_many_dft_r2c)(rank, n, 1, in, nullptr, 1, 1, out, nullptr, 1, 1, flags);
}

FFTW(plan) FFTW(plan_dft_r2c_1d)(int n, Real* in, Complex* out, unsigned flags) {
  return FFTW(plan_dft_r2c)(1, &n, in, out, flags);
}

FFTW(plan) FFTW(plan_dft_r2c_2d)(int n0, int n1, Real* in, Complex* out, unsigned flags) {
  const int n[] = {n0, n1};
  return FFTW(plan_dft_r2c)(2, n, in, out, flags);
}

FFTW(plan) FFTW(plan_dft_r2c_3d)(int n0, int n1, int n2, Real* in, Complex* out, unsigned flags) {
  const int n[] = {n0, n1, n2};
  return FFTW(plan_dft_r2c)(3, n, in, out, flags);
}

FFTW(plan) FFTW(plan_dft_c2r)(int rank, const int* n, Complex* in, Real* out, unsigned flags) {
  return FFTW(plan_many_dft_c2r)(rank, n, 1, in, nullptr, 1, 1, out, nullptr, 1, 1, flags);
}

FFTW(plan) FFTW(plan_dft_c2r_1d)(int n, Complex* in, Real* out, unsigned flags) {
  return FFTW(plan_dft_c2r)(1, &n, in, out, flags);
}

FFTW(plan) FFTW(plan_dft_c2r_2d)(int n0, int n1, Complex* in, Real* out, unsigned flags) {
  const int n[] = {n0, n1};
  return FFTW(plan_dft_c2r)(2, n, in, out, flags);
}

FFTW(plan) FFTW(plan_dft_c2r_3d)(int n0, int n1, int n2, Complex* in, Real* out, unsigned flags) {
  const int n[] = {n0, n1, n2};
  return FFTW(plan_dft_c2r)(3, n, in, out, flags);
}

FFTW(plan)
FFTW(plan_r2r)(int rank, const int* n, Real* in, Real* out, const Kind* kind, unsigned flags) {
  return FFTW(plan_many_r2r)(rank, n, 1, in, nullptr, 1, 1, out, nullptr, 1, 1, kind, flags);
}

FFTW(plan) FFTW(plan_r2r_1d)(int n, Real* in, Real* out, Kind kind, unsigned flags) {
  return FFTW(plan_r2r)(1, &n, in, out, &kind, flags);
}

FFTW(plan)
FFTW(plan_r2r_2d)(int n0, int n1, Real* in, Real* out, Kind kind0, Kind kind1, unsigned flags) {
  const int n[] = {n0, n1};
  const Kind kinds[] = {kind0, kind1};
  return FFTW(plan_r2r)(2, n, in, out, kinds, flags);
}

FFTW(plan)
FFTW(plan_r2r_3d)
(int n0, int n1, int n2, Real* in, Real* out, Kind kind0, Kind kind1, Kind kind2, unsigned flags) {
  const int n[] = {n0, n1, n2};
  const Kind kinds[] = {kind0, kind1, kind2};
  return FFTW(plan_r2r)(3, n, in, out, kinds, flags);
}

// ---- the guru interfaces, guru and guru64. Their dimensions have different integer types.

#define FFT_FFTW_DEFINE_GURU(G, Dim)                                                              \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_dft)                                                                            \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims,            \
   Complex * in, Complex * out, int sign, unsigned flags) {                                       \
    Request request = ComplexRequest(in, out, sign, flags);                                       \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_dft_r2c)                                                                        \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims, Real * in, \
   Complex * out, unsigned flags) {                                                               \
    Request request = MakeRequest(Family::kRealToComplex, {in, nullptr, out, nullptr}, flags);    \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_dft_c2r)                                                                        \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims,            \
   Complex * in, Real * out, unsigned flags) {                                                    \
    Request request = MakeRequest(Family::kComplexToReal, {in, nullptr, out, nullptr}, flags);    \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_r2r)                                                                            \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims, Real * in, \
   Real * out, const Kind* kind, unsigned flags) {                                                \
    Request request = MakeRequest(Family::kRealToReal, {in, nullptr, out, nullptr}, flags);       \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    SetKinds(kind, &request);                                                                     \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_split_dft)                                                                      \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims, Real * ri, \
   Real * ii, Real * ro, Real * io, unsigned flags) {                                             \
    Request request = Split(Family::kComplex, {ri, ii, ro, io}, flags);                           \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_split_dft_r2c)                                                                  \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims, Real * in, \
   Real * ro, Real * io, unsigned flags) {                                                        \
    Request request = Split(Family::kRealToComplex, {in, nullptr, ro, io}, flags);                \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }                                                                                               \
  FFTW(plan)                                                                                      \
  FFTW(plan_##G##_split_dft_c2r)                                                                  \
  (int rank, const FFTW(Dim) * dims, int howmany_rank, const FFTW(Dim) * howmany_dims, Real * ri, \
   Real * ii, Real * out, unsigned flags) {                                                       \
    Request request = Split(Family::kComplexToReal, {ri, ii, out, nullptr}, flags);               \
    fft::fftw::SetGuru(rank, dims, howmany_rank, howmany_dims, &request);                         \
    return MakePlan(request);                                                                     \
  }

FFT_FFTW_DEFINE_GURU(guru, iodim)
FFT_FFTW_DEFINE_GURU(guru64, iodim64)
