#include "fft/exec/owned_workspace.h"

#include <sys/types.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/rtc/device.h"

namespace fft {
namespace {

// Orders the executions that use one buffer.
class Turns {
 public:
  // On a GPU calls return before their work is done, so an event orders the streams.
  static absl::StatusOr<Turns> Create(rtc::Device& device) {
    Turns turns(&device);
    if (device.kind() != rtc::DeviceKind::kHost) {
      FFT_ASSIGN_OR_RETURN(turns.state_->last, rtc::ScopedEvent::Create(device));
    }
    return turns;
  }

  absl::Status Take(void* stream, absl::FunctionRef<absl::Status()> run) const {
    // After a fork a lock that was held stays locked for ever, so it is not taken.
    if (getpid() != owner_) return run();
    std::lock_guard lock(state_->mutex);
    if (state_->last.get() == nullptr) return run();
    if (state_->stream && *state_->stream != stream) {
      FFT_RETURN_IF_ERROR(device_->WaitEvent(stream, state_->last.get()));
    }
    const absl::Status status = run();
    // An execution that failed may have launched kernels.
    state_->stream = stream;
    FFT_RETURN_IF_ERROR(device_->RecordEvent(state_->last.get(), stream));
    return status;
  }

 private:
  struct State {
    std::mutex mutex;
    rtc::ScopedEvent last;
    std::optional<void*> stream;  // of the last execution
  };

  explicit Turns(rtc::Device* device) : device_(device) {}

  rtc::Device* device_;
  pid_t owner_ = getpid();
  std::unique_ptr<State> state_ = std::make_unique<State>();
};

class OwningPlan final : public Plan {
 public:
  OwningPlan(std::shared_ptr<Context> context, std::shared_ptr<const Plan> plan,
             rtc::DeviceBuffer workspace, Turns turns)
      : context_(std::move(context)),
        plan_(std::move(plan)),
        workspace_(std::move(workspace)),
        turns_(std::move(turns)) {}

  const PlanDescription& description() const override { return plan_->description(); }
  const std::vector<KernelBuild>& builds() const override { return plan_->builds(); }
  Dialect source_dialect() const override { return plan_->source_dialect(); }
  int64_t workspace_bytes() const override { return 0; }
  absl::Status Execute(const ExecuteArguments& arguments) const override {
    if (!NeedsOurs(arguments)) return plan_->Execute(arguments);
    return turns_.Take(arguments.stream, [&] { return plan_->Execute(WithOurs(arguments)); });
  }
  absl::Status CheckArguments(const ExecuteArguments& arguments) const override {
    return plan_->CheckArguments(NeedsOurs(arguments) ? WithOurs(arguments) : arguments);
  }
  absl::Status ExecuteStep(int step, const ExecuteArguments& arguments) const override {
    if (!NeedsOurs(arguments)) return plan_->ExecuteStep(step, arguments);
    return turns_.Take(arguments.stream,
                       [&] { return plan_->ExecuteStep(step, WithOurs(arguments)); });
  }

 private:
  bool NeedsOurs(const ExecuteArguments& arguments) const {
    return arguments.workspace == nullptr && workspace_.bytes() > 0;
  }

  ExecuteArguments WithOurs(ExecuteArguments arguments) const {
    arguments.workspace = workspace_.data();
    arguments.workspace_bytes = static_cast<int64_t>(workspace_.bytes());
    return arguments;
  }

  // The context is declared first, so it is destroyed after the buffer and the event.
  const std::shared_ptr<Context> context_;
  const std::shared_ptr<const Plan> plan_;
  const rtc::DeviceBuffer workspace_;
  const Turns turns_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const Plan>> WithOwnWorkspace(std::shared_ptr<Context> context,
                                                             std::shared_ptr<const Plan> plan) {
  FFT_ASSIGN_OR_RETURN(
      rtc::DeviceBuffer workspace,
      rtc::DeviceBuffer::Allocate(context->device(), static_cast<size_t>(plan->workspace_bytes())));
  FFT_ASSIGN_OR_RETURN(Turns turns, Turns::Create(context->device()));
  return std::shared_ptr<const Plan>(std::make_shared<OwningPlan>(
      std::move(context), std::move(plan), std::move(workspace), std::move(turns)));
}

}  // namespace fft
