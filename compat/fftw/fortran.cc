// FFTW's functions for Fortran. All arguments are passed by address, and dimensions have the
// fastest one first. Each function has two names, which end in one underscore and in two.
#include <cstdio>
#include <iterator>
#include <vector>

#include "compat/fftw/precision.h"

namespace {

using fft::fftw::Complex;
using fft::fftw::Real;
using Kind = FFTW(r2r_kind);
using Dim = FFTW(iodim);
using Handle = FFTW(plan);
using Flags = const unsigned;

// The number of elements in a plan's lists of this rank. It is 0 for a rank outside 0 to kMostRank;
// FFTW's planners in C refuse such a rank without reading the lists.
size_t Count(int rank) { return rank < 0 || rank > fft::fftw::kMostRank ? 0 : rank; }

std::vector<int> Reversed(int rank, const int* numbers) {
  return {std::reverse_iterator(numbers + Count(rank)), std::reverse_iterator(numbers)};
}

std::vector<Kind> Kinds(int rank, const int* numbers) {
  std::vector<Kind> kinds;
  for (const int number : Reversed(rank, numbers)) kinds.push_back(static_cast<Kind>(number));
  return kinds;
}

// Dimensions for the guru interface, in the order of the arguments.
std::vector<Dim> Dims(int rank, const int* n, const int* is, const int* os) {
  std::vector<Dim> dims;
  for (size_t i = 0; i < Count(rank); ++i) dims.push_back({n[i], is[i], os[i]});
  return dims;
}

struct Writer {
  void (*write)(char* c, void* data);
  void* data;
};

struct Reader {
  void (*read)(int* c, void* data);
  void* data;
};

}  // namespace

#define FFT_FFTW_TEXT_(name) #name
#define FFT_FFTW_TEXT(name) FFT_FFTW_TEXT_(name)
#define FORTRAN(name, ...)                                          \
  extern "C" {                                                      \
  void FFTW_FORTRAN(name##_)(__VA_ARGS__);                          \
  void FFTW_FORTRAN(name##__)(__VA_ARGS__)                          \
      __attribute__((alias(FFT_FFTW_TEXT(FFTW_FORTRAN(name##_))))); \
  }                                                                 \
  void FFTW_FORTRAN(name##_)(__VA_ARGS__)

// ---- executions and plans

FORTRAN(execute, const Handle* p) { FFTW(execute)(*p); }
FORTRAN(execute_dft, const Handle* p, Complex* in, Complex* out) { FFTW(execute_dft)(*p, in, out); }
FORTRAN(execute_dft_r2c, const Handle* p, Real* in, Complex* out) {
  FFTW(execute_dft_r2c)(*p, in, out);
}
FORTRAN(execute_dft_c2r, const Handle* p, Complex* in, Real* out) {
  FFTW(execute_dft_c2r)(*p, in, out);
}
FORTRAN(execute_r2r, const Handle* p, Real* in, Real* out) { FFTW(execute_r2r)(*p, in, out); }
FORTRAN(execute_split_dft, const Handle* p, Real* ri, Real* ii, Real* ro, Real* io) {
  FFTW(execute_split_dft)(*p, ri, ii, ro, io);
}
FORTRAN(execute_split_dft_r2c, const Handle* p, Real* in, Real* ro, Real* io) {
  FFTW(execute_split_dft_r2c)(*p, in, ro, io);
}
FORTRAN(execute_split_dft_c2r, const Handle* p, Real* ri, Real* ii, Real* out) {
  FFTW(execute_split_dft_c2r)(*p, ri, ii, out);
}
FORTRAN(destroy_plan, const Handle* p) { FFTW(destroy_plan)(*p); }
FORTRAN(print_plan, const Handle* p) {
  FFTW(print_plan)(*p);
  std::fflush(stdout);
}
FORTRAN(flops, const Handle* p, double* add, double* mul, double* fma) {
  FFTW(flops)(*p, add, mul, fma);
}
FORTRAN(cost, double* cost, const Handle* p) { *cost = FFTW(cost)(*p); }
FORTRAN(estimate_cost, double* cost, const Handle* p) { *cost = FFTW(estimate_cost)(*p); }

// ---- the planner

FORTRAN(cleanup) { FFTW(cleanup)(); }
FORTRAN(set_timelimit, const double* seconds) { FFTW(set_timelimit)(*seconds); }
FORTRAN(forget_wisdom) { FFTW(forget_wisdom)(); }
FORTRAN(import_system_wisdom, int* is_taken) { *is_taken = FFTW(import_system_wisdom)(); }
FORTRAN(export_wisdom, void (*write)(char* c, void* data), void* data) {
  Writer writer{write, data};
  const auto write_char = [](char c, void* to) {
    const Writer& program = *static_cast<const Writer*>(to);
    program.write(&c, program.data);
  };
  FFTW(export_wisdom)(write_char, &writer);
}
FORTRAN(import_wisdom, int* is_taken, void (*read)(int* c, void* data), void* data) {
  Reader reader{read, data};
  const auto read_char = [](void* from) -> int {
    const Reader& program = *static_cast<const Reader*>(from);
    int c = EOF;
    program.read(&c, program.data);
    return c;
  };
  *is_taken = FFTW(import_wisdom)(read_char, &reader);
}
FORTRAN(init_threads, int* is_fine) { *is_fine = FFTW(init_threads)(); }
FORTRAN(plan_with_nthreads, const int* threads) { FFTW(plan_with_nthreads)(*threads); }
FORTRAN(planner_nthreads, int* threads) { *threads = FFTW(planner_nthreads)(); }
FORTRAN(cleanup_threads) { FFTW(cleanup_threads)(); }

// ---- the basic interface

FORTRAN(plan_dft, Handle* p, const int* rank, const int* n, Complex* in, Complex* out,
        const int* sign, Flags* flags) {
  *p = FFTW(plan_dft)(*rank, Reversed(*rank, n).data(), in, out, *sign, *flags);
}
FORTRAN(plan_dft_1d, Handle* p, const int* n, Complex* in, Complex* out, const int* sign,
        Flags* flags) {
  *p = FFTW(plan_dft_1d)(*n, in, out, *sign, *flags);
}
FORTRAN(plan_dft_2d, Handle* p, const int* nx, const int* ny, Complex* in, Complex* out,
        const int* sign, Flags* flags) {
  *p = FFTW(plan_dft_2d)(*ny, *nx, in, out, *sign, *flags);
}
FORTRAN(plan_dft_3d, Handle* p, const int* nx, const int* ny, const int* nz, Complex* in,
        Complex* out, const int* sign, Flags* flags) {
  *p = FFTW(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, *flags);
}
FORTRAN(plan_dft_r2c, Handle* p, const int* rank, const int* n, Real* in, Complex* out,
        Flags* flags) {
  *p = FFTW(plan_dft_r2c)(*rank, Reversed(*rank, n).data(), in, out, *flags);
}
FORTRAN(plan_dft_r2c_1d, Handle* p, const int* n, Real* in, Complex* out, Flags* flags) {
  *p = FFTW(plan_dft_r2c_1d)(*n, in, out, *flags);
}
FORTRAN(plan_dft_r2c_2d, Handle* p, const int* nx, const int* ny, Real* in, Complex* out,
        Flags* flags) {
  *p = FFTW(plan_dft_r2c_2d)(*ny, *nx, in, out, *flags);
}
FORTRAN(plan_dft_r2c_3d, Handle* p, const int* nx, const int* ny, const int* nz, Real* in,
        Complex* out, Flags* flags) {
  *p = FFTW(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, *flags);
}
FORTRAN(plan_dft_c2r, Handle* p, const int* rank, const int* n, Complex* in, Real* out,
        Flags* flags) {
  *p = FFTW(plan_dft_c2r)(*rank, Reversed(*rank, n).data(), in, out, *flags);
}
FORTRAN(plan_dft_c2r_1d, Handle* p, const int* n, Complex* in, Real* out, Flags* flags) {
  *p = FFTW(plan_dft_c2r_1d)(*n, in, out, *flags);
}
FORTRAN(plan_dft_c2r_2d, Handle* p, const int* nx, const int* ny, Complex* in, Real* out,
        Flags* flags) {
  *p = FFTW(plan_dft_c2r_2d)(*ny, *nx, in, out, *flags);
}
FORTRAN(plan_dft_c2r_3d, Handle* p, const int* nx, const int* ny, const int* nz, Complex* in,
        Real* out, Flags* flags) {
  *p = FFTW(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, *flags);
}
FORTRAN(plan_r2r, Handle* p, const int* rank, const int* n, Real* in, Real* out, const int* kinds,
        Flags* flags) {
  *p =
      FFTW(plan_r2r)(*rank, Reversed(*rank, n).data(), in, out, Kinds(*rank, kinds).data(), *flags);
}
FORTRAN(plan_r2r_1d, Handle* p, const int* n, Real* in, Real* out, const int* kind, Flags* flags) {
  *p = FFTW(plan_r2r_1d)(*n, in, out, static_cast<Kind>(*kind), *flags);
}
FORTRAN(plan_r2r_2d, Handle* p, const int* nx, const int* ny, Real* in, Real* out, const int* kindx,
        const int* kindy, Flags* flags) {
  *p = FFTW(plan_r2r_2d)(*ny, *nx, in, out, static_cast<Kind>(*kindy), static_cast<Kind>(*kindx),
                         *flags);
}
FORTRAN(plan_r2r_3d, Handle* p, const int* nx, const int* ny, const int* nz, Real* in, Real* out,
        const int* kindx, const int* kindy, const int* kindz, Flags* flags) {
  *p = FFTW(plan_r2r_3d)(*nz, *ny, *nx, in, out, static_cast<Kind>(*kindz),
                         static_cast<Kind>(*kindy), static_cast<Kind>(*kindx), *flags);
}

// ---- the advanced interface

FORTRAN(plan_many_dft, Handle* p, const int* rank, const int* n, const int* howmany, Complex* in,
        const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
        const int* ostride, const int* odist, const int* sign, Flags* flags) {
  *p = FFTW(plan_many_dft)(*rank, Reversed(*rank, n).data(), *howmany, in,
                           Reversed(*rank, inembed).data(), *istride, *idist, out,
                           Reversed(*rank, onembed).data(), *ostride, *odist, *sign, *flags);
}
FORTRAN(plan_many_dft_r2c, Handle* p, const int* rank, const int* n, const int* howmany, Real* in,
        const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
        const int* ostride, const int* odist, Flags* flags) {
  *p = FFTW(plan_many_dft_r2c)(*rank, Reversed(*rank, n).data(), *howmany, in,
                               Reversed(*rank, inembed).data(), *istride, *idist, out,
                               Reversed(*rank, onembed).data(), *ostride, *odist, *flags);
}
FORTRAN(plan_many_dft_c2r, Handle* p, const int* rank, const int* n, const int* howmany,
        Complex* in, const int* inembed, const int* istride, const int* idist, Real* out,
        const int* onembed, const int* ostride, const int* odist, Flags* flags) {
  *p = FFTW(plan_many_dft_c2r)(*rank, Reversed(*rank, n).data(), *howmany, in,
                               Reversed(*rank, inembed).data(), *istride, *idist, out,
                               Reversed(*rank, onembed).data(), *ostride, *odist, *flags);
}
FORTRAN(plan_many_r2r, Handle* p, const int* rank, const int* n, const int* howmany, Real* in,
        const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
        const int* ostride, const int* odist, const int* kinds, Flags* flags) {
  *p = FFTW(plan_many_r2r)(*rank, Reversed(*rank, n).data(), *howmany, in,
                           Reversed(*rank, inembed).data(), *istride, *idist, out,
                           Reversed(*rank, onembed).data(), *ostride, *odist,
                           Kinds(*rank, kinds).data(), *flags);
}

// ---- the guru interface

FORTRAN(plan_guru_dft, Handle* p, const int* rank, const int* n, const int* is, const int* os,
        const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Complex* in,
        Complex* out, const int* sign, Flags* flags) {
  *p = FFTW(plan_guru_dft)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                           Dims(*howmany_rank, h_n, h_is, h_os).data(), in, out, *sign, *flags);
}
FORTRAN(plan_guru_dft_r2c, Handle* p, const int* rank, const int* n, const int* is, const int* os,
        const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* in,
        Complex* out, Flags* flags) {
  *p = FFTW(plan_guru_dft_r2c)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                               Dims(*howmany_rank, h_n, h_is, h_os).data(), in, out, *flags);
}
FORTRAN(plan_guru_dft_c2r, Handle* p, const int* rank, const int* n, const int* is, const int* os,
        const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Complex* in,
        Real* out, Flags* flags) {
  *p = FFTW(plan_guru_dft_c2r)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                               Dims(*howmany_rank, h_n, h_is, h_os).data(), in, out, *flags);
}
FORTRAN(plan_guru_r2r, Handle* p, const int* rank, const int* n, const int* is, const int* os,
        const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* in,
        Real* out, const int* kinds, Flags* flags) {
  *p = FFTW(plan_guru_r2r)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                           Dims(*howmany_rank, h_n, h_is, h_os).data(), in, out,
                           Kinds(*rank, kinds).data(), *flags);
}
FORTRAN(plan_guru_split_dft, Handle* p, const int* rank, const int* n, const int* is, const int* os,
        const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os, Real* ri,
        Real* ii, Real* ro, Real* io, Flags* flags) {
  *p = FFTW(plan_guru_split_dft)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                                 Dims(*howmany_rank, h_n, h_is, h_os).data(), ri, ii, ro, io,
                                 *flags);
}
FORTRAN(plan_guru_split_dft_r2c, Handle* p, const int* rank, const int* n, const int* is,
        const int* os, const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
        Real* in, Real* ro, Real* io, Flags* flags) {
  *p = FFTW(plan_guru_split_dft_r2c)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                                     Dims(*howmany_rank, h_n, h_is, h_os).data(), in, ro, io,
                                     *flags);
}
FORTRAN(plan_guru_split_dft_c2r, Handle* p, const int* rank, const int* n, const int* is,
        const int* os, const int* howmany_rank, const int* h_n, const int* h_is, const int* h_os,
        Real* ri, Real* ii, Real* out, Flags* flags) {
  *p = FFTW(plan_guru_split_dft_c2r)(*rank, Dims(*rank, n, is, os).data(), *howmany_rank,
                                     Dims(*howmany_rank, h_n, h_is, h_os).data(), ri, ii, out,
                                     *flags);
}
