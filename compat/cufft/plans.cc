// cuFFT's functions that make plans and tell their needs. Each reads its arguments into a request
// and does one of four things with it.
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "compat/cufft/arguments.h"
#include "compat/cufft/cufft.h"
#include "compat/cufft/handles.h"
#include "compat/gpu/request.h"
#include "compat/gpu/result.h"
#include "compat/gpu/transform.h"

namespace fft::compat {
namespace {

// Reads a request by `read` and hands it to `act`.
template <typename Read, typename Act>
int ReadAnd(const Read& read, const Act& act) {
  return Guard([&] {
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

auto Make(cufftHandle plan, size_t* work_bytes) {
  return [=](const Request& request) {
    const auto handle = TheInterface().handles.Find(plan);
    if (handle == nullptr) return Result::kInvalidPlan;
    return handle->transform.Make(request, work_bytes);
  };
}

// Makes a handle that stands for nothing unless its plan can be made.
auto MakeNew(cufftHandle* plan) {
  return [=](const Request& request) {
    if (plan == nullptr) return Result::kInvalidValue;
    auto handle = std::make_shared<Handle>(TheInterface().devices);
    const Result result = handle->transform.Make(request, nullptr);
    if (result == Result::kSuccess) *plan = TheInterface().handles.Add(std::move(handle));
    return result;
  };
}

auto Estimate(size_t* work_bytes) {
  return [=](const Request& request) {
    if (work_bytes == nullptr) return Result::kInvalidValue;
    return WorkBytes(TheInterface().devices, request, work_bytes);
  };
}

auto Size(cufftHandle plan, size_t* work_bytes) {
  return [=](const Request& request) {
    if (TheInterface().handles.Find(plan) == nullptr) return Result::kInvalidPlan;
    return Estimate(work_bytes)(request);
  };
}

}  // namespace
}  // namespace fft::compat

using namespace fft::compat;
using Ints = ManyArguments<int>;
using Longs = ManyArguments<long long>;

cufftResult cufftPlan1d(cufftHandle* plan, int nx, int type, int batch) {
  return ReadAnd(Packed({nx}, type, batch), MakeNew(plan));
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, int type) {
  return ReadAnd(Packed({nx, ny}, type), MakeNew(plan));
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, int type) {
  return ReadAnd(Packed({nx, ny, nz}, type), MakeNew(plan));
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, int type, int batch) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), MakeNew(plan));
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, int type, int batch, size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Make(plan, work_bytes));
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, int type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Make(plan, work_bytes));
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, int type,
                            size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Make(plan, work_bytes));
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, int type, int batch,
                              size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Make(plan, work_bytes));
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, int type, long long batch,
                                size_t* work_bytes) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Make(plan, work_bytes));
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, int in_type, long long* onembed,
                                long long ostride, long long odist, int out_type, long long batch,
                                size_t* work_bytes, int execution_type) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  const XtTypes types = {in_type, out_type, execution_type};
  return ReadAnd(Many(many, ElementsOf(types)), Make(plan, work_bytes));
}

cufftResult cufftEstimate1d(int nx, int type, int batch, size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Estimate(work_bytes));
}
cufftResult cufftEstimate2d(int nx, int ny, int type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Estimate(work_bytes));
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, int type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Estimate(work_bytes));
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, int type, int batch, size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Estimate(work_bytes));
}

cufftResult cufftGetSize1d(cufftHandle plan, int nx, int type, int batch, size_t* work_bytes) {
  return ReadAnd(Packed({nx}, type, batch), Size(plan, work_bytes));
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, int type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny}, type), Size(plan, work_bytes));
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t* work_bytes) {
  return ReadAnd(Packed({nx, ny, nz}, type), Size(plan, work_bytes));
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, int type, int batch,
                             size_t* work_bytes) {
  const Ints many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Size(plan, work_bytes));
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, long long* onembed,
                               long long ostride, long long odist, int type, long long batch,
                               size_t* work_bytes) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  return ReadAnd(Many(many, ElementsOf(type)), Size(plan, work_bytes));
}
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, int in_type, long long* onembed,
                               long long ostride, long long odist, int out_type, long long batch,
                               size_t* work_bytes, int execution_type) {
  const Longs many = {rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch};
  const XtTypes types = {in_type, out_type, execution_type};
  return ReadAnd(Many(many, ElementsOf(types)), Size(plan, work_bytes));
}
