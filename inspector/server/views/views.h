// Every view of a plan, in one table: pure functions from plans to JSON.
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
  const StoredPlan& other;  // the second plan of a comparison; often the same
  // The arguments by their names in View::path and View::options.
  const std::map<std::string, std::string>& arguments;

  // The argument's text, or "".
  std::string Text(const std::string& name) const;
  // The argument as an index below `count`, or `fallback` when it is absent; for another text an
  // error of HTTP status 404 that names it.
  absl::StatusOr<int> Index(const std::string& name, size_t count, int fallback) const;
  // The kernel that the arguments "candidate" and "kernel" choose.
  absl::StatusOr<kernels::PlannedKernel> Kernel() const;
};

struct View {
  const char* name;                  // "compare"
  const char* path;                  // "/candidates/{candidate}/compare/{other}"
  std::vector<const char*> options;  // names of further arguments, each optional
  const char* summary;               // one line
  const char* schema;                // its answer, of types.ts
  absl::StatusOr<Json> (*make)(const ViewInput& input);
};

const std::vector<View>& Views();

// The view of a name. NotFound lists the names there are.
absl::StatusOr<const View*> FindView(const std::string& name);

// The names in braces of a path, in order.
std::vector<std::string> PathArguments(const std::string& path);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_H_
