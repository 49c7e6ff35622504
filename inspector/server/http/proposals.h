// Values that would mend a refused request. Each has been tried: with it, the field is not refused.
#ifndef INSPECTOR_SERVER_HTTP_PROPOSALS_H_
#define INSPECTOR_SERVER_HTTP_PROPOSALS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json.h"

namespace fft::inspector {

// Reads a body, or what stands for one, and says what is wrong with it.
using BodyCheck = std::function<absl::Status(const Json& body)>;

// `status` with a proposal for the field that it names, where one is found by changing that field
// of `body` and asking `check` again: the nearest of the values that the message allows, the least
// one that is valid, or what stands in the field's place when it is left out.
absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check);

// `status`, which says what planning refuses of the options of `body`, with the first of the values
// in its text with which `plans`, which plans a body, succeeds. Few are tried: planning takes time.
absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans);

// `status` with the nearest of the values that its own text allows, where it says which and carries
// no proposal yet: of names and of bounds, which need no trial. None for options of plans, which
// do.
absl::Status WithProposalOfText(absl::Status status);

// The proposal that a status carries, or null.
Json ProposalOf(const absl::Status& status);

// The name among `names` that `name` may have been meant to be, or "".
std::string NearestName(const std::string& name, const std::vector<std::string>& names);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_PROPOSALS_H_
