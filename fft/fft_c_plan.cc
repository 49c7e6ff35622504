// The C interface: plans, executions and what a plan is, as JSON.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "fft/core/layout.h"
#include "fft/exec/owned_workspace.h"
#include "fft/exec/pipeline.h"
#include "fft/fft_c_internal.h"

namespace fft::c {
namespace {

absl::StatusOr<std::unique_ptr<fft_plan>> MakePlan(fft_context& context, const Problem& problem,
                                                   ReadOptions read) {
  auto plan = std::make_unique<fft_plan>();
  plan->context = context.context;
  plan->stream = read.stream;
  plan->load_user = read.load_user;
  plan->store_user = read.store_user;
  if (!read.wisdom.empty()) {
    FFT_RETURN_IF_ERROR(context.context->ImportWisdom(read.wisdom).status());
    read.options.rigor = Rigor::kMeasure;
  }
  FFT_ASSIGN_OR_RETURN(plan->plan, context.context->MakePlan(problem, read.options));
  if (read.own_workspace && plan->plan->workspace_bytes() > 0) {
    FFT_ASSIGN_OR_RETURN(plan->plan, WithOwnWorkspace(context.context, plan->plan));
  }
  return plan;
}

// Gives the caller the text that `describe` makes of the plan, in the parameter `field`.
template <typename Describe>
fft_error* PlanText(const fft_plan* plan, const char* field, char** text,
                    const Describe& describe) {
  if (text != nullptr) *text = nullptr;
  return Guard([&]() -> absl::Status {
    if (text == nullptr) return NullArgument(field);
    if (plan == nullptr) return NullArgument("plan");
    FFT_ASSIGN_OR_RETURN(const std::string made, describe());
    return GiveText(made, text);
  });
}

// Gives the caller the text that `describe` makes of the plan for a target, without a device.
template <typename Describe>
fft_error* TextFor(const char* target, const fft_problem* problem, const fft_plan_options* options,
                   char** text, const Describe& describe) {
  if (text != nullptr) *text = nullptr;
  return Guard([&]() -> absl::Status {
    if (text == nullptr) return NullArgument("json");
    if (target == nullptr) return NullArgument("target");
    FFT_ASSIGN_OR_RETURN(const Target found, FindTarget(target));
    FFT_ASSIGN_OR_RETURN(const Problem read, ReadProblem(problem));
    FFT_ASSIGN_OR_RETURN(const ReadOptions read_options, ReadPlanOptions(options));
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan,
                         DescribePlan(read, found, read_options.options));
    FFT_ASSIGN_OR_RETURN(const std::string made, describe(plan));
    return GiveText(made, text);
  });
}

// The bytes from element 0 to the end of the last element. A planar side has two arrays; the
// farther end counts.
int64_t SideBytes(const Problem& problem, const ArrayDescription& array, const Layout& layout) {
  const int64_t offset = std::max(array.offsets[0], IsPlanar(array.format) ? array.offsets[1] : 0);
  return (offset - layout.offset() + layout.end()) * ElementBytes(problem, array);
}

// Executes the plan with arguments that are already copied by the caller's struct_size.
absl::Status Execute(const fft_plan& plan, const fft_arguments& given) {
  if ((given.flags & ~FFT_SKIP_CALLBACKS) != 0) {
    return InvalidField("arguments.flags", absl::StrCat(given.flags), "FFT_SKIP_CALLBACKS");
  }
  if (given.reserved != 0) return CheckReserved("arguments.reserved", given.reserved);
  const auto either = [](void* first, void* second) { return first != nullptr ? first : second; };
  return plan.plan->Execute({.in = given.in,
                             .out = given.out,
                             .in_imag = given.in_imag,
                             .out_imag = given.out_imag,
                             .stream = either(given.stream, plan.stream),
                             .workspace = given.workspace,
                             .workspace_bytes = given.workspace_bytes,
                             .load_user = either(given.load_user, plan.load_user),
                             .store_user = either(given.store_user, plan.store_user),
                             .skip_callbacks = (given.flags & FFT_SKIP_CALLBACKS) != 0});
}

}  // namespace
}  // namespace fft::c

using fft::c::Guard;
using fft::c::NullArgument;

fft_error* fft_plan_create(fft_context* context, const char* token, fft_plan** plan) {
  if (plan != nullptr) *plan = nullptr;
  if (token == nullptr) {
    return Guard([&] { return NullArgument(context == nullptr ? "context" : "token"); });
  }
  fft_problem problem = {};
  problem.token = token;
  return fft_plan_create_with(context, &problem, nullptr, plan);
}

fft_error* fft_plan_create_with(fft_context* context, const fft_problem* problem,
                                const fft_plan_options* options, fft_plan** plan) {
  if (plan != nullptr) *plan = nullptr;
  return Guard([&]() -> absl::Status {
    if (plan == nullptr) return NullArgument("plan");
    if (context == nullptr) return NullArgument("context");
    FFT_ASSIGN_OR_RETURN(const fft::Problem read, fft::c::ReadProblem(problem));
    FFT_ASSIGN_OR_RETURN(fft::c::ReadOptions read_options, fft::c::ReadPlanOptions(options));
    FFT_ASSIGN_OR_RETURN(auto made, fft::c::MakePlan(*context, read, std::move(read_options)));
    *plan = made.release();
    return absl::OkStatus();
  });
}

void fft_plan_destroy(fft_plan* plan) { delete plan; }

int64_t fft_plan_workspace_bytes(const fft_plan* plan) {
  return plan == nullptr ? 0 : plan->plan->workspace_bytes();
}

int64_t fft_plan_input_bytes(const fft_plan* plan) {
  if (plan == nullptr) return 0;
  const fft::Problem& problem = plan->plan->description().problem;
  return fft::c::SideBytes(problem, problem.input, fft::InputLayout(problem));
}

int64_t fft_plan_output_bytes(const fft_plan* plan) {
  if (plan == nullptr) return 0;
  const fft::Problem& problem = plan->plan->description().problem;
  return fft::c::SideBytes(problem, problem.output, fft::OutputLayout(problem));
}

fft_error* fft_plan_execute(const fft_plan* plan, const fft_arguments* arguments) {
  const bool is_plain = plan != nullptr && arguments != nullptr &&
                        arguments->struct_size == sizeof(fft_arguments) &&
                        (arguments->flags | arguments->reserved) == 0;
  if (is_plain && plan->plan->ExecuteAtOnce(arguments->in, arguments->out)) return nullptr;
  return Guard([&]() -> absl::Status {
    if (plan == nullptr) return NullArgument("plan");
    if (arguments == nullptr) return NullArgument("arguments");
    // A struct of this release is used in the caller's memory, without a copy.
    constexpr size_t kFirstSize = offsetof(fft_arguments, reserved) + sizeof(uint32_t);
    if (arguments->struct_size == sizeof(fft_arguments)) {
      return fft::c::Execute(*plan, *arguments);
    }
    FFT_ASSIGN_OR_RETURN(const fft_arguments given,
                         fft::c::ReadStruct(*arguments, kFirstSize, "arguments"));
    return fft::c::Execute(*plan, given);
  });
}

fft_error* fft_plan_description(const fft_plan* plan, char** json) {
  return fft::c::PlanText(plan, "json", json, [plan]() -> absl::StatusOr<std::string> {
    return fft::DescriptionJson(*plan->plan);
  });
}

fft_error* fft_plan_candidates(const fft_plan* plan, int64_t limit, char** json) {
  return fft::c::PlanText(plan, "json", json,
                          [plan, limit] { return fft::CandidatesJson(*plan->plan, limit); });
}

fft_error* fft_plan_sources(const fft_plan* plan, char** json) {
  return fft::c::PlanText(plan, "json", json, [plan] { return fft::SourcesJson(*plan->plan); });
}

fft_error* fft_plan_wisdom(const fft_plan* plan, char** text) {
  return fft::c::PlanText(plan, "text", text, [plan]() -> absl::StatusOr<std::string> {
    return plan->context->PlanWisdom(*plan->plan);
  });
}

fft_error* fft_describe(const char* target, const fft_problem* problem,
                        const fft_plan_options* options, char** json) {
  return fft::c::TextFor(target, problem, options, json,
                         [](const fft::PlanDescription& plan) -> absl::StatusOr<std::string> {
                           return fft::DescriptionJson(plan);
                         });
}

fft_error* fft_describe_candidates(const char* target, const fft_problem* problem,
                                   const fft_plan_options* options, int64_t limit, char** json) {
  return fft::c::TextFor(target, problem, options, json, [limit](const fft::PlanDescription& plan) {
    return fft::CandidatesJson(plan, limit);
  });
}

fft_error* fft_describe_sources(const char* target, const fft_problem* problem,
                                const fft_plan_options* options, char** json) {
  return fft::c::TextFor(target, problem, options, json,
                         [](const fft::PlanDescription& plan) { return fft::SourcesJson(plan); });
}
