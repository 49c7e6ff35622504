// The table of all views of a plan. A view is a pure function from a plan to JSON.
//
// The server serves each view below /api/v1/plans/{id}, `fft show NAME TOKEN` prints it, and the
// exported file holds it. A new view is a function and an entry.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "inspector/server/plan_store.h"

namespace fft::inspector {

struct ViewInput {
  const StoredPlan& plan;
  const StoredPlan& other;  // the second plan of a comparison; it may be `plan`
  // The arguments by their names in View::path and View::options.
  const std::map<std::string, std::string>& arguments;

  // The argument's text; "" if it is absent.
  std::string Text(const std::string& name) const;
  // The argument as an index below `count`; `fallback` if it is absent. For any other text the
  // error has HTTP status 404 and names the text.
  absl::StatusOr<int> Index(const std::string& name, size_t count, int fallback) const;
  // The kernel of the arguments "candidate" and "kernel".
  absl::StatusOr<kernels::PlannedKernel> Kernel() const;
};

struct View {
  const char* name;                  // "compare"
  const char* path;                  // "/candidates/{candidate}/compare/{other}"
  std::vector<const char*> options;  // names of further arguments, which may be left out
  const char* summary;               // a summary on one line
  const char* schema;                // name of the answer's type in types.ts
  absl::StatusOr<Json> (*make)(const ViewInput& input);
};

const std::vector<View>& Views();

// The view of this name. NotFound lists all names.
absl::StatusOr<const View*> FindView(const std::string& name);

// The names in braces in a path, in order.
std::vector<std::string> PathArguments(const std::string& path);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_H_
