// `fft show`: prints the inspector's views, with the same figures as on the page.
#include <climits>
#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/views/views.h"
#include "tools/cli/commands.h"
#include "tools/cli/target_choice.h"

namespace fft::cli {
namespace {

using inspector::StoredPlan;
using inspector::View;
using inspector::Views;

constexpr char kOptions[] = "options";
constexpr char kPart[] = "part";
constexpr char kWith[] = "with";  // the HTTP argument names a plan; here a target makes it

// Returns the names of a view's arguments: those of its path and the optional ones.
std::set<std::string> ArgumentsOf(const View& view) {
  const std::vector<std::string> path = inspector::PathArguments(view.path);
  std::set<std::string> names(path.begin(), path.end());
  names.insert(view.options.begin(), view.options.end());
  return names;
}

// Returns the names of the arguments of all views.
std::set<std::string> ViewArguments() {
  std::set<std::string> names;
  for (const View& view : Views()) names.merge(ArgumentsOf(view));
  names.erase(kWith);
  return names;
}

// InvalidArgument names a flag that belongs to other views.
absl::Status CheckArguments(const View& view, const Flags& flags) {
  const std::set<std::string> taken = ArgumentsOf(view);
  std::set<std::string> names = ViewArguments();
  names.insert(kWith);
  for (const std::string& name : names) {
    if (!flags.Has(name) || taken.contains(name)) continue;
    const std::string allowed =
        taken.empty() ? "no argument" : absl::StrCat("--", absl::StrJoin(taken, ", --"));
    return InvalidField(absl::StrCat("--", name), flags.Get(name),
                        absl::StrCat(allowed, " for the view ", view.name));
  }
  return absl::OkStatus();
}

// Parses the plan options from JSON, as the HTTP interface does.
absl::StatusOr<PlanOptions> OptionsOf(const std::string& text) {
  const Json json = Json::parse(text.empty() ? "{}" : text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return InvalidField("options", text, "JSON: {\"scheme\": \"L1D_CC\"}");
  // This process serves one user, so it may keep more candidates than the inspector's server.
  return inspector::ParsePlanOptions(json, kMostCandidates);
}

absl::StatusOr<std::shared_ptr<const StoredPlan>> Make(const Flags& flags, const Target& target) {
  FFT_ASSIGN_OR_RETURN(const int64_t part, flags.GetInt(kPart, 0, 0, INT_MAX));
  const Json body = {{"token", flags.positional()[1]}, {"part", part}};
  FFT_ASSIGN_OR_RETURN(inspector::PlanRequest request, inspector::ParsePlanRequest(body, target));
  FFT_ASSIGN_OR_RETURN(request.options, OptionsOf(flags.Get(kOptions)));
  return inspector::PlanStore(1).Make(request);
}

}  // namespace

std::string ShowSummary() {
  const auto append = [](std::string* out, const View& view) { *out += view.name; };
  return absl::StrCat("prints a view of the inspector as JSON: ",
                      absl::StrJoin(Views(), ", ", append));
}

std::vector<FlagSpec> ShowFlags() {
  std::vector<FlagSpec> flags = {
      {"target", "T", "machine to plan for (see `fft targets`); default: the device here"},
      {kOptions, "JSON",
       "options of the plan, as in the inspector's requests: '{\"scheme\": \"L1D_CC\"}'"},
      {kPart, "N", "of a chain: which of its plans, 0 by default"},
      {kWith, "T", "compare: the other candidate belongs to the plan for this machine"}};
  for (const std::string& name : ViewArguments()) {
    std::vector<std::string> takers;
    for (const View& view : Views()) {
      if (ArgumentsOf(view).contains(name)) takers.push_back(view.name);
    }
    flags.push_back({name, "X", absl::StrCat("of ", absl::StrJoin(takers, ", "))});
  }
  return flags;
}

absl::Status RunShow(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const View* view, inspector::FindView(flags.positional()[0]));
  FFT_RETURN_IF_ERROR(CheckArguments(*view, flags));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<const StoredPlan> plan, Make(flags, target));
  std::shared_ptr<const StoredPlan> other = plan;
  if (flags.Has(kWith)) {
    FFT_ASSIGN_OR_RETURN(const Target with, FindTarget(flags.Get(kWith)));
    FFT_ASSIGN_OR_RETURN(other, Make(flags, with));
  }
  std::map<std::string, std::string> arguments;
  for (const std::string& name : ViewArguments()) arguments[name] = flags.Get(name);
  FFT_ASSIGN_OR_RETURN(const Json json, view->make({*plan, *other, arguments}));
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  return absl::OkStatus();
}

}  // namespace fft::cli
