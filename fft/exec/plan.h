// The executable form of a plan: a list of launches with all arguments bound except the user's
// pointers.
#ifndef FFT_EXEC_PLAN_H_
#define FFT_EXEC_PLAN_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "fft/exec/context.h"
#include "fft/exec/context_state.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/overlap.h"
#include "fft/exec/pieces.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan_record.h"
#include "fft/rtc/host/host_device.h"

namespace fft {

class PlanImpl final : public Plan {
 public:
  // Compiles the kernels and uploads the tables of `description`. `cancel` ends the call. The token
  // in the description's options is not used, because plans may share the description.
  static absl::StatusOr<std::shared_ptr<const Plan>> Create(
      std::shared_ptr<ContextState> state, std::shared_ptr<const PlanDescription> description,
      const CancelToken& cancel, const std::string& record_folder = "");

  const PlanDescription& description() const override { return *description_; }
  const std::vector<KernelBuild>& builds() const override { return builds_; }
  Dialect source_dialect() const override { return state_->source_dialect(); }
  int64_t workspace_bytes() const override { return description_->workspace_bytes(); }
  absl::Status Execute(const ExecuteArguments& arguments) const override;
  absl::Status CheckArguments(const ExecuteArguments& arguments) const override;
  bool ExecuteAtOnce(const void* in, void* out) const override;
  absl::Status ExecuteStep(int step, const ExecuteArguments& arguments) const override;

 private:
  // The most arguments of a kernel: three for each loop, and 48 others. Trees add two loops to the
  // loops of the problem.
  static constexpr int kMaxArguments = 3 * (kMostLengths + 1 + kMostLoops + 2) + 48;
  static constexpr int kMaxPieceKernels = 8;

  // A pointer argument: a buffer, and the byte offset of the edge's element 0 in the buffer. Planar
  // data also has the offset in the array of imaginary parts. Pairs of reals have the distance from
  // the real to the imaginary part.
  struct BufferReference {
    Buffer buffer = Buffer::kUserOut;
    int64_t byte_offset = 0;
    int64_t imag_byte_offset = 0;
    int64_t pair_bytes = 0;
  };

  // The addresses that each execution gives.
  enum Base { kIn, kInImag, kOut, kOutImag, kWorkspace, kLoadUser, kStoreUser, kBases };
  using Bases = std::array<uintptr_t, kBases>;

  // An argument whose value is known only at launch.
  struct Patch {
    size_t argument = 0;
    Base base = kOut;
    int64_t byte_offset = 0;
  };

  struct Launch {
    std::shared_ptr<const LoadedKernel> kernel;
    std::vector<std::shared_ptr<const rtc::DeviceBuffer>> tables;
    rtc::LaunchGeometry geometry;
    BufferReference in, out;
    // For each parameter: the bits of its value, and a pointer to them. Patches replace some
    // values.
    std::vector<uint64_t> values;
    std::vector<void*> pointers;
    std::vector<Patch> patches;
  };

  // One call that launches a plan of one kernel. The kernel is a function of this process. Only its
  // first arguments in registers depend on the addresses `in` and `out`.
  struct DirectCall {
    struct Argument {
      uint64_t fixed = 0;
      uint64_t in_bits = 0, out_bits = 0;  // all ones: the address is added
    };
    static constexpr size_t kAddresses = 2;

    rtc::HostDirectFunction function = nullptr;  // null: the plan does not run by one call
    uint32_t blocks = 0;
    std::array<Argument, kAddresses> addresses = {};
    // The arguments in the other registers.
    std::array<uint64_t, rtc::kHostDirectRegisters - kAddresses> fixed = {};
    const uint64_t* values = nullptr;  // arguments of the launch that are not in registers
  };

  // One of the user's arrays.
  struct UserArray {
    const char* field;
    const void* data;
    const ByteShape* shape;
  };

  PlanImpl(std::shared_ptr<ContextState> state, std::shared_ptr<const PlanDescription> description);
  // Binds `kernels`, one per step, to their code, and appends their builds to builds_. Kernels in a
  // relay have the build of the relay.
  absl::StatusOr<std::vector<Launch>> BindLaunches(
      const std::vector<kernels::PlannedKernel>& kernels, absl::Span<const PlanKernel> loaded);
  // Decides which launches run piece by piece.
  void CutLaunches();
  void FindDirectCall();
  const std::vector<Launch>& LaunchesFor(const ExecuteArguments& arguments) const;
  absl::Status BindArguments(const kernels::PlannedKernel& kernel, Launch* launch);
  Patch PatchOf(kernels::ParameterKind kind, const Launch& launch) const;
  Patch RealPatch(const BufferReference& reference) const;
  Patch ImagPatch(const BufferReference& reference) const;
  BufferReference Reference(const EdgePlacement& edge) const;
  // Whether a quick check shows that the arguments are valid. If not, CheckArguments decides.
  bool IsPlainlyFine(const ExecuteArguments& arguments) const;
  // The same for arrays that are not planar.
  bool ArePlainlyFine(uintptr_t in, uintptr_t out) const {
    if (out == 0 || (out & out_unaligned_) != 0) return false;
    if (is_in_place_) return in == 0 || in == out;
    return in != 0 && (in & in_unaligned_) == 0 && in_[0].IsApart(in, out_[0], out);
  }
  void CallDirectly(uintptr_t in, uintptr_t out) const {
    const auto value = [&](const DirectCall::Argument& argument) {
      return argument.fixed + (in & argument.in_bits) + (out & argument.out_bits);
    };
    direct_.function(value(direct_.addresses[0]), value(direct_.addresses[1]), direct_.fixed[0],
                     direct_.fixed[1], direct_.values, direct_.blocks);
  }
  // CallDirectly where the thread's floating-point state is not the default.
  void CallDirectlyInDefaultState(uintptr_t in, uintptr_t out) const;
  absl::Status ExecuteInSteps(const ExecuteArguments& arguments) const;
  absl::Status CheckWindow(const ExecuteArguments& arguments) const;
  absl::Status CheckWorkspace(const ExecuteArguments& arguments) const;
  absl::Status CheckOverlap(const ExecuteArguments& arguments) const;
  Bases BasesOf(const ExecuteArguments& arguments) const;
  // The arguments of one launch in one execution.
  struct BoundArguments {
    std::array<uint64_t, kMaxArguments> values;
    std::array<void*, kMaxArguments> pointers;
  };
  static void Bind(const Launch& launch, const Bases& bases, BoundArguments* bound);
  // Sets the signals of all relays to 0. The plan must have a relay.
  absl::Status ClearSignals(const Bases& bases, void* stream) const;
  // Launches a whole relay, or only its leg `leg` (0 or 1).
  absl::Status RunRelay(const PlannedRelay& relay, std::optional<int> leg, const Bases& bases,
                        void* stream) const;
  absl::Status RunLaunch(const Launch& launch, const Bases& bases, void* stream) const;
  absl::Status RunPieces(const PieceRun& run, const Bases& bases, void* stream) const;

  // The state is declared first, so launches and tables are destroyed before their device.
  const std::shared_ptr<ContextState> state_;
  const std::shared_ptr<const PlanDescription> description_;
  std::vector<Launch> launches_;
  std::vector<Launch> callback_launches_;  // empty: a plan without callbacks
  std::vector<PieceRun> runs_;             // all of launches_ in order; empty: none runs in pieces
  DirectCall direct_;
  std::vector<KernelBuild> builds_;
  std::array<ByteShape, 2> in_;  // the input's arrays; a missing array has no bytes
  std::array<ByteShape, 2> out_;
  ByteShape workspace_;
  // Copies of members of the problem, next to the other data that every execution reads.
  bool is_empty_ = false;  // no transform: executions do nothing
  bool is_in_place_ = false;
  bool is_planar_ = false;
  bool has_window_ = false;
  uintptr_t in_unaligned_ = 0,
            out_unaligned_ = 0;               // masks of the bits of an address that must be 0
  std::unique_ptr<const PlanRecord> record_;  // null: no record is kept
};

}  // namespace fft

#endif  // FFT_EXEC_PLAN_H_
