#include "bench/plugin_peer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::bench {
namespace {

struct PeerFunctions {
  decltype(&fft_peer_name) name;
  decltype(&fft_peer_plan) plan;
  decltype(&fft_peer_execute) execute;
  decltype(&fft_peer_workspace_bytes) workspace_bytes;
  decltype(&fft_peer_destroy) destroy;
};

class PluginPlan final : public PeerPlan {
 public:
  PluginPlan(const PeerFunctions& functions, const Problem& problem, void* plan)
      : functions_(functions),
        in_offset_(OffsetOf(problem.input, problem)),
        out_offset_(OffsetOf(problem.output, problem)),
        plan_(plan) {}
  ~PluginPlan() override { functions_.destroy(plan_); }

  absl::Status Enqueue(const Arrays& arrays, rtc::Stream stream) override {
    const int code = functions_.execute(plan_, static_cast<char*>(arrays.in) + in_offset_,
                                        static_cast<char*>(arrays.out) + out_offset_, stream);
    if (code == 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("fft_peer_execute returned ", code));
  }

  int64_t workspace_bytes() const override { return functions_.workspace_bytes(plan_); }

 private:
  static int64_t OffsetOf(const ArrayDescription& side, const Problem& problem) {
    return side.offsets[0] * ElementBytes(problem, side);
  }

  const PeerFunctions functions_;
  const int64_t in_offset_, out_offset_;
  void* const plan_;
};

class PluginPeer final : public Peer {
 public:
  PluginPeer(std::string name, const PeerFunctions& functions)
      : name_(std::move(name)), functions_(functions) {}

  std::string name() const override { return name_; }
  std::string description() const override { return functions_.name(); }

  absl::StatusOr<std::unique_ptr<PeerPlan>> MakePlan(const Problem& problem,
                                                     const Arrays& arrays) override {
    FFT_ASSIGN_OR_RETURN(const fft_peer_problem request, ToPeerProblem(problem));
    void* plan = nullptr;
    const char* const refusal =
        functions_.plan(&request, FirstElement(arrays.in, problem.input, problem),
                        FirstElement(arrays.out, problem.output, problem), &plan);
    if (refusal != nullptr) return absl::UnimplementedError(refusal);
    return std::make_unique<PluginPlan>(functions_, problem, plan);
  }

 private:
  const std::string name_;
  const PeerFunctions functions_;
};

// Returns the plug-in's number of a transform type. The problem has no real-to-real axes.
int32_t TransformOf(TransformType type) {
  if (type == TransformType::kRealForward) return FFT_PEER_REAL_FORWARD;
  if (type == TransformType::kRealInverse) return FFT_PEER_REAL_INVERSE;
  return IsForward(type) ? FFT_PEER_COMPLEX_FORWARD : FFT_PEER_COMPLEX_INVERSE;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Peer>> OpenPlugin(const std::string& path) {
  FFT_ASSIGN_OR_RETURN(const rtc::DynamicLibrary library,
                       rtc::DynamicLibrary::Open("the peer of --vs plugin", {path}));
  PeerFunctions functions{};
  FFT_RETURN_IF_ERROR(library.Bind("fft_peer_name", &functions.name));
  FFT_RETURN_IF_ERROR(library.Bind("fft_peer_plan", &functions.plan));
  FFT_RETURN_IF_ERROR(library.Bind("fft_peer_execute", &functions.execute));
  FFT_RETURN_IF_ERROR(library.Bind("fft_peer_workspace_bytes", &functions.workspace_bytes));
  FFT_RETURN_IF_ERROR(library.Bind("fft_peer_destroy", &functions.destroy));
  return std::make_unique<PluginPeer>(std::filesystem::path(path).stem().string(), functions);
}

absl::StatusOr<fft_peer_problem> ToPeerProblem(const Problem& problem) {
  FFT_RETURN_IF_ERROR(CheckOnePrecision(problem));
  if (IsPlanar(problem.input.format) || IsPlanar(problem.output.format)) {
    return absl::UnimplementedError("planar formats are not timed with peers of plug-ins");
  }
  if (problem.precision == Precision::kBfloat16) {
    return absl::UnimplementedError("peers of plug-ins have no bfloat16");
  }
  if (!problem.loops.empty()) {
    return absl::UnimplementedError("peers of plug-ins have one batch and no further loops");
  }
  if (!problem.kinds.empty()) {
    return absl::UnimplementedError(
        "peers of plug-ins have one sign for all lengths, and no real-to-real transforms");
  }
  if (problem.lengths.size() > FFT_PEER_MOST_LENGTHS) {
    return absl::UnimplementedError(
        absl::StrCat("peers of plug-ins have at most ", int{FFT_PEER_MOST_LENGTHS}, " lengths"));
  }
  fft_peer_problem request{};
  request.rank = static_cast<int32_t>(problem.lengths.size());
  request.precision = problem.precision == Precision::kHalf     ? FFT_PEER_HALF
                      : problem.precision == Precision::kSingle ? FFT_PEER_SINGLE
                                                                : FFT_PEER_DOUBLE;
  request.transform = TransformOf(problem.type);
  request.in_place = problem.placement == Placement::kInPlace ? 1 : 0;
  std::copy(problem.lengths.begin(), problem.lengths.end(), request.lengths);
  std::copy(problem.input.strides.begin(), problem.input.strides.end(), request.in_strides);
  std::copy(problem.output.strides.begin(), problem.output.strides.end(), request.out_strides);
  request.batch = problem.batch;
  request.in_distance = problem.input.distance;
  request.out_distance = problem.output.distance;
  return request;
}

}  // namespace fft::bench
