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

// `status` with a proposal for its faulty field. The proposal is found by changing the field in
// `body` and calling `check`. It is the nearest word or number that the error allows, or the least
// valid number. Without a valid value `status` is returned unchanged.
absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check);

// `status`, in which planning refuses an option of `body`, with a proposal. The proposal is the
// first value that the error allows and for which `plans` succeeds. `plans` plans a body, which
// takes time, so at most four values are tried.
absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans);

// Repeats a request with another value of a parameter of its path or query.
using ParameterCheck =
    std::function<absl::Status(const std::string& name, const std::string& value)>;

// `status`, which refuses a parameter, with a proposal. The proposal is the first value that the
// error allows and `check` takes.
absl::Status WithParameter(absl::Status status, const ParameterCheck& check);

// The proposal that a status carries, or null.
Json ProposalOf(const absl::Status& status);

// The name in `names` that `name` probably means, or "".
std::string NearestName(const std::string& name, const std::vector<std::string>& names);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_PROPOSALS_H_
