#include "fft/exec/owned_workspace.h"

#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/rtc/device.h"

namespace fft {
namespace {

class OwningPlan final : public Plan {
 public:
  OwningPlan(std::shared_ptr<Context> context, std::shared_ptr<const Plan> plan,
             rtc::DeviceBuffer workspace)
      : context_(std::move(context)), plan_(std::move(plan)), workspace_(std::move(workspace)) {}

  const PlanDescription& description() const override { return plan_->description(); }
  const std::vector<KernelBuild>& builds() const override { return plan_->builds(); }
  int64_t workspace_bytes() const override { return 0; }
  absl::Status Execute(const ExecuteArguments& arguments) const override {
    return plan_->Execute(WithWorkspace(arguments));
  }
  absl::Status ExecuteStep(int step, const ExecuteArguments& arguments) const override {
    return plan_->ExecuteStep(step, WithWorkspace(arguments));
  }

 private:
  ExecuteArguments WithWorkspace(ExecuteArguments arguments) const {
    if (arguments.workspace != nullptr) return arguments;
    arguments.workspace = workspace_.data();
    arguments.workspace_bytes = static_cast<int64_t>(workspace_.bytes());
    return arguments;
  }

  // Declared first: the buffer goes before the device it lies on.
  const std::shared_ptr<Context> context_;
  const std::shared_ptr<const Plan> plan_;
  const rtc::DeviceBuffer workspace_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const Plan>> WithOwnWorkspace(std::shared_ptr<Context> context,
                                                             std::shared_ptr<const Plan> plan) {
  FFT_ASSIGN_OR_RETURN(
      rtc::DeviceBuffer workspace,
      rtc::DeviceBuffer::Allocate(context->device(), static_cast<size_t>(plan->workspace_bytes())));
  return std::shared_ptr<const Plan>(
      std::make_shared<OwningPlan>(std::move(context), std::move(plan), std::move(workspace)));
}

}  // namespace fft
