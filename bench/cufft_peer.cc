#include "bench/cufft_peer.h"

#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::bench {
namespace {

// These declarations repeat <cufft.h>, <cufftXt.h> and <library_types.h>, so that the build needs
// no CUDA toolkit.
using CufftHandle = int;
constexpr int kCufftForward = -1;
constexpr int kCufftInverse = 1;
enum CudaDataType {
  kR32F = 0,
  kR64F = 1,
  kR16F = 2,
  kC32F = 4,
  kC64F = 5,
  kC16F = 6,
  kR16Bf = 14,
  kC16Bf = 15,
};

struct CufftApi {
  int (*create)(CufftHandle*);
  int (*make_plan_many)(CufftHandle, int rank, long long* n, long long* inembed, long long istride,
                        long long idist, int input_type, long long* onembed, long long ostride,
                        long long odist, int output_type, long long batch, size_t* work_bytes,
                        int execution_type);
  int (*set_stream)(CufftHandle, void* stream);
  int (*execute)(CufftHandle, void* in, void* out, int direction);
  int (*destroy)(CufftHandle);
  int (*get_version)(int*);
};

absl::Status Check(int result, const char* call) {
  if (result == 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(call, " returned ", result));
}

std::vector<std::string> LibraryNames() {
  std::vector<std::string> names;
  if (const char* path = std::getenv("FFT_CUFFT_LIBRARY")) names.push_back(path);
  for (const char* folder : {"", "/usr/local/cuda/lib64/"}) {
    for (const char* name : {"libcufft.so.12", "libcufft.so.11", "libcufft.so"}) {
      names.push_back(absl::StrCat(folder, name));
    }
  }
  return names;
}

absl::StatusOr<CufftApi> LoadCufft() {
  FFT_ASSIGN_OR_RETURN(const rtc::DynamicLibrary library,
                       rtc::DynamicLibrary::Open("cuFFT", LibraryNames()));
  CufftApi api{};
  FFT_RETURN_IF_ERROR(library.Bind("cufftCreate", &api.create));
  FFT_RETURN_IF_ERROR(library.Bind("cufftXtMakePlanMany", &api.make_plan_many));
  FFT_RETURN_IF_ERROR(library.Bind("cufftSetStream", &api.set_stream));
  FFT_RETURN_IF_ERROR(library.Bind("cufftXtExec", &api.execute));
  FFT_RETURN_IF_ERROR(library.Bind("cufftDestroy", &api.destroy));
  FFT_RETURN_IF_ERROR(library.Bind("cufftGetVersion", &api.get_version));
  return api;
}

CudaDataType DataType(ArrayFormat format, Precision precision) {
  const bool real = format == ArrayFormat::kReal;
  switch (precision) {
    case Precision::kHalf:
      return real ? kR16F : kC16F;
    case Precision::kBfloat16:
      return real ? kR16Bf : kC16Bf;
    case Precision::kSingle:
      return real ? kR32F : kC32F;
    case Precision::kDouble:
      return real ? kR64F : kC64F;
  }
  return kC32F;
}

class CufftPlan : public PeerPlan {
 public:
  CufftPlan(const CufftApi* api, const Problem& problem) : api_(api), problem_(problem) {}
  ~CufftPlan() override {
    if (made_) api_->destroy(handle_);
  }

  absl::Status Make() {
    FFT_ASSIGN_OR_RETURN(CufftLayout in,
                         ToCufftLayout(problem_.input, SideLengths(problem_, problem_.input)));
    FFT_ASSIGN_OR_RETURN(CufftLayout out,
                         ToCufftLayout(problem_.output, SideLengths(problem_, problem_.output)));
    std::vector<long long> lengths(problem_.lengths.begin(), problem_.lengths.end());
    const int in_type = DataType(problem_.input.format, PrecisionOf(problem_, problem_.input));
    const int out_type = DataType(problem_.output.format, PrecisionOf(problem_, problem_.output));
    const int execution_type = DataType(ArrayFormat::kComplexInterleaved, problem_.precision);
    FFT_RETURN_IF_ERROR(Check(api_->create(&handle_), "cufftCreate"));
    made_ = true;
    return Check(api_->make_plan_many(handle_, static_cast<int>(lengths.size()), lengths.data(),
                                      in.embed.data(), in.stride, in.distance, in_type,
                                      out.embed.data(), out.stride, out.distance, out_type,
                                      problem_.batch, &work_bytes_, execution_type),
                 "cufftXtMakePlanMany");
  }

  absl::Status Enqueue(const Arrays& arrays, rtc::Stream stream) override {
    if (stream != stream_) {
      FFT_RETURN_IF_ERROR(Check(api_->set_stream(handle_, stream), "cufftSetStream"));
      stream_ = stream;
    }
    const int direction = IsForward(problem_.type) ? kCufftForward : kCufftInverse;
    return Check(api_->execute(handle_, FirstElement(arrays.in, problem_.input, problem_),
                               FirstElement(arrays.out, problem_.output, problem_), direction),
                 "cufftXtExec");
  }

  int64_t workspace_bytes() const override { return static_cast<int64_t>(work_bytes_); }

 private:
  const CufftApi* api_;
  const Problem problem_;
  CufftHandle handle_ = 0;
  bool made_ = false;
  rtc::Stream stream_ = nullptr;
  size_t work_bytes_ = 0;
};

class CufftPeer : public Peer {
 public:
  explicit CufftPeer(const CufftApi& api) : api_(api) {}

  std::string name() const override { return "cufft"; }
  std::string description() const override {
    int version = 0;
    api_.get_version(&version);
    return absl::StrCat("cuFFT ", version / 1000, ".", version / 100 % 10, ".", version % 100);
  }

  absl::StatusOr<std::unique_ptr<PeerPlan>> MakePlan(const Problem& problem,
                                                     const Arrays&) override {
    if (IsPlanar(problem.input.format) || IsPlanar(problem.output.format)) {
      return absl::UnimplementedError("cuFFT has no planar formats");
    }
    if (!problem.kinds.empty()) {
      return absl::UnimplementedError("cuFFT has one sign for all dimensions, and no cosines");
    }
    if (HasRanges(problem)) return absl::UnimplementedError("cuFFT has whole axes alone");
    if (!problem.loops.empty() || problem.lengths.size() > 3) {
      return absl::UnimplementedError("cuFFT has one batch and at most 3 dimensions");
    }
    auto plan = std::make_unique<CufftPlan>(&api_, problem);
    FFT_RETURN_IF_ERROR(plan->Make());
    return plan;
  }

 private:
  const CufftApi api_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Peer>> MakeCufftPeer() {
  FFT_ASSIGN_OR_RETURN(const CufftApi api, LoadCufft());
  return std::make_unique<CufftPeer>(api);
}

absl::StatusOr<CufftLayout> ToCufftLayout(const ArrayDescription& array,
                                          const std::vector<int64_t>& side_lengths) {
  CufftLayout layout;
  layout.stride = array.strides.back();
  layout.distance = array.distance;
  // No address depends on embed[0]; it only has to be at least the length.
  layout.embed.assign(side_lengths.begin(), side_lengths.end());
  for (size_t d = 1; d < array.strides.size(); ++d) {
    if (array.strides[d] == 0 || array.strides[d - 1] % array.strides[d] != 0) {
      return absl::UnimplementedError(
          absl::StrCat("cuFFT cannot express the strides ", absl::StrJoin(array.strides, ", ")));
    }
    layout.embed[d] = array.strides[d - 1] / array.strides[d];
    if (layout.embed[d] < side_lengths[d]) {
      return absl::UnimplementedError(
          absl::StrCat("cuFFT cannot express the strides ", absl::StrJoin(array.strides, ", ")));
    }
  }
  return layout;
}

}  // namespace fft::bench
