#include "bench/vkfft_peer.h"

#include <array>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::bench {
namespace {

struct VkfftApi {
  decltype(&vkfft_shim_version) version;
  decltype(&vkfft_shim_plan) plan;
  decltype(&vkfft_shim_run) run;
  decltype(&vkfft_shim_workspace_bytes) workspace_bytes;
  decltype(&vkfft_shim_destroy) destroy;
};

absl::StatusOr<VkfftApi> LoadVkfft() {
  const char* named = std::getenv("FFT_VKFFT_LIBRARY");
  FFT_ASSIGN_OR_RETURN(
      const rtc::DynamicLibrary library,
      rtc::DynamicLibrary::Open(
          "VkFFT, of which bench/vkfft/build_shim.sh makes a library that FFT_VKFFT_LIBRARY names,",
          {named == nullptr ? "libfft_vkfft.so" : named}));
  VkfftApi api{};
  FFT_RETURN_IF_ERROR(library.Bind("vkfft_shim_version", &api.version));
  FFT_RETURN_IF_ERROR(library.Bind("vkfft_shim_plan", &api.plan));
  FFT_RETURN_IF_ERROR(library.Bind("vkfft_shim_run", &api.run));
  FFT_RETURN_IF_ERROR(library.Bind("vkfft_shim_workspace_bytes", &api.workspace_bytes));
  FFT_RETURN_IF_ERROR(library.Bind("vkfft_shim_destroy", &api.destroy));
  return api;
}

class VkfftPlan : public PeerPlan {
 public:
  VkfftPlan(const VkfftApi* api, const Problem& problem) : api_(api), problem_(problem) {}
  ~VkfftPlan() override {
    if (plan_ != nullptr) api_->destroy(plan_);
  }

  absl::Status Make() {
    FFT_ASSIGN_OR_RETURN(const VkfftRequest request, ToVkfftRequest(problem_));
    std::array<char, 256> error{};
    const int code = api_->plan(&request, &plan_, error.data(), error.size());
    if (code == 0) return absl::OkStatus();
    return absl::UnimplementedError(absl::StrCat("VkFFT returned ", code, " ", error.data()));
  }

  absl::Status Enqueue(const Arrays& arrays, rtc::Stream stream) override {
    const int code = api_->run(plan_, FirstElement(arrays.in, problem_.input, problem_),
                               FirstElement(arrays.out, problem_.output, problem_), stream);
    if (code == 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("VkFFTAppend returned ", code));
  }

  int64_t workspace_bytes() const override {
    return static_cast<int64_t>(api_->workspace_bytes(plan_));
  }

 private:
  const VkfftApi* api_;
  const Problem problem_;
  VkfftShimPlan* plan_ = nullptr;
};

class VkfftPeer : public Peer {
 public:
  explicit VkfftPeer(const VkfftApi& api) : api_(api) {}

  std::string name() const override { return "vkfft"; }
  std::string description() const override {
    const int version = api_.version();
    return absl::StrCat("VkFFT ", version / 10000, ".", version / 100 % 100, ".", version % 100);
  }

  absl::StatusOr<std::unique_ptr<PeerPlan>> MakePlan(const Problem& problem,
                                                     const Arrays&) override {
    auto plan = std::make_unique<VkfftPlan>(&api_, problem);
    FFT_RETURN_IF_ERROR(plan->Make());
    return plan;
  }

 private:
  const VkfftApi api_;
};

// Returns the same problem with packed arrays.
absl::StatusOr<Problem> PackedLike(const Problem& problem) {
  Problem packed = problem;
  for (ArrayDescription* side : {&packed.input, &packed.output}) {
    side->strides.clear();
    side->distance = 0;
  }
  return CompleteProblem(packed);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Peer>> MakeVkfftPeer() {
  FFT_ASSIGN_OR_RETURN(const VkfftApi api, LoadVkfft());
  return std::make_unique<VkfftPeer>(api);
}

absl::StatusOr<VkfftRequest> ToVkfftRequest(const Problem& problem) {
  FFT_RETURN_IF_ERROR(CheckOnePrecision(problem));
  if (IsPlanar(problem.input.format) || IsPlanar(problem.output.format)) {
    return absl::UnimplementedError("VkFFT has no planar formats");
  }
  if (problem.precision == Precision::kBfloat16) {
    return absl::UnimplementedError("VkFFT has no bfloat16");
  }
  if (HasRanges(problem)) return absl::UnimplementedError("VkFFT is timed with whole axes alone");
  if (!problem.kinds.empty() || problem.lengths.size() > std::size(VkfftRequest{}.lengths)) {
    return absl::UnimplementedError("VkFFT is timed with one sign and at most 3 dimensions");
  }
  FFT_ASSIGN_OR_RETURN(const Problem packed, PackedLike(problem));
  if (!problem.loops.empty() || packed != problem) {
    return absl::UnimplementedError("VkFFT is timed with packed arrays alone");
  }
  VkfftRequest request{};
  request.rank = static_cast<int>(problem.lengths.size());
  for (size_t d = 0; d < problem.lengths.size(); ++d) {
    request.lengths[d] = static_cast<uint64_t>(problem.lengths[problem.lengths.size() - 1 - d]);
  }
  request.batch = static_cast<uint64_t>(problem.batch);
  request.precision = problem.precision == Precision::kHalf     ? kVkfftHalf
                      : problem.precision == Precision::kSingle ? kVkfftSingle
                                                                : kVkfftDouble;
  request.real = IsReal(problem.type);
  request.inverse = !IsForward(problem.type);
  request.in_place = problem.placement == Placement::kInPlace;
  return request;
}

}  // namespace fft::bench
