// The functions of cuFFT that make plans or return the size of their work areas. hipFFT's functions
// are compiled from this file under other names. Each function reads its arguments into a request.
// It then makes a new handle, makes the plan of a given handle, or returns a size.
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "compat/cufft/arguments.h"
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"
#include "compat/gpu/request.h"
#include "compat/gpu/result.h"
#include "compat/gpu/transform.h"

namespace fft::compat {
namespace {

// Makes a request with `read` and passes it to `act`. Returns the error of `read` if there is one.
template <typename Read, typename Act>
FaceResult ReadAnd(const Read& read, const Act& act) {
  return Answer([&] {
    Request request;
    const Result result = read(&request);
    return result == Result::kSuccess ? act(request) : result;
  });
}

template <typename Int>
auto Many(const ManyArguments<Int>& many, std::optional<Elements> elements) {
  return [=](Request* request) { return ReadMany(many, elements, request); };
}

template <size_t rank>
auto Packed(const int (&lengths)[rank], int type, int batch = 1) {
  return [n = std::to_array(lengths), type, batch](Request* request) {
    const ManyArguments<int> many = {static_cast<int>(rank), n.data(), {}, {}, batch};
    return ReadMany(many, ElementsOf(type), request);
  };
}

auto Make(FaceHandle plan, size_t* work_bytes) {
  return [=](const Request& request) {
    return TheInterface().With(
        NumberOf(plan), [&](Handle& handle) { return handle.transform.Make(request, work_bytes); });
  };
}

// Makes a plan and a handle for it. A failure makes no handle.
auto MakeNew(FaceHandle* plan) {
  return [=](const Request& request) {
    if (plan == nullptr) return Result::kInvalidValue;
    auto handle = std::make_shared<Handle>(TheInterface().devices);
    const Result result = handle->transform.Make(request, nullptr);
    if (result == Result::kSuccess) *plan = HandleOf(TheInterface().handles.Add(std::move(handle)));
    return result;
  };
}

auto Estimate(size_t* work_bytes) {
  return [=](const Request& request) {
    if (work_bytes == nullptr) return Result::kInvalidValue;
    return WorkBytes(TheInterface().devices, request, work_bytes);
  };
}

auto Size(FaceHandle plan, size_t* work_bytes) {
  return [=](const Request& request) {
    return TheInterface().With(NumberOf(plan),
                               [&](Handle&) { return Estimate(work_bytes)(request); });
  };
}

}  // namespace
}  // namespace fft::compat

using namespace fft::compat;
using Ints = ManyArguments<int>;
using Longs = ManyArguments<long long>;

FaceResult FFT_FACE(Plan1d)(FaceHandle* plan, int nx, FaceType type, int batch) {
  return ReadAnd(Packed({nx}, type, batch), MakeNew(plan));
}
FaceResult FFT_FACE(Plan2d)(FaceHandle* plan, int nx, int ny, FaceType type) {
  return ReadAnd(Packed({nx, ny}, type), MakeNew(plan));
}
FaceResult FFT_FACE(Plan3d)(FaceHandle* plan, int nx, int ny, int nz, FaceType type) {
  return ReadAnd(Packed({nx, ny, nz}, type), MakeNew(plan));
}
FaceResult FFT_FACE(PlanMany)(FaceHandle* plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, FaceType type,
                              int batch) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), MakeNew(plan));
}

FaceResult FFT_FACE(MakePlan1d)(FaceHandle plan, int nx, FaceType type, int batch,
                                size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Make(plan, work_bytes));
}
FaceResult FFT_FACE(MakePlan2d)(FaceHandle plan, int nx, int ny, FaceType type,
                                size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Make(plan, work_bytes));
}
FaceResult FFT_FACE(MakePlan3d)(FaceHandle plan, int nx, int ny, int nz, FaceType type,
                                size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Make(plan, work_bytes));
}
FaceResult FFT_FACE(MakePlanMany)(FaceHandle plan, int rank, int* n, int* inembed, int istride,
                                  int idist, int* onembed, int ostride, int odist, FaceType type,
                                  int batch, size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Make(plan, work_bytes));
}
FaceResult FFT_FACE(MakePlanMany64)(FaceHandle plan, int rank, long long* n, long long* inembed,
                                    long long istride, long long idist, long long* onembed,
                                    long long ostride, long long odist, FaceType type,
                                    long long batch, size_t* work_bytes) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Make(plan, work_bytes));
}
FaceResult FFT_FACE(XtMakePlanMany)(FaceHandle plan, int rank, long long* n, long long* inembed,
                                    long long istride, long long idist, FaceDataType in_type,
                                    long long* onembed, long long ostride, long long odist,
                                    FaceDataType out_type, long long batch, size_t* work_bytes,
                                    FaceDataType execution_type) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  const XtTypes types = {in_type, out_type, execution_type};
  return ReadAnd(Many(many, ElementsOf(types)), Make(plan, work_bytes));
}

FaceResult FFT_FACE(Estimate1d)(int nx, FaceType type, int batch, size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Estimate(work_bytes));
}
FaceResult FFT_FACE(Estimate2d)(int nx, int ny, FaceType type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Estimate(work_bytes));
}
FaceResult FFT_FACE(Estimate3d)(int nx, int ny, int nz, FaceType type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Estimate(work_bytes));
}
FaceResult FFT_FACE(EstimateMany)(int rank, int* n, int* inembed, int istride, int idist,
                                  int* onembed, int ostride, int odist, FaceType type, int batch,
                                  size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Estimate(work_bytes));
}

FaceResult FFT_FACE(GetSize1d)(FaceHandle plan, int nx, FaceType type, int batch,
                               size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Size(plan, work_bytes));
}
FaceResult FFT_FACE(GetSize2d)(FaceHandle plan, int nx, int ny, FaceType type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Size(plan, work_bytes));
}
FaceResult FFT_FACE(GetSize3d)(FaceHandle plan, int nx, int ny, int nz, FaceType type,
                               size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Size(plan, work_bytes));
}
FaceResult FFT_FACE(GetSizeMany)(FaceHandle plan, int rank, int* n, int* inembed, int istride,
                                 int idist, int* onembed, int ostride, int odist, FaceType type,
                                 int batch, size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Size(plan, work_bytes));
}
FaceResult FFT_FACE(GetSizeMany64)(FaceHandle plan, int rank, long long* n, long long* inembed,
                                   long long istride, long long idist, long long* onembed,
                                   long long ostride, long long odist, FaceType type,
                                   long long batch, size_t* work_bytes) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Size(plan, work_bytes));
}
FaceResult FFT_FACE(XtGetSizeMany)(FaceHandle plan, int rank, long long* n, long long* inembed,
                                   long long istride, long long idist, FaceDataType in_type,
                                   long long* onembed, long long ostride, long long odist,
                                   FaceDataType out_type, long long batch, size_t* work_bytes,
                                   FaceDataType execution_type) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  const XtTypes types = {in_type, out_type, execution_type};
  return ReadAnd(Many(many, ElementsOf(types)), Size(plan, work_bytes));
}
