#include "bench/vkfft_peer.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::bench {
namespace {

struct VkfftApi {
  decltype(&vkfft_shim_version) version;
  decltype(&vkfft_shim_plan) plan;
  decltype(&vkfft_shim_run) run;
  decltype(&vkfft_shim_workspace_bytes) workspace_bytes;
  decltype(&vkfft_shim_destroy) destroy;
};

// Stays loaded until the process ends.
absl::StatusOr<VkfftApi> LoadVkfft() {
  const char* named = std::getenv("FFT_VKFFT_LIBRARY");
  const std::string path = named == nullptr ? "libfft_vkfft.so" : named;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return absl::UnavailableError(absl::StrCat(
        "VkFFT was not found (", std::string(dlerror()),
        "): bench/vkfft/build_shim.sh makes it a library, which FFT_VKFFT_LIBRARY names"));
  }
  VkfftApi api{};
  const struct {
    const char* name;
    void** function;
  } kSymbols[] = {
      {"vkfft_shim_version", reinterpret_cast<void**>(&api.version)},
      {"vkfft_shim_plan", reinterpret_cast<void**>(&api.plan)},
      {"vkfft_shim_run", reinterpret_cast<void**>(&api.run)},
      {"vkfft_shim_workspace_bytes", reinterpret_cast<void**>(&api.workspace_bytes)},
      {"vkfft_shim_destroy", reinterpret_cast<void**>(&api.destroy)},
  };
  for (const auto& symbol : kSymbols) {
    *symbol.function = dlsym(library, symbol.name);
    if (*symbol.function == nullptr) {
      return absl::UnavailableError(absl::StrCat(path, " has no ", symbol.name));
    }
  }
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
    const int code =
        api_->run(plan_, At(arrays.in, problem_.input), At(arrays.out, problem_.output), stream);
    if (code == 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("VkFFTAppend returned ", code));
  }

  int64_t workspace_bytes() const override {
    return static_cast<int64_t>(api_->workspace_bytes(plan_));
  }

 private:
  void* At(void* array, const ArrayDescription& side) const {
    return static_cast<char*>(array) +
           side.offsets[0] * ElementBytes(side.format, problem_.precision);
  }

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

// What the problem would be with the packed layout.
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
  if (IsPlanar(problem.input.format) || IsPlanar(problem.output.format)) {
    return absl::UnimplementedError("VkFFT has no planar formats");
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
