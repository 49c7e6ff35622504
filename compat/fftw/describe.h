// Builds requests from the arguments of FFTW's planners.
#ifndef COMPAT_FFTW_DESCRIBE_H_
#define COMPAT_FFTW_DESCRIBE_H_

#include <vector>

#include "compat/fftw/fftw3.h"
#include "compat/fftw/request.h"

namespace fft::fftw {

// The arguments of the input or of the output in the advanced interface. Where `embed` is null, the
// array has its default shape.
struct ManySide {
  const int* embed = nullptr;
  int stride = 1;
  int distance = 0;
};

// Sets the axes and loops from arguments of the advanced interface: `howmany` transforms with the
// lengths `n`. The request's arrays and family must be set before the call, because rows of reals
// in place are padded.
void SetMany(int rank, const int* n, int howmany, const ManySide& in, const ManySide& out,
             Request* request);

// Axes, or loops, from dimensions of the guru interfaces.
template <typename Dim>
std::vector<Axis> AxesOf(int rank, const Dim* dims) {
  std::vector<Axis> axes;
  if (rank > kMostRank) return axes;
  for (int i = 0; i < rank; ++i) axes.push_back({dims[i].n, dims[i].is, dims[i].os});
  return axes;
}
template <typename Dim>
void SetGuru(int rank, const Dim* dims, int howmany_rank, const Dim* howmany_dims,
             Request* request) {
  request->rank = rank;
  request->howmany_rank = howmany_rank;
  request->axes = AxesOf(rank, dims);
  request->loops = AxesOf(howmany_rank, howmany_dims);
}

// Sets the kind of each axis. The axes must be set before the call.
void SetKinds(const enum fftw_r2r_kind_do_not_use_me* kinds, Request* request);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_DESCRIBE_H_
