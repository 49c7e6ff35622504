// The C interface: plans, executions and what a plan is, as JSON.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "fft/exec/owned_workspace.h"
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

Json BuildsOf(const Plan& plan) {
  Json builds = Json::array();
  for (const KernelBuild& build : plan.builds()) {
    builds.push_back({{"name", build.name},
                      {"origin", build.origin},
                      {"milliseconds", build.milliseconds},
                      {"code_bytes", build.code_bytes}});
  }
  return builds;
}

// The plan without what the search did not choose.
Json Describe(const PlanDescription& plan) {
  Json kernels = Json::array();
  for (const codegen::PlannedKernel& kernel : plan.kernels) kernels.push_back(ToJson(kernel));
  return {{"schema", "fft.plan_summary/1"},
          {"token", ToToken(plan.problem)},
          {"problem", ToJson(plan.problem)},
          {"target", ToJson(plan.target)},
          {"tree", ToJson(plan.tree)},
          {"candidate", plan.candidate},
          {"candidates", plan.search.candidates.size()},
          {"assignment", ToJson(plan.chosen())},
          {"kernels", kernels}};
}

absl::StatusOr<Json> SourcesOf(const PlanDescription& plan) {
  Json sources = Json::array();
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const codegen::PlannedKernel& kernel : *kernels) {
      FFT_ASSIGN_OR_RETURN(const std::string source, SourceOf(kernel, plan.target));
      sources.push_back({{"name", kernel.name},
                         {"leaf", kernel.leaf},
                         {"callbacks", kernels == &plan.callback_kernels},
                         {"dialect", ToString(plan.target.dialect)},
                         {"source", source}});
    }
  }
  return Json{{"schema", "fft.sources/1"}, {"token", ToToken(plan.problem)}, {"kernels", sources}};
}

// What `describe` makes of the plan, as text.
template <typename Describe>
fft_error* PlanText(const fft_plan* plan, char** text, const Describe& describe) {
  if (text != nullptr) *text = nullptr;
  return Guard([&]() -> absl::Status {
    if (text == nullptr) return NullArgument("json");
    if (plan == nullptr) return NullArgument("plan");
    FFT_ASSIGN_OR_RETURN(const std::string made, describe());
    return GiveText(made, text);
  });
}

// From element 0 to the end of the farther of a side's arrays.
int64_t SideBytes(const Problem& problem, const ArrayDescription& array, const Layout& layout) {
  const int64_t offset = std::max(array.offsets[0], IsPlanar(array.format) ? array.offsets[1] : 0);
  return (offset + layout.extent()) * ElementBytes(array.format, problem.precision);
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
  return Guard([&]() -> absl::Status {
    if (plan == nullptr) return NullArgument("plan");
    if (arguments == nullptr) return NullArgument("arguments");
    FFT_ASSIGN_OR_RETURN(
        const fft_arguments given,
        fft::c::ReadStruct(*arguments, offsetof(fft_arguments, reserved) + sizeof(uint32_t),
                           "arguments"));
    if ((given.flags & ~FFT_SKIP_CALLBACKS) != 0) {
      return fft::InvalidField("arguments.flags", absl::StrCat(given.flags), "FFT_SKIP_CALLBACKS");
    }
    const auto either = [](void* first, void* second) { return first != nullptr ? first : second; };
    return plan->plan->Execute({.in = given.in,
                                .out = given.out,
                                .in_imag = given.in_imag,
                                .out_imag = given.out_imag,
                                .stream = either(given.stream, plan->stream),
                                .workspace = given.workspace,
                                .workspace_bytes = given.workspace_bytes,
                                .load_user = either(given.load_user, plan->load_user),
                                .store_user = either(given.store_user, plan->store_user),
                                .skip_callbacks = (given.flags & FFT_SKIP_CALLBACKS) != 0});
  });
}

fft_error* fft_plan_description(const fft_plan* plan, char** json) {
  return fft::c::PlanText(plan, json, [plan]() -> absl::StatusOr<std::string> {
    fft::Json made = fft::c::Describe(plan->plan->description());
    made["workspace_bytes"] = plan->plan->workspace_bytes();
    made["builds"] = fft::c::BuildsOf(*plan->plan);
    return made.dump(1);
  });
}

fft_error* fft_plan_candidates(const fft_plan* plan, int64_t limit, char** json) {
  return fft::c::PlanText(plan, json, [plan, limit]() -> absl::StatusOr<std::string> {
    if (limit < 0) return fft::InvalidField("limit", absl::StrCat(limit), "0 or more");
    const fft::PlanDescription& description = plan->plan->description();
    const std::vector<fft::Candidate>& all = description.search.candidates;
    const size_t count = limit == 0 ? all.size() : std::min(all.size(), static_cast<size_t>(limit));
    fft::Json candidates = fft::Json::array();
    for (size_t i = 0; i < count; ++i) candidates.push_back(fft::ToJson(all[i]));
    return fft::Json{{"schema", "fft.candidates/1"},
                     {"token", fft::ToToken(description.problem)},
                     {"chosen", description.candidate},
                     {"total", all.size()},
                     {"truncated", description.search.truncated},
                     {"candidates", candidates}}
        .dump(1);
  });
}

fft_error* fft_plan_sources(const fft_plan* plan, char** json) {
  return fft::c::PlanText(plan, json, [plan]() -> absl::StatusOr<std::string> {
    FFT_ASSIGN_OR_RETURN(const fft::Json sources, fft::c::SourcesOf(plan->plan->description()));
    return sources.dump(1);
  });
}

fft_error* fft_plan_wisdom(const fft_plan* plan, char** text) {
  return fft::c::PlanText(plan, text, [plan]() -> absl::StatusOr<std::string> {
    return plan->context->PlanWisdom(*plan->plan);
  });
}

fft_error* fft_describe(const char* target, const fft_problem* problem,
                        const fft_plan_options* options, char** json) {
  if (json != nullptr) *json = nullptr;
  return Guard([&]() -> absl::Status {
    if (json == nullptr) return NullArgument("json");
    if (target == nullptr) return NullArgument("target");
    FFT_ASSIGN_OR_RETURN(const fft::Target found, fft::FindTarget(target));
    FFT_ASSIGN_OR_RETURN(const fft::Problem read, fft::c::ReadProblem(problem));
    FFT_ASSIGN_OR_RETURN(const fft::c::ReadOptions read_options, fft::c::ReadPlanOptions(options));
    FFT_ASSIGN_OR_RETURN(const fft::PlanDescription plan,
                         fft::DescribePlan(read, found, read_options.options, nullptr));
    return fft::c::GiveText(fft::c::Describe(plan).dump(1), json);
  });
}
