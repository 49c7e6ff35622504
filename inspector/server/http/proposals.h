// Finds valid values for the faulty field of a refused request.
#ifndef INSPECTOR_SERVER_HTTP_PROPOSALS_H_
#define INSPECTOR_SERVER_HTTP_PROPOSALS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json.h"

namespace fft::inspector {

// Reads a body and returns what is wrong with it.
using BodyCheck = std::function<absl::Status(const Json& body)>;

// `status` with a proposal for the field that it names, where one is found by changing that field
// of `body` and asking `check` again. It is the nearest of the words and numbers that the error
// allows, or the least number that is valid.
absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check);

// `status`, in which planning refuses the options of `body`, with a proposal: the first value that
// it allows with which `plans`, which plans a body, succeeds. Few are tried, since planning takes
// time.
absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans);

// Asks again with another value of a parameter of a path or a query.
using ParameterCheck =
    std::function<absl::Status(const std::string& name, const std::string& value)>;

// `status`, which refuses a parameter, with the first value that it allows and `check` takes.
absl::Status WithParameter(absl::Status status, const ParameterCheck& check);

// The proposal that a status carries, or null.
Json ProposalOf(const absl::Status& status);

// The name in `names` that `name` probably means, or "".
std::string NearestName(const std::string& name, const std::vector<std::string>& names);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_PROPOSALS_H_
